import { describe, expect, test } from 'vitest';
import { contentEntry } from './content.fixture.ts';
import { entryRows, entryTree, toggledParts } from './entry-rows.ts';

const TREE = entryTree([
  contentEntry('4.16.2', { kind: 'release', bytes: 5, pushedAt: '2026-02-01T00:00:00Z' }),
  contentEntry('redhat-operator-index', { kind: 'catalog', bytes: 9, pushedAt: '2026-01-01T00:00:00Z' }),
  contentEntry('odf', { kind: 'package', parent: 1 }),
  contentEntry('odf.v4', { kind: 'bundle', parent: 2, part: 'odf4' }),
  contentEntry('odf.v3', { kind: 'bundle', parent: 2, part: 'odf3' }),
  contentEntry('gitops', { kind: 'package', parent: 1 }),
  contentEntry('gitops.v1', { kind: 'bundle', parent: 5, part: 'gitops1' }),
  contentEntry('by hand', { kind: 'unrecorded', part: undefined }),
]);
const rows = (options: Partial<Parameters<typeof entryRows>[1]> = {}) =>
  entryRows(TREE, { opened: new Set(), chosen: new Set(), search: '', order: 'name', ...options });
const names = (options?: Parameters<typeof rows>[0]) => rows(options).map(({ entry }) => entry.name);

describe('rows', () => {
  test('are the top entries, and those below opened ones', () => {
    expect(names()).toEqual(['4.16.2', 'redhat-operator-index', 'by hand']);
    const opened = rows({ opened: new Set([1]) });
    expect(opened.map(({ entry, level }) => `${level} ${entry.name}`)).toEqual([
      ...['1 4.16.2', '1 redhat-operator-index', '2 odf', '2 gitops', '1 by hand'],
    ]);
  });

  test('of a search lead to its matches', () => {
    expect(names({ search: 'ODF.v4' })).toEqual(['redhat-operator-index', 'odf', 'odf.v4']);
    expect(names({ search: 'gitops' })).toEqual(['redhat-operator-index', 'gitops']);
    expect(names({ search: 'nothing' })).toEqual([]);
  });

  test('are sorted by size and time, and those without a time are last', () => {
    expect(names({ order: 'largest' })).toEqual(['by hand', 'redhat-operator-index', '4.16.2']);
    expect(names({ order: 'newest' })).toEqual(['4.16.2', 'redhat-operator-index', 'by hand']);
    expect(names({ order: 'oldest' })).toEqual(['redhat-operator-index', '4.16.2', 'by hand']);
  });
});

test('a selection covers everything below an entry', () => {
  const state = (chosen: ReadonlySet<string>) =>
    Object.fromEntries(
      rows({ opened: new Set([1]), chosen }).map(({ entry, selected }) => [entry.name, selected]),
    );
  const one = toggledParts(TREE, new Set(), 3);
  expect([...one]).toEqual(['odf4']);
  expect(state(one)).toMatchObject({ 'redhat-operator-index': 'some', odf: 'some', gitops: 'off' });
  const all = toggledParts(TREE, one, 1);
  expect([...all].sort()).toEqual(['gitops1', 'odf3', 'odf4']);
  expect(state(all)).toMatchObject({ 'redhat-operator-index': 'on', odf: 'on' });
  expect(toggledParts(TREE, all, 1).size).toBe(0);
  // Images without a record can't be deleted here.
  expect(state(all)['by hand']).toBeUndefined();
});

test('20,000 entries are filtered in the time of a key press', () => {
  const many = entryTree([
    contentEntry('index', { kind: 'catalog' }),
    ...Array.from({ length: 20_000 }, (_, i) => contentEntry(`image-${i}`, { parent: 0 })),
  ]);
  const started = performance.now();
  const found = entryRows(many, {
    opened: new Set(),
    chosen: new Set(),
    search: 'image-19',
    order: 'largest',
  });
  expect(found).toHaveLength(1112);
  expect(performance.now() - started).toBeLessThan(500);
});
