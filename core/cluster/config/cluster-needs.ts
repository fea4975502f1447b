import type { Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import type { CategoryEntries } from '../../content/resources/mirror-entries.ts';
import type { VerificationKeys } from '../../content/signature/verification-keys.ts';
import { verifiedSignatures } from '../../content/signature/verified-signatures.ts';
import type { KnownContent, MirrorPlace } from './known-content.ts';

/** What a cluster needs to use a mirror. */
export interface ClusterNeeds {
  destination: MirrorPlace;
  mirrors: CategoryEntries[];
  /** Write ImageContentSourcePolicy where the version of the cluster is not given. */
  icsp: boolean;
  catalogs: readonly PushedCatalog[];
  releases: KnownContent['releases'];
  /** Raw messages by payload; every one of them verified just now. */
  signatures: ReadonlyMap<Digest, readonly Uint8Array[]>;
  /** Graph-data image, and the repository of the releases. */
  updates?: { graph: { repository: string; tag: string }; releases: string };
  /** PEM of the authorities of the mirror's certificate, where the cluster must be told. */
  authorities?: string;
  /** The cluster's pull secret with the login for the mirror. */
  pullSecret?: string;
  /** Of the cluster: objects that it does not know are left out. */
  openShiftVersion?: string;
  problems: Problem[];
}

/**
 * The needs of a cluster from everything that is known to be at the mirror. Signatures are verified here, whatever was
 * said of them before: one that does not verify is a problem, and no part of the result.
 */
export async function clusterNeeds(
  known: KnownContent,
  options: Pick<ClusterNeeds, 'authorities' | 'pullSecret' | 'openShiftVersion'> & {
    keys: VerificationKeys;
    /** Wins over what the last push asked for. */
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
        message: `there is no signature of release ${tag} (${digest}): the cluster cannot verify it`,
        remedy: 'Mirror it again with its signature; without one only a forced upgrade takes it.',
      });
  if (graph && releasesAt === undefined)
    problems.push({
      code: 'update-service-without-release',
      level: 'warning',
      message: 'no UpdateService: the graph image is at the destination, but no release',
      remedy: 'Mirror a release beside `graph: true`.',
    });
  return {
    ...{ destination, mirrors, icsp, releases, signatures, problems },
    catalogs: known.catalogs.map(({ repository, tag, template }) => ({
      destination: { registry: destination.host, repository, tag },
      template,
    })),
    updates: graph && releasesAt !== undefined ? { graph, releases: releasesAt } : undefined,
    authorities: given.authorities,
    pullSecret: given.pullSecret,
    openShiftVersion: given.openShiftVersion,
  };
}

/** How a signature that is left out is told. */
export function unverified({ code, message, remedy }: Pick<Problem, 'code' | 'message' | 'remedy'>): Problem {
  return {
    code,
    level: 'warning',
    message: `${message}; it is not written for clusters`,
    remedy,
  };
}
