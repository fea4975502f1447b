import { coerce, gt, lt, type SemVer } from 'semver';
import type { ClusterFacts, FactPart } from './cluster-facts.ts';
import { conditionOf } from './conditions.ts';
import { type CheckGroup, type CheckItem, okItem } from './report.ts';

/** A version with its suffix (`4.18.0-rc.1`); undefined when it is none. */
export function versionOf(text: string | undefined): SemVer | undefined {
  return coerce(text ?? '', { includePrerelease: true }) ?? undefined;
}

/** An item for a part of the facts that could not be read; nothing when it was. */
export function unreadItems(
  facts: ClusterFacts,
  part: FactPart,
  group: CheckGroup,
  name: string,
): CheckItem[] {
  const why = facts.unread[part];
  if (why === undefined) return [];
  const remedy = 'Use a kubeconfig whose user may read it, or add it to the files.';
  return [{ group, name, state: 'unknown', message: `it could not be read: ${why}`, remedy }];
}

/**
 * What the cluster itself says against an upgrade: its version operator, cluster operators, acknowledgements. Upgradeable
 * and acknowledgements count for another minor only, as in the cluster.
 */
export function clusterItems(facts: ClusterFacts, to: SemVer | undefined): CheckItem[] {
  const from = versionOf(facts.version);
  const minor = from && to ? from.major !== to.major || from.minor !== to.minor : true;
  return [
    ...unreadItems(facts, 'version', 'cluster', 'ClusterVersion'),
    ...(facts.unread.version === undefined ? versionItems(facts, minor) : []),
    ...acknowledgementItems(facts, from, minor),
    ...operatorItems(facts, minor),
  ];
}

function versionItems(facts: ClusterFacts, minor: boolean): CheckItem[] {
  const group = 'cluster';
  const items: CheckItem[] = [];
  const failing = conditionOf(facts.conditions, 'Failing');
  if (failing?.status === 'True')
    items.push({
      ...{ group, name: 'ClusterVersion', state: 'failed' },
      message: `the update that was last asked for fails: ${failing.message ?? failing.reason ?? 'no reason given'}`,
      remedy: 'Mend what the message names first (`oc adm upgrade`).',
    });
  const progressing = conditionOf(facts.conditions, 'Progressing');
  if (progressing?.status === 'True')
    items.push({
      ...{ group, name: 'ClusterVersion', state: 'warning' },
      message: `an update is under way: ${progressing.message ?? ''}`.trimEnd(),
      remedy: 'Wait until it is over.',
    });
  const rejected = conditionOf(facts.conditions, 'ReleaseAccepted');
  if (rejected?.status === 'False')
    items.push({
      ...{ group, name: 'ClusterVersion', state: 'warning' },
      message: `the release that was last asked for was not accepted: ${rejected.message ?? rejected.reason ?? ''}`,
      remedy: 'What it says must hold for this release too: see the signatures and images above.',
    });
  const upgradeable = conditionOf(facts.conditions, 'Upgradeable');
  if (upgradeable?.status === 'False') {
    const why = upgradeable.message ?? upgradeable.reason ?? 'no reason given';
    items.push({
      ...{ group, name: 'Upgradeable', state: minor ? 'failed' : 'ok' },
      message: minor
        ? `the cluster refuses another minor: ${why}`
        : `an update within the minor is allowed, another minor would not be: ${why}`,
      remedy: minor ? 'Do what the message says; the cluster looks again within minutes.' : '',
    });
  } else items.push(okItem(group, 'Upgradeable', 'the cluster has nothing against it'));
  if (items.every(({ name }) => name !== 'ClusterVersion'))
    items.push(okItem(group, 'ClusterVersion', `at ${facts.version ?? 'a version it does not say'}`));
  return items;
}

/** Names of gates say for which minor they stand (`ack-4.18-…`), as the cluster reads them. */
const GATE = /^ack-(\d+\.\d+)-/;

function acknowledgementItems(facts: ClusterFacts, from: SemVer | undefined, minor: boolean): CheckItem[] {
  const name = 'Acknowledgements';
  const unread = unreadItems(facts, 'acknowledgements', 'cluster', name);
  if (unread.length > 0) return unread;
  const { gates, given } = facts.acknowledgements;
  const open = Object.entries(gates).filter(([gate]) => {
    const lasts = GATE.exec(gate)?.[1];
    return from && lasts === `${from.major}.${from.minor}` && !given.includes(gate);
  });
  if (open.length === 0 || !minor)
    return [
      okItem('cluster', name, minor ? 'none is open' : 'none is asked for: it is an update within the minor'),
    ];
  return open.map(([gate, why]) => ({
    ...{ group: 'cluster', name: gate, state: 'failed' },
    message: `an administrator has to acknowledge: ${why}`,
    remedy: `When that is done: oc -n openshift-config patch cm admin-acks --type merge -p '{"data":{"${gate}":"true"}}'`,
  }));
}

