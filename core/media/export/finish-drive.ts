import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { syncDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { INDEX_NAME, sha256OfFile } from '../../store/set-format/set-index.ts';
import type { ListedFile } from '../volumes/checksum-list.ts';
import { type DriveFacts, writeOnDrive } from '../volumes/drive.ts';
import { onDrive } from '../volumes/drive-fault.ts';
import { EXPORT_NAME } from '../volumes/export-document.ts';
import { listedContent, writeChecksums } from './drive-checksums.ts';
import { withDriveNumber } from './drive-numbers.ts';
import { t } from './messages.ts';
import { documentOf, type SetToCarry } from './plan.ts';
import { type ExportRun, todoOf, warn } from './run.ts';
import { currentCut, type WrittenVolume, writeExportState } from './state.ts';
import { adoptVolume } from './volume.ts';

/** A drive to which an export is writing. */
export interface OpenDrive {
  path: string;
  /** In its export, from 1. */
  number: number;
  label: string;
  /** The label without the number that {@link label} has if an earlier drive was called the same. */
  name: string;
  /** Folder of the volumes. */
  folder: string;
  /** Files that were in it. */
  names: string[];
  /** When it was opened. */
  facts: DriveFacts;
}

/** Writes the description of a drive before its first volume, so that volumes are usable even if it's removed too early. */
export async function describeDrive(run: ExportRun, { folder }: Pick<OpenDrive, 'folder'>): Promise<void> {
  if (!run.work.profile.writesCompanions) return;
  const { set } = run.work;
  await writeIndexOnDrive(join(folder, INDEX_NAME), set);
  await writeOnDrive(join(folder, EXPORT_NAME), `${JSON.stringify(documentOf(run.state))}\n`);
}

/** Writes `index.json` in chunks, because it may be tens of MB. An equal file remains unchanged. */
async function writeIndexOnDrive(path: string, { indexSha256, indexContent }: SetToCarry): Promise<void> {
  let fault: unknown;
  async function* content(): AsyncGenerator<Buffer> {
    try {
      yield* indexContent();
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  try {
    if ((await sha256OfFile(path).catch(() => undefined)) === indexSha256) return;
    await writeFileAtomic(path, content());
  } catch (error) {
    // A fault of the workspace isn't one of the drive.
    throw fault ?? onDrive(error, path);
  }
}

/**
 * Writes the files next to a drive's volumes: the cut, the files that callers add, and the checksum list. After that
 * the drive is safe to remove.
 * @throws AirlockError of side `destination`, `disk`, `interrupted`
 */
export async function finishDrive(run: ExportRun, drive: OpenDrive): Promise<void> {
  const { label, name, folder, path, number } = drive;
  const { transfer } = run.state;
  run.work.progress.phase('flushing', { drive: label });
  const noted = run.state.written.filter((volume) => volume.drive === label);
  const volumes = [...noted, ...(await copiesOn(run, drive))].toSorted((a, b) => a.number - b.number);
  run.state = withDriveNumber(run.state, drive);
  await writeExportState(run.directory, run.state);
  if (run.work.profile.writesCompanions) {
    await describeDrive(run, drive);
    const below = `airlock/${transfer}`;
    const known: ListedFile[] = volumes.map((volume) => ({
      path: `${below}/${run.work.profile.volumeName(transfer, volume.number)}`,
      size: volume.size,
      sha256: volume.sha256,
    }));
    await tolerateFullDrive(run, label, async () => {
      for (const file of await writeCompanions(run, drive, volumes)) known.push(file);
      await writeChecksums({ path, transfer, number }, known);
    });
  } else await tolerateFullDrive(run, label, () => writeCompanions(run, drive, volumes));
  try {
    await syncDirectory(folder);
    await syncDirectory(path);
  } catch (error) {
    throw onDrive(error);
  }
  const numbers = volumes.map(({ number: one }) => one);
  run.emit({ type: 'safe-to-remove', drive: label, name, path, volumes: numbers });
}

/** Returns volumes of the drive that were written to another drive later, which the workspace records instead. */
async function copiesOn(run: ExportRun, { folder, label }: OpenDrive): Promise<WrittenVolume[]> {
  const { profile, progress } = run.work;
  // A pause must not leave the last drive without its checksum list, because nothing is left to resume.
  const signal = todoOf(run).length > 0 ? run.work.signal : undefined;
  const names = new Set(
    await readdir(folder).catch((error: unknown) => {
      throw onDrive(error, folder);
    }),
  );
  const found: WrittenVolume[] = [];
  for (const volume of currentCut(run.state).volumes) {
    const elsewhere = run.state.written.find(({ number }) => number === volume.number);
    if (!elsewhere || elsewhere.drive === label) continue;
    if (!names.has(profile.volumeName(run.state.transfer, volume.number))) continue;
    const copy = await adoptVolume(folder, volume, run.state, label, { progress, signal });
    if (copy) found.push(copy);
    else
      warn(
        run,
        'digest-mismatch',
        t('volumeDamaged', { volume: volume.name, drive: label }),
        t('volumeDamagedRemedy', { drive: label, number: String(volume.number) }),
      );
  }
  return found;
}

/** Writes the additional files of a drive that its profile has a place for. @returns the files with their digests */
async function writeCompanions(
  run: ExportRun,
  { path, label, number }: OpenDrive,
  volumes: WrittenVolume[],
): Promise<ListedFile[]> {
  const written: ListedFile[] = [];
  for (const file of await run.companions({ number, path, label, volumes, state: run.state })) {
    const at = run.work.profile.companionPath(run.state.transfer, file.path);
    if (at === undefined) continue;
    const content = file.content();
    await writeOnDrive(join(path, ...at.split('/')), content);
    written.push(listedContent(at, content));
  }
  return written;
}

/** Writes files next to the volumes. A full drive causes only a warning, because its volumes are complete. */
async function tolerateFullDrive(
  run: ExportRun,
  label: string,
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'disk-full') throw error;
    warn(run, 'disk-full', t('companionsLeftOut', { drive: label }), t('companionsLeftOutRemedy'));
  }
}
