import type { Command } from '@commander-js/extra-typings';
import type { ExportStatus } from '../../../core/media/export/media-status.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

export function addMediaStatus(media: Command): void {
  addCommand(
    media,
    'status [file://DIR]',
    t('status'),
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const directory = workspaceOf(url, 'media status');
      const { mediaStatus } = await import('../../../core/media/export/media-status.ts');
      const exports = await mediaStatus(directory);
      if (exports.length === 0) terminal.print(t('noExports'));
      for (const found of exports) for (const line of linesOf(found)) terminal.print(line);
      terminal.result({ directory, exports });
      return 0;
    },
  );
}

/** Returns the workspace of a media command: `file://DIR`, or the current folder. */
export function workspaceOf(url: string | undefined, command: string): string {
  return userPath(url === undefined ? '.' : directoryOf(url, command));
}

function linesOf(found: ExportStatus): string[] {
  const { transfer, volumes, bytesWritten, bytes: total, complete } = found;
  const written = volumes.filter(({ state }) => state === 'written').length;
  const state = complete
    ? t('allWritten', { transfer, count: volumes.length, size: bytes(total) })
    : t('partlyWritten', {
        transfer,
        written,
        count: volumes.length,
        done: bytes(bytesWritten),
        size: bytes(total),
      });
  return [
    state,
    ...table([
      [
        t('volumeColumn'),
        t('sizeColumn'),
        t('stateColumn'),
        t('driveColumn'),
        t('writtenColumn'),
        t('readBackColumn'),
      ],
      ...volumes.map((volume) => [
        volume.name,
        bytes(volume.size),
        volume.state,
        volume.drive ?? '-',
        volume.at ?? '-',
        volume.readBack === undefined ? '-' : READ_BACK[volume.readBack],
      ]),
    ]),
  ];
}

const READ_BACK = { drive: t('readFromDrive'), memory: t('readFromMemory'), no: t('notReadBack') } as const;
