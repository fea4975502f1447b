import type { Command } from '@commander-js/extra-typings';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { localTime } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { keyOrCommand } from '../media/record-options.ts';
import { t } from '../runs/messages.ts';

/** `airlock transfers rebuild` */
export function addTransfersRebuild(transfers: Command): void {
  addCommand(
    transfers,
    'rebuild <file://DIR>',
    t('rebuild'),
    (command) =>
      command
        .requiredOption('--from <file>', t('rebuildFromOption'))
        .option('--for <enclave>', t('rebuildForOption'))
        .option('--verify-key <keyfile>', t('rebuildVerifyKeyOption'))
        .option('--replace', t('replaceOption')),
    async ({ terminal, signal, pause }, options, [url]) => {
      const directory = userPath(directoryOf(url!, 'transfers rebuild'));
      const { for: enclave, replace, verifyKey } = options;
      const file = userPath(options.from);
      const { env, home } = hostFacts();
      const { readInventory } = await import('../../../core/mirror/inventory/inventory-file.ts');
      const { rebuildLedger } = await import('../../../core/mirror/inventory/rebuild-ledger.ts');
      const { inventory, signedBy } = await readInventory(file, {
        verifyKey: verifyKey === undefined ? undefined : keyOrCommand(verifyKey),
        stateDirectory: defaultStateDirectory({ env, home }),
        env,
        signal: AbortSignal.any([signal, pause]),
      });
      if (!signedBy) terminal.say('warning', t('inventoryNotSigned', { file }));
      const rebuilt = await rebuildLedger(
        directory,
        { inventory, file },
        { enclave, replace, onWarning: (problem) => terminal.problem(problem) },
      );
      const { transfers: names, sent, lost, replaced } = rebuilt;
      const { host, namespace } = inventory.registry;
      terminal.print(
        t('rebuilt', {
          enclave: rebuilt.enclave,
          transfers: names.length,
          last: names.at(-1)!,
          registry: `${host}${namespace && `/${namespace}`}`,
          time: localTime(inventory.created),
          blobs: sent,
        }),
      );
      if (lost > 0) terminal.print(t('rebuiltLost', { count: lost }));
      if (replaced !== undefined) terminal.print(t('ledgerReplaced', { file: replaced }));
      terminal.result({ status: 'complete', ...rebuilt, signedBy });
      return 0;
    },
  );
}
