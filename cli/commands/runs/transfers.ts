import type { Command } from '@commander-js/extra-typings';
import { visibleLine } from '../../../core/base/document/inert-text.ts';
import type { LivedTransfer } from '../../../core/media/transfer/life.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, count, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { addTransferAnswers } from './transfers-answers.ts';

const HEAD = ['TRANSFER', 'STATE', 'STEP', 'ARRIVED', 'CREATED', 'IMAGES', 'SIZE', 'PIECES'];

export function addTransfers(program: Command): void {
  const transfers = program.command('transfers').description('the numbered crossings of a workspace');
  addCommand(
    transfers,
    'list <file://DIR>',
    'every transfer: whole, under construction, or known from the ledger and moved away; how far it is, and what arrived',
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const { transferLives } = await import('../../../core/media/transfer/life.ts');
      const list = await transferLives(userPath(directoryOf(url!, 'transfers list')));
      if (list.length === 0) terminal.print('No transfer yet: `airlock mirror -c FILE file://DIR` adds one.');
      else terminal.print(table([HEAD, ...list.map(row)]));
      terminal.result({ transfers: list });
      return 0;
    },
  );
  addCommand(
    transfers,
    'show <name> <file://DIR>',
    'one transfer: its life and notes, its pieces with their digests, its images, what it lacks',
    (command) => command,
    async ({ terminal }, _options, [name, url]) => {
      const directory = userPath(directoryOf(url!, 'transfers show'));
      const { transferLife } = await import('../../../core/media/transfer/life.ts');
      const found = await transferLife(directory, name!);
      const { life } = found;
      terminal.print(table([HEAD, row(found)]));
      for (const { step, at, by, text } of life.events)
        terminal.print(
          visibleLine(`  ${[at, step, ...(by ? [by] : []), ...(text ? [text] : [])].join('  ')}`),
        );
      for (const { at, by, text } of life.notes) terminal.print(visibleLine(`  ${at}  note  ${by}  ${text}`));
      if (life.protected) terminal.print('  protected: `workspace prune` leaves it');
      const { missingFromTransfer: carried } = life;
      const missing = carried ? '  lacks what was in carry pieces' : '  did not arrive';
      for (const volume of found.pieces)
        terminal.print(
          `  ${volume.name}  ${bytes(volume.size)}  sha256:${volume.sha256}${life.lacks.includes(volume.name) ? missing : ''}`,
        );
      for (const volume of carried ?? []) terminal.print(`  ${volume}  did not arrive`);
      for (const image of found.imageNames)
        terminal.print(`  ${image.repository}:${image.tag ?? ''}  ${image.digest}`);
      for (const digest of found.failed) terminal.print(`  lacks ${digest}`);
      terminal.result({ transfer: found });
      return 0;
    },
  );
  addTransferAnswers(transfers);
}

function row(transfer: LivedTransfer): string[] {
  const { step, arrived } = transfer.life;
  return [
    transfer.name,
    transfer.state,
    step,
    arrived === 'unknown' ? '-' : arrived,
    transfer.created ?? '-',
    count(transfer.images, 'image'),
    bytes(transfer.bytes),
    String(transfer.pieces.length),
  ];
}
