import { link, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { airlockFolder } from '../../../base/files/airlock-folder.ts';
import { temporaryName } from '../../../base/files/atomic-file.ts';
import { probeFileSystem } from '../../../store/workspace/file-system.ts';
import { lockHolder } from '../../../store/workspace/lock.ts';
import { readFormat } from '../../../store/workspace/workspace.ts';
import { fileSystemName, limitsOf } from './file-system-kinds.ts';
import { type Finding, fault, fine, note } from './finding.ts';
import type { HostProbes } from './host-probes.ts';
import { mountOf } from './mounts.ts';

/** Bytes. Less than the first is an empty disk for every purpose; a release alone needs more than the second. */
const FULL = 256 * 2 ** 20;
const LOW = 20 * 2 ** 30;
/** Files that a workspace and its runs come to. */
const FEW_FILES = 1_000;

/** A folder that runs write. */
export interface FolderToCheck {
  directory: string;
  /** What it is for, in words. */
  role: 'workspace' | 'state folder' | 'folder for temporary files';
}

/** The nearest folder of a path that exists. @throws AirlockError `disk` where a file is in the way */
export async function existingFolder(directory: string): Promise<string> {
  for (let path = directory; ; path = dirname(path)) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw asAirlockError(error);
    });
    if (found?.isDirectory()) return path;
    if (found)
      throw new AirlockError('disk', `${directory} cannot be a folder: ${path} is a file`, {
        side: 'local',
        remedy: 'Name another folder.',
      });
    if (path === dirname(path)) return path;
  }
}

/** Whether a folder can be written, what its file system can do, and who holds the workspace. */
export async function checkFolder(
  { directory, role }: FolderToCheck,
  probes: HostProbes,
): Promise<Finding[]> {
  let folder: string;
  try {
    folder = await existingFolder(directory);
    const probed = await probeFileSystem(folder);
    const findings = [fine('folder', directory, writable(folder, directory, role))];
    if (role === 'workspace') {
      findings.push(...(await kindOf(folder, directory, probes, probed.colons)));
      findings.push(await lockOf(directory));
    }
    return findings;
  } catch (thrown) {
    const error = asAirlockError(thrown);
    const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
    if (error.code !== 'disk' || code === undefined) return [fault('folder', directory, 'error', error)];
    const unwritable = new AirlockError('disk', `the ${role} ${directory} cannot be written (${code})`, {
      remedy: `Give this user the right to write there, or name another ${role}.`,
    });
    return [fault('folder', directory, 'error', unwritable)];
  }
}

function writable(folder: string, directory: string, role: string): string {
  return folder === directory ? `the ${role} can be written` : `the ${role} can be made in ${folder}`;
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
    ...(mount ? [`mounted at ${mount.point} (${mount.options.join(',')})`] : []),
    `names with colons: ${colons ? 'yes' : 'no'}; capitals tell names apart: ${caseless ? 'no' : 'yes'}; hard links: ${links ? 'yes' : 'no'}`,
  ];
  const findings: Finding[] = [];
  for (const limit of limitsOf(type, name)) {
    const error = new AirlockError('file-system', `${directory} is on ${name}: ${limit.what}`, {
      remedy: limit.remedy,
    });
    findings.push(fault('file-system', directory, 'warning', error, evidence));
  }
  if (findings.length === 0) findings.push(fine('file-system', directory, `on ${name}`, evidence));
  if (!colons)
    findings.push(
      note(
        'file-system',
        directory,
        `${name} takes no colons in names: some files are written with "-" in their place, which oc-mirror does not see`,
        'Use xfs or ext4 where oc-mirror is to go on in the same folder.',
      ),
    );
  if (caseless)
    findings.push(
      note(
        'file-system',
        directory,
        `${name} does not tell "a" from "A" in names`,
        'Use a file system that does, or look out for files of catalogs whose names differ in capitals only.',
      ),
    );
  return findings;
}

async function lockOf(directory: string): Promise<Finding> {
  await readFormat(directory);
  const lock = airlockFolder(directory, 'lock');
  const holder = await lockHolder(lock);
  if (holder === undefined) return fine('lock', directory, 'not in use');
  const error = new AirlockError('workspace-locked', `${directory} is in use by ${holder}`, {
    remedy: `Wait for it to finish, or stop it. If it's no longer running, remove ${lock}.`,
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

/** Space and files that are left, once for each file system however many of the folders are on it. */
export async function checkSpace(folders: readonly FolderToCheck[], probes: HostProbes): Promise<Finding[]> {
  const byDevice = new Map<number, { folder: string; names: string[]; workspace: boolean }>();
  for (const { directory, role, archives } of await ownMounts(folders)) {
    // The check of the folder itself reports a folder that can't be read.
    const folder = await existingFolder(directory).catch(() => undefined);
    if (folder === undefined) continue;
    const device = (await stat(folder)).dev;
    const known = byDevice.get(device) ?? { folder, names: [], workspace: false };
    known.names.push(`${directory} (${role})`);
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

/** Adds the folders of a workspace that are mounts of their own, and marks where its archives are written. */
async function ownMounts(
  folders: readonly FolderToCheck[],
): Promise<(FolderToCheck & { archives: boolean })[]> {
  const all: (FolderToCheck & { archives: boolean })[] = [];
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
          `${folder} has ${gibibytes(freeBytes)} left of ${gibibytes(totalBytes)}`,
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
        new AirlockError('disk-full', `${folder} takes ${freeFiles} more files (inodes of ${totalFiles})`, {
          remedy: 'Remove small files there, or use a file system with more inodes.',
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
        new AirlockError(
          'disk-full',
          `${folder} has ${gibibytes(freeBytes)} left: a release alone is about 20 GB`,
          {
            remedy:
              '`airlock plan` tells how much your configuration needs. Free space, or use another disk.',
          },
        ),
        names,
      ),
    ];
  const files = totalFiles > 0 ? `, room for ${freeFiles} files` : '';
  return [fine('space', folder, `${gibibytes(freeBytes)} free${files}`, names)];
}

function gibibytes(count: number): string {
  if (!Number.isFinite(count)) return 'unlimited space';
  return count < 2 ** 30 ? `${Math.round(count / 2 ** 20)} MiB` : `${(count / 2 ** 30).toFixed(1)} GiB`;
}
