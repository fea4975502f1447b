const IDENTIFIERS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const STRICT = new RegExp(
  `^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-${IDENTIFIERS})?(?:\\+${IDENTIFIERS})?$`,
);
const LOOSE = new RegExp(`^v?\\d+(?:\\.\\d+)?(?:\\.\\d+)?(?:-(${IDENTIFIERS}))?(?:\\+${IDENTIFIERS})?$`);

/** Returns true for `X.Y.Z[-pre]`, the form that release channels need. */
export function isStrictVersion(text: string): boolean {
  return STRICT.test(text);
}

/** Returns true for the forms of operator versions, also `1.2` and `v1` (oc-mirror v2: internal/pkg/config/validate.go). */
export function isLooseVersion(text: string): boolean {
  const [, prerelease] = LOOSE.exec(text) ?? [text, '00'];
  return !(prerelease ?? '').split('.').some((part) => /^0\d+$/.test(part));
}
