import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type {
  OperatorChannel,
  OperatorPackage,
  OperatorSelection,
} from '../../../image-set/config/image-set.ts';
import { looseVersion, versionRange } from '../../../image-set/config/version-range.ts';
import { catalogOf, operatorSelection } from '../catalog.fixture.ts';
import { indexCatalog } from '../index/catalog-index.ts';
import type { CatalogIndex } from '../index/open-index.ts';
import type { CatalogPackage } from '../model/catalog-model.ts';
import { channelGraph } from '../model/channel-graph.ts';
import { filteredFiles } from '../write-fbc.ts';
import { selectOperators } from './select.ts';
import type { OperatorSelectionResult, SelectedPackage } from './selection-result.ts';

/** Returns integers below a bound, the same ones for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** An entry of `operators` of any shape, mostly with names and versions of the catalog. */
export async function randomSelection(
  index: CatalogIndex,
  random: (below: number) => number,
): Promise<OperatorSelection> {
  const names = index.packages.map(({ name }) => name);
  const full = random(6) === 0;
  if (names.length === 0 || random(10) === 0) return operatorSelection(undefined, { full });
  const wanted = new Set(Array.from({ length: 1 + random(3) }, () => names[random(names.length)]!));
  const packages: OperatorPackage[] = [];
  for (const name of wanted) packages.push(await randomPackage((await index.package(name))!, random, full));
  return operatorSelection(packages, { full });
}

async function randomPackage(
  found: CatalogPackage,
  random: (below: number) => number,
  full: boolean,
): Promise<OperatorPackage> {
  const versions = found.bundles.flatMap(({ version }) => version ?? []);
  const bound = () => {
    const version = versions[random(versions.length)] ?? '1.0.0';
    return [version, version, version, version.replace(/\.\d+(?=[-+]|$).*/, ''), `${version}-0`][random(5)]!;
  };
  const range = (): { minVersion?: string; maxVersion?: string } => {
    if (full && random(8) > 0) return {};
    const [one, other] = [bound(), bound()];
    const shapes = [{}, { minVersion: one }, { maxVersion: one }, { minVersion: one, maxVersion: one }];
    return [...shapes, { minVersion: one, maxVersion: other }][random(5)]!;
  };
  const channels: OperatorChannel[] = found.channels
    .filter(() => random(3) > 0)
    .map(({ name }) => {
      const within = random(2) ? range() : {};
      return { name, ...within };
    });
  const someChannel = found.channels[random(found.channels.length)]?.name;
  const isRanged = channels.some(({ minVersion, maxVersion }) => minVersion || maxVersion);
  const listed = random(2) && channels.length > 0 ? channels : undefined;
  const within = listed && isRanged ? {} : range();
  return {
    name: found.name,
    channels: listed,
    ...within,
    defaultChannel: someChannel && random(2) ? someChannel : undefined,
  };
}

/**
 * Selects, and checks the invariants of every selection: it contains exactly the content by the rules, everything is
 * written, and selecting from the written catalog has the same result.
 * @param folder for the written catalog
 * @returns the error of a rejected selection, which must contain a reason
 */
export async function checkInvariants(
  index: CatalogIndex,
  selection: OperatorSelection,
  folder: string,
): Promise<OperatorSelectionResult | AirlockError> {
  let result: OperatorSelectionResult;
  try {
    result = await selectOperators(index, selection);
  } catch (error) {
    if (!(error instanceof AirlockError)) throw error;
    assert.match(error.code, /^(operator-unknown|operator-selection|catalog-invalid)$/);
    assert.ok(error.message && error.remedy && error.problems.length > 0);
    return error;
  }
  const wanted = new Map(selection.packages?.map((entry) => [entry.name, entry]));
  assert.deepEqual(
    result.packages.map(({ name }) => name),
    [...(wanted.size > 0 ? wanted.keys() : index.packages.map(({ name }) => name))].sort(),
  );
  assert.ok(result.problems.every(({ level, message, remedy }) => level !== 'error' && message && remedy));
  for (const retained of result.packages) {
    const found = (await index.package(retained.name))!;
    if (result.untouched) assert.deepEqual(contentOf(retained), contentOf(completeOf(found)));
    else areRulesRetained(found, retained, wanted.get(retained.name), selection.full);
  }
  await isWritten(index, result, selection, folder);
  return result;
}

