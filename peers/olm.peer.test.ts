import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'semver';
import { expect } from 'vitest';
import { inFolder } from '../core/content/catalog/catalog.fixture.ts';
import type { CatalogPackage, ChannelEntry } from '../core/content/catalog/model/catalog-model.ts';
import { parseOlmRange } from '../core/content/catalog/model/olm-range.ts';
import { channelGaps } from '../core/upgrade/operator/channel-gaps.ts';
import { channelView, nextUpdate } from '../core/upgrade/operator/edges.ts';
import { sketchedPackage } from '../core/upgrade/operator/operator-package.fixture.ts';
import { channel as usableChannel, VERSIONS } from '../core/upgrade/operator/random-package.fixture.ts';
import { olmChoice } from '../core/upgrade/operator/resolver.fixture.ts';
import { writeCatalog } from './catalogs.ts';
import { forEach } from './for-each.ts';
import { resolve } from './olm-resolve.ts';
import { judgedBy } from './verdicts.ts';

const SEED = 20261127;
/** Versions of bundles that no channel contains. */
const UNLISTED = ['0.9.0', '1.1.5', '1.2.1-rc.1', '1.2.1+later', '3.0.0'];
const RANGES = [
  '>=1.0.0 <1.2.0',
  '>=1.0.0 <3.0.0',
  '>= 1.1.0 < 2.1.0',
  '<1.1.0 || >=1.3.0 <2.1.0',
  '1.x',
  '<=1.2.x',
  '>1.x',
  '=1.2.0',
];
const RANGES_TO_PARSE = [
  ...RANGES,
  ...[
    '!=1.2.x',
    '1.x.x',
    '>2.1.x',
    '>=2.1.x <2.2.1',
    '!1.1.0',
    '>=1.1.0-rc.1 !1.2.0 <2.0.0',
    '==1.2.0',
    '1.2.0',
    '> 1.0.0 < 1.2.0',
    ' <1.2.0 ',
  ],
  ...[
    '^1.0.0',
    '~1.2.0',
    '>=1.0 <2',
    '>=1.0.0,<2.0.0',
    '<1.0.0||>2.0.0',
    '|| >=1.0.0',
    '>=1.0.0 ||',
    'latest',
  ],
  ...['>1.0.0-fix', '=>1.0.0', '1.0.0 - 2.0.0', '*', 'v1.0.0', '>=v1.0.0', '<01.0.0'],
];
const VERSIONS_IN_RANGES = [...VERSIONS, '0.0.1', '1.0.0-0', '1.2.0-rc.1', '1.2.9', '2.2.0', '1.3.1'];
/** Faults of channels that only oc-mirror's rules reject. */
const ONLY_OC_MIRROR = /itself|cycle in the upgrade graph/;
/** Why only later versions of opm reject a channel. */
const ONLY_OPM = /invalid skipRange|stranded bundles/;
const SUBSCRIPTION = { package: 'p', channel: 'c' };

/** Channels with any `replaces`, `skips` and ranges. Most of them aren't usable. */
const anyChannel: fc.Arbitrary<ChannelEntry[]> = fc
  .uniqueArray(fc.nat(VERSIONS.length - 1), { minLength: 1, maxLength: 5 })
  .chain((positions) =>
    fc.tuple(
      ...positions.map((position, at) =>
        fc.record({
          name: fc.constant(`p.v${VERSIONS[position]}`),
          replaces: fc.oneof(
            {
              weight: 4,
              arbitrary: fc.constant(at === 0 ? undefined : `p.v${VERSIONS[positions[at - 1]!]}`),
            },
            {
              weight: 1,
              arbitrary: fc.option(
                fc.nat(7).map((to) => `p.v${VERSIONS[to]}`),
                { nil: undefined },
              ),
            },
          ),
          skips: fc.option(
            fc.array(
              fc.nat(7).map((to) => `p.v${VERSIONS[to]}`),
              { minLength: 1, maxLength: 2 },
            ),
            { nil: undefined, freq: 2 },
          ),
          skipRange: fc.option(fc.constantFrom(...RANGES), { nil: undefined }),
        }),
      ),
    ),
  );

