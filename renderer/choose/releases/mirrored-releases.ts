import { firstWords } from '../../../core/contract/documents/words.ts';
import type { AlsoMirrored } from '../../upgrades/upgrade-steps.tsx';
import type { RangeLimit } from './edits.ts';
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
 * @param limit of the configuration's ranges
 */
export function mirroredReleases(
  path: readonly string[],
  releases: readonly string[],
  limit: RangeLimit,
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
    sentence: sentenceOf(extra, missing, limit),
  };
}

function sentenceOf(extra: readonly string[], missing: readonly string[], limit: RangeLimit): string {
  const versions = missing.length > 0 ? missing : extra;
  const values = { versions: firstWords(versions, NAMED), count: versions.length };
  // Only ranges that are limited can also contain the rest.
  if (missing.length > 0)
    return limit === 'shortest' ? t('shortestMissingSentence', values) : t('missingSentence', values);
  if (extra.length === 0) return t('pathOnlySentence');
  switch (limit) {
    case 'shortest':
      return t('shortestExtraSentence', values);
    case 'every':
      return t('rangeExtraSentence', values);
    default:
      return t('extraSentence', values);
  }
}
