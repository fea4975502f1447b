import type { Command } from 'commander';
import { AirlockError } from '../../core/errors/airlock-error.ts';
import type { TransferSummary } from '../../core/mirror/list-transfers.ts';
import { directoryOf } from '../../core/mirror/workflow.ts';
import { addCommand } from '../command-line.ts';
import { bytes, count, table } from '../format.ts';
import { userPath } from '../options.ts';

export function addTransfers(program: Command): void {
  const transfers = program.command('transfers').description('the numbered crossings of a workspace');
  addCommand(
    transfers,
    'list <file://DIR>',
    'every transfer: whole, under construction, or known from the ledger and moved away',
    () => {},
    async ({ terminal }, _options, [url]) => {
      const { listTransfers } = await import('../../core/mirror/list-transfers.ts');
      const list = await listTransfers(userPath(directoryOf(url!, 'transfers list')));
      if (list.length === 0) terminal.print('No transfer yet: `airlock mirror -c FILE file://DIR` adds one.');
      else
        terminal.print(
          table([['TRANSFER', 'STATE', 'CREATED', 'IMAGES', 'SIZE', 'PIECES'], ...list.map(row)]),
        );
      terminal.result({ transfers: list });
      return 0;
    },
  );
  addCommand(
    transfers,
    'show <name> <file://DIR>',
    'one transfer: its pieces with their digests, its images, what it lacks',
    () => {},
    async ({ terminal }, _options, [name, url]) => {
      const directory = userPath(directoryOf(url!, 'transfers show'));
      const { listTransfers } = await import('../../core/mirror/list-transfers.ts');
      const list = await listTransfers(directory);
      const found = list.find((transfer) => transfer.name === name);
      if (!found)
        throw new AirlockError('usage', `${directory} has no transfer ${name}`, {
          remedy: list.length > 0 ? `There is ${list.map((t) => t.name).join(', ')}.` : 'It has none yet.',
        });
      terminal.print(table([['TRANSFER', 'STATE', 'CREATED', 'IMAGES', 'SIZE', 'PIECES'], row(found)]));
      for (const piece of found.pieces)
        terminal.print(`  ${piece.name}  ${bytes(piece.size)}  sha256:${piece.sha256}`);
      for (const image of found.imageNames)
        terminal.print(`  ${image.repository}:${image.tag ?? ''}  ${image.digest}`);
      for (const digest of found.failed) terminal.print(`  lacks ${digest}`);
      terminal.result({ transfer: found });
      return 0;
    },
  );
}

function row(transfer: TransferSummary): string[] {
  return [
    transfer.name,
    transfer.state,
    transfer.created ?? '-',
    count(transfer.images, 'image'),
    bytes(transfer.bytes),
    String(transfer.pieces.length),
  ];
}
