/** Returns a fingerprint in groups of four, to be read aloud and compared. */
export function fingerprintGroups(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? fingerprint;
}
