import { type Digest, hexOf } from './digest.ts';

/** Returns the tag of a digest's referrers where a registry has no referrers API (distribution specification 1.1). */
export function referrersTag(digest: Digest): string {
  return `sha256-${hexOf(digest)}`;
}

/** Returns the tags under which cosign stores the signature, the attestations and the SBOM of a digest. */
export function cosignTags(digest: Digest): { signature: string; attestations: string; sbom: string } {
  const name = `sha256-${hexOf(digest)}`;
  return { signature: `${name}.sig`, attestations: `${name}.att`, sbom: `${name}.sbom` };
}
