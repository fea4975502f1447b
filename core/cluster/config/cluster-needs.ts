import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import type { CategoryEntries } from '../../content/resources/mirror-entries.ts';
import type { VerificationKeys } from '../../content/signature/verification-keys.ts';
import { verifiedSignatures } from '../../content/signature/verified-signatures.ts';
import type { KnownContent, MirrorPlace } from './known-content.ts';
import { t } from './messages.ts';

/** The needs of a cluster that uses a mirror. */
export interface ClusterNeeds {
  destination: MirrorPlace;
  mirrors: CategoryEntries[];
  /** Writes ImageContentSourcePolicy if the version of the cluster isn't given. */
  icsp: boolean;
  catalogs: readonly PushedCatalog[];
  releases: KnownContent['releases'];
  /** Raw verified messages by payload. */
  signatures: ReadonlyMap<Digest, readonly Uint8Array[]>;
  /** Graph-data image, and the repository of the releases. */
  updates?: { graph: { repository: string; tag: string }; releases: string };
  /** PEM of the CAs of the mirror, if the cluster must be configured to trust them. */
  authorities?: string;
  /** The cluster's pull secret with the login for the mirror. */
  pullSecret?: string;
  /** Version of the cluster. Objects that it doesn't support are omitted. */
  openShiftVersion?: string;
  problems: Problem[];
}

/**
 * Returns the needs of a cluster from the known content of the mirror. All signatures are verified here. An invalid
 * signature is a problem, and isn't part of the result.
 */
export async function clusterNeeds(
  known: KnownContent,
  options: Pick<ClusterNeeds, 'authorities' | 'pullSecret' | 'openShiftVersion'> & {
    keys: VerificationKeys;
    /** Overrides the choice of the last push. */
    icsp?: boolean;
  },
): Promise<ClusterNeeds> {
  const { keys, icsp = known.icsp, ...given } = options;
  const { destination, mirrors, releases, graph, releasesAt } = known;
  const signatures = new Map<Digest, Uint8Array[]>();
  const problems: Problem[] = [];
  for (const { digest, messages } of known.signatures) {
    const { verified, faults } = await verifiedSignatures({
      digest,
      messages: messages.map((message) => Buffer.from(message, 'base64')),
      keys,
    });
    if (verified.length > 0) signatures.set(digest, verified);
    problems.push(...faults.map((fault) => unverified(fault)));
  }
  for (const { tag, digest } of releases)
    if (!known.signatures.some((signature) => signature.digest === digest))
      problems.push({
        code: 'signature-missing',
        level: 'warning',
        message: t('releaseSignatureMissing', { tag, digest }),
        remedy: t('releaseSignatureMissingRemedy'),
      });
  if (graph && releasesAt === undefined)
    problems.push({
      code: 'update-service-without-release',
      level: 'warning',
      message: t('updateServiceWithoutRelease'),
      remedy: t('updateServiceWithoutReleaseRemedy'),
    });
  return {
    ...{ destination, mirrors, icsp, releases, signatures, problems },
    catalogs: known.catalogs.map(({ repository, tag, template, updateOperator }) => ({
      destination: { registry: destination.host, repository, tag },
      template,
      updateOperator,
    })),
    updates: graph && releasesAt !== undefined ? { graph, releases: releasesAt } : undefined,
    authorities: given.authorities,
    pullSecret: given.pullSecret,
    openShiftVersion: given.openShiftVersion,
  };
}

/** Returns the problem of a signature that is omitted. */
export function unverified({ code, message, remedy }: Pick<Problem, 'code' | 'message' | 'remedy'>): Problem {
  return {
    code,
    level: 'warning',
    message: t('signatureLeftOut', { fault: message }),
    remedy,
  };
}
