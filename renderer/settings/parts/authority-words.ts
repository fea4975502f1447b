import { capitalized } from '../../../core/contract/documents/words.ts';
import type { Authority } from '../../../core/contract/topics/settings.ts';
import { counted } from '../../parts/format.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import type { PasteNote } from './pasted-text.tsx';
import { typedRegistry } from './registry-words.ts';

const DAY = 86_400_000;
/** From here on a coming end is worth a warning. */
const SOON = 60 * DAY;

/** `CN` of a certificate's name, else all of it on one line. */
export function commonName(name: string): string {
  const found = /(?:^|[\n,/])[^\S\n]*CN\s*=\s*([^\n,/]+)/.exec(name);
  return found?.[1]?.trim() ?? name.replaceAll('\n', ', ');
}

/** Those of single hosts, and those of the file that counts for every host. */
export function ownAuthorities(
  authorities: Authority[],
  systemFile: string | undefined,
): { own: Authority[]; named: Authority[] } {
  return {
    own: authorities.filter(({ file }) => file !== systemFile),
    named: authorities.filter(({ file }) => file === systemFile),
  };
}

export function expiry({ notAfter }: Pick<Authority, 'notAfter'>, now: Date): { mark: Mark; words: string } {
  const end = new Date(notAfter);
  const left = end.getTime() - now.getTime();
  const day = end.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  if (Number.isNaN(left)) return { mark: 'warning', words: 'no date' };
  if (left < 0) return { mark: 'bad', words: `expired ${day}` };
  if (left < SOON)
    return { mark: 'warning', words: `${day}, in ${counted(Math.max(1, Math.round(left / DAY)), 'day')}` };
  return { mark: 'good', words: day };
}

/** `1 authority of your own beside 142 of the system. It expires in 20 days.` */
export function authoritiesSentence(authorities: Authority[], systemCount: number, now: Date): string {
  const own = authorities.length;
  const system = `${counted(systemCount, 'authority', 'authorities')} of the system`;
  if (own === 0)
    return systemCount === 1
      ? '1 authority of the system is trusted, none of your own.'
      : `${system} are trusted, none of your own.`;
  const marks = authorities.map((authority) => expiry(authority, now).mark);
  const ended = marks.filter((mark) => mark === 'bad').length;
  const ending = marks.filter((mark) => mark === 'warning').length;
  const first = `${counted(own, 'authority', 'authorities')} of your own ${own === 1 ? 'is' : 'are'} trusted beside ${systemCount} of the system.`;
  const notes = [
    ...(ended > 0 ? [ended === 1 ? 'One has expired' : `${ended} have expired`] : []),
    ...(ending > 0 ? [ending === 1 ? 'one ends soon' : `${ending} end soon`] : []),
  ].join(', ');
  return notes ? `${first} ${capitalized(notes)}.` : first;
}

/** Largest file that is read as a certificate, bytes. */
export const LARGEST_CERTIFICATE = 1_000_000;

/** Why a host can't be the one that an authority is trusted for, or its name. */
export function trustedHost(text: string): { name: string } | { error: string } {
  const typed = typedRegistry(text);
  return 'name' in typed && typed.name.includes('/') ? { error: 'The host alone, without a path.' } : typed;
}

/**
 * What the field of a certificate says of its text.
 * @param state.tried it was sent once: an empty field is a mistake from then on
 * @param state.tooLarge a file was chosen that is larger than {@link LARGEST_CERTIFICATE}
 */
export function certificateNote(
  pem: string,
  { tried, tooLarge }: { tried: boolean; tooLarge: boolean },
): PasteNote {
  const error = (words: string) => ({ variant: 'error' as const, words });
  if (tooLarge) return error('This file is too large for a certificate.');
  if (pem.trim() === '')
    return tried
      ? error('Paste the certificate of the authority, or read its file.')
      : {
          variant: 'default',
          words: 'The authority’s, not the server’s own; ask who runs the registry for it.',
        };
  const pasted = pastedAuthority(pem);
  if ('error' in pasted) return error(pasted.error);
  return { variant: 'success', words: `Holds ${counted(pasted.certificates, 'certificate')}.` };
}

/** What was pasted or read as certificates: how many, or why it is none. A key must not be pasted here. */
export function pastedAuthority(text: string): { certificates: number } | { error: string } {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return { error: 'This holds a private key. Take it out: only the certificate is needed.' };
  const found = text.match(
    /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g,
  );
  if (found) return { certificates: found.length };
  return { error: 'No certificate in it. PEM begins with -----BEGIN CERTIFICATE-----.' };
}
