import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import {
  catalogOf,
  inFolder,
  operatorSelection,
  shortOf,
} from '../../core/content/catalog/catalog.fixture.ts';
import { allChannels } from '../../core/content/catalog/catalog-view.ts';
import { indexCatalog } from '../../core/content/catalog/index/catalog-index.ts';
import type { CatalogIndex } from '../../core/content/catalog/index/open-index.ts';
import { selectOperators } from '../../core/content/catalog/select/select.ts';
import {
  checkInvariants,
  randomNumbers,
  randomSelection,
} from '../../core/content/catalog/select/selection-invariants.fixture.ts';

const DIRECTORY = new URL('../../../shared/data/fbc/', import.meta.url).pathname;
const FILTERS = 12;

const files = readdirSync(DIRECTORY)
  .filter((name) => name !== 'INDEX.tsv')
  .sort();

/** Excerpts of guides with placeholders that are neither JSON nor YAML, with the expected place. */
const UNREADABLE: Record<string, string> = {
  'grokspawn__deprecated-catalog-content__README.md.L45-59.yaml': 'document 1, line 10: invalid YAML',
  'operator-framework__operator-registry__docs_design_bundle-sources.md.L172-177.json':
    'document 1, line 2: invalid JSON',
  'operator-framework__operator-registry__docs_design_bundle-sources.md.L234-266.json':
    'document 1, line 4: invalid JSON',
};

/** Catalogs of several files, by name: those of oc-mirror's integration tests that the data contains. */
const PARTS = /_catalogs_(test-catalog-[a-z-]+)_([a-z]+)_([a-z]+\.yaml)$/;

function content(file: string): Buffer {
  const bytes = readFileSync(join(DIRECTORY, file));
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

async function withIndex<T>(
  of: Record<string, Buffer>,
  work: (index: CatalogIndex, folder: string) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) =>
    work(await indexCatalog(catalogOf(of), join(folder, 'index'), { digest: 'sha256:lab' }), folder),
  );
}

async function everySelection(of: Record<string, Buffer>, seed: number): Promise<void> {
  await withIndex(of, async (index, folder) => {
    const channels = await Array.fromAsync(allChannels(index));
    for (const [position, { name, channels: count, bundles }] of index.packages.entries()) {
      const found = (await index.package(name))!;
      expect([found.channels.length, found.bundles.length]).toEqual([count, bundles]);
      expect(channels[position]!.channels.map((channel) => channel.entries)).toEqual(
        found.channels.map(({ entries }) => entries.length),
      );
    }
    const random = randomNumbers(seed);
    await checkInvariants(index, operatorSelection(undefined, { full: true }), folder);
    await checkInvariants(index, operatorSelection(), folder);
    for (let i = 0; i < FILTERS; i++)
      await checkInvariants(index, await randomSelection(index, random), folder);
  });
}

test('there are catalogs', () => expect(files.length).toBeGreaterThan(70));

test.each(Object.entries(UNREADABLE))(
  '%s is rejected with file, document and reason',
  async (file, reason) => {
    const error = await withIndex({ [file]: content(file) }, async () => undefined).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AirlockError);
    expect(error).toMatchObject({
      code: 'catalog-invalid',
      message: expect.stringContaining(`catalog file ${file}, ${reason}`),
      at: { file },
    });
  },
);

describe('read, selected, written, read again', () => {
  test.each(files.filter((file) => !(file in UNREADABLE)))('%s', async (file) => {
    await everySelection({ [file.replace(/\.gz$/, '')]: content(file) }, file.length);
  });

  const catalogs = Map.groupBy(files, (file) => PARTS.exec(file)?.[1]);
  test.each([...catalogs.keys()].filter((name) => name !== undefined))('%s', async (name) => {
    const parts = catalogs.get(name)!.map((file): [string, Buffer] => {
      const [, , of, part] = PARTS.exec(file)!;
      return [`${of}/${part}`, content(file)];
    });
    await everySelection(Object.fromEntries(parts), name.length);
  });
});

describe('the same selection as oc-mirror', () => {
  const bundlesOf = (file: string, ...selection: Parameters<typeof operatorSelection>) =>
    withIndex({ [file]: content(file) }, async (index) => {
      const result = shortOf(await selectOperators(index, operatorSelection(...selection)));
      return Object.fromEntries(Object.entries(result).map(([name, { bundles }]) => [name, bundles]));
    });

  test('jaeger, channel stable', async () => {
    const file = 'openshift__oc-mirror__unit_testdata_configs_jaeger-product_catalog.json.gz';
    const found = await withIndex({ 'catalog.json': content(file) }, async (index) => {
      const entry = { name: 'jaeger-product', channels: [{ name: 'stable' }] };
      return (await selectOperators(index, operatorSelection([entry]))).packages[0]!.bundles.map(
        ({ name }) => name,
      );
    });
    expect(found).toEqual(['jaeger-operator.v1.51.0-1']);
  });

  test('the heads of foo, bar and baz', async () => {
    const latest = 'openshift__oc-mirror__v1_pkg_operator_diff_testdata_index-declcfgs_latest_index.yaml';
    expect(await bundlesOf(latest)).toEqual({ bar: ['v1.0.0'], baz: ['v1.1.0'], foo: ['v0.3.1'] });
  });

  test('the chain of foo', async () => {
    const latest = 'openshift__oc-mirror__v1_pkg_operator_diff_testdata_index-declcfgs_latest_index.yaml';
    const foo = async (minVersion: string, maxVersion: string) =>
      (await bundlesOf(latest, [{ name: 'foo', channels: [{ name: 'beta', minVersion, maxVersion }] }])).foo;
    expect(await foo('0.2.0', '0.3.1')).toEqual(['v0.2.0', 'v0.3.0', 'v0.3.1']);
    expect(await foo('0.3.1', '0.3.1')).toEqual(['v0.3.1']);
    expect(await foo('0.2.0', '0.2.0')).toEqual(['v0.2.0']);
    await expect(foo('0.3.1', '0.2.0')).rejects.toMatchObject({
      message:
        'package "foo" channel "beta" has version range ">=0.3.1 <=0.2.0" that results in an empty channel',
    });
  });
});
