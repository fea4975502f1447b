import type { Command } from '@commander-js/extra-typings';
import type { ClusterFacts } from '../../../core/cluster/check/cluster-facts.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { inspected, inspectedOptions } from './inspected.ts';
import { t } from './messages.ts';

/** `airlock cluster inspect` */
export function addClusterInspect(cluster: Command): void {
  addCommand(
    cluster,
    'inspect',
    t('inspect'),
    (command) => inspectedOptions(command).option('-o, --output <file>', t('inspectOutputOption')),
    async (context, options) => {
      const { terminal } = context;
      const { output } = options;
      const { facts } = await inspected(context, options);
      printFacts(terminal, facts);
      const file = output === undefined ? undefined : userPath(output);
      if (file !== undefined) {
        const { writeInspection } = await import('../../../core/cluster/check/inspection-file.ts');
        await writeInspection(file, facts);
        terminal.print(['', t('fileWritten', { file })]);
        terminal.print(t('inspectNext', { file }));
      }
      terminal.result({ cluster: facts, file });
      return 0;
    },
    { interrupted: t('stopping') },
  );
}

function printFacts(terminal: Terminal, facts: ClusterFacts): void {
  const { server, context, version, channel, upstream, architectures, unread } = facts;
  terminal.print(
    table([
      [t('clusterLabel'), context === undefined ? server : t('clusterInContext', { server, context })],
      [t('versionLabel'), version ?? t('unknown')],
      [t('channelLabel'), channel ?? t('none')],
      [t('updateServiceLabel'), upstream ?? t('redHatService')],
      [t('architecturesLabel'), architectures.join(', ') || t('unknown')],
      [t('updatesLabel'), facts.updates.map((one) => one.version).join(', ') || t('none')],
      [t('pullCredentialsLabel'), facts.pullSecret.join(', ') || t('none')],
      [t('authoritiesLabel'), Object.keys(facts.trust.registries).join(', ') || t('none')],
    ]),
  );
  const rows: [string, string[][]][] = [
    [
      t('mirrorsTitle'),
      facts.mirrors.map(({ source, mirrors, by, object, neverSource }) => [
        source,
        mirrors.join(', '),
        t('pullsBy', { by }),
        neverSource ? t('neverSource', { object }) : object,
      ]),
    ],
    [
      t('catalogsTitle'),
      facts.catalogs.map(({ object, image = '', ready }) => [object, image, readyText(ready)]),
    ],
    [
      t('operatorsTitle'),
      facts.installed.map(({ name, namespace, phase = '', images }) => [
        ...[name, namespace, phase, t('images', { count: images.length })],
      ]),
    ],
    [
      t('poolsTitle'),
      facts.pools.map(({ name, state, updated, machines }) => [
        name,
        state,
        t('updatedNodes', { updated, machines }),
      ]),
    ],
  ];
  for (const [title, lines] of rows) if (lines.length > 0) terminal.print(['', title, ...table(lines)]);
  for (const [part, why] of Object.entries(unread))
    terminal.say('warning', t('factsUnread', { part, reason: why }));
}

function readyText(ready: boolean): string {
  return ready ? t('ready') : t('notReady');
}
