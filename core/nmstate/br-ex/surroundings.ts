import { wordList } from '../../base/document/words.ts';
import type { Report } from '../model/finding.ts';
import { set } from '../model/fixes.ts';
import { shortName } from '../model/host.ts';
import { isOn } from '../model/model.ts';
import { bondMode } from '../rules/bond-rules.ts';
import type { BrExFacts } from './facts.ts';
import { type BrExLayout, chainBelow, mtuOf } from './layout.ts';

/** Names, roles, MTU and what comes before br-ex: BR15, BR16, BR17, BR20. */
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
  if (file?.includes('/etc/nmstate/openshift/') && match?.[2] !== 'yml')
    report({
      rule: 'BR15',
      path: [],
      message: `The node looks for names that end in .yml only: ${base} is ignored without a word, and br-ex made by the old script`,
      remedy: `Call it ${base?.replace(/\.[^.]*$/, '')}.yml.`,
    });
  if (host && match && match[1] !== 'cluster' && match[1] !== shortName(host.name))
    report({
      rule: 'BR15',
      path: [],
      message: `The file ${base} is not that of host ${host.name}: the node looks for ${shortName(host.name)}.yml`,
      remedy: `Call it ${shortName(host.name)}.yml.`,
    });
  if (host && role !== undefined && host.role !== role)
    report({
      rule: 'BR15',
      path: [],
      message: `Host ${host.name} is a ${host.role}, and the MachineConfig is for the role ${role}`,
      remedy: `Put its document into the MachineConfig of ${host.role}.`,
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
      ? ['static addresses']
      : []),
    ...(chain.some((name) => context.graph.kernel.get(name)?.type === 'vlan') ? ['a VLAN'] : []),
    ...(chain.some((name) => {
      const iface = context.graph.kernel.get(name);
      return iface?.type === 'bond' && bondMode(iface) === '802.3ad';
    })
      ? ['an LACP bond']
      : []),
  ];
  if (reasons.length === 0) return;
  report({
    rule: 'BR20',
    path: internal.path,
    level: 'info',
    message: `The machine needs ${wordList(reasons)} before it can fetch Ignition, and this document is applied after that`,
    remedy:
      "Give the installer a `networkConfig` of the same host without br-ex, or the kernel's `ip=` arguments.",
  });
}

/** OVN puts 100 bytes of its own around what pods send. */
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
  // Open vSwitch gives an internal port without MTU the smallest one of the bridge's ports.
  const own = internal.mtu ?? uplink ?? 1500;
  const path = [...internal.path, 'mtu'];
  const add = (message: string, remedy: string, value?: number) =>
    report({
      rule: 'BR16',
      path,
      level: 'warning',
      message,
      remedy,
      fix: value === undefined ? undefined : set(`Write ${value}`, path, value),
    });
  if (internal.mtu !== undefined && uplink !== undefined && internal.mtu > uplink)
    add(
      `br-ex has MTU ${internal.mtu}, more than its uplink with ${uplink}`,
      `Write ${uplink} at most, or give the uplink more.`,
      uplink,
    );
  if (cluster?.clusterMtu !== undefined && own < cluster.clusterMtu + OVERHEAD)
    add(
      `br-ex has MTU ${own}, and the cluster network with ${cluster.clusterMtu} needs ${cluster.clusterMtu + OVERHEAD}`,
      `Give br-ex and everything below it ${cluster.clusterMtu + OVERHEAD} or more.`,
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
        message: `${iface.name} belongs to OVN-Kubernetes and must not be in a network document`,
        remedy: 'Take the interface out.',
      });
    if (/^br-ex\d+$/.test(iface.name) && iface.type === 'ovs-bridge')
      report({
        rule: 'BR17',
        path: [...iface.path, 'name'],
        level: 'warning',
        message: `${iface.name} is the name of a second external gateway bridge of OVN-Kubernetes`,
        remedy: 'Keep the name if that is wanted; else call it e.g. br-data.',
      });
  }
}
