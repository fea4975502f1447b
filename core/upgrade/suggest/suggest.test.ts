import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexed, type PackageSketch, sketched } from '../../content/catalog/catalog.fixture.ts';
import type { CatalogIndex } from '../../content/catalog/index/open-index.ts';
import type { Inventory } from '../../content/inventory/inventory.ts';
import { parseImageSet } from '../../image-set/config/load-image-set.ts';
import { sketched as sketchedGraph } from '../ocp/graph.fixture.ts';
import { t } from './messages.ts';
import { suggestConfiguration } from './suggest.ts';
import type { SuggestQuestion } from './suggestion.ts';

const BASE = 'registry.redhat.io/redhat/redhat-operator-index';
const upTo = (minor: string) => ({ type: 'olm.maxOpenShiftVersion', value: minor });
const needs = (packageName: string) => ({
  type: 'olm.package.required',
  value: { packageName, versionRange: '>=1.0.0' },
});

const CATALOGS: Record<string, Record<string, PackageSketch>> = {
  '4.16': {
    /** 5.9 stops at 4.16; its successors are in the same catalog. */
    logging: {
      defaultChannel: 'stable-6.1',
      channels: {
        'stable-5.9': ['v5.9.9'],
        'stable-6.1': [{ name: 'logging.v6.1.4', skipRange: '>=5.9.0 <6.1.4' }],
      },
      properties: { 'v5.9.9': [upTo('4.16')] },
    },
    storage: { channels: { 'stable-4.16': ['v4.16.6'] }, properties: { 'v4.16.6': [upTo('4.17')] } },
    app: { channels: { stable: ['v1.0.0'] } },
    removed: { channels: { stable: ['v1.0.0'] } },
  },
  '4.17': {
    /** Only this catalog has the updates from 4.16 to 4.18. */
    storage: {
      channels: { 'stable-4.17': [{ name: 'storage.v4.17.6', skipRange: '>=4.16.0 <4.17.6' }] },
      properties: { 'v4.17.6': [upTo('4.18')] },
    },
  },
  '4.18': {
    logging: { channels: { 'stable-6.1': [{ name: 'logging.v6.1.4', skipRange: '>=5.9.0 <6.1.4' }] } },
    storage: { channels: { 'stable-4.18': ['v4.18.2 < v4.17.6'] } },
    app: { channels: { stable: ['v1.0.0', 'v1.1.0 < v1.0.0'] }, properties: { 'v1.1.0': [needs('db')] } },
    db: { channels: { stable: ['v1.2.0'] } },
    spare: { channels: { stable: ['v1.0.0'] } },
  },
};

const GRAPH = sketchedGraph({
  versions: ['4.16.20', '4.17.25', '4.18.9', '4.18.10'].map((version) => [version, 'stable-4.18'] as const),
  plain: ['4.16.20 4.17.25', '4.17.25 4.18.9', '4.18.9 4.18.10'],
  channel: 'stable-4.18',
});

