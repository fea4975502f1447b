import { BR_EX, brExLayout, mtuOf } from '../br-ex/layout.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { Finding } from '../model/finding.ts';
import type { NetworkState } from '../model/model.ts';
import { asFields } from '../model/values.ts';
import { graphOf } from '../rules/context.ts';
import { carriers, concernsBrEx, portNames } from './desired-state.ts';
import type { Difference } from './differences.ts';
import { t } from './messages.ts';
import type { OvnAddresses } from './ovn-addresses.ts';
import type { Rejection } from './rejections.ts';

export interface CautionFacts {
  present: NetworkState;
  desired: NetworkState;
  changes: readonly Difference[];
  ovn: OvnAddresses;
  cluster: ClusterNetwork | undefined;
  /** Version that the cluster was installed with. */
  openShiftVersion: string | undefined;
}

/** OVN-Kubernetes adds up to 100 bytes of headers to each packet of a pod. */
const OVERHEAD = 100;

/** Rejects an MTU of br-ex that is too low: OVN-Kubernetes wouldn't start again on the node. */
export function mtuRejection({ desired, changes, cluster }: CautionFacts): Rejection[] {
  const lower = mtuChange(changes, desired);
  const own = brExMtu(desired);
  if (!lower || cluster?.clusterMtu === undefined || own === undefined) return [];
  const needed = cluster.clusterMtu + OVERHEAD;
  if (own >= needed) return [];
  return [
    {
      rule: 'day2-mtu',
      path: lower.path,
      message: t('mtuTooLow', { own, clusterMtu: cluster.clusterMtu, needed }),
      remedy: t('mtuTooLowRemedy', { needed }),
      concerns: ({ field }) => field[0] === 'mtu',
    },
  ];
}

function mtuChange(changes: readonly Difference[], desired: NetworkState): Difference | undefined {
  const chain = carriers(desired);
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

/** Returns warnings to read before the policy is applied. */
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

function mtu({ present, desired, changes, cluster }: CautionFacts): Finding[] {
  const change = mtuChange(changes, desired);
  const [from, to] = [brExMtu(present) ?? 1500, brExMtu(desired) ?? 1500];
  if (change?.kind === 'removed' && change.iface?.name !== BR_EX && to > 1500)
    return [
      {
        rule: 'day2-mtu',
        path: change.path,
        level: 'warning',
        message: t('mtuReset', { name: change.iface!.name, to }),
        remedy: t('mtuResetRemedy', { name: change.iface!.name, to }),
      },
    ];
  if (!change || from === to) return [];
  if (to > from)
    return [
      {
        rule: 'day2-mtu',
        path: change.path,
        level: 'info',
        message:
          cluster?.clusterMtu === undefined
            ? t('mtuOfNodesOnly')
            : t('mtuOfNodesOnlyKnown', { clusterMtu: cluster.clusterMtu }),
        remedy: t('mtuOfNodesOnlyRemedy', { max: to - OVERHEAD, to }),
      },
    ];
  if (cluster?.clusterMtu !== undefined) return [];
  return [
    {
      rule: 'day2-mtu',
      path: change.path,
      level: 'warning',
      message: t('mtuUnverified', { from, to }),
      remedy: t('mtuUnverifiedRemedy', { max: to - OVERHEAD }),
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
          message: t('bondModeChange', { name, mode: String(to) }),
          remedy: to === '802.3ad' || from === '802.3ad' ? t('bondModeLacpRemedy') : t('bondModeRemedy'),
        },
      ];
    if (field[1] !== 'port') return [];
    const [old, now] = [portNames(from), portNames(to)];
    const source = present.interfaces.find((each) => each.name === name)?.copyMacFrom;
    const removed = old.filter((port) => !now.includes(port));
    if (removed.length === 0) return [];
    const losesMac = removed.includes(source ?? '');
    const named = { name, ports: removed.join(', '), count: removed.length };
    return [
      {
        rule: 'day2-bond-ports',
        path,
        level: 'warning',
        message:
          removed.length === old.length
            ? t('bondPortsReplaced', named)
            : losesMac
              ? t('bondMacPortRemoved', named)
              : t('bondPortsRemoved', named),
        remedy: losesMac ? t('bondMacRemedy') : t('bondPortsRemedy'),
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
      message: t('vfsRecreated', { name: iface!.name }),
      remedy: t('vfsRecreatedRemedy'),
    }));
}

/** Warns about changed default routes of br-ex, whose next hop the OVN router of a node only reads when it starts. */
function gateway({ changes, present }: CautionFacts): Finding[] {
  // A policy that was applied may contain no routes. Then the same route is only written again.
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
      message: t('gatewayChange'),
      remedy: t('gatewayChangeRemedy'),
    },
  ];
}

function versions({ changes, present, desired, ovn, cluster, openShiftVersion }: CautionFacts): Finding[] {
  const first = changes.find((change) => concernsBrEx(change, present, desired));
  const internal = brExLayout(desired, graphOf(desired)).internal;
  if (!first || !internal) return [];
  const minor = Number(/^\s*v?4\.(\d+)/.exec(openShiftVersion ?? '')?.[1] ?? Number.NaN);
  return [
    ...(openShiftVersion === undefined && ovn.read.length === 0
      ? [
          {
            rule: 'day2-masquerade',
            path: internal.path,
            level: 'warning' as const,
            message: t('masqueradeUnknown', ovn.ipv4),
            remedy: t('masqueradeUnknownPolicyRemedy'),
          },
        ]
      : ovn.read.length === 0 && !cluster?.masquerade
        ? [
            {
              rule: 'day2-masquerade',
              path: internal.path,
              level: 'info' as const,
              message: t('masqueradeAssumed', { ...ovn.ipv4, version: openShiftVersion ?? '' }),
              remedy: t('masqueradeAssumedRemedy'),
            },
          ]
        : []),
    ...(minor < 16
      ? [
          {
            rule: 'day2-version',
            path: internal.path,
            level: 'warning' as const,
            message: t('releaseWithoutBrEx', { version: openShiftVersion ?? '' }),
            remedy: t('releaseWithoutBrExRemedy'),
          },
        ]
      : []),
  ];
}

function rest({ changes }: CautionFacts): Finding[] {
  return changes
    .filter(({ kind }) => kind === 'unchanged')
    .map(({ iface, field, path, from }) => {
      const named = { name: iface?.name ?? '', field: field.join('.') };
      return {
        rule: 'day2-unchanged',
        path,
        level: 'warning',
        message:
          typeof from === 'object'
            ? t('settingUnchanged', named)
            : t('settingUnchangedValue', { ...named, value: String(from) }),
        remedy: t('settingUnchangedRemedy', named),
      };
    });
}
