import { wordList } from '../../base/document/words.ts';
import type { Report } from '../model/finding.ts';
import { set } from '../model/fixes.ts';
import { shortName } from '../model/host.ts';
import { isOn } from '../model/model.ts';
import { bondMode } from '../rules/bond-rules.ts';
import type { BrExFacts } from './facts.ts';
import { type BrExLayout, chainBelow, mtuOf } from './layout.ts';
import { t } from './messages.ts';

/** Checks file names, roles, MTU and the network before br-ex exists: BR15, BR16, BR17, BR20. */
export function checkSurroundings(facts: BrExFacts, layout: BrExLayout, report: Report): void {
  if (facts.context.purpose === 'day1') {
    names(facts, report);
    firstBoot(facts, layout, report);
  }
  mtu(facts, layout, report);
  reserved(facts, report);
}

function names({ file, host, role }: BrExFacts, report: Report): void {
  const base = file?.split(/[\\/]/).at(-1);
  const match = base === undefined ? null : /^(.*)\.(ya?ml)$/.exec(base);
  if (base !== undefined && file?.includes('/etc/nmstate/openshift/') && match?.[2] !== 'yml')
    report({
      rule: 'BR15',
      path: [],
      message: t('fileExtension', { base }),
      remedy: t('fileNameRemedy', { name: base.replace(/\.[^.]*$/, '') }),
    });
  if (host && match && match[1] !== 'cluster' && match[1] !== shortName(host.name))
    report({
      rule: 'BR15',
      path: [],
      message: t('fileOfAnotherHost', { name: host.name, base: match[0], expected: shortName(host.name) }),
      remedy: t('fileNameRemedy', { name: shortName(host.name) }),
    });
  if (host && role !== undefined && host.role !== role)
    report({
      rule: 'BR15',
      path: [],
      message: t('roleMismatch', { name: host.name, role: host.role, other: role }),
      remedy: t('roleMismatchRemedy', { role: host.role }),
    });
}

function firstBoot({ context }: BrExFacts, { internal, uplinks }: BrExLayout, report: Report): void {
  if (!internal) return;
  const chain = uplinks.flatMap(({ members }) =>
    members.flatMap(({ name }) => chainBelow(context.graph, name)),
  );
  const reasons = [
    ...((isOn(internal.ipv4) && !internal.ipv4.dhcp) ||
    (isOn(internal.ipv6) && !internal.ipv6.dhcp && internal.ipv6.autoconf !== true)
      ? [t('firstBootStatic')]
      : []),
    ...(chain.some((name) => context.graph.kernel.get(name)?.type === 'vlan') ? [t('firstBootVlan')] : []),
    ...(chain.some((name) => {
      const iface = context.graph.kernel.get(name);
      return iface?.type === 'bond' && bondMode(iface) === '802.3ad';
    })
      ? [t('firstBootLacp')]
      : []),
  ];
  if (reasons.length === 0) return;
  report({
    rule: 'BR20',
    path: internal.path,
    level: 'info',
    message: t('firstBootNetwork', { reasons: wordList(reasons) }),
    remedy: t('firstBootNetworkRemedy'),
  });
}

/** Bytes that OVN-Kubernetes adds to the packets of pods. */
const OVERHEAD = 100;

function mtu(
  { context, cluster }: BrExFacts,
  { internal, uplinks, bridge }: BrExLayout,
  report: Report,
): void {
  if (!internal || !bridge) return;
  const below = uplinks.flatMap(({ members }) =>
    members.flatMap(({ name }) => mtuOf(context.graph, name) ?? []),
  );
  const uplink = below.length === 0 ? undefined : Math.min(...below);
  // Open vSwitch sets an internal port without an MTU to the smallest MTU of the bridge's ports.
  const own = internal.mtu ?? uplink ?? 1500;
  const path = [...internal.path, 'mtu'];
  const add = (message: string, remedy: string, value?: number) =>
    report({
      rule: 'BR16',
      path,
      level: 'warning',
      message,
      remedy,
      fix: value === undefined ? undefined : set(t('setMtuFix', { value }), path, value),
    });
  if (internal.mtu !== undefined && uplink !== undefined && internal.mtu > uplink)
    add(t('mtuAboveUplink', { mtu: internal.mtu, uplink }), t('mtuAboveUplinkRemedy', { uplink }), uplink);
  if (cluster?.clusterMtu !== undefined && own < cluster.clusterMtu + OVERHEAD)
    add(
      t('mtuBelowCluster', { own, clusterMtu: cluster.clusterMtu, needed: cluster.clusterMtu + OVERHEAD }),
      t('mtuBelowClusterRemedy', { needed: cluster.clusterMtu + OVERHEAD }),
    );
}

const RESERVED = /^(br-int|ovs-system|genev_sys_\d+|ovn-k8s-mp\d+)$/;

function reserved({ context }: BrExFacts, report: Report): void {
  for (const iface of context.state.interfaces) {
    if (RESERVED.test(iface.name))
      report({
        rule: 'BR17',
        path: [...iface.path, 'name'],
        level: 'warning',
        message: t('interfaceOfOvn', { name: iface.name }),
        remedy: t('interfaceOfOvnRemedy', { name: iface.name }),
      });
    if (/^br-ex\d+$/.test(iface.name) && iface.type === 'ovs-bridge')
      report({
        rule: 'BR17',
        path: [...iface.path, 'name'],
        level: 'warning',
        message: t('secondGatewayBridge', { name: iface.name }),
        remedy: t('secondGatewayBridgeRemedy'),
      });
  }
}
