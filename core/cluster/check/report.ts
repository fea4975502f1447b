import { t } from './messages.ts';

/** Titles of the groups of checks, in the order of the report. */
export const CHECK_GROUPS = {
  release: t('releaseTitle'),
  payload: t('payloadTitle'),
  signatures: t('signaturesTitle'),
  cluster: t('clusterTitle'),
  nodes: t('nodesTitle'),
  catalogs: t('catalogsTitle'),
  installed: t('installedTitle'),
} as const;
export type CheckGroup = keyof typeof CHECK_GROUPS;

/** `unknown`: the check couldn't be run. */
export type CheckState = 'ok' | 'warning' | 'failed' | 'unknown';

export interface CheckItem {
  group: CheckGroup;
  name: string;
  state: CheckState;
  message: string;
  /** What to do. Empty if nothing has to be done. */
  remedy: string;
  /** The location that serves an image: the mirror with its mirror set, or the source registry. */
  from?: string;
}

/** The result of an upgrade check. */
export interface CheckReport {
  /** No item failed. */
  ok: boolean;
  to: string;
  /** Digest of the release, if it is known. */
  digest?: string;
  /** The current version of the cluster. */
  version?: string;
  server: string;
  context?: string;
  clusterId?: string;
  /** When the cluster was inspected, RFC 3339. */
  inspectedAt: string;
  checkedAt: string;
  counts: Record<CheckState, number>;
  items: CheckItem[];
}

/** The order of states in a report. */
const STATE_ORDER: readonly CheckState[] = ['failed', 'warning', 'unknown', 'ok'];

export function okItem(group: CheckGroup, name: string, message: string): CheckItem {
  return { group, name, state: 'ok', message, remedy: '' };
}

/** Returns a report with counts, verdict, and items sorted by group. */
export function reportOf(
  about: Omit<CheckReport, 'ok' | 'counts' | 'items'>,
  items: CheckItem[],
): CheckReport {
  const counts = { ok: 0, warning: 0, failed: 0, unknown: 0 };
  for (const { state } of items) counts[state]++;
  const groups = Object.keys(CHECK_GROUPS);
  const sorted = items.toSorted(
    (a, b) =>
      groups.indexOf(a.group) - groups.indexOf(b.group) ||
      STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state),
  );
  return { ok: counts.failed === 0, ...about, counts, items: sorted };
}

/** Returns the result as one sentence. */
export function verdictOf({ ok, to, version, counts }: CheckReport): string {
  const { warning: warnings, unknown, failed } = counts;
  const values = { from: version ?? 'none', to, warnings, unknown };
  if (to === version) return t('releaseInstalled', { ...values, failed });
  return ok ? t('upgradeUnblocked', values) : t('upgradeBlocked', { ...values, failed });
}
