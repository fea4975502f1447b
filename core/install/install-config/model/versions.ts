/** Minor release of OpenShift that an install-config is for. */
export interface Release {
  readonly major: number;
  readonly minor: number;
}

/** `4.17`, `4.17.3`, `v4.22.0-ec.1`: the release; undefined when the text is no version. */
export function parseRelease(text: string | undefined): Release | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)(?:\.|-|$)/.exec(text ?? '') ?? [];
  return major && minor ? { major: Number(major), minor: Number(minor) } : undefined;
}

/** Whether a release is older than `4.18`. One that is not known counts as the newest: no rule of old ones holds for it. */
export function isBefore(release: Release | undefined, other: string): boolean {
  const limit = parseRelease(other);
  if (!release || !limit) return false;
  return release.major < limit.major || (release.major === limit.major && release.minor < limit.minor);
}
