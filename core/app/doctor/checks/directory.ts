import { link, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import { temporaryName } from '../../../base/files/atomic-file.ts';
import { probeFileSystem } from '../../../store/workspace/file-system.ts';
import { lockHolder } from '../../../store/workspace/lock.ts';
import { readFormat } from '../../../store/workspace/workspace.ts';
import { t } from '../messages.ts';
import { fileSystemName, limitsOf } from './file-system-kinds.ts';
import { type Finding, fault, fine, note } from './finding.ts';
import type { HostProbes } from './host-probes.ts';
import { mountOf } from './mounts.ts';

/** Bytes. Less than the first is an empty disk for every purpose. A single release needs more than the second. */
const FULL = 256 * 2 ** 20;
const LOW = 20 * 2 ** 30;
/** Estimated number of files of a workspace and its runs. */
const FEW_FILES = 1_000;

/** A folder that runs write to. */
export interface DirectoryToCheck {
  directory: string;
  role: 'workspace' | 'state' | 'temporary';
}

/** Returns the nearest existing folder of a path. @throws AirlockError `disk` where a file blocks the path */
export async function existingDirectory(directory: string): Promise<string> {
  for (let path = directory; ; path = dirname(path)) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw asAirlockError(error);
    });
    if (found?.isDirectory()) return path;
    if (found)
      throw new AirlockError('disk', t('directoryIsFile', { folder: directory, path }), {
        side: 'local',
        remedy: t('directoryIsFileRemedy'),
      });
    if (path === dirname(path)) return path;
  }
}

/** Checks whether a folder is writable, what its file system supports, and which process uses the workspace. */
export async function checkDirectory(
  { directory, role }: DirectoryToCheck,
  probes: HostProbes,
): Promise<Finding[]> {
  let folder: string;
  try {
    folder = await existingDirectory(directory);
    const probed = await probeFileSystem(folder);
    const findings = [fine('directory', directory, writable(folder, directory, role))];
    if (role === 'workspace') {
      findings.push(...(await kindOf(folder, directory, probes, probed.colons)));
      findings.push(await lockOf(directory));
    }
    return findings;
  } catch (thrown) {
    const error = asAirlockError(thrown);
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
    if (error.code !== 'disk' || code === undefined) return [fault('directory', directory, 'error', error)];
    const message = t('directoryUnwritable', { role: t(`${role}Role`), folder: directory, code });
    const unwritable = new AirlockError('disk', message, {
      remedy: t('directoryUnwritableRemedy', { role: t(`${role}Role`) }),
    });
    return [fault('directory', directory, 'error', unwritable)];
  }
}

function writable(folder: string, directory: string, role: DirectoryToCheck['role']): string {
  const name = t(`${role}Role`);
  return folder === directory
    ? t('directoryWritable', { role: name })
    : t('directoryCreatable', { role: name, parent: folder });
}

async function kindOf(
  folder: string,
  directory: string,
  probes: HostProbes,
  colons: boolean,
): Promise<Finding[]> {
  const { type } = await probes.fileSystem(folder);
  const mount = mountOf((await probes.mounts()) ?? '', folder);
  const name = mount?.type ?? fileSystemName(type);
  const caseless = await ignoresCase(folder);
  const links = await hardLinks(folder);
  const evidence = [
    ...(mount ? [t('mounted', { point: mount.point, options: mount.options.join(',') })] : []),
    t('fileSystemFeatures', {
      colons: String(colons),
      caseSensitive: String(!caseless),
      links: String(links),
    }),
  ];
  const findings: Finding[] = [];
  for (const { message, remedy } of limitsOf(type, name, directory)) {
    const error = new AirlockError('file-system', message, { remedy });
    findings.push(fault('file-system', directory, 'warning', error, evidence));
  }
  if (findings.length === 0) findings.push(fine('file-system', directory, `on ${name}`, evidence));
  if (!colons)
    findings.push(note('file-system', directory, t('noColons', { fileSystem: name }), t('noColonsRemedy')));
  if (caseless)
    findings.push(
      note('file-system', directory, t('ignoresCase', { fileSystem: name }), t('ignoresCaseRemedy')),
    );
  return findings;
}

async function lockOf(directory: string): Promise<Finding> {
  await readFormat(directory);
  const lock = airlockDirectory(directory, 'lock');
  const holder = await lockHolder(lock);
  if (holder === undefined) return fine('lock', directory, t('notLocked'));
  const error = new AirlockError('workspace-locked', t('locked', { folder: directory, holder }), {
    remedy: t('lockedRemedy', { lock }),
  });
  return fault('lock', directory, 'error', error);
}

