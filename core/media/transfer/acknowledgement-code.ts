import { wordList } from '../../base/document/words.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { sha256 } from '../../base/image/sha256.ts';

/** How far a transfer came on the other side. */
export type Reached = 'imported' | 'pushed' | 'applied';

/** What the other side says of one transfer; it names no host, user or path. */
export interface Acknowledgement {
  /** Number of the transfer. */
  number: number;
  /** {@link setMark} of the set that arrived: tells transfers of one number apart. */
  mark: string;
  reached: Reached;
  /** Numbers of pieces (from 1) that did not arrive whole, rising; empty: all of it is there; or nothing arrived. */
  lacks: number[] | 'all';
}

/** Crockford's: no I, L, O, U, which hands mistake for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FORMAT = 1;
const REACHED: readonly Reached[] = ['imported', 'pushed', 'applied'];
const KINDS = ['complete', 'pieces', 'all'] as const;
const MARK_LENGTH = 4;
const CHECK_LENGTH = 6;
/** As in BIP 350 (bech32m): up to four wrong characters in a code of usual length are always found. */
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECK_CONSTANT = 0x2bc830a3;
/** So that no code of another program is taken for one. */
const PREFIX = [...'airlock'].map((letter) => letter.charCodeAt(0) & 31);

/** Four characters by which a set is known: made of its name, time and the digests of its pieces, which both sides have. */
export function setMark(set: {
  transfer: string;
  created: string;
  pieces: readonly { sha256: string }[];
}): string {
  const text = JSON.stringify([set.transfer, set.created, set.pieces.map((volume) => volume.sha256)]);
  const bits = Number.parseInt(sha256(text).slice(7, 12), 16);
  return [15, 10, 5, 0].map((shift) => ALPHABET[(bits >> shift) & 31]).join('');
}

/** The code that a person carries back: groups of four letters and digits, to be typed in any case and spacing. */
export function acknowledgementCode({ number, mark, reached, lacks: missing }: Acknowledgement): string {
  const kind = missing === 'all' ? 2 : missing.length === 0 ? 0 : 1;
  const values = [
    FORMAT,
    REACHED.indexOf(reached) + 4 * kind,
    ...integer(number),
    ...[...mark].map((letter) => ALPHABET.indexOf(letter)),
    ...(missing === 'all' ? [] : runsOf(missing).flatMap(([gap, more]) => [integer(gap), integer(more)])),
  ].flat();
  const sum = checksum([...PREFIX, ...values, ...new Array<number>(CHECK_LENGTH).fill(0)]) ^ CHECK_CONSTANT;
  const check = Array.from({ length: CHECK_LENGTH }, (_, i) => (sum >> (5 * (CHECK_LENGTH - 1 - i))) & 31);
  const letters = [...values, ...check].map((value) => ALPHABET[value]).join('');
  return letters.match(/.{1,4}/g)!.join('-');
}

/** Characters. Codes that name thousands of missing volumes have some thousand. */
const LONGEST_TEXT = 100_000;

/**
 * What a code says. O counts as 0, I and L as 1; spaces and dashes count for nothing.
 * @throws AirlockError `acknowledgement-invalid` when it was typed wrong, or is of a newer version
 */
export function readAcknowledgement(text: string): Acknowledgement {
  if (text.length > LONGEST_TEXT)
    throw wrong(
      `the acknowledgement code is ${text.length} characters long; the limit is ${LONGEST_TEXT}`,
      undefined,
      '',
    );
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const values = [...letters].map((letter) => ALPHABET.indexOf(letter));
  const foreign = [...letters].find((_, i) => values[i] === -1);
  if (foreign !== undefined)
    throw wrong(`${JSON.stringify(foreign)} is in no acknowledgement code`, undefined, letters);
  if (values.length < CHECK_LENGTH + 3)
    throw wrong('the acknowledgement code is too short', undefined, letters);
  if (checksum([...PREFIX, ...values]) !== CHECK_CONSTANT)
    throw wrong('the acknowledgement code was typed wrong: its check letters do not fit', undefined, letters);
  if (values[0] !== FORMAT)
    throw wrong(
      `the acknowledgement code has format ${values[0]}; this version reads ${FORMAT}`,
      'Use the version of Airlock that the other side uses, or a newer one.',
      letters,
    );
  return contentOf(values.slice(1, -CHECK_LENGTH), letters);
}

/** `0007 complete`, `0007 lacks pieces 3 and 5`: what a person reads beside the code. */
export function acknowledgementWords({
  number,
  reached,
  lacks: missing,
}: Omit<Acknowledgement, 'mark'>): string {
  const name = String(number).padStart(4, '0');
  if (missing === 'all') return `${name} lost: nothing of it arrived`;
  const how = reached === 'imported' ? '' : `, ${reached}`;
  if (missing.length === 0) return `${name} complete${how}`;
  return `${name} lacks ${missing.length === 1 ? 'piece' : 'pieces'} ${wordList(missing)}${how}`;
}

function contentOf(values: number[], letters: string): Acknowledgement {
  let at = 0;
  const next = (): number => {
    const value = values[at++];
    // The check letters fit, so no hand did this.
    if (value === undefined) throw wrong('the acknowledgement code is cut short', undefined, letters);
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
  const mark = Array.from({ length: MARK_LENGTH }, () => ALPHABET[next()]).join('');
  const volumes: number[] = [];
  while (at < values.length) {
    const first = (volumes.at(-1) ?? 0) + nextNumber() + 1;
    const more = nextNumber();
    if (more > 100_000) throw wrong('the acknowledgement code names too many pieces', undefined, letters);
    for (let volume = first; volume <= first + more; volume++) volumes.push(volume);
  }
  const reached = REACHED[state & 3];
  const kind = KINDS[state >> 2];
  if (!reached || !kind || (kind === 'pieces') !== volumes.length > 0)
    throw wrong('the acknowledgement code contradicts itself', undefined, letters);
  return { number, mark, reached, lacks: kind === 'all' ? 'all' : volumes };
}

/** Rising numbers as `[numbers left out before, more of them in a row]`. */
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

/** Four bits a letter, highest first; the fifth says that more follow. */
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

function wrong(message: string, remedy: string | undefined, found: string): AirlockError {
  return new AirlockError('acknowledgement-invalid', message, {
    side: 'local',
    found,
    remedy,
  });
}
