import { withoutLogins } from '../../base/errors/without-logins.ts';

const REMOVED = '(removed)';
/** Flags whose value may be a secret. */
const SECRET_FLAG = /^--?(?=[\w-]*$).*?(?:passw|token|secret|creds|credential|api-?key|bearer)/i;

/**
 * Returns a text without secrets that must never be recorded: user info in URLs and before hosts, queries of web addresses
 * (they may be signed), and Authorization values. Digests (`name:tag@sha256:…`) stay.
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
 * Returns a configuration without the credentials in its addresses: user info, and queries of web addresses. The result
 * has the same meaning if nothing is fetched with it. Text without such addresses stays unchanged.
 */
export function configurationWithoutCredentials(text: string): string {
  // Unlike in a message, the end of a YAML value ends the query too.
  return withoutLogins(text).replace(/\bhttps?:\/\/[^\s#'"]*/gi, (url) => url.replace(/\?[^,}\]]*/, ''));
}

/** Returns a command line for the record, without secrets in its words and without the values of secret flags. */
export function argumentsWithoutSecrets(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const [flag = '', value] = word.split(/=(.*)/s);
    if (value !== undefined && SECRET_FLAG.test(flag)) return `${flag}=${REMOVED}`;
    if (index > 0 && SECRET_FLAG.test(words[index - 1]!) && !word.startsWith('--')) return REMOVED;
    return withoutSecrets(word);
  });
}

/** Returns a value for a JSON file, without secrets in its texts. */
export function valueWithoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map(valueWithoutSecrets);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, valueWithoutSecrets(part)]));
  return value;
}