function areRulesRetained(
  found: CatalogPackage,
  retained: SelectedPackage,
  entry: OperatorPackage | undefined,
  full: boolean,
): void {
  const versions = new Map(
    found.bundles.map(({ name, version }) => [
      name,
      version === undefined ? undefined : looseVersion(version),
    ]),
  );
  const listed = new Map(entry?.channels?.map((channel) => [channel.name, channel]));
  for (const channel of retained.channels) {
    const original = found.channels.find(({ name }) => name === channel.name)!;
    assert.ok(listed.size === 0 || listed.has(channel.name), `${channel.name} is not listed`);
    const names = new Set(channel.entries.map(({ name }) => name));
    assert.deepEqual(
      channel.entries,
      original.entries.filter(({ name }) => names.has(name)),
      'entries stay as they are',
    );
    const own = listed.get(channel.name);
    const range =
      versionRange(own?.minVersion, own?.maxVersion) ?? versionRange(entry?.minVersion, entry?.maxVersion);
    assert.ok(!range || 'contains' in range);
    if (full) {
      assert.deepEqual(channel.entries, original.entries);
      continue;
    }
    const graph = channelGraph(original.entries);
    const heads = channelGraph(channel.entries);
    assert.ok('head' in heads, `${channel.name} has one head`);
    if (range?.only !== undefined) {
      assert.equal(names.size, 1, 'a single version is one entry');
      assert.equal(versions.get(heads.head)?.compare(looseVersion(range.only)!), 0);
      continue;
    }
    assert.ok('head' in graph);
    if (!range) {
      assert.deepEqual([...names], [graph.head]);
      continue;
    }
    const fits = (name: string) => {
      const version = versions.get(name);
      return version !== undefined && range.contains(version);
    };
    assert.ok([...names].some(fits), 'something is in the range');
    // The retained part of the chain has no gaps except names without an entry, and only its entries may be out of range.
    const at = graph.chain.flatMap((name, position) => (names.has(name) ? position : []));
    for (const name of graph.chain.slice(at[0], at.at(-1)! + 1))
      assert.ok(names.has(name) || !graph.entries.has(name), `${name} is missing on the path`);
    for (const name of names) assert.ok(fits(name) || graph.chain.includes(name), `${name} does not fit`);
    // It begins and ends at a match, which may be a skipped bundle.
    for (const name of [graph.chain[at[0]!]!, graph.chain[at.at(-1)!]!])
      assert.ok([name, ...(graph.entries.get(name)?.skips ?? [])].some(fits), `${name} is not needed`);
    // Every match that is reachable from the chain exists.
    for (const name of graph.chain)
      for (const each of [name, ...(graph.entries.get(name)?.skips ?? [])])
        if (graph.entries.has(each) && fits(each))
          assert.ok(names.has(each), `${each} fits and is not there`);
  }
  const entries = new Set(retained.channels.flatMap((channel) => channel.entries.map(({ name }) => name)));
  assert.deepEqual(
    retained.bundles,
    found.bundles.filter(({ name }) => entries.has(name)),
    'the bundles are those of the entries',
  );
  if (entry && retained.defaultChannel)
    assert.ok(
      retained.channels.some(({ name }) => name === retained.defaultChannel),
      'the default channel is there',
    );
}

/** Checks that the written files contain exactly the selection, are always the same bytes, and equal their own selection. */
async function isWritten(
  index: CatalogIndex,
  result: OperatorSelectionResult,
  selection: OperatorSelection,
  folder: string,
): Promise<void> {
  const files = await writtenFiles(index, result);
  assert.deepEqual(files, await writtenFiles(index, result));
  await rm(join(folder, 'again'), { recursive: true, force: true });
  const again = await indexCatalog(catalogOf(files), join(folder, 'again'), { digest: 'sha256:again' });
  assert.deepEqual(again.anomalies, []);
  const complete = await selectOperators(again, operatorSelection(undefined, { full: true }));
  const named = result.packages.filter((retained) => partsOf(retained) > 0);
  assert.deepEqual(complete.packages.map(contentOf), named.map(contentOf));
  assert.deepEqual(complete.others.map(otherOf).sort(), result.others.map(otherOf).sort());
  for (const [position, retained] of named.entries())
    assert.deepEqual(
      await again.details(complete.packages[position]!.bundles),
      await index.details(retained.bundles),
      retained.name,
    );
  // Channels that became empty are no longer listed.
  const second = await selectOperators(again, selection, { unknownNames: 'warning' });
  assert.deepEqual(second.packages.map(contentOf), named.map(contentOf));
}

async function writtenFiles(index: CatalogIndex, result: OperatorSelectionResult) {
  const files: Record<string, Buffer> = {};
  for await (const { path, content } of filteredFiles(index, result)) files[path] = content;
  return files;
}

/** A package without remaining content has no document to read again. */
function partsOf({ document, channels, bundles, deprecations, others }: SelectedPackage): number {
  return (
    Number(document !== undefined) + channels.length + bundles.length + deprecations.length + others.length
  );
}

const otherOf = ({ schema, name }: { schema: string; name?: string }) => `${schema} ${name ?? ''}`;

/** A package without the places of its documents. */
function contentOf({ name, defaultChannel, channels, bundles, deprecations, others }: SelectedPackage) {
  return {
    name,
    defaultChannel,
    channels: channels.map((channel) => ({ name: channel.name, entries: channel.entries })),
    bundles: bundles.map((bundle) => ({ name: bundle.name, image: bundle.image, version: bundle.version })),
    deprecations: deprecations.map(({ references, retained }) =>
      retained.map((position) => references[position]),
    ),
    others: others.map(otherOf).sort(),
  };
}

function completeOf(found: CatalogPackage): SelectedPackage {
  return {
    ...found,
    newDefault: false,
    channels: found.channels.map((channel) => ({ ...channel, complete: true })),
    deprecations: found.deprecations.map((each) => ({ ...each, retained: [...each.references.keys()] })),
  };
}