async function ignoresCase(folder: string): Promise<boolean> {
  // Its name has no capitals.
  const path = temporaryName(folder);
  await (await open(path, 'wx')).close();
  try {
    return (await stat(join(folder, basename(path).toUpperCase())).catch(() => undefined)) !== undefined;
  } finally {
    await rm(path, { force: true });
  }
}

async function hardLinks(folder: string): Promise<boolean> {
  const path = temporaryName(folder);
  const second = temporaryName(folder);
  await (await open(path, 'wx')).close();
  try {
    await link(path, second);
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true });
    await rm(second, { force: true });
  }
}

/** Checks free space and inodes, once for each file system. */
export async function checkSpace(
  folders: readonly DirectoryToCheck[],
  probes: HostProbes,
): Promise<Finding[]> {
  const byDevice = new Map<number, { folder: string; names: string[]; workspace: boolean }>();
  for (const { directory, role, archives } of await ownMounts(folders)) {
    // The check of the folder itself reports a folder that can't be read.
    const folder = await existingDirectory(directory).catch(() => undefined);
    if (folder === undefined) continue;
    const device = (await stat(folder)).dev;
    const known = byDevice.get(device) ?? { folder, names: [], workspace: false };
    known.names.push(t('directoryWithRole', { folder: directory, role: t(`${role}Role`) }));
    known.workspace ||= archives;
    byDevice.set(device, known);
  }
  const findings: Finding[] = [];
  for (const { folder, names, workspace } of byDevice.values()) {
    try {
      findings.push(...(await spaceOf(folder, names, workspace, probes)));
    } catch (error) {
      findings.push(fault('space', folder, 'error', asAirlockError(error), names));
    }
  }
  return findings;
}

/** Adds the folders of a workspace that are separate mounts, and marks the one for archives. */
async function ownMounts(
  folders: readonly DirectoryToCheck[],
): Promise<(DirectoryToCheck & { archives: boolean })[]> {
  const all: (DirectoryToCheck & { archives: boolean })[] = [];
  const deviceOf = (path: string) =>
    stat(path).then(
      ({ dev }) => dev,
      () => undefined,
    );
  for (const folder of folders) {
    if (folder.role !== 'workspace') {
      all.push({ ...folder, archives: false });
      continue;
    }
    const device = await deviceOf(folder.directory);
    const mounted = async (name: string) =>
      ![device, undefined].includes(await deviceOf(join(folder.directory, name)));
    const transfers = await mounted('transfers');
    all.push({ ...folder, archives: !transfers });
    for (const name of ['transfers', 'working-dir'])
      if (await mounted(name))
        all.push({ ...folder, directory: join(folder.directory, name), archives: name === 'transfers' });
  }
  return all;
}

async function spaceOf(
  folder: string,
  names: string[],
  workspace: boolean,
  probes: HostProbes,
): Promise<Finding[]> {
  const { freeBytes, freeFiles, totalFiles, totalBytes } = await probes.fileSystem(folder);
  if (freeBytes < FULL)
    return [
      fault(
        'space',
        folder,
        'error',
        new AirlockError(
          'disk-full',
          t('diskFull', { folder, free: gibibytes(freeBytes), total: gibibytes(totalBytes) }),
        ),
        names,
      ),
    ];
  if (totalFiles > 0 && freeFiles < FEW_FILES)
    return [
      fault(
        'space',
        folder,
        'error',
        new AirlockError('disk-full', t('inodesFull', { folder, free: freeFiles, total: totalFiles }), {
          remedy: t('inodesFullRemedy'),
        }),
        names,
      ),
    ];
  if (workspace && freeBytes < LOW)
    return [
      fault(
        'space',
        folder,
        'warning',
        new AirlockError('disk-full', t('diskSmall', { folder, free: gibibytes(freeBytes) }), {
          remedy: t('diskSmallRemedy'),
        }),
        names,
      ),
    ];
  const free = gibibytes(freeBytes);
  const statement = totalFiles > 0 ? t('diskFineFiles', { free, files: freeFiles }) : t('diskFine', { free });
  return [fine('space', folder, statement, names)];
}

function gibibytes(count: number): string {
  if (!Number.isFinite(count)) return t('unlimitedSpace');
  return count < 2 ** 30 ? `${Math.round(count / 2 ** 20)} MiB` : `${(count / 2 ** 30).toFixed(1)} GiB`;
}
