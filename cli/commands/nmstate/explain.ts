import type { Command } from '@commander-js/extra-typings';
import type { Problem } from '../../../core/base/errors/airlock-error.ts';
import type { Explanation } from '../../../core/nmstate/simulation/explain.ts';
import type { StateSummary } from '../../../core/nmstate/validation/summary.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type Input, inputOptions, plainProblems, readInput, textOf } from './input.ts';

export function addNmstateExplain(parent: Command): void {
  addCommand(
    parent,
    'explain <file|dir>',
    'what a node does with its documents at boot: which file it takes and why, and the network it ends up with',
    (command) =>
      inputOptions(
        command
          .requiredOption('--host <name>', 'short or full name of the host')
          .option('--role <pool>', 'role of the host, where nothing tells it')
          .option('--applied <file>', 'a later boot: what /etc/nmstate/openshift/applied holds'),
      ),
    async ({ terminal }, options, [path]) => {
      const [{ explainHost }, { shortName }, { roleByName }] = await Promise.all([
        import('../../../core/nmstate/simulation/explain.ts'),
        import('../../../core/nmstate/model/host.ts'),
        import('../../../core/nmstate/hosts/role.ts'),
      ]);
      const { host: name, role, applied } = options;
      const { hosts, nodeFiles, cluster, version, problems } = await readInput(path!, options, {
        ofHosts: true,
      });
      const known = hosts.find(({ host }) => shortName(host.name) === shortName(name))?.host;
      const pool = known?.role ?? role ?? roleByName(name);
      const pools = new Set(nodeFiles.map((file) => file.role));
      const explained = explainHost(
        nodeFiles.filter(
          (file) => pools.size === 1 || file.role === undefined || pool === undefined || file.role === pool,
        ),
        known ? { ...known, name } : name,
        {
          openShiftVersion: version,
          cluster,
          applied: applied === undefined ? undefined : await textOf(userPath(applied)),
        },
      );
      print(terminal, explained);
      const all = [...problems, ...unknownHost(explained, hosts, path!), ...explained.problems];
      for (const problem of all) terminal.problem(problem);
      terminal.result({
        host: explained.host,
        shortName: explained.shortName,
        file: explained.file ?? null,
        reason: explained.reason,
        considered: explained.considered,
        outcome: explained.outcome,
        steps: explained.steps,
        state: explained.state ?? null,
        problems: plainProblems(all),
      });
      return 0;
    },
  );
}

/** A name that nothing is called by was perhaps written wrong. */
function unknownHost(
  { file, considered, shortName }: Explanation,
  hosts: Input['hosts'],
  path: string,
): Problem[] {
  const names = hosts.map(({ host }) => host.name);
  if (file !== undefined || considered.length > 0 || names.length === 0) return [];
  const shown = names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', ');
  return [
    {
      code: 'machine-config',
      level: 'warning',
      message: `Nothing in ${path} is for a host called ${shortName}`,
      remedy: `If the name is right, write its document or a cluster.yml. There are documents of ${shown}.`,
      file: path,
    },
  ];
}

const OUTCOMES: Record<Explanation['outcome'], string> = {
  applied: 'br-ex is made as the document says.',
  'configure-ovs': 'br-ex is made by the script of the cluster (configure-ovs), not by a document.',
  'no-br-ex': 'There is no br-ex, and the node does not join the cluster.',
  kept: 'The node keeps the network it has.',
};

function print(terminal: Terminal, { reason, steps, outcome, state }: Explanation): void {
  terminal.print([`${reason}.`, '']);
  for (const [index, step] of steps.entries()) terminal.print(`${index + 1}. ${step}`);
  terminal.print(['', OUTCOMES[outcome]]);
  if (state) for (const line of network(state)) terminal.print(`  ${line}`);
}

function network({ brEx, addresses, routes, dns, localnets }: StateSummary): string[] {
  const words = (list: readonly string[]) => (list.length === 0 ? 'none' : list.join(', '));
  return [
    ...(brEx
      ? [
          `br-ex      ${words([...brEx.addresses, ...brEx.automatic])}`,
          `uplink     ${words(brEx.uplinks)}, on ${words(brEx.nics)}`,
          ...(brEx.macFrom === undefined ? [] : [`MAC        of ${brEx.macFrom}`]),
          ...(brEx.mtu === undefined ? [] : [`MTU        ${brEx.mtu}`]),
        ]
      : []),
    ...addresses
      .filter((one) => one.interface !== 'br-ex')
      .map((one) => `${one.interface.padEnd(10)} ${words([...one.static, ...one.automatic])}`),
    ...routes.map(
      (route) =>
        `route      ${route.destination} by ${route.nextHop ?? 'the link'}${route.interface ? ` (${route.interface})` : ''}`,
    ),
    `DNS        ${words(dns.servers)}${dns.search.length > 0 ? `, search ${dns.search.join(', ')}` : ''}`,
    ...localnets.map(({ name, bridge }) => `localnet   ${name} by ${bridge}`),
  ];
}
