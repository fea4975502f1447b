import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { BlobPlaces } from '../archive/blob-places.ts';
import { indexText } from '../archive/write/set-closing.ts';
import { blobName, layerLink, revisionLink, tagHistoryLink, tagLink } from './entry-names.ts';
import { IndexReader } from './index-reader.ts';
import { t } from './messages.ts';
import {
  contentOffset,
  type IndexEntry,
  parseSetIndex,
  readSetIndex,
  type WrittenIndex,
} from './set-index.ts';
import { END_BYTES, headerBytes, padded } from './tar-header.ts';

const HEX = 'ab'.repeat(32);
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-index-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Returns an index with one archive file per name, with different sizes. */
function indexOf(...files: (string | [name: string, sha256: string])[][]): WrittenIndex {
  const volumes = files.map((names, i) => {
    let offset = 0;
    const entries = names.map((each, k): IndexEntry => {
      const [name, content] = typeof each === 'string' ? [each] : each;
      const entry: IndexEntry = content ? [name, offset, 100 * k, content] : [name, offset, 100 * k];
      offset += headerBytes(name, 100 * k) + padded(100 * k);
      return entry;
    });
    return { name: `mirror_00000${i + 1}.tar`, size: offset + END_BYTES, sha256: HEX, entries };
  });
  const head = { transfer: 'lab-0001', enclave: 'lab', number: 1, created: '2026-11-22T00:00:00Z' };
  return {
    format: 2,
    ...head,
    tool: 'test',
    status: 'complete',
    images: [],
    failed: [],
    earlier: [],
    volumes,
  };
}

const NAMES: (string | [string, string])[] = [
  ...Array.from({ length: 300 }, (_, i) => blobName(sha256(`${i}`))),
  layerLink('a/b', sha256('1')),
  layerLink('a/b', sha256('2')),
  revisionLink('a/c', sha256('2')),
  tagLink('a/c', 'v1'),
  tagHistoryLink('a/c', 'v1', sha256('2')),
  ['working-dir/signatures/größe "]},[', HEX],
  [`working-dir/sha256/${HEX}/x`, HEX],
  'airlock-filler/1',
  `docker/registry/v2/blobs/sha256/00/${HEX}/data`,
];

test('returns entries as written, whatever the chunks and the layout of the text', () => {
  const index = indexOf(NAMES, [], ['isc_1', blobName(sha256('other file'))]);
  for (const text of [JSON.stringify(index), JSON.stringify(index, null, 3)])
    for (const length of [1, 7, 64, 1e9]) {
      const reader = new IndexReader('index.json');
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += length) reader.write(bytes.subarray(at, at + length));
      const { entries, lists } = reader.end();
      expect(lists.map(({ from, to }) => [...entries.list(from, to)])).toEqual(
        index.volumes.map((volume) => volume.entries),
      );
    }
  expect(JSON.parse(JSON.stringify(parseSetIndex(JSON.stringify(index), 'index.json')))).toEqual(index);
});

test('rejects a text that only resembles a list of entries', () => {
  const text = JSON.stringify(indexOf(['isc_1', 'isc_2']));
  const rejected: [from: string | RegExp, to: string][] = [
    ['"entries"', '"\\u0065ntries"'],
    [/"entries":\[.*?\]\]/, '"entries":0'],
    [/"entries":(\[.*?\]\])/, '"entries":$1,"entries":$1'],
    [/("entries":\[.*?\])\]/, '$1,]'],
    [/("entries":\[.*?\])\]/, '$1}'],
    ['["isc_1",0,0],', '["isc_1",0,0],,'],
    ['["isc_1",0,0],', '["isc_1",0,0],['],
    [/\]\}$/, ''],
    ['["isc_1",0,0]', '{"0":"isc_1"}'],
    ['["isc_2",', `["${'x'.repeat(40_000)}",`],
  ];
  for (const [from, to] of rejected) {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    expect(() => parseSetIndex(changed, 'index.json'), `${from} ${to}`).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^archive-(malformed|hostile)$/) }),
    );
  }
  const twice = JSON.stringify(indexOf([blobName(sha256('1'))], [blobName(sha256('1'))]));
  expect(() => parseSetIndex(twice, 'index.json')).toThrow(/twice/);
});

