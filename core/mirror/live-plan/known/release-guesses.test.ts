import { expect, test } from 'vitest';
import { sha256 } from '../../../base/image/sha256.ts';
import { contentTable } from './content-table.ts';
import { guessedReleases } from './release-guesses.ts';

const table = contentTable();
const release = (version: string, blobs: Record<string, number>) => ({
  tag: `${version}-x86_64`,
  version,
  images: 4,
  contents: Uint32Array.from(Object.entries(blobs).map(([name, size]) => table.numberOf(sha256(name), size))),
});
const wanted = (version: string) => ({ tag: `${version}-x86_64`, version });
const sum = (numbers: Iterable<number>) =>
  [...numbers].reduce((total, number) => total + table.sizes[number]!, 0);
const VERSIONS = ['4.16.1', '4.16.2', '4.16.3', '4.16.4', '4.17.1'];

const one = release('4.16.1', { base: 1000, a: 100, b: 100, c: 100 });
const two = release('4.16.2', { base: 1000, a: 100, b2: 100, c: 100 });

test('the next release shares lasting content of the last one, with as many changes as before', () => {
  const [three] = guessedReleases([wanted('4.16.3')], [one, two], VERSIONS, table);
  expect([sum(three!.contents), three!.images]).toEqual([1300, 4]);
  const had = new Set(two.contents);
  const fresh = [...three!.contents].filter((number) => !had.has(number));
  // Between 4.16.1 and 4.16.2, 100 of 1300 bytes changed.
  expect(sum(fresh)).toBe(100);
  expect(fresh.map((number) => table.basis(number))).toEqual(['learned']);
});

test('estimated releases share content, but little with those of another minor version', () => {
  const [three, four] = guessedReleases([wanted('4.16.3'), wanted('4.16.4')], [one, two], VERSIONS, table);
  const both = new Set([...two.contents, ...three!.contents]);
  const fresh = sum([...four!.contents].filter((number) => !both.has(number)));
  expect(fresh).toBeLessThan(300);
  expect(fresh).toBeGreaterThan(0);
  const [next] = guessedReleases([wanted('4.17.1')], [one, two], VERSIONS, table);
  const had = new Set(two.contents);
  expect(sum([...next!.contents].filter((number) => !had.has(number)))).toBeGreaterThan(1000);
});

test('without a known release of the architecture, releases of one minor version share most of the typical size', () => {
  const arm = (version: string) => ({ tag: `${version}-aarch64`, version });
  const [first, second] = guessedReleases([arm('4.16.1'), arm('4.16.2')], [one], VERSIONS, table);
  expect(first!.images).toBeGreaterThan(100);
  expect(sum(first!.contents)).toBeGreaterThan(1e9);
  const had = new Set(first!.contents);
  const fresh = sum([...second!.contents].filter((number) => !had.has(number)));
  expect(fresh / sum(second!.contents)).toBeLessThan(0.5);
  expect([...first!.contents].map((number) => table.basis(number))).toEqual(['typical', 'typical']);
});

test('content that other releases of the architecture have, too, is the most likely to remain', () => {
  const first = release('4.16.1', { lasting: 100 });
  const last = release('4.16.2', { own: 100, lasting: 100 });
  const arm = { ...release('4.16.2', { own: 100 }), tag: '4.16.2-aarch64' };
  const [own, lasting] = last.contents;
  // A release that is listed twice is one release.
  const [next] = guessedReleases([wanted('4.16.4')], [first, last, last, arm], VERSIONS, table);
  expect(next!.contents).toContain(lasting);
  expect(next!.contents).not.toContain(own);
});
