import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { RULE } from '../../base/errors/rules.ts';
import { isPermissionDenied } from '../../base/errors/system-error.ts';
import { syncDirectory } from '../../base/files/atomic-file.ts';
import type { Drive } from './drives.ts';
import { t } from './messages.ts';
import { runSystemTool, type SystemTool } from './tool.ts';

/** In ms. A slow USB drive can still have gigabytes to write. */
const LONGEST_FLUSH = 30 * 60_000;

/** What was flushed: the entire file system, or each file below the folder. */
export type Flushed = { how: 'file-system' } | { how: 'files'; files: number };

/**
 * Flushes written data to a drive: its entire file system if the system supports that (`sync -f` on Linux), otherwise every
 * file and folder below `folder`.
 * @throws AirlockError `disk` if the drive was removed or fails, `disk-full`, `interrupted`
 */
export async function flushFolder(
  folder: string,
  options: { signal?: AbortSignal; run?: SystemTool; platform?: NodeJS.Platform } = {},
): Promise<Flushed> {
  const { signal, run = runSystemTool, platform = process.platform } = options;
  if (platform === 'linux')
    try {
      await run('sync', ['-f', folder], { timeoutMs: LONGEST_FLUSH, signal });
      return { how: 'file-system' };
    } catch (thrown) {
      // Other implementations of sync don't support -f.
      const error = asAirlockError(thrown);
      const rule = error[RULE];
      const unusable =
        rule?.id === 'tool-missing' ||
        (rule?.id === 'tool-failed' && /(?:unrecognized|invalid) option/.test(rule.complaint));
      if (!unusable) throw error;
    }
  let files = 0;
  const flush = async (directory: string): Promise<void> => {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      signal?.throwIfAborted();
      const path = join(directory, entry.name);
      if (entry.isDirectory())
        await flush(path).catch((error: unknown) => {
          // This user wrote nothing to a directory such as `lost+found` of root.
          if (!isPermissionDenied(error)) throw error;
        });
      else if (entry.isFile()) {
        await flushFile(path);
        files++;
      }
    }
    await syncDirectory(directory);
  };
  try {
    await flush(folder);
    return { how: 'files', files };
  } catch (thrown) {
    throw asAirlockError(thrown);
  }
}

async function flushFile(path: string): Promise<void> {
  // Windows flushes only files that are open for writing.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r').catch(
    (error: NodeJS.ErrnoException) => {
      if (isPermissionDenied(error)) return undefined;
      throw error;
    },
  );
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

type Command = [program: string, ...args: string[]];

/** The steps that make a drive safe to remove. Each step runs its commands until one works. */
interface Ejection {
  /** Must succeed. */
  unmount: Command[];
  /** Can fail, because a card reader can't be powered off. */
  powerOff?: Command;
}

function ejectionOf({ device, disk, mountPoint }: Drive, platform: NodeJS.Platform): Ejection {
  if (platform === 'darwin') return { unmount: [['diskutil', 'eject', disk]] };
  if (platform === 'win32') {
    const shell = ['-NoProfile', '-NonInteractive', '-Command', shellEject(device)];
    return { unmount: [['powershell.exe', ...shell]] };
  }
  const quiet = '--no-user-interaction';
  return {
    unmount:
      mountPoint === undefined
        ? []
        : [
            ['udisksctl', 'unmount', quiet, '--block-device', device],
            ['umount', mountPoint],
          ],
    powerOff: ['udisksctl', 'power-off', quiet, '--block-device', disk],
  };
}

/** Explorer's own Eject. It returns early, so this waits until the drive letter is gone. */
function shellEject(letter: string): string {
  const name = letter.replaceAll(/[^A-Za-z]/g, '').slice(0, 1);
  return [
    `(New-Object -ComObject Shell.Application).Namespace(17).ParseName('${name}:').InvokeVerb('Eject')`,
    `for ($i = 0; $i -lt 20; $i++) { if (-not (Test-Path '${name}:\\')) { exit 0 }; Start-Sleep -Milliseconds 500 }`,
    'exit 1',
  ].join('; ');
}

/**
 * Flushes a drive and ejects it.
 * @returns `off` or `unmounted` (safe to remove, but still powered)
 * @throws AirlockError `disk` if a program still uses it, or this user has no permission
 */
export async function ejectDrive(
  drive: Drive,
  options: { signal?: AbortSignal; run?: SystemTool; platform?: NodeJS.Platform } = {},
): Promise<{ flushed: Flushed | undefined; state: 'off' | 'unmounted' }> {
  const { signal, run = runSystemTool, platform = process.platform } = options;
  if (drive.system || drive.rejected?.reason === 'workspace')
    throw new AirlockError(
      'usage',
      t('ejectRejected', { drive: drive.device, reason: drive.rejected?.message ?? t('driveInUse') }),
    );
  const flushed =
    drive.mountPoint === undefined || drive.readOnly
      ? undefined
      : await flushFolder(drive.mountPoint, options);
  const { unmount, powerOff } = ejectionOf(drive, platform);
  const works = async ([program, ...args]: Command): Promise<string | undefined> => {
    try {
      await run(program, args, { signal });
      return undefined;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (error.code === 'interrupted') throw error;
      return error.message;
    }
  };
  const faults: string[] = [];
  for (const command of unmount) {
    const fault = await works(command);
    if (fault === undefined) break;
    faults.push(fault);
  }
  if (faults.length > 0 && faults.length === unmount.length)
    throw new AirlockError(
      'disk',
      t('ejectFailed', { drive: drive.label ?? drive.device, reason: faults.join('; ') }),
      {
        side: 'local',
        remedy: t('ejectFailedRemedy'),
      },
    );
  const off = !powerOff || (await works(powerOff)) === undefined;
  return { flushed, state: off ? 'off' : 'unmounted' };
}
