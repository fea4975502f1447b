import type { Command } from '@commander-js/extra-typings';
import type { Problem } from '../../../core/base/errors/airlock-error.ts';
import type { Explanation } from '../../../core/nmstate/simulation/explain.ts';
import type { StateSummary } from '../../../core/nmstate/validation/summary.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type Input, inputOptions, plainProblems, readInput, textOf } from './input.ts';
import { t } from './messages.ts';

export function addNmstateExplain(parent: Command): void {
  addCommand(
    parent,
    'explain <file|directory>',
    t('explain'),
    (command) =>
      inputOptions(
        command
          .requiredOption('--host <name>', t('hostOption'))
          .option('--role <pool>', t('hostRoleOption'))
          .option('--applied <file>', t('appliedOption')),
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
      await print(terminal, explained);
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

/** Warns about a name that no document has, which may be misspelled. */
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
      message: t('explainedHostUnknown', { path, host: shortName }),
      remedy: t('explainedHostUnknownRemedy', { path, hosts: shown }),
      file: path,
    },
  ];
}

const OUTCOMES = {
  applied: 'appliedResult',
  'configure-ovs': 'configureOvsResult',
  'no-br-ex': 'noBridgeResult',
  unchanged: 'unchangedResult',
} as const satisfies Record<Explanation['outcome'], string>;

async function print(terminal: Terminal, { reason, steps, outcome, state }: Explanation): Promise<void> {
  terminal.print([`${reason}.`, '']);
  for (const [index, step] of steps.entries()) terminal.print(`${index + 1}. ${step}`);
  terminal.print(['', t(OUTCOMES[outcome])]);
  if (state) for (const line of await network(state)) terminal.print(`  ${line}`);
}

async function network({ brEx, addresses, routes, dns, localnets }: StateSummary): Promise<string[]> {
  const { addressTexts } = await import('../../../core/nmstate/validation/summary.ts');
  const words = (list: readonly string[]) => (list.length === 0 ? t('noneText') : list.join(', '));
  const servers = words(dns.servers);
  const rows: [name: string, value: string][] = [
    ...(brEx
      ? ([
          ['br-ex', words(addressTexts(brEx.addresses, brEx.automatic))],
          ['uplink', t('uplinkText', { uplinks: words(brEx.uplinks), nics: words(brEx.nics) })],
          ...(brEx.macFrom === undefined ? [] : [['MAC', t('macText', { name: brEx.macFrom })]]),
          ...(brEx.mtu === undefined ? [] : [['MTU', String(brEx.mtu)]]),
        ] as [string, string][])
      : []),
    ...addresses
      .filter((one) => one.interface !== 'br-ex')
      .map((one): [string, string] => [one.interface, words(addressTexts(one.static, one.automatic))]),
    ...routes.map((route): [string, string] => ['route', routeText(route)]),
    ['DNS', dns.search.length > 0 ? t('searchText', { servers, domains: dns.search.join(', ') }) : servers],
    ...localnets.map((localnet): [string, string] => ['localnet', t('localnetText', localnet)]),
  ];
  return rows.map(([name, value]) => `${name.padEnd(10)} ${value}`);
}

function routeText({ destination, nextHop, interface: name }: StateSummary['routes'][number]): string {
  const route = { destination, nextHop: nextHop ?? t('onLinkText') };
  return name ? t('routeOfInterfaceText', { ...route, name }) : t('routeText', route);
}
