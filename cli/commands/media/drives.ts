import type { Command } from '@commander-js/extra-typings';
import { visibleLine } from '../../../core/base/document/inert-text.ts';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { Drive } from '../../../core/media/drives/drives.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, table } from '../../terminal/format.ts';
import { t } from './messages.ts';
import { workspaceOf } from './status.ts';

export function addMediaDrives(media: Command): void {
  addCommand(
    media,
    'drives [file://DIR]',
    t('drives'),
    (command) => command.option('--eject <drive>', t('ejectOption')),
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
        const text =
          flushed?.how === 'files'
            ? t(state === 'off' ? 'drivesFlushed' : 'drivesFlushedPowered', {
                drive: nameOf(drive),
                files: flushed.files,
              })
            : t(state === 'off' ? 'drivesEjected' : 'drivesEjectedPowered', { drive: nameOf(drive) });
        terminal.print(visibleLine(text));
        terminal.result({ drive, ejected: state, flushed });
        return 0;
      }
      if (drives.length === 0) terminal.print(t('noDrives'));
      else terminal.print(table([HEAD, ...drives.map(row)]));
      terminal.result({ drives });
      return 0;
    },
  );
}

const HEAD = [
  t('driveColumn'),
  t('deviceColumn'),
  t('sizeColumn'),
  t('freeColumn'),
  t('fileSystemColumn'),
  t('mountColumn'),
  t('noteColumn'),
];

function row(drive: Drive): string[] {
  const { device, bytes: size, free, fileSystem, mountPoint, maxFileBytes, rejected } = drive;
  const limit = maxFileBytes === undefined ? '' : t('fileLimit', { size: bytes(maxFileBytes) });
  return [
    nameOf(drive),
    device,
    bytes(size),
    free === undefined ? '-' : bytes(free),
    fileSystem ?? '-',
    mountPoint ?? '-',
    rejected ? t('driveUnusable', { reason: rejected.message }) : limit,
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
    found ? t('driveAmbiguous', { count: fits.length, wanted }) : t('driveUnknown', { wanted }),
    {
      remedy:
        drives.length > 0
          ? t('drivesAvailableRemedy', {
              drives: drives.map((drive) => `${nameOf(drive)} (${drive.device})`).join(', '),
            })
          : t('drivesListRemedy'),
    },
  );
}
