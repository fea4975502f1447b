import { wordList } from '../../base/document/words.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { t } from './messages.ts';

/** The furthest step of a transfer on the receiving side. */
export type Reached = 'imported' | 'pushed' | 'applied';

/** The receiving side's answer about one transfer. Contains no host, user or path. */
export interface Acknowledgment {
  /** Number of the transfer. */
  number: number;
  /** {@link setMark} of the set that arrived. Distinguishes transfers with the same number. */
  shortId: string;
  reached: Reached;
  /** Ascending numbers (from 1) of volumes that didn't arrive completely. Empty if everything arrived, `all` if nothing did. */
  missing: number[] | 'all';
}

/** Crockford's alphabet, without I, L, O and U, which are easily mistaken for other characters. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FORMAT = 1;
const REACHED: readonly Reached[] = ['imported', 'pushed', 'applied'];
const KINDS = ['complete', 'volumes', 'all'] as const;
const SHORT_ID_LENGTH = 4;
const CHECK_LENGTH = 6;
/** As in BIP 350 (bech32m): detects up to four wrong characters in a code of usual length. */
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECK_CONSTANT = 0x2bc830a3;
/** Part of the checksum, so that codes of other programs are rejected. */
const PREFIX = [...'airlock'].map((letter) => letter.charCodeAt(0) & 31);

/** Returns four characters that identify a set, computed from its name, time and file digests, which both sides have. */
export function setShortId(set: {
  transfer: string;
  created: string;
  volumes: readonly { sha256: string }[];
}): string {
  const text = JSON.stringify([set.transfer, set.created, set.volumes.map((volume) => volume.sha256)]);
  const bits = Number.parseInt(sha256(text).slice(7, 12), 16);
  return [15, 10, 5, 0].map((shift) => ALPHABET[(bits >> shift) & 31]).join('');
}

/** Returns the code for the sending side: groups of four letters and digits, accepted in any case and spacing. */
export function acknowledgmentCode({ number, shortId, reached, missing }: Acknowledgment): string {
  const kind = missing === 'all' ? 2 : missing.length === 0 ? 0 : 1;
  const values = [
    FORMAT,
    REACHED.indexOf(reached) + 4 * kind,
    ...integer(number),
    ...[...shortId].map((letter) => ALPHABET.indexOf(letter)),
    ...(missing === 'all' ? [] : runsOf(missing).flatMap(([gap, more]) => [integer(gap), integer(more)])),
  ].flat();
  const sum = checksum([...PREFIX, ...values, ...new Array<number>(CHECK_LENGTH).fill(0)]) ^ CHECK_CONSTANT;
  const check = Array.from({ length: CHECK_LENGTH }, (_, i) => (sum >> (5 * (CHECK_LENGTH - 1 - i))) & 31);
  const letters = [...values, ...check].map((value) => ALPHABET[value]).join('');
  return letters.match(/.{1,4}/g)!.join('-');
}

/** In characters. Codes with thousands of missing volumes have a few thousand. */
const LONGEST_TEXT = 100_000;

/**
 * Returns the content of a code. Reads O as 0, I and L as 1, and ignores spaces and dashes.
 * @throws AirlockError `acknowledgment-invalid` if it is mistyped or of another format
 */
export function readAcknowledgment(text: string): Acknowledgment {
  if (text.length > LONGEST_TEXT)
    throw invalidCode(t('codeTooLong', { length: text.length, limit: LONGEST_TEXT }), undefined, '');
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const values = [...letters].map((letter) => ALPHABET.indexOf(letter));
  const foreign = [...letters].find((_, i) => values[i] === -1);
  if (foreign !== undefined)
    throw invalidCode(t('codeCharacterUnknown', { character: JSON.stringify(foreign) }), undefined, letters);
  if (values.length < CHECK_LENGTH + 3) throw invalidCode(t('codeTooShort'), undefined, letters);
  if (checksum([...PREFIX, ...values]) !== CHECK_CONSTANT)
    throw invalidCode(t('codeMistyped'), undefined, letters);
  if (values[0] !== FORMAT)
    throw invalidCode(
      t('codeFormatUnsupported', { found: values[0]!, supported: FORMAT }),
      t('codeFormatUnsupportedRemedy'),
      letters,
    );
  return contentOf(values.slice(1, -CHECK_LENGTH), letters);
}

/** Returns the text next to a code, such as `0007 is complete` or `0007 is incomplete: volumes 3 and 5 are missing or damaged`. */
export function acknowledgmentWords({ number, reached, missing }: Omit<Acknowledgment, 'shortId'>): string {
  const name = String(number).padStart(4, '0');
  if (missing === 'all') return t('acknowledgedLost', { name });
  if (missing.length === 0) return t('acknowledgedComplete', { name, reached });
  return t('acknowledgedIncomplete', {
    name,
    reached,
    count: missing.length,
    volumes: wordList(missing),
  });
}

/** Returns the state that a code reports, without the number of the transfer: `incomplete, volumes 3 and 5 are missing`. */
export function acknowledgedState({ reached, missing }: Pick<Acknowledgment, 'reached' | 'missing'>): string {
  if (missing === 'all') return t('stateLost');
  if (missing.length === 0) return t('stateComplete', { reached });
  return t('stateIncomplete', { reached, count: missing.length, volumes: wordList(missing) });
}

function contentOf(values: number[], letters: string): Acknowledgment {
  let at = 0;
  const next = (): number => {
    const value = values[at++];
    // The check characters match, so this isn't a typing error.
    if (value === undefined) throw invalidCode(t('codeIncomplete'), undefined, letters);
    return value;
  };
  const nextNumber = (): number => {
    let number = 0;
    for (;;) {
      const value = next();
      number = number * 16 + (value & 15);
      if (value < 16) return number;
    }
  };
  const state = next();
  const number = nextNumber();
  const shortId = Array.from({ length: SHORT_ID_LENGTH }, () => ALPHABET[next()]).join('');
  const volumes: number[] = [];
  while (at < values.length) {
    const first = (volumes.at(-1) ?? 0) + nextNumber() + 1;
    const more = nextNumber();
    if (more > 100_000) throw invalidCode(t('codeVolumesExcessive'), undefined, letters);
    for (let volume = first; volume <= first + more; volume++) volumes.push(volume);
  }
  const reached = REACHED[state & 3];
  const kind = KINDS[state >> 2];
  if (!reached || !kind || (kind === 'volumes') !== volumes.length > 0)
    throw invalidCode(t('codeContradictory'), undefined, letters);
  return { number, shortId, reached, missing: kind === 'all' ? 'all' : volumes };
}

/** Returns ascending numbers as pairs of the numbers skipped and the consecutive numbers that follow the first. */
function runsOf(numbers: number[]): [gap: number, more: number][] {
  const runs: [number, number][] = [];
  let last = 0;
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === last + 1) run[1]++;
    else runs.push([number - last - 1, 0]);
    last = number;
  }
  return runs;
}

/** Returns a number with four bits per character, highest first. The fifth bit marks that more follow. */
function integer(number: number): number[] {
  const digits = [number % 16];
  for (let rest = Math.floor(number / 16); rest > 0; rest = Math.floor(rest / 16))
    digits.unshift((rest % 16) + 16);
  return digits;
}

function checksum(values: number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, part] of GENERATOR.entries()) if ((top >> i) & 1) sum ^= part;
  }
  return sum;
}

function invalidCode(message: string, remedy: string | undefined, found: string): AirlockError {
  return new AirlockError('acknowledgment-invalid', message, {
    side: 'local',
    found,
    remedy,
  });
}
