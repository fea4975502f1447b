import { realpath, statfs } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { ZodError } from 'zod';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { FoundDrive } from './found.ts';
import { linuxDrives } from './linux.ts';
import { macosDrives } from './macos.ts';
import { runSystemTool, type SystemTool } from './tool.ts';
import { windowsDrives } from './windows.ts';

/** Why a drive is not offered to be written. */
export type DriveRejection = 'system' | 'workspace' | 'not-mounted' | 'read-only';

/** A drive, and whether it is offered. */
export interface Drive extends FoundDrive {
  /** Largest file in bytes, where the file system has a limit (FAT: 4 GiB - 1). */
  maxFileBytes?: number;
  rejected?: { reason: DriveRejection; words: string };
}

const FAT = new Set(['vfat', 'msdos', 'fat', 'fat16', 'fat32']);
const FAT_LIMIT = 2 ** 32 - 1;

/**
 * Drives that can be taken out, of this host, by the system's own tools; those that should not be written say why.
 * @param options.workspace a folder that must not be on a medium it is exported to
 * @throws AirlockError `disk` where the tools fail or say what cannot be understood, `interrupted`
 */
export async function listDrives(
  options: { workspace?: string; signal?: AbortSignal; platform?: NodeJS.Platform; run?: SystemTool } = {},
): Promise<Drive[]> {
  const { workspace, platform = process.platform, run = runSystemTool } = options;
  const requested = { signal: options.signal };
  const found = await driveLists[platform]?.(run, requested).catch((thrown: unknown) => {
    if (!(thrown instanceof ZodError) && !(thrown instanceof SyntaxError)) throw thrown;
    throw new AirlockError('disk', 'the list of drives of this system cannot be understood', {
      side: 'local',
      remedy: 'Name the folder of the medium by --to.',
      cause: thrown,
    });
  });
  if (!found)
    throw new AirlockError('disk', `drives of ${platform} cannot be listed`, {
      side: 'local',
      remedy: 'Name the folder of the medium by --to.',
    });
  const stored =
    workspace === undefined ? undefined : await realpath(workspace).catch(() => resolve(workspace));
  const drives: Drive[] = [];
  for (const drive of found) {
    const free = drive.free ?? (drive.mountPoint && (await freeOf(drive.mountPoint)));
    const rejected = rejectionOf(drive, stored);
    drives.push({
      ...drive,
      free: typeof free === 'number' ? free : drive.free,
      maxFileBytes: FAT.has(drive.fileSystem ?? '') ? FAT_LIMIT : undefined,
      rejected,
    });
  }
  return drives;
}

const driveLists: Partial<
  Record<NodeJS.Platform, (run: SystemTool, options: { signal?: AbortSignal }) => Promise<FoundDrive[]>>
> = { linux: linuxDrives, darwin: macosDrives, win32: windowsDrives };

/** Why a drive is not offered, the gravest reason first; undefined when it is. */
export function rejectionOf(drive: FoundDrive, workspace?: string): Drive['rejected'] {
  const { mountPoint } = drive;
  if (drive.system) return { reason: 'system', words: 'the running system is on it' };
  if (mountPoint === undefined)
    return { reason: 'not-mounted', words: 'it is not mounted: open it in the file manager, or mount it' };
  if (workspace !== undefined && isWithin(workspace, mountPoint))
    return { reason: 'workspace', words: 'the workspace itself is on it' };
  if (drive.readOnly)
    return {
      reason: 'read-only',
      words: 'it is read-only: look for its write-protect switch, or check its file system',
    };
  return undefined;
}

function isWithin(path: string, folder: string): boolean {
  const base = folder.endsWith(sep) || folder.endsWith('\\') ? folder : `${folder}${sep}`;
  return path === folder || path.startsWith(base);
}

async function freeOf(mountPoint: string): Promise<number | undefined> {
  const found = await statfs(mountPoint).catch(() => undefined);
  return found && found.blocks > 0 ? found.bavail * found.bsize : undefined;
}
