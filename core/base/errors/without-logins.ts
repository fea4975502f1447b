/**
 * Returns the text without the secrets of its addresses: user info in URLs, `user:password@` before a host, and the values
 * of query parameters that contain tokens, passwords or signatures. Everything else with an @ is left unchanged: e-mail
 * addresses, digests (`name:tag@sha256:…`), identities of signers, and the user of an SSH address without a password.
 * Runs in time linear in the length of the text.
 */
export function withoutLogins(given: string): string {
  const text = given.includes('?') ? given.replace(QUERY_SECRET, '$1(hidden)') : given;
  if (!OTHER_THAN_DIGEST.test(text)) return text;
  return text
    .split(/(\s+|["'][,:])/)
    .map((word) => (word.includes('@') ? wordWithoutLogins(word) : word))
    .join('');
}

/** Returns a copy of a JSON value in which every text went through {@link withoutLogins}. Properties with symbols are copied as they are. */
export function valueWithoutLogins<T>(value: T): T {
  if (typeof value === 'string') return withoutLogins(value) as T;
  if (Array.isArray(value)) return value.map(valueWithoutLogins) as T;
  if (value !== null && typeof value === 'object')
    return {
      ...value,
      ...Object.fromEntries(Object.entries(value).map(([key, part]) => [key, valueWithoutLogins(part)])),
    };
  return value;
}

/** Matches an @ that doesn't precede a digest. */
const OTHER_THAN_DIGEST = /@(?!sha\d{1,7}:)/;
/**
 * A query parameter with a secret value, including the prefixed parameters of signed AWS and Google addresses. The
 * address that `airlock serve` prints contains its token intentionally.
 */
const QUERY_SECRET =
  /((?<!\/\/127\.0\.0\.1:\d{1,5}\/)[?&](?:x-(?:amz|goog)-)?(?:access_token|refresh_token|token|security-token|credential|password|passwd|secret|client_secret|sig|signature|api_?key|auth)=)[^&\s"'<>#]+/gi;
/** Matches the start of a URL's user info with a password. A number after the colon is a port. */
const URL_USER = /\b[a-z][a-z\d+.-]{0,30}:\/\/(?=[^/:@[]+:(?!\d{1,5}(?:[/?#,;)\]}'"]|$)))/i;
/**
 * Matches the start of `user:password@` without a scheme. Excludes `mailto:`, `pkg:` and similar, schemes, ports and
 * times.
 */
const BARE_USER =
  /(?:^|['"`=([<])(?=(?!(?:mailto|acct|email|pkg):|\d{1,2}:\d{2}\b)[^/:@'"`=()[<]{1,200}:(?!\d{1,5}\/|\/\/|:))/i;

function wordWithoutLogins(word: string): string {
  const at = lastLoginEnd(word);
  if (at < 0) return word;
  // A password may contain any of / @ : itself, so the last @ ends it.
  const user = URL_USER.exec(word) ?? (/[\w[]/.test(word.charAt(at + 1)) ? BARE_USER.exec(word) : null);
  const start = user ? user.index + user[0].length : at;
  if (start < at) return word.slice(0, start) + word.slice(at + 1);
  return word.replace(
    /\b([a-z][a-z\d+.-]{0,30}:\/\/)(?:[^/?#@]*@(?!sha\d+:))+/gi,
    (complete, scheme: string) => (/ssh:\/\/$/i.test(scheme) ? complete : scheme),
  );
}

/** Returns the position of the last @ that doesn't precede a digest; -1 if there is none. */
function lastLoginEnd(word: string): number {
  let at = word.lastIndexOf('@');
  while (at >= 0 && /^sha\d+:/.test(word.slice(at + 1, at + 12)))
    at = at ? word.lastIndexOf('@', at - 1) : -1;
  return at;
}
