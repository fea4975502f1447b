import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import {
  type Acknowledgment,
  acknowledgmentCode,
  acknowledgmentWords,
  readAcknowledgment,
  setShortId,
} from './acknowledgment-code.ts';

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const acknowledgment: fc.Arbitrary<Acknowledgment> = fc.record({
  number: fc.integer({ min: 1, max: 100_000 }),
  shortId: fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 4, maxLength: 4 }),
  reached: fc.constantFrom('imported', 'pushed', 'applied'),
  missing: fc.oneof(
    fc.constant('all' as const),
    fc
      .uniqueArray(fc.integer({ min: 1, max: 3000 }), { maxLength: 12 })
      .map((all) => all.toSorted((a, b) => a - b)),
  ),
});
const plain = (code: string) => code.replaceAll('-', '');

test('a code returns its content, in any case and spacing', () => {
  fc.assert(
    fc.property(acknowledgment, (given) => {
      const code = acknowledgmentCode(given);
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-)*[0-9A-HJKMNP-TV-Z]{1,4}$/);
      expect(readAcknowledgment(code)).toEqual(given);
      const typed = ` ${plain(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `;
      expect(readAcknowledgment(typed)).toEqual(given);
    }),
  );
});

test('detects up to four wrong characters, two that are swapped, and one that is missing or doubled', () => {
  const wrong = { code: 'acknowledgment-invalid' };
  const slip = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 31 }));
  fc.assert(
    fc.property(
      acknowledgment,
      fc.array(slip, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      (given, slips, at) => {
        const code = [...plain(acknowledgmentCode(given))];
        const altered = [...code];
        for (const [place, by] of new Map(slips.map(([place, by]) => [place % code.length, by])))
          altered[place] = LETTERS[(LETTERS.indexOf(code[place]!) + by) % 32]!;
        expect(() => readAcknowledgment(altered.join(''))).toThrow(expect.objectContaining(wrong));
        const place = at % (code.length - 1);
        const swapped = code.with(place, code[place + 1]!).with(place + 1, code[place]!);
        if (swapped.join('') !== code.join(''))
          expect(() => readAcknowledgment(swapped.join(''))).toThrow(expect.objectContaining(wrong));
        for (const other of [code.toSpliced(place, 1), code.toSpliced(place, 0, code[place]!)])
          expect(() => readAcknowledgment(other.join(''))).toThrow(expect.objectContaining(wrong));
      },
    ),
    { numRuns: 500 },
  );
});

test('a complete transfer has a short code, and each code has a text', () => {
  const given: Acknowledgment = { number: 7, shortId: 'K2M4', reached: 'imported', missing: [] };
  expect(plain(acknowledgmentCode(given))).toHaveLength(13);
  expect(acknowledgmentWords(given)).toBe('0007 is complete');
  expect(acknowledgmentWords({ ...given, reached: 'pushed' })).toBe('0007 is complete and was pushed');
  expect(acknowledgmentWords({ ...given, missing: [3, 5] })).toBe(
    '0007 is incomplete: volumes 3 and 5 are missing or damaged',
  );
  expect(acknowledgmentWords({ ...given, missing: [3] })).toBe(
    '0007 is incomplete: volume 3 is missing or damaged',
  );
  expect(acknowledgmentWords({ ...given, missing: 'all' })).toBe('0007 is lost: nothing arrived');
});

test.each([
  ['', 'too short'],
  ['hello', 'too short'],
  ['1007-K2M4-U', '"U"'],
])('rejects %j', (text, message) => {
  expect(() => readAcknowledgment(text)).toThrow(message);
});

test('the mark distinguishes sets', () => {
  const set = { transfer: 'lab-0001', created: '2026-01-31T10:00:00Z', volumes: [{ sha256: sha256('a') }] };
  expect(setShortId(set)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(setShortId({ ...set, transfer: 'fleet-0001' })).not.toBe(setShortId(set));
  expect(setShortId({ ...set, volumes: [{ sha256: sha256('b') }] })).not.toBe(setShortId(set));
});
