import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ClusterFacts } from '../../../core/cluster/check/cluster-facts.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count, table } from '../../terminal/format.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { inspected, inspectedOptions } from './inspected.ts';

/** `airlock cluster inspect` */
export function addClusterInspect(cluster: Command): void {
  addCommand(
    cluster,
    'inspect',
    'what a cluster says of itself, without secrets: version, mirror sets, catalogs, operators, nodes, logins, trust',
    (command) =>
      inspectedOptions(command).option(
        '-o, --output <file>',
        'write it, for `airlock cluster check --from-inspect FILE`',
      ),
    async (context, options) => {
      const { terminal } = context;
      const { fromDir, kubeconfig, output } = options;
      if (fromDir !== undefined && kubeconfig !== undefined)
        throw new AirlockError('usage', '--from-dir and --kubeconfig cannot be used together');
      const { facts } = await inspected(context, options);
      printFacts(terminal, facts);
      const file = output === undefined ? undefined : userPath(output);
      if (file !== undefined) {
        const { writeInspection } = await import('../../../core/cluster/check/inspection-file.ts');
        await writeInspection(file, facts);
        terminal.print(['', `Written: ${file}`]);
        terminal.print(`Next: airlock cluster check --from-inspect ${file} --to VERSION`);
      }
      terminal.result({ cluster: facts, file });
      return 0;
    },
    { interrupted: 'Stopping.' },
  );
}

function printFacts(terminal: Terminal, facts: ClusterFacts): void {
  const { server, context, version, channel, upstream, architectures, unread } = facts;
  terminal.print(
    table([
      ['Cluster', `${server}${context === undefined ? '' : ` (${context})`}`],
      ['Version', version ?? 'not known'],
      ['Channel', channel ?? 'none'],
      ['Update service', upstream ?? 'that of Red Hat'],
      ['Architectures', architectures.join(', ') || 'not known'],
      ['Offered', facts.updates.map((one) => one.version).join(', ') || 'nothing'],
      ['Logins', facts.pullSecret.join(', ') || 'none'],
      ['Own CAs', Object.keys(facts.trust.registries).join(', ') || 'none'],
    ]),
  );
  const rows: [string, string[][]][] = [
    [
      'Mirrors',
      facts.mirrors.map(({ source, mirrors, by, object, neverSource }) => [
        source,
        mirrors.join(', '),
        `by ${by}`,
        neverSource ? `${object}, never the source` : object,
      ]),
    ],
    ['Catalogs', facts.catalogs.map(({ object, image = '', ready }) => [object, image, readyText(ready)])],
    [
      'Operators',
      facts.installed.map(({ name, namespace, phase = '', images }) => [
        ...[name, namespace, phase, count(images.length, 'image')],
      ]),
    ],
    [
      'Pools',
      facts.pools.map(({ name, state, updated, machines }) => [name, state, `${updated} of ${machines}`]),
    ],
  ];
  for (const [title, lines] of rows) if (lines.length > 0) terminal.print(['', title, ...table(lines)]);
  for (const [part, why] of Object.entries(unread))
    terminal.say('warning', `${part} could not be read: ${why}`);
}

function readyText(ready: boolean): string {
  return ready ? 'ready' : 'not ready';
}
