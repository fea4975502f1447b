import { AirlockError } from '../../base/errors/airlock-error.ts';
import { goArchitecture, releaseTagParts } from '../../base/image/architecture.ts';
import { t } from './messages.ts';
import { isReleaseTag, type ReleaseStore } from './release-store.ts';

/** A release by its tag in a store. */
export interface NamedRelease {
  tag: string;
  version: string;
  /** amd64, arm64, ppc64le, s390x or multi. Absent for tags without one, such as those of OKD. */
  architecture?: string;
}

/** Returns the version and architecture in a tag, such as `4.16.1-x86_64`. */
function namedRelease(tag: string): NamedRelease {
  const { version, machine } = releaseTagParts(tag);
  return machine === undefined ? { tag, version } : { tag, version, architecture: goArchitecture(machine) };
}

/**
 * Returns the release of a store that a version and an architecture select. One architecture can run the tools of
 * releases for another one, so the architecture only decides between releases of one version.
 * @param wanted.version a version or a tag. Not needed for a store with one release
 * @throws AirlockError `content-missing` if there is none, `usage` if there are several
 */
export async function chooseRelease(
  store: Pick<ReleaseStore, 'location' | 'tags'>,
  { version, architecture }: { version?: string; architecture?: string },
): Promise<NamedRelease> {
  const { location } = store;
  const all = (await store.tags()).filter(isReleaseTag).map(namedRelease);
  const names = (releases: readonly NamedRelease[]) =>
    releases
      .map(({ tag }) => tag)
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .join(', ');
  if (all.length === 0)
    throw new AirlockError('content-missing', t('noReleases', { location }), {
      side: 'local',
      remedy: t('noReleasesRemedy'),
    });
  const matching =
    version === undefined ? all : all.filter((each) => each.tag === version || each.version === version);
  if (matching.length === 0)
    throw new AirlockError('content-missing', t('releaseMissing', { location, version: version ?? '' }), {
      side: 'local',
      remedy: t('releaseMissingRemedy', { releases: names(all) }),
    });
  const exact = matching.filter((each) => each.architecture === architecture);
  const fitting = exact.length > 0 ? exact : matching.filter((each) => each.architecture === 'multi');
  const [only, ...others] = architecture !== undefined && fitting.length > 0 ? fitting : matching;
  if (only && others.length === 0) return only;
  throw new AirlockError('usage', t('severalReleases', { location, count: matching.length }), {
    remedy: t('severalReleasesRemedy', { releases: names(matching) }),
  });
}
