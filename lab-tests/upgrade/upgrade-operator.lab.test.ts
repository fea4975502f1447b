import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'semver';
import { describe, expect, test } from 'vitest';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import { catalogOf, inFolder } from '../../core/content/catalog/catalog.fixture.ts';
import { indexCatalog } from '../../core/content/catalog/index/catalog-index.ts';
import type { CatalogPackage } from '../../core/content/catalog/model/catalog-model.ts';
import { openShiftLimits } from '../../core/content/operator/openshift-limit.ts';
import {
  type OperatorAnswer,
  type OperatorQuestion,
  operatorPath,
} from '../../core/upgrade/operator/answers.ts';
import { channelGaps } from '../../core/upgrade/operator/channel-gaps.ts';
import { configurationFor } from '../../core/upgrade/operator/configuration-for.ts';
import { drawRail } from '../../core/upgrade/operator/draw.ts';
import { bundleVersions, channelView, nextUpdate } from '../../core/upgrade/operator/edges.ts';
import { railOf } from '../../core/upgrade/operator/layout.ts';
import { entriesBelow, olmChoice } from '../../core/upgrade/operator/resolver.fixture.ts';
import { railSvg } from '../../core/upgrade/operator/svg.ts';

const DIRECTORY = new URL('../../../shared/data/fbc/', import.meta.url).pathname;
const PROD = 'redhat-openshift-ecosystem__community-operators-prod__catalogs_';
const COMMUNITY =
  'sherine-k__catalog-filter__pkg_filter_mirror-config_v1alpha1_testdata_community-catalog_config.json.gz';
/** For a catalog with hundreds of packages, those with many versions are sufficient. */
const MOST_PACKAGES = 12;

const files = readdirSync(DIRECTORY)
  .filter((name) => name !== 'INDEX.tsv')
  .sort();

async function packagesOf(file: string, wanted?: string): Promise<CatalogPackage[]> {
  const bytes = readFileSync(join(DIRECTORY, file));
  const content = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  return inFolder(async (folder) => {
    const files = { [file.replace(/\.gz$/, '')]: content };
    const index = await indexCatalog(catalogOf(files), join(folder, 'index'), { digest: 'sha256:lab' });
    const names = index.packages
      .toSorted((a, b) => b.bundles - a.bundles)
      .flatMap(({ name }) => (wanted === undefined || name === wanted ? name : []))
      .slice(0, MOST_PACKAGES);
    return Promise.all(
      names.map(async (name) => {
        const found = (await index.package(name))!;
        expect(await openShiftLimits(index, found.bundles)).toEqual(new Map());
        return found;
      }),
    );
  });
}

async function packageOf(file: string, name: string): Promise<CatalogPackage> {
  const found = (await packagesOf(file, name))[0];
  if (!found) throw new Error(`${file} has no package ${name}`);
  return found;
}

/** The same package with a bundle for every entry, for files that only have channels. */
function withBundles(found: CatalogPackage): CatalogPackage {
  const names = new Set(found.channels.flatMap(({ entries }) => entries.map(({ name }) => name)));
  const place = { offset: 0, length: 0, crc: 0 };
  return {
    ...found,
    bundles: [...names].map((name) => ({
      name,
      package: found.name,
      image: `quay.example/bundle:${name}`,
      version: /\.v(.+)$/.exec(name)![1]!,
      document: place,
      details: place,
    })),
  };
}

