/** Minor release of OpenShift that an install-config is for. */
export interface Release {
  readonly major: number;
  readonly minor: number;
}

/** Returns the release of `4.17`, `4.17.3` or `v4.22.0-ec.1`; undefined for other texts. */
export function parseRelease(text: string | undefined): Release | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)(?:\.|-|$)/.exec(text ?? '') ?? [];
  return major && minor ? { major: Number(major), minor: Number(minor) } : undefined;
}

/** Returns whether a release is older than another. An unknown release counts as the newest. */
export function isBefore(release: Release | undefined, other: string): boolean {
  const limit = parseRelease(other);
  if (!release || !limit) return false;
  return release.major < limit.major || (release.major === limit.major && release.minor < limit.minor);
}
