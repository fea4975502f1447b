import { coerce, lt } from 'semver';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { ClusterNeeds } from './cluster-needs.ts';

/** What a cluster of some version takes of the objects (docs/guides/cluster.md#regenerate-the-manifests). */
export interface VersionLimits {
  /** ImageContentSourcePolicy in place of ImageDigestMirrorSet and ImageTagMirrorSet. */
  icsp: boolean;
  clusterCatalogs: boolean;
  problems: Problem[];
}

const MIRROR_SETS = '4.13.0';
const CLUSTER_CATALOGS = '4.18.0';
const SIGNATURE_CONFIG_MAPS = '4.4.8';

/**
 * Without a version everything is written, and mirror sets as the last push wrote them.
 * @throws AirlockError `usage` for a version that is none
 */
export function versionLimits(
  needs: Pick<ClusterNeeds, 'openShiftVersion' | 'icsp' | 'mirrors' | 'catalogs' | 'signatures'>,
): VersionLimits {
  const { openShiftVersion: text } = needs;
  const version = text === undefined ? undefined : coerce(text, { includePrerelease: true });
  if (version === null)
    throw new AirlockError('usage', `"${text}" is not a version of OpenShift`, {
      remedy: 'Write it as 4.16 or 4.16.20.',
    });
  const before = (first: string) => version !== undefined && lt(version, first);
  const problems: Problem[] = [];
  const report = (code: string, message: string, remedy: string) =>
    problems.push({ code, level: 'warning', message, remedy });
  const icsp = before(MIRROR_SETS) || (version === undefined && needs.icsp);
  const byTag = needs.mirrors
    .filter(({ category }) => category !== 'release')
    .flatMap((group) => group.byTag);
  if (icsp && byTag.length > 0)
    report(
      'icsp-without-tags',
      `${text === undefined ? 'ImageContentSourcePolicy has' : `OpenShift ${text} has`} no mirrors for pulls by tag: ${byTag.length} ${byTag.length === 1 ? 'source is' : 'sources are'} not redirected`,
      'Refer to these images by digest in the cluster.',
    );
  if (before(CLUSTER_CATALOGS) && needs.catalogs.length > 0)
    problems.push({
      code: 'cluster-version',
      level: 'info',
      message: `no ClusterCatalog is written: OpenShift ${text} does not know it`,
      remedy: 'Write the files again when the cluster is at 4.18.',
    });
  if (before(SIGNATURE_CONFIG_MAPS) && needs.signatures.size > 0)
    report(
      'cluster-version',
      `OpenShift ${text} does not read all signature ConfigMaps: they count from ${SIGNATURE_CONFIG_MAPS} on`,
      'Upgrade to a later version of 4.4 first.',
    );
  return { icsp, clusterCatalogs: !before(CLUSTER_CATALOGS), problems };
}