/** Renames a generated package, so that a catalog can contain several. */
function renamed(name: string, entries: readonly ChannelEntry[]): ChannelEntry[] {
  const own = (of: string) => of.replace(/^p\./, `${name}.`);
  return entries.map((entry) => ({
    ...entry,
    name: own(entry.name),
    replaces: entry.replaces && own(entry.replaces),
    skips: entry.skips?.map(own),
  }));
}

/** Returns a package with channel `c` as a file of a catalog. @param options.others entries of channel `d` */
function written(
  name: string,
  entries: readonly ChannelEntry[],
  { isDeprecated = false, others = [] }: { isDeprecated?: boolean; others?: readonly ChannelEntry[] } = {},
): string {
  const all = others.map(({ name: of }, at) => ({ name: of, replaces: others[at - 1]?.name }));
  const bundles = [...entries, ...others].map((entry) => ({
    schema: 'olm.bundle',
    package: name,
    name: entry.name,
    image: `quay.example/${name}/bundle:${entry.name}`,
    properties: [{ type: 'olm.package', value: { packageName: name, version: versionOf(entry.name) } }],
  }));
  const deprecations = {
    schema: 'olm.deprecations',
    package: name,
    entries: [
      { reference: { schema: 'olm.package' }, message: 'end of life' },
      { reference: { schema: 'olm.channel', name: 'c' }, message: 'end of life' },
      ...entries.map((entry) => ({ reference: { schema: 'olm.bundle', name: entry.name }, message: 'old' })),
    ],
  };
  return [
    { schema: 'olm.package', name, defaultChannel: 'c' },
    { schema: 'olm.channel', package: name, name: 'c', entries },
    ...(others.length > 0 ? [{ schema: 'olm.channel', package: name, name: 'd', entries: all }] : []),
    ...bundles,
    ...(isDeprecated ? [deprecations] : []),
  ]
    .map((document) => JSON.stringify(document))
    .join('\n');
}

/** Whether the head leads to every entry that nothing skips. opm rejects other channels. */
function leadsToAll(entries: readonly ChannelEntry[]): boolean {
  const skipped = new Set(entries.flatMap(({ skips = [] }) => skips));
  const replaced = new Set(entries.map(({ replaces }) => replaces));
  const led = new Set<string>();
  let at = entries.find(({ name }) => !replaced.has(name) && !skipped.has(name));
  while (at && !skipped.has(at.name)) {
    led.add(at.name);
    at = entries.find(({ name }) => name === at?.replaces);
  }
  return entries.every(({ name }) => skipped.has(name) || led.has(name));
}

function versionOf(name: string): string {
  return name.replace(/^\w+\.v/, '');
}

function viewOf(entries: readonly ChannelEntry[]) {
  const found: CatalogPackage = sketchedPackage({ c: [...entries] });
  const versions = new Map(found.bundles.map(({ name }) => [name, parse(versionOf(name))]));
  return channelView(found.channels[0]!, versions);
}

/** Returns the bundle to which Airlock says that OLM updates an installed one. */
function updateOf(
  view: ReturnType<typeof channelView>,
  installed: string,
  version = versionOf(installed),
): string | undefined {
  if ('faults' in view) throw new Error(view.faults.join());
  return nextUpdate(view, { name: installed, version: parse(version) ?? undefined })?.entry.name;
}

/** Splits a list into parts of a size. */
function parts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

