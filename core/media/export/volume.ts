import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { syncDirectory } from '../../base/files/atomic-file.ts';
import { mtimeOf } from '../../store/set-format/set-index.ts';
import type { MediaProfile } from '../origin/export-profile.ts';
import { WRITING } from '../volumes/drive.ts';
import { onDrive } from '../volumes/drive-fault.ts';
import type { CutVolume, DigestedSpan } from '../volumes/export-document.ts';
import { readBack } from '../volumes/read-back.ts';
import { entryBoundaries, isPart, type SetBytes } from '../volumes/set-bytes.ts';
import { extraEntryBytes, readVolumeFile, volumeHead, writeVolume } from '../volumes/volume-file.ts';
import { headBytes, partHeaderBytes } from '../volumes/volume-layout.ts';
import type { MediaProgress } from './media-progress.ts';
import { t } from './messages.ts';
import type { SetToCarry } from './plan.ts';
import { currentCut, type ExportState, type ReadBack, type WrittenVolume } from './state.ts';

/** Everything needed to write the volumes of one export. */
export interface VolumeExport {
  set: SetToCarry;
  source: SetBytes;
  profile: MediaProfile;
  readBack: boolean;
  progress: MediaProgress;
  signal?: AbortSignal;
}

/**
 * Writes one volume to a folder of a drive, reads it back and gives it its name.
 * @throws AirlockError of side `destination` for faults of the drive, `digest-mismatch` (local) for a damaged set, `interrupted`
 */
export async function exportVolume(
  folder: string,
  volume: CutVolume,
  state: ExportState,
  drive: string,
  work: VolumeExport,
): Promise<WrittenVolume> {
  const { set, profile, progress } = work;
  const path = join(folder, volume.name);
  const temporary = `${path}${WRITING}`;
  const cut = currentCut(state);
  const boundaries = entryBoundaries(set.index);
  const part = (span: { file: string; offset: number; length: number }): boolean => isPart(span, boundaries);
  const extras = await profile.extras(cut, set);
  const content = {
    id: cut.id,
    transfer: cut.transfer,
    number: volume.number,
    of: cut.volumes.length,
    revision: cut.revision,
    spans: volume.spans,
    mtime: mtimeOf(set.index),
    extras,
  };
  let moved = 0;
  const onBytes = (count: number): void => {
    moved += count;
    progress.add(count);
  };
  const options = { signal: work.signal, onBytes };
  try {
    progress.phase('writing', { drive, volume: volume.number });
    const spans = await writeVolume(temporary, content, work.source, { ...options, part });
    let found: { sha256?: string; readBack: ReadBack } = { readBack: 'no' };
    if (work.readBack) {
      progress.phase('reading-back', { drive, volume: volume.number });
      const extraBytes = extras.reduce(
        (sum, extra) => sum + extraEntryBytes(extra.name, extra.content.length),
        0,
      );
      const placed = placesOf(spans, part, extraBytes);
      const head = volumeHead({ ...content, spans });
      const result = await readBack(temporary, placed, { ...options, head });
      if (result.wrong.length > 0 || result.size !== volume.size) throw volumeDiffers(volume, drive);
      found = { sha256: result.sha256, readBack: result.from };
    }
    await rename(temporary, path).catch((error: unknown) => {
      throw onDrive(error);
    });
    await syncDirectory(folder).catch((error: unknown) => {
      throw onDrive(error);
    });
    const { number, size } = volume;
    return {
      number,
      revision: cut.revision,
      size,
      ...found,
      spans,
      drive,
      at: new Date().toISOString(),
    };
  } catch (error) {
    progress.giveBack(moved);
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

function placesOf(
  spans: readonly DigestedSpan[],
  part: (span: DigestedSpan) => boolean,
  extraBytes: number,
): { position: number; length: number; sha256: string }[] {
  let at = headBytes(spans) + extraBytes;
  return spans.map((span) => {
    const position = at + (part(span) ? partHeaderBytes(span) : 0);
    at = position + span.length;
    return { position, length: span.length, sha256: span.sha256 };
  });
}

function volumeDiffers(volume: CutVolume, drive: string): AirlockError {
  return new AirlockError('disk', t('volumeDiffers', { volume: volume.name, drive }), {
    side: 'destination',
    remedy: t('volumeDiffersRemedy'),
    found: t('volumeDiffersFound'),
  });
}

/**
 * Reads a file on a drive, and returns its state if it's a complete and valid volume of this export. Finds volumes that an
 * export wrote and couldn't record before it was killed.
 * @returns undefined for anything else, which is then written again
 * @throws AirlockError of side `destination` if the drive can't be read, `interrupted`
 */
export async function adoptVolume(
  folder: string,
  volume: CutVolume,
  state: ExportState,
  drive: string,
  work: Pick<VolumeExport, 'progress' | 'signal'>,
): Promise<WrittenVolume | undefined> {
  const path = join(folder, volume.name);
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw onDrive(error);
  });
  let found: Awaited<ReturnType<typeof readVolumeFile>>;
  try {
    found = await readVolumeFile(handle, path);
  } catch (error) {
    if (error instanceof AirlockError && error.code !== 'disk') return undefined;
    throw onDrive(error);
  } finally {
    await handle.close();
  }
  if (!found || found.size !== volume.size || found.header.number !== volume.number) return undefined;
  const cut = state.revisions.find(({ id }) => id === found.header.id);
  if (!cut || JSON.stringify(placesIn(found.header.spans)) !== JSON.stringify(placesIn(volume.spans)))
    return undefined;
  work.progress.phase('reading-back', { drive, volume: volume.number, detail: t('volumePresent') });
  const result = await readBack(path, found.spans, { signal: work.signal });
  if (result.wrong.length > 0) return undefined;
  return {
    number: volume.number,
    revision: cut.revision,
    size: volume.size,
    sha256: result.sha256,
    spans: found.header.spans,
    drive,
    at: new Date().toISOString(),
    readBack: result.from,
  };
}

function placesIn(spans: CutVolume['spans']): [string, number, number][] {
  return spans.map(({ file, offset, length }) => [file, offset, length]);
}
