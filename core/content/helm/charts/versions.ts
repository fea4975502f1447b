import { compareBuild, maxSatisfying, parse, prerelease, validRange } from 'semver';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { t } from '../messages.ts';

/**
 * Returns the offered version that a configuration selects: the exact one, else the newest in a range such as `6.x`, else
 * the newest of all. Pre-releases are only selected by an exact version.
 * @param subject name of the chart and repository in errors
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
  const versions = (newest.length > 0 ? newest : offered).slice(0, 5).join(', ');
  throw new AirlockError('chart-unknown', unknownVersion(subject, wanted, versions), {
    side: 'source',
    remedy: versions ? t('versionRemedy') : t('noVersionsRemedy'),
  });
}

function unknownVersion(chart: string, version: string | undefined, versions: string): string {
  if (version)
    return versions
      ? t('versionUnknown', { chart, version, versions })
      : t('versionUnknownOfNone', { chart, version });
  return versions ? t('noStableVersion', { chart, versions }) : t('noVersions', { chart });
}
