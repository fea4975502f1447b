import { type Digest, hexOf } from './digest.ts';

/** Returns the tag of a digest's referrers where a registry has no referrers API (distribution specification 1.1). */
export function referrersTag(digest: Digest): string {
  return `sha256-${hexOf(digest)}`;
}

/**
 * Returns the tag of a digest's referrers where an image has the other one as its own name: images that are mirrored by
 * digest are called `sha256-<hex>`.
 */
export function spareReferrersTag(digest: Digest): string {
  return `sha256-${hexOf(digest)}.referrers`;
}

/** Returns the tags under which cosign stores the signature, the attestations and the SBOM of a digest. */
export function cosignTags(digest: Digest): { signature: string; attestations: string; sbom: string } {
  const name = `sha256-${hexOf(digest)}`;
  return { signature: `${name}.sig`, attestations: `${name}.att`, sbom: `${name}.sbom` };
}
