import { join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { AcknowledgedLine } from '../../contract/topics/transfers.ts';
import type { Ledger, LedgerLoss, LedgerTransfer } from '../../store/workspace/ledger.ts';
import { namesIn, parseTransferName } from '../../store/workspace/next-transfer.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import {
  type Acknowledgment,
  acknowledgmentCode,
  acknowledgmentWords,
  readAcknowledgment,
  setShortId,
} from '../transfer/acknowledgment-code.ts';
import { writeJournal } from '../transfer/journal.ts';
import { exportByMark, lossOf, volumesToLose } from './carry-volumes.ts';
import { t } from './messages.ts';

/**
 * Records an acknowledgment code in the ledger of the enclave that its transfer belongs to. The next transfer then
 * contains only the difference.
 * @param onWarning receives what doesn't stop the work, such as the takeover of a dead process's lock
 * @throws AirlockError `acknowledgment-invalid` for a code with a typing error or of a transfer that isn't in this
 *   workspace, `workspace-locked`, `workspace-invalid`
 */
export async function acknowledge(
  directory: string,
  code: string,
  onWarning: (problem: Problem) => void,
): Promise<AcknowledgedLine> {
  const acknowledgment = readAcknowledgment(code);
  return inWorkspace(directory, onWarning, async (ledgers) =>
    note(
      directory,
      await transferOfCode(acknowledgment, ledgers, directory),
      acknowledgment,
      acknowledgmentCode(acknowledgment),
    ),
  );
}

/**
 * Records several codes under one lock.
 * @param around `before` may reject them, `after` records more; both run under the lock
 * @throws AirlockError as {@link acknowledge}
 */
export async function acknowledgeAll(
  directory: string,
  codes: readonly string[],
  onWarning: (problem: Problem) => void,
  around: { before(): Promise<void>; after(): Promise<void> },
): Promise<void> {
  await inWorkspace(directory, onWarning, async (ledgers) => {
    await around.before();
    for (const code of codes) {
      const acknowledgment = readAcknowledgment(code);
      const transfer = await transferOfCode(acknowledgment, ledgers, directory);
      await note(directory, transfer, acknowledgment, acknowledgmentCode(acknowledgment));
    }
    await around.after();
  });
}

/**
 * Returns what {@link acknowledge} would record for a code. Writes nothing, and needs no lock.
 * @throws AirlockError `acknowledgment-invalid`, `workspace-invalid`
 */
export async function previewAcknowledgment(directory: string, code: string): Promise<AcknowledgedLine> {
  const acknowledgment = readAcknowledgment(code);
  const space = await openPlanningSpace(directory);
  const ledgers: Ledger[] = [];
  for (const enclave of await enclavesOf(directory)) ledgers.push(await space.ledger(enclave));
  return usedOf(await transferOfCode(acknowledgment, ledgers, directory), acknowledgment);
}

/**
 * Returns what {@link acknowledge} would record for a code of another site, or undefined for a set from another workspace.
 * @throws AirlockError `acknowledgment-invalid` for a mistyped code
 */
export async function knownAcknowledgment(
  directory: string,
  code: string,
): Promise<AcknowledgedLine | undefined> {
  readAcknowledgment(code);
  try {
    return await previewAcknowledgment(directory, code);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code === 'acknowledgment-invalid' || error.code === 'workspace-invalid') return undefined;
    throw error;
  }
}

/** Finds the transfer, or the export of one, that a code belongs to. @throws AirlockError `acknowledgment-invalid` */
async function transferOfCode(
  acknowledgment: Acknowledgment,
  ledgers: readonly Ledger[],
  directory: string,
): Promise<Found> {
  const all = ledgers.flatMap((ledger) => ledger.transfers().map((transfer) => ({ ledger, transfer })));
  const found = all.find(
    ({ transfer }) =>
      transfer.number === acknowledgment.number && shortIdOf(transfer) === acknowledgment.shortId,
  );
  const cut = found ? undefined : await exportByMark(directory, acknowledgment);
  const carried = cut && all.find(({ transfer }) => transfer.name === cut.transfer);
  if (cut && carried) {
    if (acknowledgment.missing === 'all' || acknowledgment.missing.length === 0) return carried;
    const unknown = acknowledgment.missing.find(
      (number) => !cut.volumes.some((volume) => volume.number === number),
    );
    if (unknown !== undefined)
      throw new AirlockError(
        'acknowledgment-invalid',
        t('codeVolumeUnknown', { volume: unknown, transfer: cut.transfer }),
        { side: 'local' },
      );
    const missing = new Set(acknowledgment.missing);
    const volumes = cut.volumes.filter(({ number }) => missing.has(number));
    return { ...carried, loss: await lossOf(directory, carried.transfer, volumes) };
  }
  if (!found)
    throw new AirlockError(
      'acknowledgment-invalid',
      t('codeTransferUnknown', { directory, words: acknowledgmentWords(acknowledgment) }),
      { side: 'local', remedy: t('codeTransferUnknownRemedy') },
    );
  const most = found.transfer.volumes.length;
  if (acknowledgment.missing !== 'all' && acknowledgment.missing.some((volume) => volume > most))
    throw new AirlockError(
      'acknowledgment-invalid',
      t('codeFileUnknown', { volume: acknowledgment.missing.at(-1)!, transfer: found.transfer.name, most }),
      { side: 'local' },
    );
  return found;
}

