import { type Digest, hexOf } from './digest.ts';

/** Returns the referrers tag of a digest, for registries without a referrers API (distribution specification 1.1). */
export function referrersTag(digest: Digest): string {
  return `sha256-${hexOf(digest)}`;
}

/**
 * Returns an alternative referrers tag of a digest, for the case that the usual tag is an image's own name. Images that are
 * mirrored by digest are named `sha256-<hex>`.
 */
export function spareReferrersTag(digest: Digest): string {
  return `sha256-${hexOf(digest)}.referrers`;
}

/** Returns cosign's tags for the signature, the attestations and the SBOM of a digest. */
export function cosignTags(digest: Digest): { signature: string; attestations: string; sbom: string } {
  const name = `sha256-${hexOf(digest)}`;
  return { signature: `${name}.sig`, attestations: `${name}.att`, sbom: `${name}.sbom` };
}
