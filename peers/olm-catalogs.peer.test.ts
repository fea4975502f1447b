import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { catalogOf, inFolder, operatorSelection } from '../core/content/catalog/catalog.fixture.ts';
import { indexCatalog } from '../core/content/catalog/index/catalog-index.ts';
import type { CatalogIndex } from '../core/content/catalog/index/open-index.ts';
import type { CatalogPackage } from '../core/content/catalog/model/catalog-model.ts';
import { selectOperators } from '../core/content/catalog/select/select.ts';
import { filteredFiles } from '../core/content/catalog/write-fbc.ts';
import type { OperatorSelection } from '../core/image-set/config/image-set.ts';
import { type OperatorQuestion, operatorPath } from '../core/upgrade/operator/answers.ts';
import { configurationFor } from '../core/upgrade/operator/configuration-for.ts';
import { bundleVersions, channelView, nextUpdate } from '../core/upgrade/operator/edges.ts';
import { olmChoice } from '../core/upgrade/operator/resolver.fixture.ts';
import { missingCatalogs, realCatalogs, writeCatalog } from './catalogs.ts';
import { forEach } from './for-each.ts';
import { resolve } from './olm-resolve.ts';
import type { Program } from './peers.ts';
import { judgedBy } from './verdicts.ts';

/** Chains of updates that are compared in each channel, from the lowest versions. */
const CHAINS = 2;
/** Channels of a package to which paths are compared. */
const CHANNELS = 3;
/** Catalogs with a changed channel, which OLM and Airlock must reject. */
const MUTANTS = 12;

/** A catalog that OLM can load. */
interface Opened {
  index: CatalogIndex;
  /** The catalog without properties that have no effect on the order of updates, which is loaded faster. */
  folder: string;
}

/** Opens a real catalog, or returns undefined if OLM rejects it, so that it isn't published. */
async function opened(
  olm: Program,
  files: Record<string, Buffer>,
  folder: string,
): Promise<Opened | undefined> {
  const source = join(folder, 'source');
  writeCatalog(source, files);
  const { rejected } = await resolve(olm, source, { package: 'none', channel: 'none' });
  if (rejected !== undefined) return undefined;
  const index = await indexCatalog(catalogOf(files), join(folder, 'index'), { digest: 'sha256:peer' });
  const complete = join(folder, 'complete');
  await write(index, operatorSelection(undefined, { full: true }), complete);
  return { index, folder: complete };
}

/** Writes the part of a catalog that a selection contains. Of properties, only those that the filter accepts. */
async function write(
  index: CatalogIndex,
  selection: OperatorSelection,
  folder: string,
  retains = ['olm.package'],
): Promise<void> {
  const files: Record<string, string> = {};
  for await (const { path, content } of filteredFiles(index, await selectOperators(index, selection)))
    files[path] = withoutProperties(content.toString(), retains);
  writeCatalog(folder, files);
}

