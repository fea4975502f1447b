/** A content digest in the format of the OCI image specification. Airlock only supports sha256. */
export type Digest = `sha256:${string}`;

const SHA256 = /^sha256:[0-9a-f]{64}$/;

/** Returns whether a text is a well-formed lower-case sha256 digest. */
export function isDigest(text: string): text is Digest {
  return SHA256.test(text);
}

/** Returns the 64 hexadecimal characters after `sha256:`. */
export function hexOf(digest: Digest): string {
  return digest.slice(7);
}
