import { coerce, gt, lt, type SemVer } from 'semver';
import type { ClusterFacts, FactPart } from './cluster-facts.ts';
import { conditionOf } from './conditions.ts';
import { t } from './messages.ts';
import { type CheckGroup, type CheckItem, okItem } from './report.ts';

/** Returns a version with its suffix (`4.18.0-rc.1`), or undefined if it is invalid. */
export function versionOf(text: string | undefined): SemVer | undefined {
  return coerce(text ?? '', { includePrerelease: true }) ?? undefined;
}

/** Returns an item for an unreadable part of the facts, or none if it was read. */
export function unreadItems(
  facts: ClusterFacts,
  part: FactPart,
  group: CheckGroup,
  name: string,
): CheckItem[] {
  const why = facts.unread[part];
  if (why === undefined) return [];
  const message = t('factsUnread', { name, reason: why });
  return [{ group, name, state: 'unknown', message, remedy: t('factsUnreadRemedy') }];
}

/**
 * Checks what the cluster itself reports: the Cluster Version Operator, cluster operators and acknowledgments. As in the
 * cluster, Upgradeable and acknowledgments matter only for another minor version.
 */
export function clusterItems(facts: ClusterFacts, to: SemVer | undefined): CheckItem[] {
  const from = versionOf(facts.version);
  const minor = from && to ? from.major !== to.major || from.minor !== to.minor : true;
  return [
    ...unreadItems(facts, 'version', 'cluster', 'ClusterVersion'),
    ...(facts.unread.version === undefined ? versionItems(facts, minor) : []),
    ...acknowledgmentItems(facts, from, minor),
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
      message: t('updateFailing', { reason: failing.message ?? failing.reason ?? t('reasonMissing') }),
      remedy: t('updateFailingRemedy'),
    });
  const progressing = conditionOf(facts.conditions, 'Progressing');
  if (progressing?.status === 'True')
    items.push({
      ...{ group, name: 'ClusterVersion', state: 'warning' },
      message: progressing.message
        ? t('updateInProgressAt', { progress: progressing.message })
        : t('updateInProgress'),
      remedy: t('updateInProgressRemedy'),
    });
  const rejected = conditionOf(facts.conditions, 'ReleaseAccepted');
  if (rejected?.status === 'False')
    items.push({
      ...{ group, name: 'ClusterVersion', state: 'warning' },
      message: t('releaseRejected', { reason: rejected.message ?? rejected.reason ?? t('reasonMissing') }),
      remedy: t('releaseRejectedRemedy'),
    });
  const upgradeable = conditionOf(facts.conditions, 'Upgradeable');
  if (upgradeable?.status === 'False') {
    const reason = upgradeable.message ?? upgradeable.reason ?? t('reasonMissing');
    items.push({
      ...{ group, name: 'Upgradeable', state: minor ? 'failed' : 'ok' },
      message: minor ? t('minorUpgradeBlocked', { reason }) : t('onlyMinorUpgradeBlocked', { reason }),
      remedy: minor ? t('minorUpgradeBlockedRemedy') : '',
    });
  } else items.push(okItem(group, 'Upgradeable', t('upgradeAllowed')));
  if (items.every(({ name }) => name !== 'ClusterVersion'))
    items.push(
      okItem(
        group,
        'ClusterVersion',
        facts.version === undefined ? t('versionUnreported') : t('atVersion', { version: facts.version }),
      ),
    );
  return items;
}

/** The name of a gate contains the minor version that it applies to (`ack-4.18-…`), as in the cluster. */
const GATE = /^ack-(\d+\.\d+)-/;

