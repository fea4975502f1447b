import { capitalized } from '../../../core/contract/documents/words.ts';
import type { Authority } from '../../../core/contract/topics/settings.ts';
import { counted } from '../../parts/format.ts';
import type { Mark } from '../../parts/state-mark.tsx';

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
