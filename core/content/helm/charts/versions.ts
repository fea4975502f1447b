import { compareBuild, maxSatisfying, parse, prerelease, validRange } from 'semver';
import { AirlockError } from '../../../base/errors/airlock-error.ts';

/**
 * The version that a configuration means, as it is written where it is offered: the one of that name, else the newest
 * in a range such as `6.x`, else the newest of all. Pre-releases are taken by name only.
 * @param subject names chart and repository in errors
 * @throws AirlockError `chart-unknown` with the nearest versions
 */
export function chooseVersion(offered: string[], wanted: string | undefined, subject: string): string {
  const bare = (version: string) => version.replace(/^v/, '');
  const exact =
    wanted &&
    (offered.find((version) => version === wanted) ?? offered.find((v) => bare(v) === bare(wanted)));
  if (exact) return exact;
  const newest = [...offered].filter((version) => parse(version)).sort((a, b) => compareBuild(b, a));
  const stable = newest.filter((version) => !prerelease(version));
  const range = wanted && validRange(wanted);
  const chosen = wanted ? range && maxSatisfying(stable, range) : stable[0];
  if (chosen) return chosen;
  const some = (newest.length > 0 ? newest : offered).slice(0, 5).join(', ');
  throw new AirlockError(
    'chart-unknown',
    wanted
      ? `${subject} has no version ${wanted}; the newest are ${some || 'none'}`
      : `${subject} has no stable version; there is ${some || 'none'}`,
    { side: 'source', remedy: some ? 'Write one of these as version.' : 'Check name and address.' },
  );
}
