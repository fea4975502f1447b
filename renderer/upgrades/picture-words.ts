import type { UpgradeAnswer, UpgradePicture, UpgradeRisk } from '../../core/contract/topics/upgrades.ts';

/** Returns the numbers of blocked and of all other updates. */
export function updateCounts({ updates }: Pick<UpgradePicture, 'updates'>): {
  blocked: number;
  others: number;
} {
  const blocked = updates.filter(({ kind }) => kind === 'blocked').length;
  return { blocked, others: updates.length - blocked };
}

/** Returns the risks of an update. */
export function risksBetween(
  { answer, rejection, picture }: Pick<UpgradeAnswer, 'answer' | 'rejection' | 'picture'>,
  { from, to }: { from: string; to: string },
): UpgradeRisk[] {
  const same = (each: { from: string; to: string }) => each.from === from && each.to === to;
  const hop = answer?.hops.find(same) ?? rejection?.conditional.find(same);
  if (hop) return hop.risks;
  return (picture?.updates.find(same)?.risks ?? []).map((at) => picture!.risks[at]!);
}
