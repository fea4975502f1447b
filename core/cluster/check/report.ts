/** What an answer is about; in the order of the report. */
export const CHECK_GROUPS = {
  release: 'The release',
  payload: 'Images of the release',
  signatures: 'Signatures',
  cluster: 'The cluster',
  nodes: 'Nodes',
  catalogs: 'Catalogs',
  installed: 'Installed operators',
} as const;
export type CheckGroup = keyof typeof CHECK_GROUPS;

/** `unknown`: it could not be looked at; nothing speaks for or against it. */
export type CheckState = 'ok' | 'warning' | 'failed' | 'unknown';

export interface CheckItem {
  group: CheckGroup;
  name: string;
  state: CheckState;
  message: string;
  /** What to do; empty where nothing has to be done. */
  remedy: string;
  /** Which place gave an image: the mirror with the set that names it, or the source itself. */
  from?: string;
}

/** Whether an upgrade will go. */
export interface CheckReport {
  /** No item failed. */
  ok: boolean;
  to: string;
  /** Of the release, when it is known. */
  digest?: string;
  /** The version that the cluster is at. */
  version?: string;
  server: string;
  context?: string;
  clusterId?: string;
  /** When the cluster was asked, RFC 3339. */
  inspectedAt: string;
  checkedAt: string;
  counts: Record<CheckState, number>;
  items: CheckItem[];
}

/** `failed` before all others, as somebody reads a report. */
const STATE_ORDER: readonly CheckState[] = ['failed', 'warning', 'unknown', 'ok'];

export function okItem(group: CheckGroup, name: string, message: string): CheckItem {
  return { group, name, state: 'ok', message, remedy: '' };
}

/** Counts, verdict and order by group. */
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

/** The answer in a sentence. */
export function verdictOf({ ok, to, version, counts }: CheckReport): string {
  const from = version === undefined ? '' : ` from ${version}`;
  const rest = [
    ...(counts.warning > 0 ? [`${counts.warning} to look at`] : []),
    ...(counts.unknown > 0 ? [`${counts.unknown} not known`] : []),
  ].join(', ');
  if (!ok) return `The upgrade${from} to ${to} will not go: ${counts.failed} failed${rest && `, ${rest}`}.`;
  return `Nothing was found that stops the upgrade${from} to ${to}${rest && `; ${rest}`}.`;
}
