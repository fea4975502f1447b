import fc from 'fast-check';
import { parse } from 'semver';
import { expect, test } from 'vitest';
import { operatorPath } from './answers.ts';
import { bundleVersions, channelView, nextUpdate } from './edges.ts';
import { sketchedPackage } from './operator-package.fixture.ts';
import type { OperatorCatalog } from './prepared-catalog.ts';
import { channel, found, limits, nameOf, VERSIONS } from './random-package.fixture.ts';
import { type BruteWorld, bruteForce, bruteStages, entriesBelow, olmChoice } from './resolver.fixture.ts';

test('an update is the one that OLM selects, in the entire channel and in a part of it', () => {
  fc.assert(
    fc.property(channel, fc.nat(VERSIONS.length - 1), fc.nat(), (entries, position, at) => {
      const one = sketchedPackage({ c: entries });
      const installed = { name: nameOf(position), version: parse(VERSIONS[position])! };
      const top = entries[at % entries.length]!.name;
      for (const [endsAt, list] of [
        [undefined, entries],
        [top, entriesBelow(entries, top)],
      ] as const) {
        const view = channelView(one.channels[0]!, bundleVersions(one), endsAt);
        if ('faults' in view) throw new Error(view.faults.join());
        const expected = olmChoice(list, installed.name, VERSIONS[position]!);
        expect(nextUpdate(view, installed)?.entry.name).toBe(expected);
      }
    }),
    { numRuns: 500 },
  );
});

test('paths cost the same as in an exhaustive search, and exist only if it finds one', () => {
  let answered = 0;
  let several = 0;
  let staged = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(found, limits), { minLength: 1, maxLength: 2 }),
      fc.nat(),
      fc.nat(),
      (list, one, other) => {
        const world: BruteWorld = {
          catalogs: list.map(([of, limit], at) => ({
            package: of,
            openShift: 16 + at,
            limits: Object.fromEntries(
              limit.flatMap((minor, position) => (minor === null ? [] : [[nameOf(position), minor]])),
            ),
          })),
        };
        const catalogs = world.catalogs.map(
          (each): OperatorCatalog => ({
            name: `v4.${each.openShift}`,
            openShift: `4.${each.openShift}`,
            package: each.package,
            limits: new Map(
              Object.entries(each.limits).map(([name, minor]) => [name, { highest: { major: 4, minor } }]),
            ),
          }),
        );
        const bundles = list.flatMap(([{ bundles: all }]) => all.map(({ name }) => name));
        const from = bundles[one % bundles.length]!;
        const to = other % 3 === 0 ? undefined : bundles[other % bundles.length]!;
        const head = channelView(list.at(-1)![0].channels[0]!, new Map());
        const goal = to ?? ('head' in head ? head.head : '');
        const answer = operatorPath({ package: 'p', catalogs, from, to });
        const expected = bruteForce(world, from, goal, to);
        if (!answer.path) {
          expect(expected, answer.reason).toBeUndefined();
          expect(answer.reason).not.toBe('');
          if (to === undefined)
            expect(answer.stages !== undefined, answer.reason).toBe(bruteStages(world, from, goal));
          if (answer.stages) staged++;
          return;
        }
        answered++;
        if (answer.hops.length > 1) several++;
        const switches = answer.hops.filter(({ switched }) => switched).length;
        expect([switches, answer.hops.length]).toEqual(expected);
        expect(answer.path.at(-1)).toBe(goal);
        if (answer.smaller) expect(answer.smaller.hops.length).toBeLessThan(answer.hops.length);
        for (const hop of answer.hops) {
          const { package: of } = world.catalogs.find(({ openShift }) => hop.catalog === `v4.${openShift}`)!;
          const { entries } = of.channels.find(({ name }) => name === hop.channel)!;
          const ends = to !== undefined && entries.some(({ name }) => name === to);
          const version = hop.from.slice(3);
          expect(olmChoice(ends ? entriesBelow(entries, to) : entries, hop.from, version)).toBe(hop.to);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(answered).toBeGreaterThan(40);
  expect(several).toBeGreaterThan(8);
  expect(staged).toBeGreaterThan(2);
});
