import type { Authority } from '../../../core/contract/topics/settings.ts';
import { dateText } from '../../parts/format.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';
import type { PasteNote } from './pasted-text.tsx';
import { typedRegistry } from './registry-words.ts';

const DAY = 86_400_000;
/** Certificates that expire within this time get a warning. */
const SOON = 60 * DAY;

/** Returns the `CN` of a certificate's name, else the complete name on one line. */
export function commonName(name: string): string {
  const found = /(?:^|[\n,/])[^\S\n]*CN\s*=\s*([^\n,/]+)/.exec(name);
  return found?.[1]?.trim() ?? name.replaceAll('\n', ', ');
}

/** Separates the CAs of single registries from those of the file that applies to all hosts. */
export function ownAuthorities(
  authorities: Authority[],
  systemFile: string | undefined,
): { own: Authority[]; named: Authority[] } {
  return {
    own: authorities.filter(({ file }) => file !== systemFile),
    named: authorities.filter(({ file }) => file === systemFile),
  };
}

/** Returns when a certificate expires, as a table cell. */
export function expiry({ notAfter }: Pick<Authority, 'notAfter'>, now: Date): { mark: Mark; words: string } {
  const end = new Date(notAfter);
  const left = end.getTime() - now.getTime();
  const date = dateText(end, { day: 'numeric', month: 'short', year: 'numeric' });
  if (Number.isNaN(left)) return { mark: 'warning', words: t('noExpiry') };
  if (left < 0) return { mark: 'bad', words: t('expired', { date }) };
  if (left >= SOON) return { mark: 'good', words: date };
  return { mark: 'warning', words: t('expiresSoon', { date, days: Math.max(1, Math.round(left / DAY)) }) };
}

/** Returns the heading of Certificates: `Trusted: 142 system CAs, 1 registry CA, 1 expired`. */
export function authoritiesSentence(authorities: Authority[], systemCount: number, now: Date): string {
  const marks = authorities.map((authority) => expiry(authority, now).mark);
  return t('casTitle', {
    system: systemCount,
    own: authorities.length,
    expired: marks.filter((mark) => mark === 'bad').length,
    expiring: marks.filter((mark) => mark === 'warning').length,
  });
}

/** Largest file that is read as a certificate, in bytes. */
export const LARGEST_CERTIFICATE = 1_000_000;

/** Returns the host that a CA is trusted for, or why the text isn't a host. */
export function trustedHost(text: string): { name: string } | { error: string } {
  const typed = typedRegistry(text);
  return 'name' in typed && typed.name.includes('/') ? { error: t('hostOnlyError') } : typed;
}

/**
 * Returns the note below the field of a certificate.
 * @param state.tried the form was submitted before: from then on an empty field is an error
 * @param state.tooLarge the chosen file is larger than {@link LARGEST_CERTIFICATE}
 */
export function certificateNote(
  pem: string,
  { tried, tooLarge }: { tried: boolean; tooLarge: boolean },
): PasteNote {
  const error = (words: string) => ({ variant: 'error' as const, words });
  if (tooLarge) return error(t('certificateTooLargeError'));
  if (pem.trim() === '')
    return tried ? error(t('certificateMissingError')) : { variant: 'default', words: t('certificateHelp') };
  const pasted = pastedAuthority(pem);
  if ('error' in pasted) return error(pasted.error);
  return { variant: 'success', words: t('certificatesNote', { count: pasted.certificates }) };
}

/** Returns the number of certificates in a text, or why it isn't accepted. Private keys are rejected. */
export function pastedAuthority(text: string): { certificates: number } | { error: string } {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return { error: t('privateKeyError') };
  const found = text.match(
    /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g,
  );
  return found ? { certificates: found.length } : { error: t('noCertificateError') };
}
