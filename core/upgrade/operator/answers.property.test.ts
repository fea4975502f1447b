import fc from 'fast-check';
import { parse } from 'semver';
import { expect, test } from 'vitest';
import type { CatalogPackage, ChannelEntry } from '../../catalog/catalog-model.ts';
import { operatorPath } from './answers.ts';
import { bundleVersions, channelView, nextUpdate } from './edges.ts';
import { sketchedPackage } from './operator-package.fixture.ts';
import type { OperatorCatalog } from './prepared-catalog.ts';
import { type BruteWorld, bruteForce, bruteStages, entriesBelow, olmChoice } from './resolver.fixture.ts';

const VERSIONS = ['1.0.0', '1.1.0-rc.1', '1.1.0', '1.2.0', '1.2.1', '1.3.0', '2.0.0', '2.1.0'];
const nameOf = (position: number) => `p.v${VERSIONS[position]}`;

/** Channels with one head: a chain, some of it left out, skipped or bridged by a range. */
const channel: fc.Arbitrary<ChannelEntry[]> = fc
  .record({
    chain: fc.uniqueArray(fc.nat(VERSIONS.length - 1), { minLength: 1, maxLength: 6 }),
    extras: fc.array(
      fc.record({
        range: fc.option(fc.tuple(fc.nat(7), fc.nat(7))),
        skips: fc.array(fc.nat(7), { maxLength: 2 }),
        beside: fc.boolean(),
      }),
      { minLength: VERSIONS.length, maxLength: VERSIONS.length },
    ),
    dangling: fc.option(fc.nat(VERSIONS.length - 1)),
  })
  .map(({ chain, extras, dangling }) => {
    const sorted = chain.sort((a, b) => a - b);
    const besides = new Map<number, ChannelEntry>();
    const entries = sorted.map((position, at): ChannelEntry => {
      const { range, skips, beside } = extras[position]!;
      const below = sorted[at - 1];
      const lower = skips.filter((each) => each < position);
      const replaces = below ?? (dangling !== null && dangling < position ? dangling : undefined);
      // What lies between and is skipped may be an entry of its own, which replaces the one below too.
      for (const each of lower)
        if (beside && !sorted.includes(each))
          besides.set(each, {
            name: nameOf(each),
            ...(below !== undefined && below < each && { replaces: nameOf(below) }),
          });
      const skipped = [...new Set(lower)].map(nameOf);
      return {
        name: nameOf(position),
        ...(replaces !== undefined && { replaces: nameOf(replaces) }),
        ...(skipped.length > 0 && { skips: skipped }),
        ...(range && { skipRange: `>=${VERSIONS[Math.min(...range)]} <${VERSIONS[Math.max(...range)]}` }),
      };
    });
    return [...entries, ...besides.values()];
  });

const found: fc.Arbitrary<CatalogPackage> = fc
  .array(channel, { minLength: 1, maxLength: 3 })
  .map((channels) => sketchedPackage(Object.fromEntries(channels.map((entries, at) => [`c${at}`, entries]))));

const limits = fc.array(fc.option(fc.integer({ min: 15, max: 18 })), {
  minLength: VERSIONS.length,
  maxLength: VERSIONS.length,
});

test('an update is what OLM chooses, in the whole channel and in what is left of it', () => {
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

test('paths cost what trying everything says, and there is none where that finds none', () => {
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
        const answer = operatorPath({ package: 'p', catalogs, from, ...(to !== undefined && { to }) });
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
