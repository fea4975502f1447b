/** A content digest as the OCI image specification writes it; Airlock computes and accepts sha256 only. */
export type Digest = `sha256:${string}`;

const SHA256 = /^sha256:[0-9a-f]{64}$/;

/** True for a well-formed lower-case sha256 digest. */
export function isDigest(text: string): text is Digest {
  return SHA256.test(text);
}

/** The 64 hex characters after `sha256:`. */
export function hexOf(digest: Digest): string {
  return digest.slice(7);
}
