import type { Command } from '@commander-js/extra-typings';
import type { ExportStatus } from '../../../core/media/export/media-status.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, count, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';

export function addMediaStatus(media: Command): void {
  addCommand(
    media,
    'status [file://DIR]',
    'which pieces of which transfer are on which medium, and what is still to be written',
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const directory = workspaceOf(url, 'media status');
      const { mediaStatus } = await import('../../../core/media/export/media-status.ts');
      const exports = await mediaStatus(directory);
      if (exports.length === 0) terminal.print('Nothing was exported to media yet.');
      for (const found of exports) for (const line of linesOf(found)) terminal.print(line);
      terminal.result({ directory, exports });
      return 0;
    },
  );
}

/** The workspace that a command of media works on: `file://DIR`, or the current folder. */
export function workspaceOf(url: string | undefined, command: string): string {
  return userPath(url === undefined ? '.' : directoryOf(url, command));
}

function linesOf(found: ExportStatus): string[] {
  const { transfer, pieces: volumes, bytesWritten, bytes: total, whole: complete } = found;
  const written = volumes.filter(({ state }) => state === 'written').length;
  const state = complete
    ? `all ${count(volumes.length, 'piece')} written, ${bytes(total)}`
    : `${written} of ${count(volumes.length, 'piece')} written, ${bytes(bytesWritten)} of ${bytes(total)}`;
  return [
    `${transfer}: ${state}`,
    ...table([
      ['PIECE', 'SIZE', 'STATE', 'MEDIUM', 'WRITTEN', 'READ BACK'],
      ...volumes.map((volume) => [
        volume.name,
        bytes(volume.size),
        volume.state,
        volume.medium ?? '-',
        volume.at ?? '-',
        volume.readBack === undefined ? '-' : READ_BACK[volume.readBack],
      ]),
    ]),
  ];
}

const READ_BACK = { medium: 'from the medium', memory: "maybe from the system's memory", no: 'no' } as const;
