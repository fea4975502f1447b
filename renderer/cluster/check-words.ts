import type { UpgradeItemLine, UpgradeReportLine } from '../../core/contract/topics/clusters.ts';
import type { Mark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

const TITLES: Record<UpgradeItemLine['group'], string> = {
  release: t('groupRelease'),
  payload: t('groupPayload'),
  signatures: t('groupSignatures'),
  cluster: t('groupCluster'),
  nodes: t('groupNodes'),
  catalogs: t('groupCatalogs'),
  installed: t('groupInstalled'),
};

export const ITEM_STATES: Record<UpgradeItemLine['state'], { mark: Mark; word: string }> = {
  ok: { mark: 'good', word: t('checkPassedLabel') },
  warning: { mark: 'warning', word: t('checkWarningLabel') },
  failed: { mark: 'bad', word: t('checkFailedLabel') },
  unknown: { mark: 'left-out', word: t('checkUnknownLabel') },
};

/** A part of the report. */
export interface CheckGroup {
  title: string;
  /** Items that didn't pass, shown in full. */
  open: UpgradeItemLine[];
  /** Items that passed, collapsed. */
  passed: UpgradeItemLine[];
}

/** Returns the items by group: groups that block the upgrade first, then those to review, then those that passed. */
export function checkGroups(items: readonly UpgradeItemLine[]): CheckGroup[] {
  const groups = [...Map.groupBy(items, ({ group }) => group)].map(([group, all]) => ({
    title: TITLES[group],
    open: all.filter(({ state }) => state !== 'ok'),
    passed: all.filter(({ state }) => state === 'ok'),
  }));
  const rank = ({ open }: CheckGroup) =>
    open.some(({ state }) => state === 'failed') ? 0 : open.length > 0 ? 1 : 2;
  return groups.sort((a, b) => rank(a) - rank(b));
}

/** Returns whether anything blocks the upgrade, as the title of the report. */
export function checkSentence({ ok, to, version, counts }: UpgradeReportLine): string {
  const { failed, warning: warnings, unknown } = counts;
  if (to === version) return t('checkInstalledTitle', { version, failed });
  if (!ok) return t('checkBlockedTitle', { version: to, failed });
  if (warnings > 0 && unknown > 0) return t('checkOpenTitle', { version: to, warnings, unknown });
  if (warnings > 0) return t('checkWarningsTitle', { version: to, warnings });
  if (unknown > 0) return t('checkUnknownTitle', { version: to, unknown });
  return t('checkReadyTitle', { version: to });
}
