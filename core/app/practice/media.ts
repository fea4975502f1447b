import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { prepareExportRecord } from '../../media/export/export-record.ts';
import { exportToMedia } from '../../media/export/media.ts';
import { prepareImportRecord } from '../../media/import/import-record.ts';
import { importMedia } from '../../media/import/media.ts';
import { defaultStateDirectory } from '../../mirror/run/state-directory.ts';
import { fileTree } from './file-tree.ts';
import { t } from './messages.ts';
import type { FiguresOf } from './steps.ts';
import type { Engine } from './work.ts';

const MIB = 1024 * 1024;
/** Number of volumes that the journey aims at. */
const VOLUMES = 3;

/** Returns a volume size in MiB that splits a set of the given size into a few volumes. Bytes. */
export function practiceVolumeSize(setBytes: number): number {
  return Math.max(1, Math.ceil(setBytes / VOLUMES / MIB)) * MIB;
}

/** Writes a transfer to the folder that stands for a drive. @throws AirlockError also when content is missing from it */
export async function exportTransfer(
  { host, signal }: Engine,
  options: { workspace: string; transfer: string; drive: string; volumeSize: number },
): Promise<FiguresOf<'media-export'>> {
  const { workspace: directory, transfer, drive, volumeSize } = options;
  const { tool, env, home } = host;
  await mkdir(drive, { recursive: true });
  const transferRecord = await prepareExportRecord({ directory, transfer, tool, env, home, signal });
  const { status, export: found } = await exportToMedia({
    ...{ directory, transfer, tool, volumeSize, signal },
    destinations: [{ path: drive }],
    companions: transferRecord.companions,
  });
  if (status !== 'complete')
    throw new AirlockError('internal', t('exportIncomplete', { transfer, folder: drive }));
  const { fingerprint } = await transferRecord.keep();
  return {
    name: 'media-export',
    volumes: found.volumes.length,
    bytes: found.bytes,
    fingerprint,
    directory: drive,
    files: (await fileTree(drive)).map(({ path, size }) => ({ path, size })),
  };
}

/** Imports the content of the drive. @throws AirlockError also when content is missing, or the drive was changed */
export async function importTransfer(
  { host, signal }: Engine,
  { drive, received }: { drive: string; received: string },
): Promise<FiguresOf<'media-import'>> {
  const { tool, env } = host;
  const emit = (): void => {};
  const before = await contentOf(drive);
  const transferRecord = await prepareImportRecord({
    ...{ directory: received, from: [drive], tool, env, emit, signal },
    stateDirectory: defaultStateDirectory(host),
  });
  const result = await importMedia(
    { directory: received, from: [drive], enclave: 'default', tool },
    { signal, emit, ...transferRecord.hooks },
  );
  const [arrival] = result.transfers;
  const [recordOf] = await transferRecord.finish(result.transfers);
  if (!result.ok || !arrival?.complete || !recordOf)
    throw new AirlockError('archive-malformed', t('importIncomplete', { folder: drive }), {
      exitCode: 2,
      side: 'local',
    });
  const after = await contentOf(drive);
  if (JSON.stringify(after) !== JSON.stringify(before))
    throw new AirlockError('internal', t('driveChanged', { folder: drive }));
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

async function contentOf(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for (const { path, modifiedMs } of await fileTree(folder)) {
    const digest = createHash('sha256')
      .update(await readFile(join(folder, path)))
      .digest('hex');
    lines.push(`${path} ${modifiedMs} ${digest}`);
  }
  return lines;
}
