import type { Command } from '@commander-js/extra-typings';
import { visibleLine } from '../../../core/base/document/inert-text.ts';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { Drive } from '../../../core/media/drives/drives.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, count, table } from '../../terminal/format.ts';
import { workspaceOf } from './status.ts';

export function addMediaDrives(media: Command): void {
  addCommand(
    media,
    'drives [file://DIR]',
    "list removable drives: label, size, free space, file system, mount point, and why a drive can't be used",
    (command) =>
      command.option('--eject <drive>', 'flush this drive (by label, device or mount point) and eject it'),
    async ({ terminal, signal, pause }, options, [url]) => {
      const workspace = workspaceOf(url, 'media drives');
      const stop = { signal: AbortSignal.any([signal, pause]) };
      const { listDrives } = await import('../../../core/media/drives/drives.ts');
      const drives = await listDrives({ workspace, ...stop });
      const wanted = options.eject;
      if (wanted !== undefined) {
        const drive = driveNamed(drives, wanted);
        const { ejectDrive } = await import('../../../core/media/drives/eject.ts');
        const { flushed, state } = await ejectDrive(drive, stop);
        const files = flushed?.how === 'files' ? `flushed ${count(flushed.files, 'file')}, ` : '';
        const power = state === 'off' ? '' : ' (unmounted, but still powered on)';
        terminal.print(visibleLine(`${nameOf(drive)}: ${files}safe to remove${power}.`));
        terminal.result({ drive, ejected: state, flushed });
        return 0;
      }
      if (drives.length === 0) terminal.print('No removable drives found.');
      else terminal.print(table([HEAD, ...drives.map(row)]));
      terminal.result({ drives });
      return 0;
    },
  );
}

const HEAD = ['DRIVE', 'DEVICE', 'SIZE', 'FREE', 'FILE SYSTEM', 'MOUNTED AT', 'NOTE'];

function row(drive: Drive): string[] {
  const { device, bytes: size, free, fileSystem, mountPoint, maxFileBytes, refused: rejected } = drive;
  const limit = maxFileBytes === undefined ? '' : `files up to ${bytes(maxFileBytes)}`;
  return [
    nameOf(drive),
    device,
    bytes(size),
    free === undefined ? '-' : bytes(free),
    fileSystem ?? '-',
    mountPoint ?? '-',
    rejected ? `can't be used: ${rejected.words}` : limit,
  ];
}

function nameOf({ label, model, device }: Drive): string {
  return label ?? model ?? device;
}

function driveNamed(drives: readonly Drive[], wanted: string): Drive {
  const fits = drives.filter(
    ({ label, device, disk, mountPoint }) =>
      [label, device, disk, mountPoint].includes(wanted) || mountPoint === wanted.replace(/[/\\]$/, ''),
  );
  const [found] = fits;
  if (found && fits.length === 1) return found;
  throw new AirlockError(
    'usage',
    found ? `${fits.length} drives match ${wanted}` : `no removable drive matches ${wanted}`,
    {
      remedy:
        drives.length > 0
          ? `Available: ${drives.map((drive) => `${nameOf(drive)} (${drive.device})`).join(', ')}.`
          : 'Run `airlock media drives` to list the removable drives.',
    },
  );
}
