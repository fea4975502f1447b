import { withoutLogins } from '../../base/errors/without-logins.ts';

const REMOVED = '(removed)';
/** Flags whose value is a secret wherever people got the idea to write one. */
const SECRET_FLAG = /^--?(?=[\w-]*$).*?(?:passw|token|secret|creds|credential|api-?key|bearer)/i;

/**
 * The text without what must never be recorded: user info in URLs and before hosts, queries of web addresses (they may
 * be signed), Authorization values. Digests (`name:tag@sha256:…`) stay.
 */
export function withoutSecrets(text: string): string {
  return withoutLogins(text)
    .replace(/\bhttps?:\/\/[^\s'"]*/gi, (url) => url.replace(/[?#].*/s, ''))
    .replace(
      /\b((?:proxy-)?authorization)(["']?\s*[:=]\s*["']?)(?:(?:basic|bearer)\s+)?[^\s"',]+/gi,
      `$1$2${REMOVED}`,
    )
    .replace(/\b(basic|bearer)\s+[\w.~+/=-]{16,}/gi, `$1 ${REMOVED}`);
}

/**
 * A configuration without the credentials of its addresses: user info, and queries of web addresses. What is left means
 * the same where nothing is fetched by it; text without such addresses stays as it is, byte for byte.
 */
export function configurationWithoutCredentials(text: string): string {
  // Unlike in a message, what ends a value in YAML ends the query too.
  return withoutLogins(text).replace(/\bhttps?:\/\/[^\s#'"]*/gi, (url) => url.replace(/\?[^,}\]]*/, ''));
}

/** A command line for the record: secrets in its words, and the values of flags that name one. */
export function argumentsWithoutSecrets(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const [flag = '', value] = word.split(/=(.*)/s);
    if (value !== undefined && SECRET_FLAG.test(flag)) return `${flag}=${REMOVED}`;
    if (index > 0 && SECRET_FLAG.test(words[index - 1]!) && !word.startsWith('--')) return REMOVED;
    return withoutSecrets(word);
  });
}

/** A value for a JSON file with every text in it cleaned. */
export function valueWithoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(valueWithoutSecrets);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, valueWithoutSecrets(part)]));
  return value;
}
