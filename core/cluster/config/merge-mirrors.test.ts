import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CategoryEntries, MirrorEntry } from '../../content/resources/mirror-entries.ts';
import { mergeMirrors } from './merge-mirrors.ts';

const source = fc.constantFrom('q.io', 'q.io/a', 'q.io/a/b', 'q.io/ab', 'r.io/a', 'r.io/a/b/c');
const entries: fc.Arbitrary<MirrorEntry[]> = fc.uniqueArray(
  fc.record({
    source,
    mirrors: fc.uniqueArray(fc.constantFrom('m/1', 'm/2', 'm/3'), { minLength: 1, maxLength: 2 }),
  }),
  { selector: ({ source }) => source, maxLength: 4 },
);
const groups: fc.Arbitrary<CategoryEntries[]> = fc.uniqueArray(
  fc.record({
    category: fc.constantFrom('release' as const, 'operator' as const, 'generic' as const),
    byDigest: entries,
    byTag: entries,
  }),
  { selector: ({ category }) => category, maxLength: 3 },
);

/** Returns each redirection as one line. */
function lines(all: readonly CategoryEntries[]): string[] {
  return all.flatMap(({ category, ...lists }) =>
    Object.entries(lists).flatMap(([list, of]) =>
      (of as MirrorEntry[]).flatMap(({ source, mirrors }) =>
        mirrors.map((mirror) => `${category} ${list} ${source} ${mirror}`),
      ),
    ),
  );
}

test('loses nothing, changes nothing for the same push, and contains no mirror twice', () => {
  fc.assert(
    fc.property(groups, groups, (known, added) => {
      const merged = mergeMirrors(known, added);
      const all = lines(merged);
      expect(all).toEqual(expect.arrayContaining([...lines(known), ...lines(added)]));
      expect(new Set(all).size).toBe(all.length);
      expect(mergeMirrors(merged, added)).toEqual(merged);
      expect(mergeMirrors(merged, known)).toEqual(merged);
    }),
  );
});

test('adds the mirrors of a broad source of one push to the narrower sources of another', () => {
  fc.assert(
    fc.property(groups, groups, (known, added) => {
      const merged = mergeMirrors(known, added);
      for (const list of ['byDigest', 'byTag'] as const) {
        const of = (all: readonly CategoryEntries[]) => all.flatMap((group) => group[list]);
        const alone = of(added).filter(({ source }) => of(known).every((each) => each.source !== source));
        for (const narrow of alone)
          for (const broad of of(known)) {
            if (!narrow.source.startsWith(`${broad.source}/`)) continue;
            if (of(added).some(({ source }) => source === broad.source)) continue;
            const rest = narrow.source.slice(broad.source.length);
            const mirrors = of(merged)
              .filter(({ source }) => source === narrow.source)
              .flatMap((entry) => entry.mirrors);
            expect(mirrors).toEqual(expect.arrayContaining(broad.mirrors.map((mirror) => mirror + rest)));
          }
      }
    }),
  );
});