let folder: string;
const indexes = new Map<string, CatalogIndex>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-suggest-'));
  for (const [minor, packages] of Object.entries(CATALOGS)) {
    await mkdir(join(folder, minor));
    const files = Object.entries(packages).map(([name, sketch]) => [`${name}.json`, sketched(name, sketch)]);
    indexes.set(`${BASE}:v${minor}`, await indexed(join(folder, minor), Object.fromEntries(files)));
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function suggested(
  operators: Inventory['operators'],
  more: Partial<SuggestQuestion> = {},
  known: readonly string[] = ['4.16', '4.17', '4.18'],
) {
  const requested: string[] = [];
  const suggestion = await suggestConfiguration(
    {
      inventory: { openShift: '4.16.20', channel: 'stable-4.16', operators },
      to: '4.18.9',
      architecture: 'amd64',
      graph: GRAPH,
      ...more,
    },
    async (name) => {
      requested.push(name);
      const index = known.some((minor) => name.endsWith(`:v${minor}`)) ? indexes.get(name) : undefined;
      return index && { name, index };
    },
  );
  const { configuration, problems } = parseImageSet(suggestion.text, 'isc.yaml', 'ImageSetConfiguration');
  expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
  const packages = configuration!.operators.flatMap(({ catalog, packages: listed = [] }) =>
    listed.map(({ name, channels, at: _, ...rest }) => ({
      ...{ catalog: catalog.replace(`${BASE}:`, ''), name, ...rest },
      channels,
    })),
  );
  return { ...suggestion, configuration: configuration!, packages, requested };
}

const LOGGING = { package: 'logging', version: '5.9.9', channel: 'stable-5.9', catalog: 'redhat-operators' };
const STORAGE = {
  package: 'storage',
  version: '4.16.6',
  channel: 'stable-4.16',
  catalog: 'redhat-operators',
};
const APP = { package: 'app', version: '1.0.0', channel: 'stable', catalog: 'redhat-operators' };

describe('a new configuration', () => {
  test('contains the releases of the path, with reasons', async () => {
    const { configuration, releases, reasons, problems } = await suggested([]);
    expect(releases).toEqual(['4.16.20', '4.17.25', '4.18.9']);
    expect(configuration.platform).toMatchObject({
      graph: true,
      channels: [{ name: 'stable-4.18', minVersion: '4.16.20', maxVersion: '4.18.9' }],
    });
    expect(reasons.map(({ entry }) => entry)).toEqual(releases.map((each) => `release ${each}`));
    expect(reasons.at(-1)!.why).toBe(
      t('lastHop', { hop: t('hopInChannel', { from: '4.17.25', channel: 'stable-4.18' }) }),
    );
    expect(problems).toEqual([]);
  });

  test('updates an operator before the hop that its version does not support, and selects it in the last catalog', async () => {
    const { packages, reasons, problems, requested, text } = await suggested([LOGGING]);
    expect(packages).toEqual([
      { catalog: 'v4.16', name: 'logging', channels: [{ name: 'stable-6.1' }] },
      { catalog: 'v4.18', name: 'logging', channels: [{ name: 'stable-6.1' }] },
    ]);
    expect(problems).toEqual([]);
    expect(requested).toEqual([`${BASE}:v4.16`, `${BASE}:v4.18`]);
    const [first, last] = reasons.filter(({ entry }) => entry.startsWith('operator'));
    expect(first!.why).toMatch(
      /^the operator is installed and will be updated from 5\.9\.9 to 6\.1\.4 \(on 4\.16\.20, before OpenShift 4\.17, because /,
    );
    expect(last!.why).toBe(t('remains', { version: '6.1.4' }));
    expect(text).toContain(`        # ${last!.why}\n        - name: logging\n`);
  });

  test('opens a catalog in between only if the path needs it', async () => {
    const { packages, requested, problems } = await suggested([STORAGE]);
    expect(requested).toEqual([`${BASE}:v4.16`, `${BASE}:v4.18`, `${BASE}:v4.17`]);
    expect(packages.map(({ catalog, channels }) => [catalog, channels])).toEqual([
      ['v4.17', [{ name: 'stable-4.17' }]],
      ['v4.18', [{ name: 'stable-4.18' }]],
    ]);
    expect(problems).toEqual([]);
  });

  test('adds the dependencies of an operator', async () => {
    const { packages, reasons } = await suggested([APP]);
    expect(packages).toMatchObject([
      { name: 'app' },
      { catalog: 'v4.18', name: 'db', channels: [{ name: 'stable' }] },
    ]);
    expect(reasons.at(-1)).toEqual({
      entry: `operator db from ${BASE}:v4.18`,
      why: 'app requires package db >=1.0.0',
    });
  });

  test('selects the newest version if the installed one is unknown', async () => {
    const { packages, reasons } = await suggested([{ package: 'app' }]);
    expect(packages[0]).toMatchObject({ catalog: 'v4.18', name: 'app', channels: [{ name: 'stable' }] });
    expect(reasons.find(({ entry }) => entry.includes('app'))!.why).toBe(t('versionUnknown'));
    const { configuration, releases } = await suggested([], { inventory: { operators: [] } });
    expect(releases).toEqual(['4.18.9']);
    expect(configuration.platform!.channels).toMatchObject([{ minVersion: '4.18.9', maxVersion: '4.18.9' }]);
  });

  test('reports operators that no catalog contains, and leaves them out', async () => {
    const { packages, problems } = await suggested([
      { package: 'logginng', version: '1.0.0' },
      { package: 'removed', version: '1.0.0', channel: 'stable' },
    ]);
    expect(packages).toEqual([]);
    expect(problems[0]).toMatchObject({
      message: expect.stringMatching(/^operator logginng .*:v4\.18/),
      remedy: t('similarNamesRemedy', { names: 'logging' }),
    });
    expect(problems.map(({ message }) => message)).toContain(
      t('packageRemoved', { catalog: `${BASE}:v4.18`, package: 'removed' }),
    );
  });

  test('selects the range and all newer versions without a graph and catalogs', async () => {
    const { configuration, packages, problems } = await suggested(
      [STORAGE],
      { graph: undefined as never },
      [],
    );
    expect(configuration.platform!.channels).toMatchObject([
      { name: 'stable-4.18', minVersion: '4.16.20', maxVersion: '4.18.9', shortestPath: true },
    ]);
    expect(packages).toEqual([
      { catalog: 'v4.18', name: 'storage', channels: [{ name: 'stable-4.16', minVersion: '4.16.6' }] },
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      t('graphUnknown'),
      t('catalogUnknown', { catalog: `${BASE}:v4.18` }),
    ]);
  });

  test('reports a missing path with the nearest versions', async () => {
    await expect(suggested([], { to: '4.18.8' })).rejects.toMatchObject({
      code: 'upgrade-path',
      message: expect.stringContaining('4.18.8'),
    });
    await expect(suggested([], { to: 'latest' })).rejects.toMatchObject({ code: 'usage' });
  });

  test('resolves a minor version to its newest release, and writes another architecture', async () => {
    const { releases, configuration } = await suggested([], {
      to: '4.18',
      architecture: 'arm64',
      graph: undefined as never,
    });
    expect(releases).toEqual(['4.16.20', '4.18']);
    expect(configuration.platform!.architectures).toEqual(['arm64']);
    expect((await suggested([], { to: '4.18' })).releases.at(-1)).toBe('4.18.10');
  });
});

const PATH = '4.16.20 → 4.18.9';

describe('an existing configuration', () => {
  const EXISTING = `# of the lab
kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
archiveSize: 4 # stick
mirror:
  platform:
    channels:
    - name: stable-4.15 # old
      minVersion: 4.15.3
    - name: stable-4.18
      type: ocp # ours
      full: true
  operators:
  - Catalog: "${BASE}:v4.16" # red hat
    targetCatalog: lab/index
    packages:
    # keeps the logs
    - name: logging
      channels:
      - name: stable-5.9
    - name: spare # nobody knows
  additionalImages:
  - name: quay.io/a/b:1 # tool
`;

  test('is changed only where needed, and reports what was removed', async () => {
    const { text, changes } = await suggested([{ ...LOGGING, version: '6.1.4', channel: 'stable-6.1' }], {
      existing: { text: EXISTING, file: 'lab.yaml' },
    });
    expect(text).toBe(`# of the lab
kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
archiveSize: 4 # stick
mirror:
  platform:
    channels:
    - name: stable-4.18
      type: ocp # ours
      minVersion: 4.16.20
      maxVersion: 4.18.9
      shortestPath: true
  operators:
  - Catalog: "${BASE}:v4.18" # red hat
    targetCatalog: lab/index
    packages:
    # keeps the logs
    - name: logging
      channels:
      - name: stable-6.1
  additionalImages:
  - name: quay.io/a/b:1 # tool
`);
    expect(changes).toEqual([
      {
        type: 'removed',
        entry: 'release channel stable-4.15',
        why: t('channelUnused', { path: PATH }),
      },
      { type: 'changed', entry: 'release channel stable-4.18', why: t('onPath', { path: PATH }) },
      {
        type: 'changed',
        entry: `catalog ${BASE}:v4.16`,
        why: t('catalogOfPath', { catalog: `${BASE}:v4.18`, path: PATH }),
      },
      {
        type: 'changed',
        entry: `operator logging from ${BASE}:v4.18`,
        why: t('remains', { version: '6.1.4' }),
      },
      {
        type: 'removed',
        entry: `operator spare from ${BASE}:v4.18`,
        why: t('notRequired'),
      },
      {
        type: 'unchanged',
        entry: t('additionalImagesEntry'),
        why: t('needUnknown'),
      },
    ]);
  });

  test('stays unchanged the second time', async () => {
    const inventory = [{ ...LOGGING, version: '6.1.4', channel: 'stable-6.1' }, APP];
    const once = await suggested(inventory, { existing: { text: EXISTING, file: 'lab.yaml' } });
    expect(once.changes.map(({ entry }) => entry)).toContain(`operator db from ${BASE}:v4.18`);
    const twice = await suggested(inventory, { existing: { text: once.text, file: 'lab.yaml' } });
    expect(twice.text).toBe(once.text);
    expect(twice.changes.filter(({ type }) => type !== 'unchanged')).toEqual([]);
  });

  test('becomes the same from an empty configuration as a new one', async () => {
    const empty = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n';
    const fresh = await suggested([LOGGING, APP]);
    const grown = await suggested([LOGGING, APP], { existing: { text: empty, file: 'e.yaml' } });
    expect(grown.packages).toEqual(fresh.packages);
    expect(grown.changes.every(({ type }) => type === 'added')).toBe(true);
  });

  test('keeps operators if the inventory lists none, and a catalog with all of its operators', async () => {
    const { packages, changes } = await suggested([], { existing: { text: EXISTING, file: 'lab.yaml' } });
    expect(packages.map(({ name }) => name)).toEqual(['logging', 'spare']);
    expect(changes).toContainEqual(expect.objectContaining({ type: 'unchanged', entry: 'operators' }));
    const all = EXISTING.replace(/ {4}packages:[\s\S]*(?= {2}additionalImages)/, '').replace(
      ':v4.16',
      ':v4.18',
    );
    const complete = await suggested([{ ...LOGGING, version: '6.1.4' }], {
      existing: { text: all, file: 'a.yaml' },
    });
    expect(complete.changes).toContainEqual({
      type: 'unchanged',
      entry: `catalog ${BASE}:v4.18`,
      why: t('catalogComplete'),
    });
  });

  test('loses a catalog without needed operators', async () => {
    const other = EXISTING.replaceAll(BASE, 'r.example/community/index');
    const { configuration, changes } = await suggested([APP], { existing: { text: other, file: 'o.yaml' } });
    expect(configuration.operators.map(({ catalog }) => catalog)).toEqual([`${BASE}:v4.18`]);
    expect(changes).toContainEqual({
      type: 'removed',
      entry: 'catalog r.example/community/index:v4.16',
      why: t('catalogUnused'),
    });
  });

  test('is rejected with its lines if it does not load', async () => {
    await expect(
      suggested([], { existing: { text: EXISTING.replace('additionalImages', 'images'), file: 'lab.yaml' } }),
    ).rejects.toMatchObject({ code: 'config-invalid', at: { file: 'lab.yaml', line: 22 } });
  });
});
