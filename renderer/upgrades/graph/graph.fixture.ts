import type { SavedGraph } from '../../../core/contract/topics/upgrades.ts';

/** Returns a graph in which each version updates to the next ones of its minor version and of the next minor version. */
export function graphOf(minors: number, patches: number, reach = 6): SavedGraph {
  const versions = Array.from({ length: minors * patches }, (_, at) => ({
    version: `4.${Math.floor(at / patches) + 1}.${at % patches}`,
    channels: [`stable-4.${Math.floor(at / patches) + 1}`],
  }));
  const updates = versions.flatMap((_, at) =>
    Array.from({ length: reach }, (_each, step) => {
      const within = (at % patches) + step + 1 < patches;
      const next = step % 2 === 0 && within ? at + step + 1 : at + patches + step;
      return next < versions.length ? [at, next, step === 3 ? 1 : 0, step === 3 ? 1 : 0] : [];
    }).flat(),
  );
  const risk = { name: 'SomeRisk', message: 'It breaks.', url: '', always: false };
  return { origins: [], versions, risks: [risk], riskSets: [[], [0]], updates };
}
