import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { entryRange } from '../../store/archive/received-spans.ts';
import { classify } from '../../store/set-format/entry-names.ts';
import { readSetIndex, type SetIndex } from '../../store/set-format/set-index.ts';
import type { LedgerLoss, LedgerTransfer } from '../../store/workspace/ledger.ts';
import { currentCut, type ExportState, exportStates, readExportState } from '../export/state.ts';
import { type Acknowledgment, readAcknowledgment, setShortId } from '../transfer/acknowledgment-code.ts';
import type { CutVolume, ExportDocument, Span } from '../volumes/export-document.ts';
import { t } from './messages.ts';

/** Finds the cut, in any revision, by its mark in an acknowledgment code. Undefined when no export here has it. */
export async function exportByMark(
  directory: string,
  { number, shortId }: Pick<Acknowledgment, 'number' | 'shortId'>,
): Promise<ExportDocument | undefined> {
  return (await exportStates(directory))
    .flatMap(({ revisions }) => revisions)
    .findLast((revision) => revision.number === number && revision.shortId === shortId);
}

/** Returns volumes of the current export of a transfer. @throws AirlockError `usage` for an unknown volume */
export async function volumesToLose(
  directory: string,
  transfer: string,
  numbers: readonly number[],
): Promise<Pick<CutVolume, 'name' | 'spans'>[]> {
  const { volumes } = currentCut(await exportOf(directory, transfer));
  return numbers.map((number) => {
    const volume = volumes.find((each) => each.number === number);
    if (volume) return volume;
    throw new AirlockError('usage', t('exportVolumeUnknown', { transfer, volume: number }), {
      remedy: t('exportVolumeUnknownRemedy', { count: volumes.length }),
    });
  });
}

/**
 * Returns the content of volumes as the ledger records it, and the archive files of the set (from 1) that it belongs
 * to. An entry that was split is lost with any of its parts.
 */
export async function lossOf(
  directory: string,
  transfer: Pick<LedgerTransfer, 'name' | 'volumes'>,
  volumes: readonly Pick<CutVolume, 'name' | 'spans'>[],
): Promise<LedgerLoss & { missing: number[] }> {
  const spans = volumes.flatMap((volume) => volume.spans);
  const files = new Set(spans.map(({ file }) => file));
  const index = await readSetIndex(join(directory, 'transfers', transfer.name));
  const missing = transfer.volumes.flatMap(({ name }, i) => (files.has(name) ? [i + 1] : []));
  if (!index)
    throw new AirlockError('workspace-invalid', t('setRemoved', { transfer: transfer.name }), {
      side: 'local',
      remedy: t('setRemovedRemedy', { transfer: transfer.name, files: missing.join(',') }),
    });
  return { volumes: volumes.map(({ name }) => name), missing, ...contentOf(index, spans) };
}

function contentOf(index: SetIndex, spans: readonly Span[]): Omit<LedgerLoss, 'volumes'> {
  const blobs: LedgerLoss['blobs'] = [];
  const files: string[] = [];
  const repositories = new Set<string>();
  for (const volume of index.volumes) {
    const ofVolume = spans.filter(({ file }) => file === volume.name);
    if (ofVolume.length === 0) continue;
    for (const item of volume.entries) {
      const [offset, end] = entryRange(item);
      if (!ofVolume.some((span) => span.offset < end && offset < span.offset + span.length)) continue;
      const entry = classify(item[0]);
      if (entry.kind === 'blob') blobs.push(entry.digest);
      else if (entry.kind === 'file') files.push(entry.name);
      else if ('repository' in entry) repositories.add(entry.repository);
    }
  }
  return { blobs, repositories: [...repositories], files };
}

/**
 * Returns which volumes of the current cut of a transfer's export must be carried again, by the code from the other
 * side. The code may be for the set or for any revision of its export.
 * @returns numbers in ascending order; none when the code says that everything arrived
 * @throws AirlockError `acknowledgment-invalid` for a code of another transfer, `usage` for a transfer that was never
 *   exported
 */
export async function volumesForCode(directory: string, transfer: string, code: string): Promise<number[]> {
  const acknowledgment = readAcknowledgment(code);
  const state = await exportOf(directory, transfer);
  const { volumes } = currentCut(state);
  const wanted = await spansOf(directory, state, acknowledgment);
  const needed = volumes.filter(
    (volume) =>
      wanted === 'all' ||
      volume.spans.some((span) =>
        wanted.some(
          ({ file, offset, length }) =>
            file === span.file && offset < span.offset + span.length && span.offset < offset + length,
        ),
      ),
  );
  return needed.map(({ number }) => number).toSorted((a, b) => a - b);
}

async function spansOf(
  directory: string,
  state: ExportState,
  acknowledgment: Acknowledgment,
): Promise<readonly Span[] | 'all'> {
  const { missing } = acknowledgment;
  const cut = await exportByMark(directory, acknowledgment);
  if (cut?.transfer === state.transfer)
    return missing === 'all'
      ? missing
      : cut.volumes.flatMap((p) => (missing.includes(p.number) ? p.spans : []));
  const index = await readSetIndex(join(directory, 'transfers', state.transfer));
  if (!index || index.number !== acknowledgment.number || setShortId(index) !== acknowledgment.shortId)
    throw new AirlockError('acknowledgment-invalid', t('codeOtherTransfer', { transfer: state.transfer }), {
      side: 'local',
    });
  if (missing === 'all') return missing;
  return index.volumes.flatMap(({ name, size }, i) =>
    missing.includes(i + 1) ? [{ file: name, offset: 0, length: size }] : [],
  );
}

async function exportOf(directory: string, transfer: string): Promise<ExportState> {
  const state = await readExportState(directory, transfer);
  if (state) return state;
  throw new AirlockError('usage', t('neverExported', { transfer, directory }), {
    remedy: t('neverExportedRemedy', { transfer }),
  });
}
