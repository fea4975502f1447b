import type { Command } from '@commander-js/extra-typings';
import type { JudgedNode } from '../../../core/nmstate/gather/judge-nodes.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { inspectedOptions, withSource } from '../cluster/inspected.ts';
import { NEGATIVE } from '../output/path-output.ts';
import { t } from './messages.ts';

/** `airlock nmstate nodes` */
export function addNmstateNodes(parent: Command): void {
  addCommand(parent, 'nodes', t('nodes'), inspectedOptions, async (context, options) => {
    const { terminal } = context;
    const [{ readReportedNodes }, { judgeNodes }] = await Promise.all([
      import('../../../core/cluster/check/reported-nodes.ts'),
      import('../../../core/nmstate/gather/judge-nodes.ts'),
    ]);
    const { nodes, cluster } = await withSource(context, options, (source, { signal }) =>
      readReportedNodes(source, signal),
    );
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