function operatorItems(facts: ClusterFacts, minor: boolean): CheckItem[] {
  const unread = unreadItems(facts, 'operators', 'cluster', 'ClusterOperators');
  if (unread.length > 0) return unread;
  const items = facts.operators.flatMap(({ name, conditions }): CheckItem[] => {
    const is = (type: string, status: string) => {
      const found = conditionOf(conditions, type);
      return found?.status === status ? (found.message ?? found.reason ?? type) : undefined;
    };
    const about = { group: 'cluster', name: `ClusterOperator ${name}` } as const;
    const look = `Look at it: \`oc describe clusteroperator ${name}\``;
    const away = is('Available', 'False');
    if (away !== undefined)
      return [{ ...about, state: 'failed', message: `not available: ${away}`, remedy: look }];
    const degraded = is('Degraded', 'True');
    if (degraded !== undefined)
      return [{ ...about, state: 'failed', message: `degraded: ${degraded}`, remedy: look }];
    const stored = minor ? is('Upgradeable', 'False') : undefined;
    return stored === undefined
      ? []
      : [{ ...about, state: 'failed', message: `refuses another minor: ${stored}`, remedy: look }];
  });
  if (items.length > 0) return items;
  const { length } = facts.operators;
  return [okItem('cluster', 'ClusterOperators', `all ${length} are available, none is degraded`)];
}

/** Pools of nodes: what keeps them from taking a new release. */
export function poolItems(facts: ClusterFacts): CheckItem[] {
  const unread = unreadItems(facts, 'pools', 'nodes', 'MachineConfigPools');
  if (unread.length > 0) return unread;
  return facts.pools.map(poolItem);
}

function poolItem({ name, state, machines, updated, message }: ClusterFacts['pools'][number]): CheckItem {
  const about = { group: 'nodes', name: `MachineConfigPool ${name}` } as const;
  const nodes = `${updated} of ${machines} nodes have its newest configuration`;
  switch (state) {
    case 'updated':
      return okItem('nodes', about.name, nodes);
    case 'degraded':
      return {
        ...{ ...about, state: 'failed', message: `degraded: ${message ?? nodes}` },
        remedy: `\`oc describe machineconfigpool ${name}\` names the node and the reason.`,
      };
    case 'paused':
      return {
        ...{ ...about, state: 'warning', message: `paused: its nodes stay on the old release (${nodes})` },
        remedy: `Meant for updates over two minors (EUS). Otherwise: \`oc patch machineconfigpool ${name} --type merge -p '{"spec":{"paused":false}}'\``,
      };
    case 'updating':
      return {
        ...{ ...about, state: 'warning', message: `still updating: ${nodes}` },
        remedy: `Wait until it is over: \`oc get machineconfigpool ${name}\``,
      };
  }
}

/** Whether a cluster goes from its version to this one at all. */
export function pathItems(
  facts: ClusterFacts,
  to: SemVer,
  /** Versions that the payload itself names as those it can be reached from; undefined when it was not read. */
  previous: readonly string[] | undefined,
): CheckItem[] {
  const name = 'Upgrade path';
  const from = versionOf(facts.version);
  if (!from) return unreadItems(facts, 'version', 'release', name);
  const failed = (message: string, remedy: string): CheckItem[] => [
    { group: 'release', name, state: 'failed', message, remedy },
  ];
  const plan = `\`airlock upgrade-path ocp --from ${from.version} --to ${to.version}\` shows the way.`;
  if (from.version === to.version)
    return [okItem('release', name, `the cluster is at ${to.version} already`)];
  if (lt(to, from))
    return failed(`${to.version} is older than ${from.version}: clusters do not go back`, plan);
  if (to.major !== from.major || to.minor > from.minor + 1)
    return failed(`from ${from.version} a cluster goes to the next minor at most`, plan);
  const offered = facts.updates.find(({ version }) => version === to.version);
  if (offered && offered.risks.length === 0)
    return [okItem('release', name, `the update service offers it to this cluster`)];
  if (offered)
    return [
      {
        ...{ group: 'release', name, state: 'warning' },
        message: `the update service offers it with known risks: ${offered.risks.join('; ')}`,
        remedy: 'Read them; `oc adm upgrade --include-not-recommended` shows them too.',
      },
    ];
  if (previous?.includes(from.version))
    return [okItem('release', name, `the release names ${from.version} among those it can be reached from`)];
  return [
    {
      ...{ group: 'release', name, state: 'warning' },
      message: `neither the update service of the cluster nor the release itself says that it can be reached from ${from.version}`,
      remedy: plan,
    },
  ];
}

/** Whether operators go along: OLM refuses another minor beyond what an installed one supports. */
export function supportItems(facts: ClusterFacts, to: SemVer): CheckItem[] {
  return facts.installed.flatMap(({ name, namespace, mostOpenShift }) => {
    const most = versionOf(mostOpenShift);
    if (!most || !gt(`${to.major}.${to.minor}.0`, `${most.major}.${most.minor}.0`)) return [];
    return [
      {
        ...({ group: 'installed', name: `${namespace}/${name}`, state: 'failed' } as const),
        message: `it supports OpenShift up to ${mostOpenShift} only, and OLM holds the cluster back`,
        remedy: 'Update this operator first.',
      },
    ];
  });
}
