import type { UpgradeAnswer, UpgradePicture, UpgradeRisk } from '../../core/contract/topics/upgrades.ts';
import { risksOf } from './question/upgrade-words.ts';

/** Updates that were withdrawn, and all others. */
export function updateCounts({ updates }: Pick<UpgradePicture, 'updates'>): {
  withdrawn: number;
  others: number;
} {
  const withdrawn = updates.filter(({ kind }) => kind === 'blocked').length;
  return { withdrawn, others: updates.length - withdrawn };
}

const KINDS = { plain: 'without a known risk', conditional: 'conditional', blocked: 'withdrawn' } as const;

/** `2 without a known risk, 1 withdrawn`: the updates that begin or end at a version. */
export function updatesAt(
  { updates }: Pick<UpgradePicture, 'updates'>,
  version: string,
  end: 'from' | 'to',
): string {
  const own = updates.filter((update) => update[end] === version);
  const parts = Object.entries(KINDS).flatMap(([kind, words]) => {
    const many = own.filter((update) => update.kind === kind).length;
    return many === 0 ? [] : [`${many} ${words}`];
  });
  return parts.join(', ') || 'none';
}

/** Risks of an update: with their rules where the answer has them, else as the drawing names them. */
export function risksBetween(
  { answer, refusal, picture }: UpgradeAnswer,
  { from, to }: { from: string; to: string },
): UpgradeRisk[] {
  const same = (each: { from: string; to: string }) => each.from === from && each.to === to;
  const hop = answer?.hops.find(same) ?? refusal?.conditional.find(same);
  if (hop) return hop.risks;
  const known = answer ? risksOf(answer) : [];
  const update = picture?.updates.find(same);
  return (update?.risks ?? []).map((at) => {
    const risk = picture!.risks[at]!;
    return known.find(({ name }) => name === risk.name) ?? { ...risk, always: false };
  });
}
