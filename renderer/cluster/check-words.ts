import type { UpgradeItemLine, UpgradeReportLine } from '../../core/contract/topics/clusters.ts';
import { counted } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';

const TITLES: Record<UpgradeItemLine['group'], string> = {
  release: 'The release',
  payload: 'Images of the release',
  signatures: 'Signatures',
  cluster: 'The cluster',
  nodes: 'Nodes',
  catalogs: 'Catalogs',
  installed: 'Installed operators',
};

export const ITEM_STATES: Record<UpgradeItemLine['state'], { mark: Mark; word: string }> = {
  ok: { mark: 'good', word: 'In order' },
  warning: { mark: 'warning', word: 'Look at it' },
  failed: { mark: 'bad', word: 'Stops it' },
  unknown: { mark: 'left-out', word: 'Not known' },
};

/** A part of the report. */
export interface CheckGroup {
  title: string;
  /** What is not in order: shown in full. */
  open: UpgradeItemLine[];
  /** What is: folded away. */
  fine: UpgradeItemLine[];
}

/** The items by group: what stops the upgrade first, then what is to be looked at, then what is in order. */
export function checkGroups(items: readonly UpgradeItemLine[]): CheckGroup[] {
  const groups = [...Map.groupBy(items, ({ group }) => group)].map(([group, all]) => ({
    title: TITLES[group],
    open: all.filter(({ state }) => state !== 'ok'),
    fine: all.filter(({ state }) => state === 'ok'),
  }));
  const rank = ({ open }: CheckGroup) =>
    open.some(({ state }) => state === 'failed') ? 0 : open.length > 0 ? 1 : 2;
  return groups.sort((a, b) => rank(a) - rank(b));
}

/** The answer in a sentence. */
export function checkSentence({ ok, to, counts }: UpgradeReportLine): string {
  if (!ok)
    return `The upgrade to ${to} will not go: ${counted(counts.failed, 'thing')} ${counts.failed === 1 ? 'stops' : 'stop'} it.`;
  const open = [
    ...(counts.warning > 0 ? [`${counts.warning} to look at`] : []),
    ...(counts.unknown > 0 ? [`${counts.unknown} not known`] : []),
  ];
  return open.length === 0
    ? `Nothing stops the upgrade to ${to}.`
    : `Nothing was found that stops the upgrade to ${to}; ${open.join(', ')}.`;
}