function withoutProperties(text: string, retains: readonly string[]): string {
  return text
    .split(/^(?=\{)/m)
    .map((each) => {
      const { properties, ...document } = JSON.parse(each) as { properties?: { type: string }[] };
      return JSON.stringify({
        ...document,
        properties: properties?.filter(({ type }) => retains.includes(type)),
      });
    })
    .join('\n');
}

/** Compares the updates in every channel of a package, and returns how many there are. */
async function compareChannels(olm: Program, found: CatalogPackage, folder: string): Promise<number> {
  const versions = bundleVersions(found);
  let updates = 0;
  await forEach(found.channels, async (channel) => {
    const view = channelView(channel, versions);
    if ('faults' in view) throw new Error(`${channel.name}: ${view.faults.join()}`);
    const visited = new Set<string>();
    const names = channel.entries.map(({ name }) => name);
    const sorted = names.toSorted((a, b) => versions.get(a)!.compare(versions.get(b)!));
    for (let chains = 0; chains < CHAINS; chains++) {
      const start = sorted.find((name) => !visited.has(name));
      if (start === undefined) break;
      const [airlock, standIn] = [[start], [start]];
      for (let at: string | undefined = start; at !== undefined; ) {
        visited.add(at);
        at = nextUpdate(view, { name: at, version: versions.get(at)! })?.entry.name;
        if (at !== undefined) airlock.push(at);
      }
      for (let at: string | undefined = start; at !== undefined; ) {
        at = olmChoice(channel.entries, at, versions.get(at)!.raw);
        if (at !== undefined) standIn.push(at);
      }
      const subscription = { package: found.name, channel: channel.name, installed: start };
      const { chain, error, rejected } = await resolve(olm, folder, subscription);
      expect({ airlock, standIn, error, rejected }).toEqual({ airlock: chain, standIn: chain });
      updates += chain.length;
    }
  });
  return updates;
}

/** Questions from low and middle versions, and from one that isn't in the catalog, to heads and middle versions. */
function questions(found: CatalogPackage): OperatorQuestion[] {
  const catalogs = [{ name: 'catalog', package: found }];
  const versions = bundleVersions(found);
  return found.channels.slice(-CHANNELS).flatMap(({ name: channel, entries }) => {
    const sorted = entries.map(({ name }) => name).sort((a, b) => versions.get(a)!.compare(versions.get(b)!));
    const [low, middle, high] = [0, 0.5, 0.8].map((part) => sorted[Math.floor(sorted.length * part)]!);
    const { raw, major, minor, patch } = versions.get(low!)!;
    const unlisted = `${found.name}.v${major}.${minor}.${patch}-unlisted`;
    return [
      { from: low!, to: undefined },
      { from: middle!, to: undefined },
      { from: low!, to: middle! },
      { from: middle!, to: high! },
      { from: raw, to: undefined, subscribed: channel },
      { from: unlisted, to: undefined },
    ]
      .filter(({ from, to }) => from !== to)
      .map((each) => ({ package: found.name, catalogs, channel, ...each }));
  });
}

interface Paths {
  found: number;
  mirrored: number;
  switched: number;
  left: number;
}

/** Compares the path of a question in the complete catalog, and in the part of it that the path needs. */
async function comparePath(
  olm: Program,
  { index, folder }: Opened,
  question: OperatorQuestion,
  paths: Paths,
): Promise<void> {
  const answer = operatorPath(question);
  if (!answer.path || answer.hops.length === 0) return;
  const found = question.catalogs[0]!.package!;
  paths.found++;
  const { hops } = answer;
  const selected = `${folder}-${paths.found}`;
  const configuration = await configurationFor(found, hops);
  await write(index, operatorSelection([configuration.package]), selected);
  // A note about the default channel has no effect on the updates.
  const leaves = configuration.notes.some((note) => !note.startsWith('the default channel of package'));
  const follows: boolean[] = [];
  for (const [at, { channel, from, fromVersion }] of hops.entries()) {
    if (at > 0 && hops[at - 1]!.channel === channel) continue;
    const others = hops.findIndex((hop, position) => position > at && hop.channel !== channel);
    const expected = [from, ...hops.slice(at, others < 0 ? undefined : others).map(({ to }) => to)];
    const known = found.bundles.some(({ name }) => name === from);
    const name = /^\d/.test(from) ? `${found.name}.v${from}` : from;
    if (!known && fromVersion === undefined) return;
    const subscription = { package: found.name, channel, installed: `${name}=${fromVersion}` };
    if (question.to === undefined) {
      const { chain, error, rejected } = await resolve(olm, folder, {
        ...subscription,
        installed: known ? name : subscription.installed,
      });
      expect(error ?? rejected).toBeUndefined();
      // At the next switch of the channel, the cluster leaves the chain of this channel.
      const within = others < 0 ? chain : chain.slice(0, expected.length);
      expect({ question: { ...question, catalogs: [] }, path: [name, ...expected.slice(1)] }).toMatchObject({
        path: within,
      });
    }
    const { chain, error, rejected } = await resolve(olm, selected, subscription);
    expect(error ?? rejected, JSON.stringify(configuration)).toBeUndefined();
    const same = others < 0 ? chain : chain.slice(0, expected.length);
    follows.push(same.slice(1).join() === expected.slice(1).join());
    if (others >= 0) paths.switched++;
  }
  expect({
    question: { ...question, catalogs: [] },
    configuration,
    follows: follows.every(Boolean),
  }).toMatchObject({ follows: !leaves });
  if (leaves) paths.left++;
  else paths.mirrored++;
}

await judgedBy(
  'olm',
  ({ agrees }) => {
    const catalogs = realCatalogs();
    const total = { catalogs: 0, updates: 0, found: 0, mirrored: 0, switched: 0, left: 0 };
    for (const [name, files] of catalogs) {
      agrees(
        `makes the same updates in ${name}, and in the part of it that a path needs`,
        (olm, cases, unjudged) =>
          inFolder(async (folder) => {
            const catalog = await opened(olm, files, folder);
            if (!catalog) {
              unjudged('catalogs that OLM rejects');
              return cases(0);
            }
            total.catalogs++;
            const paths: Paths = { found: 0, mirrored: 0, switched: 0, left: 0 };
            let updates = 0;
            for (const { name: of } of catalog.index.packages) {
              const found = (await catalog.index.package(of))!;
              updates += await compareChannels(olm, found, catalog.folder);
              await forEach(questions(found), (question) => comparePath(olm, catalog, question, paths));
            }
            total.updates += updates;
            for (const key of ['found', 'mirrored', 'switched', 'left'] as const) total[key] += paths[key];
            cases(updates + 2 * paths.found);
          }),
      );
    }
    agrees('a channel whose head replaces and skips nothing is unusable', async (olm, cases) => {
      let count = 0;
      for (const [name, files] of catalogs)
        await inFolder(async (folder) => {
          const catalog = count < MUTANTS ? await opened(olm, files, folder) : undefined;
          const of = catalog?.index.packages[0]?.name;
          const found = of === undefined ? undefined : await catalog!.index.package(of);
          const channel = found?.channels.find(({ entries }) => entries.length > 1);
          if (!found || !channel) return;
          const view = channelView(channel, bundleVersions(found));
          const head = 'head' in view ? view.head : '';
          const changed = channel.entries.map((entry) => (entry.name === head ? { name: head } : entry));
          expect(channelView({ ...channel, entries: changed }, bundleVersions(found)), name).toHaveProperty(
            'faults',
          );
          const path = join(catalog!.folder, `${found.name}/catalog.json`);
          const mutant = readFileSync(path, 'utf8')
            .split('\n')
            .map((line) => JSON.parse(line) as { schema: string; name: string })
            .map((each) =>
              each.schema === 'olm.channel' && each.name === channel.name
                ? { ...each, entries: changed }
                : each,
            );
          writeFileSync(path, mutant.map((each) => JSON.stringify(each)).join('\n'));
          const subscription = { package: found.name, channel: channel.name };
          expect((await resolve(olm, catalog!.folder, subscription, { steps: 1 })).rejected).toContain(
            'invalid channel',
          );
          count++;
        });
      expect(count).toBe(MUTANTS);
      cases(count);
    });

    agrees('most catalogs are compared, with most of their paths', () => {
      expect(total.catalogs).toBeGreaterThan(catalogs.size / 2);
      expect(total.updates).toBeGreaterThan(300);
      expect(total.found).toBeGreaterThan(150);
      expect(total.mirrored).toBeGreaterThan(total.found * 0.9);
      expect(Math.min(total.switched, total.left)).toBeGreaterThan(0);
    });
  },
  [],
  missingCatalogs,
);
