import { FLAGS } from './flags.ts';
import { t } from './messages.ts';

/** What to use in other commands for the flags of oc-mirror that they don't have. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  v1: t('v2Equivalent'),
  v2: t('v2Equivalent'),
  'cache-dir': t('notNeededEquivalent'),
  port: t('notNeededEquivalent'),
  'rootless-storage-path': t('notNeededEquivalent'),
  'delete-signatures': t('signaturesEquivalent'),
  'image-timeout': t('otherOptionEquivalent', { option: '--stall-timeout' }),
  since: t('otherOptionEquivalent', { option: '--resend' }),
  loglevel: t('otherOptionEquivalent', { option: '--log-level' }),
  'filter-by-archs': t('otherOptionEquivalent', { option: '--arch' }),
  'tls-verify': t('otherOptionEquivalent', { option: '--src-tls-verify, --dest-tls-verify' }),
  catalogs: t('otherOptionEquivalent', { option: '--catalog' }),
};

/** Options that are replaced by an entry of the auth file. */
const CREDENTIALS =
  /^(?:(?:src|dest)-(?:authfile|creds|username|password|registry-token|no-creds)|[sd]creds)$/;

/**
 * Returns what to do about an option or command that Airlock doesn't have, but oc-mirror does. Undefined for other words.
 * @param word the word on the command line, such as `--since=2026-01-01`
 */
export function equivalentOf(word: string): string | undefined {
  if (word === 'version') return t('otherOptionEquivalent', { option: '--version' });
  const name = word.replace(/^--?/, '').replace(/=.*$/s, '');
  const flag = word.startsWith('--')
    ? FLAGS.find((each) => each.name === name)
    : FLAGS.find((each) => each.short === name);
  if (!flag || !word.startsWith('-')) return undefined;
  if (CREDENTIALS.test(flag.name)) return t('otherOptionEquivalent', { option: '--authfile' });
  return EQUIVALENTS[flag.name] ?? t('commandEquivalent', { command: 'airlock oc-mirror' });
}
