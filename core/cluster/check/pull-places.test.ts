import { expect, test } from 'vitest';
import type { MirrorRow } from './cluster-facts.ts';
import { nodeRegistries, placeText } from './pull-places.ts';

const row = (source: string, mirrors: string[], more: Partial<MirrorRow> = {}): MirrorRow => ({
  ...{ object: 'ImageDigestMirrorSet one', by: 'digest', neverSource: false },
  ...{ source, mirrors, ...more },
});
const places = (mirrors: MirrorRow[], name: string, byDigest = true, blocked: string[] = []) => {
  const [registry = '', ...path] = name.split('/');
  const nodes = nodeRegistries({ mirrors, registrySources: { insecure: [], blocked } });
  return nodes.placesOf({ registry, repository: path.join('/') }, byDigest).map(placeText);
};

test('uses only the longest source: its mirrors in order, then the source', () => {
  const rows = [row('quay.io', ['far.lan/all']), row('quay.io/a', ['one.lan/x', 'two.lan:5000/y'])];
  expect(places(rows, 'quay.io/a/b')).toEqual([
    'one.lan/x/b (mirror 1 of ImageDigestMirrorSet one)',
    'two.lan:5000/y/b (mirror 2 of ImageDigestMirrorSet one)',
    'quay.io/a/b',
  ]);
  expect(places(rows, 'quay.io/ab')).toEqual([
    'far.lan/all/ab (mirror 1 of ImageDigestMirrorSet one)',
    'quay.io/ab',
  ]);
  expect(places(rows, 'quay.io.lan/a')).toEqual(['quay.io.lan/a']);
});

test('merges rows of one source; tags have their own mirrors, and a longer tag row hides a digest row', () => {
  const tag = { by: 'tag', object: 'ImageTagMirrorSet two' } as const;
  const rows = [
    row('quay.io/a', ['one.lan/a']),
    row('quay.io/a', ['one.lan/a', 'two.lan/a'], { object: 'ImageDigestMirrorSet three' }),
    row('quay.io/a', ['three.lan/a'], tag),
    row('quay.io/a/b', ['four.lan/b'], tag),
  ];
  const sets = 'ImageDigestMirrorSet one, ImageDigestMirrorSet three';
  expect(places(rows, 'quay.io/a')).toEqual([
    `one.lan/a (mirror 1 of ${sets})`,
    `two.lan/a (mirror 2 of ${sets})`,
    'quay.io/a',
  ]);
  expect(places(rows, 'quay.io/a', false)[0]).toBe('three.lan/a (mirror 1 of ImageTagMirrorSet two)');
  expect(places(rows, 'quay.io/a/b')).toEqual(['quay.io/a/b']);
});

test('leaves out the source with NeverContactSource and blocked registries; wildcards match hosts', () => {
  const never = [row('quay.io/a', ['one.lan/a'], { neverSource: true })];
  expect(places(never, 'quay.io/a/b')).toEqual(['one.lan/a/b (mirror 1 of ImageDigestMirrorSet one)']);
  expect(places([], 'quay.io/a', true, ['quay.io'])).toEqual([]);
  const wild = [row('*.redhat.io', ['one.lan/rh'])];
  expect(places(wild, 'registry.redhat.io/ubi9')).toEqual([
    'one.lan/rh/ubi9 (mirror 1 of ImageDigestMirrorSet one)',
    'registry.redhat.io/ubi9',
  ]);
});
