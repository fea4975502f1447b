import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from '../runs/messages.ts';

/** `airlock transfers attachments` */
export function addTransfersAttachments(transfers: Command): void {
  addCommand(
    transfers,
    'attachments <file://DIR> [names...]',
    t('attachments'),
    (command) => command.option('--to <directory>', t('attachmentsToOption')),
    async ({ terminal, signal, pause }, { to }, [url, names]) => {
      const directory = userPath(directoryOf(url!, 'transfers attachments'));
      // The parser collects the words of the last argument in a list.
      const selected = [names ?? []].flat();
      if (selected.length > 0 && to === undefined) throw new AirlockError('usage', t('attachmentsWithoutTo'));
      const { receivedAttachments } = await import(
        '../../../core/mirror/attachments/received-attachments.ts'
      );
      const files = await receivedAttachments(
        { directory, names: selected, to: to === undefined ? undefined : userPath(to) },
        {
          host: hostFacts(),
          onProgress: terminal.readingProgress('extract'),
          signal: AbortSignal.any([signal, pause]),
        },
      );
      if (files.length === 0) terminal.print(t('noAttachments'));
      else
        terminal.print(
          table([
            [t('fileColumn'), t('sizeColumn'), t('digestColumn'), t('transferColumn'), t('noteColumn')],
            ...files.map(({ name, path, size, digest, transfer, note, available }) => [
              path ?? name,
              bytes(size),
              digest,
              transfer,
              [...(available ? [] : [t('attachmentAbsent')]), ...(note ? [note] : [])].join('; '),
            ]),
          ]),
        );
      if (to !== undefined)
        terminal.print(t('attachmentsExtracted', { count: files.length, directory: userPath(to) }));
      terminal.result({ files });
      return 0;
    },
  );
}
