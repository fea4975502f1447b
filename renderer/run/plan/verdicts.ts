import type { ContractVerdict } from '../../../core/contract/topics/plan.ts';
import type { Mark } from '../../parts/state-mark.tsx';

/** In the order of what a reader must see first. */
export const VERDICTS: readonly { result: ContractVerdict; mark: Mark; word: string }[] = [
  { result: 'rejected', mark: 'bad', word: 'Rejected' },
  { result: 'unsigned', mark: 'bad', word: 'Unsigned' },
  { result: 'override', mark: 'warning', word: 'Accepted by hand' },
  { result: 'not-checked', mark: 'waiting', word: 'Not checked' },
  { result: 'verified', mark: 'good', word: 'Verified' },
];

/** Shown of a fingerprint: the end of OpenPGP's, as people know key ids; the beginning of a digest. */
const SHOWN_DIGITS = 16;

/** `verified (4F0A…)` in parts; words of another program are a verdict that nobody checked. */
export function verdictWords(verdict: string): { mark: Mark; word: string; by?: string } {
  const [result = ''] = verdict.split(' ');
  const known = VERDICTS.find((one) => one.result === result) ?? VERDICTS[3]!;
  const by = /^\S+ \((.+)\)$/.exec(verdict)?.[1];
  return { mark: known.mark, word: known.word, by };
}

/** Long enough to tell keys apart; the whole is shown on hover. */
export function shortKey(fingerprint: string): string {
  const digest = /^sha256:([0-9a-f]{64})$/.exec(fingerprint);
  if (digest) return digest[1]!.slice(0, SHOWN_DIGITS);
  return /^[0-9A-F]{17,}$/i.test(fingerprint) ? fingerprint.slice(-SHOWN_DIGITS) : fingerprint;
}

/** The keys that verified an image, as short as a column: eight digits each. */
export function signers(by: string): string {
  const digits = (key: string) => (/^[0-9A-F]{16}$/i.test(key) ? key.slice(-SHOWN_DIGITS / 2) : key);
  return by
    .split(', ')
    .map((key) => digits(shortKey(key)))
    .join(', ');
}
