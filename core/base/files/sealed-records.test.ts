import { expect, test } from 'vitest';
import {
  damagedRecords,
  openRecord,
  openRecords,
  openSealedContent,
  openSealedJson,
  sealedContent,
  sealedJson,
  sealedRecord,
} from './sealed-records.ts';

test('every flipped bit of a record is found, and reported with its file', () => {
  const reported: string[] = [];
  const listen = (found: unknown) => reported.push((found as { file: string }).file);
  damagedRecords.subscribe(listen);
  const text = sealedJson({ tag: 'sha256-f', digest: 'å', sizes: [1, 20, 300] });
  expect(openSealedJson(text, 'a')).toEqual({ tag: 'sha256-f', digest: 'å', sizes: [1, 20, 300] });
  const bytes = Buffer.from(text);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    expect(openSealedJson(flipped, `bit ${bit}`), `bit ${bit}`).toBeUndefined();
  }
  damagedRecords.unsubscribe(listen);
  expect(reported).toHaveLength(bytes.length * 8);
  expect(openSealedJson(undefined, 'missing')).toBeUndefined();
});

test('reads complete records of a file, but not torn ones or those without a checksum', () => {
  const [one, two] = [sealedRecord('{"a":1}'), sealedRecord('{"a":2}')];
  expect(openRecords(`${one}{"a":3}\n\n${two}${one.slice(0, 5)}`, 'f')).toEqual(['{"a":1}', '{"a":2}']);
  expect(openRecord('')).toBeUndefined();
  expect(openRecord('\t00000000')).toBe('');
});

test('a file of any bytes with a flipped or missing bit counts as missing', () => {
  for (const content of [Buffer.alloc(0), Buffer.from([0, 255, 9, 10, 128]), '{"å":\n1}\n']) {
    const sealed = sealedContent(content);
    expect(openSealedContent(sealed, 'f')).toEqual(Buffer.from(content as string));
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const flipped = Buffer.from(sealed);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(openSealedContent(flipped, 'f'), `bit ${bit}`).toBeUndefined();
    }
    for (let size = 0; size < sealed.length; size++)
      expect(openSealedContent(sealed.subarray(0, size), 'f')).toBeUndefined();
  }
  expect(openSealedContent(undefined, 'f')).toBeUndefined();
});
