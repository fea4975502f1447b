import type { UpgradeAnswer, UpgradeHop } from '../../../core/contract/topics/upgrades.ts';

export const RISK = { name: 'SomeRisk', message: 'It breaks.', url: '', always: false };

/** Returns an answer with a path. @param risky versions whose updates have a risk @param around the alternative path */
export function answered(path: string[], risky: string[] = [], around?: string[]): UpgradeAnswer {
  const hopsOf = (versions: string[]) =>
    versions.slice(1).map(
      (to, at): UpgradeHop => ({
        from: versions[at]!,
        to,
        risks: risky.includes(to) ? [RISK] : [],
        suggested: false,
      }),
    );
  return {
    origins: [],
    to: path.at(-1)!,
    answer: { path, hops: hopsOf(path) },
    alternative: around && { path: around, hops: hopsOf(around) },
    notes: [],
    problems: [],
    command: '',
  };
}
