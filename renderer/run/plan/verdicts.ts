import type { ContractVerdict } from '../../../core/contract/topics/plan.ts';
import type { Mark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

type Verdict = 'rejected' | 'unsigned' | 'override' | 'notChecked' | 'verified';

/** The verdicts, the most serious first. `count` is the key of a number of images. */
export const VERDICTS: readonly {
  result: ContractVerdict;
  mark: Mark;
  word: string;
  count: `${Verdict}Count`;
}[] = [
  { result: 'rejected', mark: 'bad', word: t('rejected'), count: 'rejectedCount' },
  { result: 'unsigned', mark: 'bad', word: t('unsigned'), count: 'unsignedCount' },
  { result: 'override', mark: 'warning', word: t('override'), count: 'overrideCount' },
  { result: 'not-checked', mark: 'waiting', word: t('notChecked'), count: 'notCheckedCount' },
  { result: 'verified', mark: 'good', word: t('verified'), count: 'verifiedCount' },
];

/** Digits of a shortened fingerprint: the last of an OpenPGP key, like key IDs, and the first of a digest. */
const SHOWN_DIGITS = 16;

/** Returns the parts of `verified (4F0A…)`. Texts of other programs count as not checked. */
export function verdictWords(verdict: string): { mark: Mark; word: string; by?: string } {
  const [result = ''] = verdict.split(' ');
  const known = VERDICTS.find((one) => one.result === result) ?? VERDICTS[3]!;
  const by = /^\S+ \((.+)\)$/.exec(verdict)?.[1];
  return { mark: known.mark, word: known.word, by };
}

/** Returns a short fingerprint that still distinguishes keys. */
export function shortKey(fingerprint: string): string {
  const digest = /^sha256:([0-9a-f]{64})$/.exec(fingerprint);
  if (digest) return digest[1]!.slice(0, SHOWN_DIGITS);
  return /^[0-9A-F]{17,}$/i.test(fingerprint) ? fingerprint.slice(-SHOWN_DIGITS) : fingerprint;
}

/** Returns the keys that verified an image, with eight digits each. */
export function signers(by: string): string {
  const digits = (key: string) => (/^[0-9A-F]{16}$/i.test(key) ? key.slice(-SHOWN_DIGITS / 2) : key);
  return by
    .split(', ')
    .map((key) => digits(shortKey(key)))
    .join(', ');
}