describe('every channel of every catalog', () => {
  test.each(files)('%s', async (file) => {
    let packages: CatalogPackage[];
    try {
      packages = await packagesOf(file);
    } catch (error) {
      // Excerpts of guides that aren't catalogs.
      expect(error).toBeInstanceOf(AirlockError);
      return;
    }
    for (const found of packages) {
      const versions = bundleVersions(found);
      const gaps = channelGaps(found);
      for (const [position, channel] of found.channels.entries()) {
        const view = channelView(channel, versions);
        if ('faults' in view || view.withoutBundle.size > 0) continue;
        const stuck = new Set(gaps[position]!.gaps.map(({ entry }) => entry));
        for (const { name } of channel.entries) {
          const version = versions.get(name)!;
          const chosen = olmChoice(channel.entries, name, version.raw);
          expect(nextUpdate(view, { name, version })?.entry.name, `${channel.name} ${name}`).toBe(chosen);
          let last = name;
          for (
            let at: string | undefined = name;
            at;
            at = olmChoice(channel.entries, at, versions.get(at)!.raw)
          )
            last = at;
          expect(stuck.has(name), `${channel.name} ${name}`).toBe(last !== view.head);
        }
        const top = channel.entries[Math.floor(channel.entries.length / 2)]!.name;
        const cut = channelView(channel, versions, top);
        if ('faults' in cut) throw new Error(cut.faults.join());
        for (const { name } of channel.entries)
          expect(nextUpdate(cut, { name, version: versions.get(name)! })?.entry.name).toBe(
            olmChoice(entriesBelow(channel.entries, top), name, versions.get(name)!.raw),
          );
        const rail = railOf(found, channel.name, { brackets: 'all' });
        if ('faults' in rail) throw new Error(rail.faults.join());
        for (const { name } of channel.entries) expect(railSvg(rail)).toContain(`<title>${name}</title>`);
        expect(drawRail(rail, { all: true })).toHaveLength(rail.rows);
      }
    }
  });
});

function request(
  found: CatalogPackage,
  question: Partial<OperatorQuestion> & { from: string },
): OperatorAnswer {
  return operatorPath({ package: found.name, catalogs: [{ name: 'catalog', package: found }], ...question });
}

function versions(answer: OperatorAnswer): string[] {
  if (!answer.path) throw new Error(answer.reason);
  return answer.path.map((name) => name.replace(/^.*?\.v(?=\d)/, ''));
}

