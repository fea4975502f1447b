import type { UpgradeAnswer, UpgradePicture, UpgradeRisk } from '../../core/contract/topics/upgrades.ts';
import { t } from './messages.ts';
import { risksOf } from './question/upgrade-words.ts';

/** Returns the numbers of blocked and of all other updates. */
export function updateCounts({ updates }: Pick<UpgradePicture, 'updates'>): {
  blocked: number;
  others: number;
} {
  const blocked = updates.filter(({ kind }) => kind === 'blocked').length;
  return { blocked, others: updates.length - blocked };
}

const KINDS = [
  ['plain', 'plainUpdates'],
  ['conditional', 'conditionalUpdates'],
  ['blocked', 'blockedUpdates'],
] as const;

/** Returns the updates from or to a version by kind: `2 without known risks, 1 blocked`. */
export function updatesAt(
  { updates }: Pick<UpgradePicture, 'updates'>,
  version: string,
  end: 'from' | 'to',
): string {
  const own = updates.filter((update) => update[end] === version);
  const parts = KINDS.flatMap(([kind, key]) => {
    const updates = own.filter((update) => update.kind === kind).length;
    return updates === 0 ? [] : [t(key, { updates })];
  });
  return parts.join(', ') || t('noneUpdates');
}

/** Returns the risks of an update, with their rules if the answer contains them. */
export function risksBetween(
  { answer, rejection, picture }: UpgradeAnswer,
  { from, to }: { from: string; to: string },
): UpgradeRisk[] {
  const same = (each: { from: string; to: string }) => each.from === from && each.to === to;
  const hop = answer?.hops.find(same) ?? rejection?.conditional.find(same);
  if (hop) return hop.risks;
  const known = answer ? risksOf(answer) : [];
  const update = picture?.updates.find(same);
  return (update?.risks ?? []).map((at) => {
    const risk = picture!.risks[at]!;
    return known.find(({ name }) => name === risk.name) ?? { ...risk, always: false };
  });
}
