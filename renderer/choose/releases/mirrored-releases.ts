import { firstWords } from '../../../core/contract/documents/words.ts';
import type { AlsoMirrored } from '../../upgrades/upgrade-steps.tsx';
import { t } from './messages.ts';

/** Releases of one place that are named. */
const NAMED = 3;

/** The releases of the configuration compared with an upgrade path. */
export interface MirroredReleases {
  /** Releases outside the path, by their places between its steps. */
  also: AlsoMirrored[];
  sentence: string;
}

/**
 * Compares the releases that the configuration selects with a path. Undefined while none are known.
 * @param releases in ascending order
 * @param shortest whether the configuration sets `shortestPath`
 */
export function mirroredReleases(
  path: readonly string[],
  releases: readonly string[],
  shortest: boolean,
): MirroredReleases | undefined {
  if (releases.length === 0) return undefined;
  const extra = releases.filter((version) => !path.includes(version));
  const missing = path.filter((version) => !releases.includes(version));
  const places = Map.groupBy(extra, (version) => {
    const before = releases.slice(0, releases.indexOf(version));
    return before.filter((each) => path.includes(each)).length;
  });
  return {
    also: [...places].map(([after, versions]) => ({ after, title: firstWords(versions, NAMED) })),
    sentence: sentenceOf(extra, missing, shortest),
  };
}

function sentenceOf(extra: readonly string[], missing: readonly string[], shortest: boolean): string {
  if (missing.length > 0)
    return t('missingSentence', { versions: firstWords(missing, NAMED), count: missing.length });
  if (extra.length === 0) return t('pathOnlySentence');
  const values = { versions: firstWords(extra, NAMED), count: extra.length };
  return shortest ? t('shortestExtraSentence', values) : t('rangeExtraSentence', values);
}