/**
 * Records, without a code, that a transfer or some of its volumes won't arrive.
 * @param missingContent numbers of the lost volumes from 1; `all`: the entire transfer
 * @param of what the numbers count: archive files of the set, or volumes of its export
 * @param onWarning receives what doesn't stop the work, such as the takeover of a dead process's lock
 * @throws AirlockError `usage` for an unknown transfer or volume, `workspace-locked`, `workspace-invalid`
 */
export async function noteLost(
  directory: string,
  name: string,
  missingContent: number[] | 'all',
  of: 'set' | 'export',
  onWarning: (problem: Problem) => void,
): Promise<AcknowledgedLine> {
  return inWorkspace(directory, onWarning, async (ledgers) => {
    const found = ledgers
      .flatMap((ledger) => ledger.transfers().map((transfer) => ({ ledger, transfer })))
      .find(({ transfer }) => transfer.name === name);
    if (!found)
      throw new AirlockError('usage', t('transferUnsent', { directory, transfer: name }), {
        remedy: t('transferUnsentRemedy'),
      });
    const { number } = found.transfer;
    if (missingContent === 'all')
      return note(directory, found, { number, reached: 'imported', missing: missingContent });
    const numbers = [...new Set(missingContent)].toSorted((x, y) => x - y);
    const acknowledgment = { number, reached: 'imported', missing: numbers } as const;
    if (of === 'export') {
      const loss = await lossOf(directory, found.transfer, await volumesToLose(directory, name, numbers));
      return note(directory, { ...found, loss }, acknowledgment);
    }
    const most = found.transfer.volumes.length;
    const wrong = numbers.find((volume) => volume < 1 || volume > most);
    if (wrong !== undefined)
      throw new AirlockError('usage', t('volumeUnknown', { transfer: name, volume: wrong, most }), {
        remedy: t('volumeUnknownRemedy'),
      });
    return note(directory, found, acknowledgment);
  });
}

interface Found {
  ledger: Ledger;
  transfer: LedgerTransfer;
  /** Where volumes of an export are missing: their content, and the archive files of the set that it belongs to. */
  loss?: LedgerLoss & { missing: number[] };
}

async function note(
  directory: string,
  { ledger, transfer, loss }: Found,
  acknowledgment: Omit<Acknowledgment, 'shortId'>,
  code?: string,
): Promise<AcknowledgedLine> {
  const words = acknowledgmentWords(acknowledgment);
  const { missing: missingContent, reached } = acknowledgment;
  const answer = { transfer: transfer.name, at: new Date().toISOString() };
  if (loss) {
    const { missing: ofSet, ...carried } = loss;
    await ledger.noteAnswer({ ...answer, missing: ofSet, missingContent: carried });
  } else await ledger.noteAnswer({ ...answer, missing: missingContent });
  if (code !== undefined && reached !== 'imported' && missingContent !== 'all')
    await writeJournal(directory, transfer.name, { step: reached, text: t('reachedByCode') });
  await writeJournal(directory, transfer.name, {
    step: 'acknowledged',
    text: words,
    code,
  });
  return usedOf({ ledger, transfer, loss }, acknowledgment);
}

function usedOf(
  { ledger, transfer, loss }: Found,
  acknowledgment: Omit<Acknowledgment, 'shortId'>,
): AcknowledgedLine {
  const { missing: missingContent } = acknowledgment;
  const names =
    loss?.volumes ??
    transfer.volumes
      .filter((_, i) => missingContent === 'all' || missingContent.includes(i + 1))
      .map(({ name }) => name);
  return {
    transfer: transfer.name,
    enclave: ledger.enclave,
    summary: acknowledgmentWords(acknowledgment),
    missing: names ?? (missingContent === 'all' ? 'all' : []),
  };
}

/** Runs with the ledgers of all enclaves. Sets that a killed run didn't record are recorded first. */
async function inWorkspace<Result>(
  directory: string,
  onWarning: (problem: Problem) => void,
  work: (ledgers: Ledger[]) => Promise<Result>,
): Promise<Result> {
  const workspace = await openWorkspace(directory, { onWarning });
  try {
    const ledgers: Ledger[] = [];
    for (const enclave of await enclavesOf(directory)) ledgers.push(await workspace.ledger(enclave));
    return await work(ledgers);
  } finally {
    await workspace.close();
  }
}

/** Lists enclaves that have a ledger, and enclaves that only have sets. */
async function enclavesOf(directory: string): Promise<string[]> {
  const sets = (await namesIn(join(directory, 'transfers'))).flatMap((name) => {
    const parsed = parseTransferName(name);
    return parsed ? [parsed.enclave] : [];
  });
  return [...new Set([...(await (await openPlanningSpace(directory)).enclaves()), ...sets])].toSorted();
}

/** Returns the short ID of a transfer's set, as in its acknowledgment codes. */
export function shortIdOf({ name, created, volumes }: LedgerTransfer): string {
  return setShortId({ transfer: name, created, volumes });
}
