import { BR_EX, brExLayout, mtuOf } from '../br-ex/layout.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { Finding } from '../model/finding.ts';
import type { NetworkState } from '../model/model.ts';
import { asFields } from '../model/values.ts';
import { graphOf } from '../rules/context.ts';
import { carriers, concernsBrEx, portNames } from './desired-state.ts';
import type { Difference } from './differences.ts';
import type { OvnAddresses } from './ovn-addresses.ts';
import type { Rejection } from './rejections.ts';

export interface CautionFacts {
  present: NetworkState;
  wanted: NetworkState;
  changes: readonly Difference[];
  ovn: OvnAddresses;
  cluster: ClusterNetwork | undefined;
  /** Version that the cluster was installed with. */
  openShiftVersion: string | undefined;
}

/** OVN puts 100 bytes of its own around what pods send. */
const OVERHEAD = 100;

/** An MTU of br-ex below what OVN-Kubernetes needs: it would not start again on the node. */
export function mtuRejection({ wanted, changes, cluster }: CautionFacts): Rejection[] {
  const lower = mtuChange(changes, wanted);
  const own = brExMtu(wanted);
  if (!lower || cluster?.clusterMtu === undefined || own === undefined) return [];
  const needed = cluster.clusterMtu + OVERHEAD;
  if (own >= needed) return [];
  return [
    {
      rule: 'day2-mtu',
      path: lower.path,
      message: `br-ex cannot have MTU ${own}: the cluster network has ${cluster.clusterMtu} and needs ${needed}, and OVN-Kubernetes does not start below that`,
      remedy: `Keep ${needed} or more, or migrate the MTU of the cluster network first (Network.operator, \`migration.mtu\`).`,
      concerns: ({ field }) => field[0] === 'mtu',
    },
  ];
}

function mtuChange(changes: readonly Difference[], wanted: NetworkState): Difference | undefined {
  const chain = carriers(wanted);
  return changes.find(
    ({ of, iface, field }) =>
      of === 'interface' && field[0] === 'mtu' && (iface?.name === BR_EX || chain.has(iface?.name ?? '')),
  );
}

function brExMtu(state: NetworkState): number | undefined {
  const graph = graphOf(state);
  const { internal, uplinks } = brExLayout(state, graph);
  const below = uplinks.flatMap(({ members }) => members.flatMap(({ name }) => mtuOf(graph, name) ?? []));
  return internal && (internal.mtu ?? (below.length > 0 ? Math.min(...below) : undefined));
}

/** What is worth knowing before the policy is applied. */
export function cautions(facts: CautionFacts): Finding[] {
  return [
    ...mtu(facts),
    ...bonds(facts),
    ...vfs(facts),
    ...gateway(facts),
    ...versions(facts),
    ...rest(facts),
  ];
}

function mtu({ present, wanted, changes, cluster }: CautionFacts): Finding[] {
  const change = mtuChange(changes, wanted);
  const [from, to] = [brExMtu(present) ?? 1500, brExMtu(wanted) ?? 1500];
  if (change?.kind === 'removed' && change.iface?.name !== BR_EX && to > 1500)
    return [
      {
        rule: 'day2-mtu',
        path: change.path,
        level: 'warning',
        message: `${change.iface!.name} goes back to MTU 1500, since the wanted document no longer says one, and br-ex has ${to}: large packets would be lost`,
        remedy: `Write \`mtu: ${to}\` or more into ${change.iface!.name}.`,
      },
    ];
  if (!change || from === to) return [];
  if (to > from)
    return [
      {
        rule: 'day2-mtu',
        path: change.path,
        level: 'info',
        message: `Pods keep the MTU of the cluster network${cluster?.clusterMtu === undefined ? '' : `, ${cluster.clusterMtu}`}: this raises that of the nodes only`,
        remedy: `Migrate the cluster network afterwards when pods are to have more (Network.operator, \`migration.mtu\`), up to ${to - OVERHEAD}. The switches must carry ${to} first.`,
      },
    ];
  if (cluster?.clusterMtu !== undefined) return [];
  return [
    {
      rule: 'day2-mtu',
      path: change.path,
      level: 'warning',
      message: `br-ex gets MTU ${to} instead of ${from}, and nothing here says what the cluster network needs`,
      remedy: `Make sure that the MTU of the cluster network is ${to - OVERHEAD} or less: OVN-Kubernetes does not start with a smaller one below it.`,
    },
  ];
}