test('reports an index of a newer format as such, whatever its entries are', () => {
  const text = JSON.stringify(indexOf(['isc_1'])).replace('"format":2', '"format":3');
  for (const changed of [text, text.replace('["isc_1",0,0]', '{"name":"isc_1"}')])
    expect(() => parseSetIndex(changed, 'index.json')).toThrow(
      expect.objectContaining({ code: 'workspace-format' }),
    );
});

test('finds a blob in every archive file that contains it', () => {
  const [one, other] = [sha256('one'), sha256('other')];
  const index = parseSetIndex(JSON.stringify(indexOf(NAMES, ['isc_1', blobName(one)])), 'index.json');
  const again = indexOf(['isc_2', 'isc_3', blobName(one), blobName(other)]);
  const blobs = new BlobPlaces();
  for (const [i, { entries }] of [...index.volumes, ...again.volumes].entries())
    blobs.addFile({ path: String(i), entries, arrived: (place) => i < 2 || place < 3 });
  blobs.addLoose(new Map([[other, { path: 'loose', offset: 0, size: 7 }]]));
  const offset = (number: number, place: number) =>
    contentOffset([...index.volumes, ...again.volumes][number]!.entries.at(place)!);
  expect(blobs.copies(one)).toEqual([
    { path: '1', offset: offset(1, 1), size: 100 },
    { path: '2', offset: offset(2, 2), size: 200 },
  ]);
  expect([blobs.size(one), blobs.size(other), blobs.size(sha256('none'))]).toEqual([100, 7, undefined]);
  expect(blobs.copies(other)).toEqual([{ path: 'loose', offset: 0, size: 7 }]);
  for (let i = 0; i < 300; i++) expect(blobs.size(sha256(`${i}`))).toBe(100 * i);
  // A name whose folder doesn't match its digest isn't a blob.
  const misplaced: Digest | string = `sha256:${HEX}`;
  expect(isDigest(misplaced) && blobs.size(misplaced)).toBe(undefined);
});

test('an index uses about 70 bytes per entry', async () => {
  const entries = 100_000;
  const names = Array.from({ length: entries }, (_, i) => blobName(sha256(`entry ${i}`)));
  await writeFile(join(root, 'index.json'), JSON.stringify(indexOf(names)));
  names.length = 0;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const accepted = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = accepted();
  const index = await readSetIndex(root);
  const bytes = accepted() - before;
  expect(index!.volumes[0]!.entries).toHaveLength(entries);
  // As arrays and strings, they would need 250.
  expect(bytes / entries).toBeLessThan(100);
});

test('writes an index in parts with the same text as in one piece', async () => {
  const many = Array.from({ length: 5000 }, (_, i) => blobName(sha256(`${i}`)));
  for (const index of [indexOf(), indexOf([]), indexOf(NAMES, [], ['isc_1']), indexOf(many)]) {
    const parts: Buffer[] = [];
    for await (const part of indexText(index)) parts.push(part);
    expect(String(Buffer.concat(parts))).toBe(`${JSON.stringify(index)}\n`);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1_000_000);
  }
});

test('rejects an index in which the field name of a tag is damaged', async () => {
  const image = { repository: 'a/c', tag: 'v1', digest: sha256('2') };
  const parts = await Array.fromAsync(indexText({ ...indexOf([]), images: [image] }));
  const text = Buffer.concat(parts).toString();
  expect(parseSetIndex(text, 'index.json').images).toEqual([image]);
  const damaged = text.replace('"tag":"v1"', '"sag":"v1"');
  expect(() => parseSetIndex(damaged, 'index.json')).toThrow(
    t('indexImageFieldUnknown', { path: 'index.json', field: 'sag' }),
  );
});
