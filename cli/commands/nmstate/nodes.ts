import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ObjectSource } from '../../../core/cluster/check/object-source.ts';
import type { JudgedNode, ReportedNode } from '../../../core/nmstate/gather/judge-nodes.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { inspectedOptions, withSource } from '../cluster/inspected.ts';
import { NEGATIVE } from '../output/path-output.ts';
import { t } from './messages.ts';

/** `airlock nmstate nodes` */
export function addNmstateNodes(parent: Command): void {
  addCommand(parent, 'nodes', t('nodes'), inspectedOptions, async (context, options) => {
    const { terminal } = context;
    const { nodes, network, server } = await withSource(context, options, read);
    if (!nodes.some(({ state }) => state))
      throw new AirlockError('cluster-objects-invalid', t('reportsMissing', { server }), {
        remedy: t('reportsMissingRemedy'),
      });
    const [{ judgeNodes }, { readClusterNetwork }] = await Promise.all([
      import('../../../core/nmstate/gather/judge-nodes.ts'),
      import('../../../core/nmstate/model/cluster-network.ts'),
    ]);
    const cluster = network === undefined ? {} : readClusterNetwork(JSON.stringify(network));
    const judged = judgeNodes(nodes, cluster);
    const ok = judged.every((node) => node.ok);
    const rows = judged.map((node) => rowOf(node));
    terminal.print(table([t('nodeColumns').split('|'), ...rows]));
    for (const { name, findings } of judged)
      for (const { level, message } of findings) terminal.print(t('nodeFinding', { name, level, message }));
    terminal.print(
      t('nodesVerdict', { count: judged.length, failed: judged.filter((node) => !node.ok).length }),
    );
    terminal.result({ ok, nodes: judged });
    return ok ? 0 : NEGATIVE;
  });
}

const CREATORS: Record<JudgedNode['createdBy'], string> = {
  'configure-ovs': 'configure-ovs',
  nmstate: 'NMState',
  unknown: t('creatorUnknown'),
};

function rowOf({ name, role, ok, uplink, addresses, automatic, mtu, createdBy }: JudgedNode): string[] {
  return [
    ...[name, role ?? '', ok ? t('nodeOk') : t('nodeFailed'), uplink.join(' < ')],
    [...addresses, ...(automatic ? [t('automatic')] : [])].join(' '),
    ...[mtu === undefined ? '' : String(mtu), CREATORS[createdBy]],
  ];
}

const ROLE = 'node-role.kubernetes.io/';

/** Reads nodes with their reports, and the cluster's Network object. Nodes are those of either. */
async function read(
  source: ObjectSource,
  { signal }: Pick<CommandContext, 'signal'>,
): Promise<{ nodes: ReportedNode[]; network: object | undefined; server: string }> {
  const reports = new Map<string, ReportedNode['state']>();
  for (const apiVersion of ['nmstate.io/v1beta1', 'nmstate.io/v1'])
    for (const each of (await source.list({ apiVersion, kind: 'NodeNetworkState' }, signal)) ?? []) {
      const { currentState } = (each.status ?? {}) as { currentState?: ReportedNode['state'] };
      reports.set(each.metadata.name, currentState);
    }
  const nodes = new Map<string, string | undefined>([...reports.keys()].map((name) => [name, undefined]));
  for (const { metadata } of (await source.list({ apiVersion: 'v1', kind: 'Node' }, signal)) ?? []) {
    const roles = Object.keys(metadata.labels ?? {}).filter((label) => label.startsWith(ROLE));
    const names = roles.map((label) => label.slice(ROLE.length));
    // The old name of the same role.
    const isOld = (role: string) => role === 'master' && names.includes('control-plane');
    nodes.set(metadata.name, names.filter((role) => !isOld(role)).join(','));
  }
  return {
    server: source.server,
    nodes: [...nodes].sort().map(([name, role]) => ({ name, role, state: reports.get(name) })),
    network: await source.read(
      { apiVersion: 'operator.openshift.io/v1', kind: 'Network', name: 'cluster' },
      signal,
    ),
  };
}