/** Determined by reading the files. */
describe('known answers', () => {
  test('opendatahub: a range up to 2.28, then one update after the other', async () => {
    const found = await packageOf(
      `${PROD}v4.17_opendatahub-operator_catalog.yaml.gz`,
      'opendatahub-operator',
    );
    const rest = ['2.28.0', '2.29.0', '2.30.0', '2.31.0', '2.32.0', '2.33.0', '2.34.0', '2.35.0'];
    expect(versions(request(found, { from: '2.8.1' }))).toEqual(['2.8.1', ...rest]);
    expect(versions(request(found, { from: '2.27.0', subscribed: 'fast' }))).toEqual(['2.27.0', ...rest]);
    expect(
      versions(request(found, { from: '1.11.0', subscribed: 'rolling', channel: 'fast', to: '2.12.0' })),
    ).toEqual(['1.11.0', '2.12.0']);
    const answer = request(found, { from: '2.8.1' });
    const configuration = await configurationFor(found, answer.path ? answer.hops : []);
    expect(configuration).toMatchObject({
      package: { name: 'opendatahub-operator', channels: [{ name: 'fast', minVersion: '2.28.0' }] },
      exact: true,
      notes: [],
    });
  });

  test('opendatahub from the catalog of 4.17 to that of 4.21: no path into fast-3', async () => {
    const [older, newer] = await Promise.all(
      ['4.17', '4.21'].map((minor) =>
        packageOf(`${PROD}v${minor}_opendatahub-operator_catalog.yaml.gz`, 'opendatahub-operator'),
      ),
    );
    const catalogs = [
      { name: 'v4.17', openShift: '4.17', package: older },
      { name: 'v4.21', openShift: '4.21', package: newer },
    ];
    const answer = request(older!, { catalogs, from: '2.34.0' });
    expect(answer).toMatchObject({
      path: null,
      nearest: expect.arrayContaining([expect.objectContaining({ kind: 'reached', version: '2.35.0' })]),
    });
    expect(!answer.path && answer.reason).toContain(
      'to opendatahub-operator.v2.35.0 in channel fast, but no update leads from',
    );
    expect(!answer.path && answer.stages).toBeUndefined();
    expect(versions(request(newer!, { catalogs, from: '2.34.0', channel: 'fast' }))).toEqual([
      '2.34.0',
      '2.35.0',
    ]);
    expect(versions(request(newer!, { from: '3.3.0' }))).toEqual([
      '3.3.0',
      '3.4.0-ea.1',
      '3.4.0-ea.2',
      '3.4.0',
      '3.5.0-ea.1',
      '3.5.0-ea.2',
      '3.5.0',
    ]);
  });

  test('infinispan: the channel for 2.3 has skips, then one update after the other, then a range', async () => {
    const found = await packageOf(`${PROD}v4.22_infinispan_catalog.yaml.gz`, 'infinispan');
    const path = versions(request(found, { from: '2.3.5' }));
    expect(path.slice(0, 4)).toEqual(['2.3.5', '2.3.8', '2.4.0', '2.4.1']);
    expect(path.slice(-2)).toEqual(['2.4.18', '2.5.14']);
    expect(path).toHaveLength(22);
    expect(versions(request(found, { from: '2.5.3' }))).toEqual(['2.5.3', '2.5.14']);
    // 2.1.5 is in no catalog: 2.2.0 replaces it, and the range of 2.2.5 (>=2.1.x <2.2.1) includes it.
    expect(versions(request(found, { from: '2.1.5', channel: '2.2.x' }))).toEqual(['2.1.5', '2.2.5']);
    // 2.2.1 is not below 2.2.1.
    expect(versions(request(found, { from: '2.2.1', channel: '2.2.x' }))).toEqual([
      '2.2.1',
      '2.2.2',
      '2.2.3',
      '2.2.4',
      '2.2.5',
    ]);
  });

  test('rhacs: ranges over a few minor versions each, and one version that the head skips', async () => {
    const found = withBundles(
      await packageOf('stackrox__operator-index__channel-4.8.json', 'rhacs-operator'),
    );
    const head = { channel: 'rhacs-4.8' };
    expect(versions(request(found, { from: '4.0.0', ...head }))).toEqual([
      '4.0.0',
      '4.1.3',
      '4.2.0',
      '4.3.0',
      '4.4.0',
      '4.7.0',
    ]);
    expect(versions(request(found, { from: '4.1.0', ...head }))).toEqual(['4.1.0', '4.7.0']);
    expect(versions(request(found, { from: '3.74.5', ...head }))).toEqual([
      '3.74.5',
      '4.0.0',
      '4.1.3',
      '4.2.0',
      '4.3.0',
      '4.4.0',
      '4.7.0',
    ]);
    expect(versions(request(found, { from: '4.5.0', to: '4.6.0', ...head }))).toEqual(['4.5.0', '4.6.0']);
    const none = request(found, { from: '3.70.0', ...head });
    expect(none).toMatchObject({
      path: null,
      nearest: [{ kind: 'leads-to-target', version: '4.0.0' }, { version: '4.1.0' }, {}],
    });
  });

  test('kubernaut: each head skips the version that the one below it replaces', async () => {
    const found = await packageOf(`${PROD}v4.22_kubernaut-operator_catalog.yaml`, 'kubernaut-operator');
    expect(versions(request(found, { from: '1.4.1' }))).toEqual(['1.4.1', '1.5.0']);
    expect(request(found, { from: '1.3.3' })).toMatchObject({
      path: null,
      stages: {
        path: ['1.3.3', '1.3.4', '1.4.1', '1.5.0'].map((version) => `kubernaut-operator.v${version}`),
      },
    });
  });

  test("oc-mirror's own: bar of its end-to-end catalog", async () => {
    const found = await packageOf('openshift__oc-mirror__v1_test_e2e_artifacts_configs_index.yaml', 'bar');
    // v1.0.0 has the range <1.0.0 in both channels.
    expect(versions(request(found, { from: '0.1.0', subscribed: 'alpha' }))).toEqual(['0.1.0', '1.0.0']);
    expect(versions(request(found, { from: '0.1.0', subscribed: 'alpha', to: '0.2.0' }))).toEqual([
      '0.1.0',
      '0.2.0',
    ]);
  });

  test('the largest: every version of assisted-service-operator updates directly to the head', async () => {
    const found = await packageOf(COMMUNITY, 'assisted-service-operator');
    const channel = found.channels.at(-1)!;
    const view = channelView(channel, bundleVersions(found));
    const started = performance.now();
    for (const { version } of found.bundles.slice(0, 20)) {
      const answer = request(found, { from: version!, channel: channel.name });
      expect(answer.path?.at(-1)).toBe('head' in view ? view.head : '');
      expect(parse(version)).not.toBeNull();
    }
    expect((performance.now() - started) / 20, 'ms for an answer').toBeLessThan(2000);
  });
});