function acknowledgmentItems(facts: ClusterFacts, from: SemVer | undefined, minor: boolean): CheckItem[] {
  const name = t('acknowledgmentsLabel');
  const unread = unreadItems(facts, 'acknowledgments', 'cluster', name);
  if (unread.length > 0) return unread;
  const { gates, given } = facts.acknowledgments;
  const open = Object.entries(gates).filter(([gate]) => {
    const lasts = GATE.exec(gate)?.[1];
    return from && lasts === `${from.major}.${from.minor}` && !given.includes(gate);
  });
  if (open.length === 0 || !minor)
    return [okItem('cluster', name, minor ? t('acknowledged') : t('acknowledgmentNotRequired'))];
  return open.map(([gate, why]) => ({
    ...{ group: 'cluster', name: gate, state: 'failed' },
    message: t('acknowledgmentMissing', { reason: why }),
    remedy: t('acknowledgmentMissingRemedy', {
      command: `oc -n openshift-config patch cm admin-acks --type merge -p '{"data":{"${gate}":"true"}}'`,
    }),
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
    const fault = (message: string): CheckItem[] => [
      { ...about, state: 'failed', message, remedy: t('operatorRemedy', { operator: name }) },
    ];
    const away = is('Available', 'False');
    if (away !== undefined) return fault(t('operatorUnavailable', { reason: away }));
    const degraded = is('Degraded', 'True');
    if (degraded !== undefined) return fault(t('operatorDegraded', { reason: degraded }));
    const block = minor ? is('Upgradeable', 'False') : undefined;
    return block === undefined ? [] : fault(t('operatorBlocks', { reason: block }));
  });
  if (items.length > 0) return items;
  const { length } = facts.operators;
  return [okItem('cluster', 'ClusterOperators', t('operatorsHealthy', { count: length }))];
}

/** Checks whether pools of nodes are ready for a new release. */
export function poolItems(facts: ClusterFacts): CheckItem[] {
  const unread = unreadItems(facts, 'pools', 'nodes', 'MachineConfigPools');
  if (unread.length > 0) return unread;
  return facts.pools.map(poolItem);
}

function poolItem({ name, state, machines, updated, message }: ClusterFacts['pools'][number]): CheckItem {
  const about = { group: 'nodes', name: `MachineConfigPool ${name}` } as const;
  const nodes = t('poolUpdated', { updated, machines });
  switch (state) {
    case 'updated':
      return okItem('nodes', about.name, nodes);
    case 'degraded':
      return {
        ...{ ...about, state: 'failed', message: t('poolDegraded', { reason: message ?? nodes }) },
        remedy: t('poolDegradedRemedy', { pool: name }),
      };
    case 'paused':
      return {
        ...{ ...about, state: 'warning', message: t('poolPaused', { nodes }) },
        remedy: t('poolPausedRemedy', {
          command: `oc patch machineconfigpool ${name} --type merge -p '{"spec":{"paused":false}}'`,
        }),
      };
    case 'updating':
      return {
        ...{ ...about, state: 'warning', message: t('poolUpdating', { nodes }) },
        remedy: t('poolUpdatingRemedy', { pool: name }),
      };
  }
}

/** Checks whether a cluster can be upgraded from its version to this one. */
export function pathItems(
  facts: ClusterFacts,
  to: SemVer,
  /** Previous versions in the metadata of the payload. Undefined if it wasn't read. */
  previous: readonly string[] | undefined,
): CheckItem[] {
  const name = t('upgradePathLabel');
  const from = versionOf(facts.version);
  if (!from) return unreadItems(facts, 'version', 'release', name);
  const failed = (message: string, remedy: string): CheckItem[] => [
    { group: 'release', name, state: 'failed', message, remedy },
  ];
  const plan = t('upgradePathRemedy', { from: from.version, to: to.version });
  if (from.version === to.version)
    return [okItem('release', name, t('alreadyAtVersion', { version: to.version }))];
  if (lt(to, from)) return failed(t('versionOlder', { to: to.version, from: from.version }), plan);
  if (to.major !== from.major || to.minor > from.minor + 1)
    return failed(t('minorSkipped', { from: from.version }), plan);
  const offered = facts.updates.find(({ version }) => version === to.version);
  if (offered && offered.risks.length === 0) return [okItem('release', name, t('upgradeOffered'))];
  if (offered)
    return [
      {
        ...{ group: 'release', name, state: 'warning' },
        message: t('upgradeOfferedWithRisks', { risks: offered.risks.join('; ') }),
        remedy: t('upgradeOfferedWithRisksRemedy'),
      },
    ];
  if (previous?.includes(from.version))
    return [okItem('release', name, t('upgradeInMetadata', { version: from.version }))];
  return [
    {
      ...{ group: 'release', name, state: 'warning' },
      message: t('upgradeUnknown', { version: from.version }),
      remedy: plan,
    },
  ];
}

/** Checks whether installed operators support the version. OLM blocks upgrades to an unsupported minor version. */
export function supportItems(facts: ClusterFacts, to: SemVer): CheckItem[] {
  return facts.installed.flatMap(({ name, namespace, mostOpenShift }) => {
    const most = versionOf(mostOpenShift);
    if (!most || !gt(`${to.major}.${to.minor}.0`, `${most.major}.${most.minor}.0`)) return [];
    return [
      {
        ...({ group: 'installed', name: `${namespace}/${name}`, state: 'failed' } as const),
        message: t('operatorVersionLimit', { version: String(mostOpenShift) }),
        remedy: t('operatorVersionLimitRemedy'),
      },
    ];
  });
}
