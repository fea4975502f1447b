import type { Command } from '@commander-js/extra-typings';
import { visibleLine } from '../../../core/base/document/inert-text.ts';
import type { LivedTransfer } from '../../../core/media/transfer/life.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from '../runs/messages.ts';
import { addTransferAnswers } from './answers.ts';
import { addTransfersAttachments } from './attachments.ts';
import { addTransfersRebuild } from './rebuild.ts';
import { addTransfersSites } from './sites.ts';

const HEAD = [
  t('transferColumn'),
  t('stateColumn'),
  t('stepColumn'),
  t('arrivedColumn'),
  t('createdColumn'),
  t('imagesColumn'),
  t('sizeColumn'),
  t('filesColumn'),
];

export function addTransfers(program: Command): void {
  const transfers = program.command('transfers').description(t('transfers'));
  addCommand(
    transfers,
    'list <file://DIR>',
    t('transfersList'),
    (command) => command,
    async ({ terminal }, _options, [url]) => {
      const { transferLives } = await import('../../../core/media/transfer/life.ts');
      const list = await transferLives(userPath(directoryOf(url!, 'transfers list')));
      if (list.length === 0) terminal.print(t('noTransfers'));
      else terminal.print(table([HEAD, ...list.map(row)]));
      terminal.result({ transfers: list });
      return 0;
    },
  );
  addCommand(
    transfers,
    'show <name> <file://DIR>',
    t('transfersShow'),
    (command) => command,
    async ({ terminal }, _options, [name, url]) => {
      const directory = userPath(directoryOf(url!, `transfers show ${name!}`));
      const { transferLife } = await import('../../../core/media/transfer/life.ts');
      const found = await transferLife(directory, name!);
      const { lifecycle } = found;
      terminal.print(table([HEAD, row(found)]));
      for (const { step, at, by, text } of lifecycle.events)
        terminal.print(
          visibleLine(`  ${[at, step, ...(by ? [by] : []), ...(text ? [text] : [])].join('  ')}`),
        );
      for (const { at, by, text } of lifecycle.notes)
        terminal.print(visibleLine(t('note', { time: at, user: by, text })));
      if (lifecycle.protected) terminal.print(t('protected'));
      const { missingFromTransfer: carried } = lifecycle;
      const lost = carried ? 'fileLostVolumes' : 'fileLost';
      for (const volume of found.volumes)
        terminal.print(
          t(lifecycle.missing.includes(volume.name) ? lost : 'file', {
            name: volume.name,
            size: bytes(volume.size),
            digest: volume.sha256,
          }),
        );
      for (const volume of carried ?? []) terminal.print(t('volumeLost', { volume }));
      for (const image of found.imageNames)
        terminal.print(t('image', { image: `${image.repository}:${image.tag ?? ''}`, digest: image.digest }));
      for (const { name, size, digest, note } of found.attachments ?? [])
        terminal.print(t('attachment', { name, size: bytes(size), digest, note: note ?? '' }));
      for (const digest of found.failed) terminal.print(t('imageMissing', { digest }));
      terminal.result({ transfer: found });
      return 0;
    },
  );
  addTransferAnswers(transfers);
  addTransfersAttachments(transfers);
  addTransfersSites(transfers);
  addTransfersRebuild(transfers);
}

function row(transfer: LivedTransfer): string[] {
  const { step, arrived } = transfer.lifecycle;
  return [
    transfer.name,
    transfer.state === 'under-construction' ? t('underConstruction') : transfer.state,
    arrived === 'nothing' ? t('lostStep') : step,
    arrived === 'unknown' ? '-' : arrived,
    transfer.created ?? '-',
    t('images', { count: transfer.images }),
    bytes(transfer.bytes),
    String(transfer.volumes.length),
  ];
}