await judgedBy('olm', ({ agrees, differs }) => {
  agrees('generated channels are usable or not', (olm, cases) =>
    inFolder(async (folder) => {
      const channels = fc.sample(anyChannel, { numRuns: 200, seed: SEED });
      let [usable, unusable] = [0, 0];
      await forEach([...channels.entries()], async ([at, entries]) => {
        const view = viewOf(entries);
        const faults = 'faults' in view ? view.faults.join() : undefined;
        if (faults && ONLY_OC_MIRROR.test(faults)) return;
        const directory = join(folder, String(at));
        writeCatalog(directory, { 'catalog.json': written('p', entries) });
        const { rejected, error } = await resolve(olm, directory, SUBSCRIPTION, { steps: 1 });
        const reason = rejected ?? error;
        if (reason && ONLY_OPM.test(reason)) return;
        expect({ entries, isUsable: faults === undefined, reason }).toMatchObject({
          isUsable: reason === undefined,
        });
        if (reason === undefined) usable++;
        else unusable++;
      });
      expect(usable).toBeGreaterThan(30);
      expect(unusable).toBeGreaterThan(30);
      cases(usable + unusable);
    }),
  );

  differs(
    'entries that skip themselves, and cycles of skipped entries',
    'OLM only follows `replaces` from the head and ignores such entries. oc-mirror rejects the channel, and Airlock does the same, because neither can mirror a part of it.',
    (olm) =>
      inFolder(async (folder) => {
        for (const entries of [
          ['1.1.0 < 1.0.0', '1.0.0 ! 1.0.0'],
          ['1.2.0 ! 1.0.0 1.1.0', '1.1.0 < 1.0.0', '1.0.0 < 1.1.0'],
        ]) {
          const found = sketchedPackage({ c: entries }).channels[0]!.entries;
          expect(viewOf(found)).toEqual({ faults: [expect.stringMatching(ONLY_OC_MIRROR)] });
          writeCatalog(folder, { 'catalog.json': written('p', found) });
          const { rejected, error } = await resolve(olm, folder, SUBSCRIPTION, { steps: 1 });
          expect(rejected ?? error).toBeUndefined();
        }
      }),
  );

  differs(
    'channels with stranded bundles or an invalid skipRange',
    "OLM can't load a catalog with such a channel since operator-registry#1750 and operator-registry#1987. Catalogs that were published before contain them, for example in channel rhacs-4.8, with an earlier opm in their images. Airlock shows the updates that OLM's resolver makes in them, and the bundles from which no update leads to the head.",
    (olm) =>
      inFolder(async (folder) => {
        for (const [entries, reason, gaps] of [
          [['3.0.0 < 2.0.0 ! 2.0.0', '2.0.0 < 1.0.0', '1.0.0'], 'stranded bundles: p.v1.0.0', ['p.v1.0.0']],
          [['2.0.0 < 1.0.0 [^1.0.0]', '1.0.0'], 'invalid skipRange "^1.0.0"', []],
        ] as const) {
          const found = sketchedPackage({ c: [...entries] });
          writeCatalog(folder, { 'catalog.json': written('p', found.channels[0]!.entries) });
          expect((await resolve(olm, folder, SUBSCRIPTION)).rejected).toContain(reason);
          expect(channelGaps(found)).toMatchObject([{ faults: [], gaps: gaps.map((entry) => ({ entry })) }]);
        }
      }),
  );

  agrees(
    'makes the same update in generated channels, as does the stand-in resolver of the tests',
    (olm, cases) =>
      inFolder(async (folder) => {
        const channels = [
          ...fc.sample(anyChannel, { numRuns: 400, seed: SEED }).filter((each) => 'offered' in viewOf(each)),
          ...fc.sample(usableChannel, { numRuns: 200, seed: SEED }),
        ].filter(leadsToAll);
        let [count, updates] = [0, 0];
        await forEach([...parts(channels, 20).entries()], async ([at, group]) => {
          const directory = join(folder, String(at));
          const packages = group.map((entries, position) => {
            const name = `p${position}`;
            return { name, entries: renamed(name, entries), isDeprecated: position % 2 === 0 };
          });
          const files = packages.map(({ name, entries, isDeprecated }) => [
            `${name}/catalog.json`,
            written(name, entries, { isDeprecated }),
          ]);
          writeCatalog(directory, Object.fromEntries(files));
          const most = Math.max(...packages.map(({ entries }) => entries.length));
          for (let position = 0; position < most; position++) {
            const present = packages.filter(({ entries }) => entries.length > position);
            const { steps, rejected, error } = await resolve(
              olm,
              directory,
              present.map(({ name, entries }) => ({
                package: name,
                channel: 'c',
                installed: entries[position]!.name,
              })),
              { steps: 1 },
            );
            expect(rejected ?? error).toBeUndefined();
            for (const { name, entries } of present) {
              const installed = entries[position]!.name;
              const selected = steps[0]?.get(name);
              const next = selected === installed ? undefined : selected;
              expect({
                entries,
                installed,
                airlock: updateOf(viewOf(entries), installed),
                standIn: olmChoice(entries, installed, versionOf(installed)),
              }).toMatchObject({ airlock: next, standIn: next });
              count++;
              updates += Number(next !== undefined);
            }
          }
        });
        expect(updates).toBeGreaterThan(300);
        cases(count);
      }),
  );

  agrees('updates bundles that no channel contains in the same way', (olm, cases) =>
    inFolder(async (folder) => {
      const channels = fc.sample(usableChannel, { numRuns: 40, seed: SEED }).filter(leadsToAll).slice(0, 25);
      let updates = 0;
      await forEach([...channels.entries()], async ([at, entries]) => {
        const directory = join(folder, String(at));
        writeCatalog(directory, { 'catalog.json': written('p', entries) });
        for (const version of UNLISTED) {
          const installed = `p.v${version}`;
          const { steps, rejected, error } = await resolve(
            olm,
            directory,
            { ...SUBSCRIPTION, installed: `${installed}=${version}` },
            { steps: 1 },
          );
          expect(rejected ?? error).toBeUndefined();
          const next = steps[0]?.get('p');
          expect({ entries, installed, next: updateOf(viewOf(entries), installed) }).toMatchObject({ next });
          expect({ entries, installed, next: olmChoice(entries, installed, version) }).toMatchObject({
            next,
          });
          updates += Number(next !== undefined);
        }
      });
      expect(updates).toBeGreaterThan(25);
      cases(channels.length * UNLISTED.length);
    }),
  );

  differs(
    'a range with an empty alternative, such as `>=1.0.0 || || <0.3.0`',
    "OLM's library accepts the range, and OLM's resolver then crashes on every installed version that the first alternative doesn't contain. Airlock rejects the range.",
    (olm) =>
      inFolder(async (folder) => {
        const skipRange = '>=1.0.0 || || <0.3.0';
        expect(parseOlmRange(skipRange)).toBeUndefined();
        writeCatalog(folder, { 'catalog.json': written('p', [{ name: 'p.v1.0.0', skipRange }]) });
        const { rejected } = await resolve(olm, folder, { ...SUBSCRIPTION, installed: 'p.v0.5.0=0.5.0' });
        expect(rejected).toContain('nil pointer dereference');
      }),
  );

  agrees('parses ranges in the same way', (olm, cases) =>
    inFolder(async (folder) => {
      const parsed = (range: string) => parseOlmRange(range);
      const valid = RANGES_TO_PARSE.filter(parsed);
      const invalid = RANGES_TO_PARSE.filter((range) => !parsed(range));
      const heads = valid.map((skipRange, at): [string, ChannelEntry[]] => [
        `p${at}`,
        [{ name: `p${at}.v9.0.0`, skipRange }],
      ]);
      // The versions are in another channel, so that OLM knows them, and no subscription selects them.
      const versions = (name: string) =>
        VERSIONS_IN_RANGES.map((version) => ({ name: `${name}.v${version}` }));
      writeCatalog(
        folder,
        Object.fromEntries(
          heads.map(([name, entries]) => [
            `${name}/catalog.json`,
            written(name, entries, { others: versions(name) }),
          ]),
        ),
      );
      for (const version of VERSIONS_IN_RANGES) {
        const { steps, rejected, error } = await resolve(
          olm,
          folder,
          heads.map(([name]) => ({ package: name, channel: 'c', installed: `${name}.v${version}` })),
          { steps: 1 },
        );
        expect(rejected ?? error).toBeUndefined();
        for (const [at, range] of valid.entries())
          expect({ range, version, included: parsed(range)!(parse(version)!) }).toEqual({
            ...{ range, version },
            included: steps[0]?.has(`p${at}`) ?? false,
          });
      }
      for (const range of invalid) {
        writeCatalog(folder, { 'catalog.json': written('p', [{ name: 'p.v1.0.0', skipRange: range }]) });
        const { rejected } = await resolve(olm, folder, SUBSCRIPTION, { steps: 1 });
        expect(rejected, range).toContain('invalid skipRange');
      }
      expect([valid.length, invalid.length].every((count) => count > 5)).toBe(true);
      cases(valid.length * VERSIONS_IN_RANGES.length + invalid.length);
    }),
  );
});
