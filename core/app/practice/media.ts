import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { PracticeDrive } from '../../contract/topics/practice.ts';
import { prepareExportRecord } from '../../media/export/export-record.ts';
import { exportToMedia } from '../../media/export/media.ts';
import { prepareImportRecord } from '../../media/import/import-record.ts';
import { importMedia } from '../../media/import/media.ts';
import { defaultStateDirectory } from '../../mirror/run/state-directory.ts';
import { probePracticeDrive } from './drives.ts';
import { fileTree } from './file-tree.ts';
import { t } from './messages.ts';
import type { FiguresOf } from './steps.ts';
import type { Engine } from './work.ts';

/** Writes a transfer to the simulated drives, and damages the second one. @throws AirlockError also when content is missing */
export async function exportTransfer(
  { host, signal }: Engine,
  options: { workspace: string; transfer: string; drives: readonly PracticeDrive[]; volumes?: number[] },
): Promise<Omit<FiguresOf<'media-export'>, 'damage'>> {
  const { workspace: directory, transfer, drives, volumes } = options;
  const { tool, env, home } = host;
  const transferRecord = await prepareExportRecord({ directory, transfer, tool, env, home, signal });
  const { status, export: found } = await exportToMedia({
    ...{ directory, transfer, tool, signal, volumes },
    destinations: drives.map(({ path }) => ({ path })),
    companions: transferRecord.companions,
    probe: (path) => probePracticeDrive(path, drives),
  });
  if (status !== 'complete')
    throw new AirlockError('internal', t('exportIncomplete', { transfer, folder: namesOf(drives) }));
  const { fingerprint } = await transferRecord.keep();
  const files = await Promise.all(drives.map(async ({ path, label }) => within(label, await fileTree(path))));
  return {
    name: 'media-export',
    volumes: found.volumes.length,
    bytes: found.bytes,
    fingerprint,
    directory: dirname(drives[0]!.path),
    files: files.flat(),
  };
}

/** An import with the ranges that it found damaged. */
export type Imported = Omit<FiguresOf<'media-import'>, 'found' | 'repaired'>;

/**
 * Imports the content of the drives.
 * @returns the damaged ranges, or the figures of a complete import
 * @throws AirlockError when content is missing although nothing is damaged, or a drive was changed
 */
export async function importTransfer(
  { host, signal }: Engine,
  { drives, received }: { drives: readonly PracticeDrive[]; received: string },
): Promise<{ found: FiguresOf<'media-import'>['found'] } | Imported> {
  const { tool, env } = host;
  const from = drives.map(({ path }) => path);
  const emit = (): void => {};
  const before = await contentOf(from);
  const transferRecord = await prepareImportRecord({
    ...{ directory: received, from, tool, env, emit, signal },
    stateDirectory: defaultStateDirectory(host),
  });
  const result = await importMedia(
    { directory: received, from, enclave: 'default', tool },
    { signal, emit, ...transferRecord.hooks },
  );
  const [arrival] = result.transfers;
  const [recordOf] = await transferRecord.finish(result.transfers);
  const after = await contentOf(from);
  if (JSON.stringify(after) !== JSON.stringify(before))
    throw new AirlockError('internal', t('driveChanged', { folder: namesOf(drives) }));
  if (result.damage.length > 0)
    return {
      found: result.damage.map(({ file, offset, length }) => ({ file: basename(file), offset, length })),
    };
  if (!result.ok || !arrival?.complete || !recordOf)
    throw new AirlockError('archive-malformed', t('importIncomplete', { folder: namesOf(drives) }), {
      exitCode: 2,
      side: 'local',
    });
  return {
    name: 'media-import',
    images: arrival.images.total,
    bytes: arrival.bytes,
    written: result.written,
    driveFiles: before.length,
    directory: arrival.directory,
    fingerprint: recordOf.fingerprint,
    summary: arrival.summary,
    code: arrival.code,
  };
}

function namesOf(drives: readonly PracticeDrive[]): string {
  return drives.map(({ path }) => path).join(', ');
}

function within(label: string, files: { path: string; size: number }[]): { path: string; size: number }[] {
  return files.map(({ path, size }) => ({ path: join(label, path), size }));
}

async function contentOf(folders: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const folder of folders)
    for (const { path, modifiedMs } of await fileTree(folder)) {
      const digest = createHash('sha256')
        .update(await readFile(join(folder, path)))
        .digest('hex');
      lines.push(`${path} ${modifiedMs} ${digest}`);
    }
  return lines;
}
