import { realpath, statfs } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { ZodError } from 'zod';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { FoundDrive } from './found.ts';
import { linuxDrives } from './linux.ts';
import { macosDrives } from './macos.ts';
import { t } from './messages.ts';
import { runSystemTool, type SystemTool } from './tool.ts';
import { windowsDrives } from './windows.ts';

/** Why a drive isn't offered for writing. */
export type DriveRejection = 'system' | 'workspace' | 'not-mounted' | 'read-only';

/** A drive, and whether it is offered for writing. */
export interface Drive extends FoundDrive {
  /** Largest file in bytes, if the file system has a limit (FAT: 4 GiB - 1). */
  maxFileBytes?: number;
  rejected?: { reason: DriveRejection; message: string };
}

const FAT = new Set(['vfat', 'msdos', 'fat', 'fat16', 'fat32']);
const FAT_LIMIT = 2 ** 32 - 1;

/**
 * Returns the removable drives that the system's own tools list, with the reason for each that shouldn't be written.
 * @param options.workspace a folder that must not be on the drive that it is exported to
 * @throws AirlockError `disk` if the tools fail or their output is unreadable, `interrupted`
 */
export async function listDrives(
  options: { workspace?: string; signal?: AbortSignal; platform?: NodeJS.Platform; run?: SystemTool } = {},
): Promise<Drive[]> {
  const { workspace, platform = process.platform, run = runSystemTool } = options;
  const requested = { signal: options.signal };
  const found = await driveLists[platform]?.(run, requested).catch((thrown: unknown) => {
    if (!(thrown instanceof ZodError) && !(thrown instanceof SyntaxError)) throw thrown;
    throw new AirlockError('disk', t('drivesUnreadable'), {
      side: 'local',
      remedy: t('drivesRemedy'),
      cause: thrown,
    });
  });
  if (!found)
    throw new AirlockError('disk', t('drivesUnsupported', { platform }), {
      side: 'local',
      remedy: t('drivesRemedy'),
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

/** Returns the most important reason why a drive isn't offered, or undefined if it is. */
export function rejectionOf(drive: FoundDrive, workspace?: string): Drive['rejected'] {
  const { mountPoint } = drive;
  if (drive.system) return { reason: 'system', message: t('systemDrive') };
  if (mountPoint === undefined) return { reason: 'not-mounted', message: t('driveUnmounted') };
  if (workspace !== undefined && isWithin(workspace, mountPoint))
    return { reason: 'workspace', message: t('workspaceDrive') };
  if (drive.readOnly)
    return {
      reason: 'read-only',
      message: t('driveReadOnly'),
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