function bonds({ present, changes }: CautionFacts): Finding[] {
  return changes.flatMap((change): Finding[] => {
    const { of, iface, field, path, from, to } = change;
    if (of !== 'interface' || field[0] !== 'link-aggregation') return [];
    const { name } = iface!;
    if (field[1] === 'mode')
      return [
        {
          rule: 'day2-bond-mode',
          path,
          level: 'warning',
          message: `${name} is made anew in mode ${String(to)}: what it carries stops for some seconds`,
          remedy:
            to === '802.3ad' || from === '802.3ad'
              ? 'Change LACP at the switch in the same moment, host by host; the policy rolls back when the gateway is not reached within two minutes.'
              : 'Apply it to one host first. The policy rolls back when the gateway is not reached within two minutes.',
        },
      ];
    if (field[1] !== 'port') return [];
    const [old, now] = [portNames(from), portNames(to)];
    const source = present.interfaces.find((each) => each.name === name)?.copyMacFrom;
    const removed = old.filter((port) => !now.includes(port));
    if (removed.length === 0) return [];
    return [
      {
        rule: 'day2-bond-ports',
        path,
        level: 'warning',
        message:
          removed.length === old.length
            ? `${name} loses all of its ports, ${removed.join(', ')}, at once: what it carries stops until the new ones are up`
            : `${name} loses ${removed.join(', ')}${removed.includes(source ?? '') ? ', the NIC its MAC address is from' : ''}`,
        remedy: removed.includes(source ?? '')
          ? 'Write the MAC address of the bond as `mac-address`, so that it stays.'
          : 'Add the new ports with one policy and take the old ones out with the next.',
      },
    ];
  });
}

function vfs({ changes }: CautionFacts): Finding[] {
  return changes
    .filter(({ field }) => field.join('.') === 'ethernet.sr-iov.total-vfs')
    .map(({ iface, path }) => ({
      rule: 'day2-sr-iov',
      path,
      level: 'warning',
      message: `All virtual functions of ${iface!.name} are made anew: pods that have one lose it`,
      remedy: 'Drain the node first.',
    }));
}

/** Default routes by br-ex: OVN's router of the node has read its next hop when it started. */
function gateway({ changes, present }: CautionFacts): Finding[] {
  // A policy that was applied need not say any route; the same one is then only written again.
  if (present.routes.length === 0) return [];
  const change = changes.find(({ of, from, to }) => {
    const route = asFields(to ?? from);
    return (
      of === 'route' &&
      (route?.destination === '0.0.0.0/0' || route?.destination === '::/0') &&
      route['next-hop-interface'] === BR_EX
    );
  });
  if (!change) return [];
  return [
    {
      rule: 'day2-gateway',
      path: change.path,
      level: 'warning',
      message:
        'The default route of br-ex changes: OVN-Kubernetes reads the gateway when it starts on the node',
      remedy:
        'Delete the ovnkube-node pod of each node after the policy is available there. The policy itself rolls back when the new gateway does not answer pings.',
    },
  ];
}

function versions({ changes, present, wanted, ovn, cluster, openShiftVersion }: CautionFacts): Finding[] {
  const first = changes.find((change) => concernsBrEx(change, present, wanted));
  const internal = brExLayout(wanted, graphOf(wanted)).internal;
  if (!first || !internal) return [];
  const minor = Number(/^\s*v?4\.(\d+)/.exec(openShiftVersion ?? '')?.[1] ?? Number.NaN);
  return [
    ...(openShiftVersion === undefined && ovn.read.length === 0
      ? [
          {
            rule: 'day2-masquerade',
            path: internal.path,
            level: 'warning' as const,
            message: `OVN's address on br-ex is not known: ${ovn.ipv4.ip}/${ovn.ipv4.prefixLength} is that of clusters installed as 4.17 or newer`,
            remedy:
              'Say which version the cluster was installed with, or give the report of the node (`oc get nns NODE -o yaml`) as the present state. With another address traffic stops.',
          },
        ]
      : ovn.read.length === 0 && !cluster?.masquerade
        ? [
            {
              rule: 'day2-masquerade',
              path: internal.path,
              level: 'info' as const,
              message: `OVN's address on br-ex is ${ovn.ipv4.ip}/${ovn.ipv4.prefixLength}, as in every cluster installed as ${openShiftVersion} without an internalMasqueradeSubnet of its own`,
              remedy:
                'Look with `oc get network.operator cluster -o yaml`; if it has one, say it with the cluster (`--cluster`, or the layout of the hosts).',
            },
          ]
        : []),
    ...(minor < 16
      ? [
          {
            rule: 'day2-version',
            path: internal.path,
            level: 'warning' as const,
            message: `OpenShift ${openShiftVersion} has no br-ex by NMState: nodes installed before 4.16 have one that configure-ovs made, and a policy cannot take that over`,
            remedy:
              'Make sure that the nodes were installed, or set up anew, with their documents in a MachineConfig.',
          },
        ]
      : []),
  ];
}

function rest({ changes }: CautionFacts): Finding[] {
  return changes
    .filter(({ kind }) => kind === 'kept')
    .map(({ iface, field, path, from }) => ({
      rule: 'day2-kept',
      path,
      level: 'warning',
      message: `${iface?.name ?? ''} keeps ${field.join('.')}${typeof from === 'object' ? '' : ` ${String(from)}`}: the wanted document no longer says it, and NMState keeps what nobody mentions`,
      remedy: 'Write the value that it shall have.',
    }));
}
