import { coerce, lt } from 'semver';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { ClusterNeeds } from './cluster-needs.ts';
import { t } from './messages.ts';

/** The objects that a version of OpenShift supports (docs/guides/cluster.md#regenerate-the-manifests). */
export interface VersionLimits {
  /** ImageContentSourcePolicy instead of ImageDigestMirrorSet and ImageTagMirrorSet. */
  icsp: boolean;
  clusterCatalogs: boolean;
  problems: Problem[];
}

const MIRROR_SETS = '4.13.0';
const CLUSTER_CATALOGS = '4.18.0';
const SIGNATURE_CONFIG_MAPS = '4.4.8';

/**
 * Returns the limits of a version. Without a version, all objects are supported, and mirror sets are as in the last push.
 * @throws AirlockError `usage` for an invalid version
 */
export function versionLimits(
  needs: Pick<ClusterNeeds, 'openShiftVersion' | 'icsp' | 'mirrors' | 'catalogs' | 'signatures'>,
): VersionLimits {
  const { openShiftVersion: text } = needs;
  const version = text === undefined ? undefined : coerce(text, { includePrerelease: true });
  if (version === null)
    throw new AirlockError('usage', t('versionInvalid', { version: String(text) }), {
      remedy: t('versionInvalidRemedy'),
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
      text === undefined
        ? t('policyWithoutTags', { count: byTag.length })
        : t('versionWithoutTagMirrors', { version: text, count: byTag.length }),
      t('tagMirrorsRemedy'),
    );
  if (before(CLUSTER_CATALOGS) && needs.catalogs.length > 0)
    problems.push({
      code: 'cluster-version',
      level: 'info',
      message: t('clusterCatalogLeftOut', { version: String(text) }),
      remedy: t('clusterCatalogLeftOutRemedy'),
    });
  if (before(SIGNATURE_CONFIG_MAPS) && needs.signatures.size > 0)
    report(
      'cluster-version',
      t('signaturesUnread', { version: String(text), first: SIGNATURE_CONFIG_MAPS }),
      t('signaturesUnreadRemedy'),
    );
  return { icsp, clusterCatalogs: !before(CLUSTER_CATALOGS), problems };
}
