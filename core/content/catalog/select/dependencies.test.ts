import { describe, expect, test } from 'vitest';
import {
  indexed,
  inFolder,
  operatorSelection,
  type PackageSketch,
  selecting,
  shortOf,
  sketched,
} from '../catalog.fixture.ts';
import { missingDependencies, withDependencies } from './dependencies.ts';

const needs = (packageName: string, versionRange: string) => ({
  type: 'olm.package.required',
  value: { packageName, versionRange },
});
const kindOf = (name: string) => ({ group: 'db.example', version: 'v1', kind: name });
const provides = (name: string) => ({ type: 'olm.gvk', value: kindOf(name) });
const needsKind = (name: string) => ({ type: 'olm.gvk.required', value: kindOf(name) });
const constraint = (value: Record<string, unknown>) => ({
  type: 'olm.constraint',
  value: { failureMessage: 'is needed', ...value },
});

/** `db` has two channels, and the default one has lower versions. */
const DB: PackageSketch = {
  defaultChannel: 'stable',
  channels: { fast: ['v1.0.0', 'v2.0.0 < v1.0.0', 'v3.0.0 < v2.0.0'], stable: ['v1.0.0'] },
  properties: { 'v2.0.0': [provides('Table')], 'v1.0.0': [provides('Row')], 'v3.0.0': [provides('Row')] },
};

function catalogWith(properties: { type: string; value: unknown }[], more: Record<string, string> = {}) {
  const app = sketched('app', { channels: { a: ['v1.0.0'] }, properties: { 'v1.0.0': properties } });
  return { 'app.json': app, 'db.json': sketched('db', DB), ...more };
}

const missing = (properties: { type: string; value: unknown }[], packages = [{ name: 'app' }]) =>
  selecting(catalogWith(properties), operatorSelection(packages), (result, index) =>
    missingDependencies(index, result),
  );

const requiredBy = [{ package: 'app', bundle: 'app.v1.0.0' }];

describe('a package that is needed', () => {
  test.each<[string, string, object]>([
    ['in any version: the default channel', '>=0.0.0', { name: 'db', channels: [{ name: 'stable' }] }],
    ['in a version of the default channel', '<2.0.0', { name: 'db', channels: [{ name: 'stable' }] }],
    [
      'in the version of another head',
      '>=2.5.0 <4.0.0',
      { name: 'db', channels: [{ name: 'fast' }], defaultChannel: 'fast' },
    ],
    [
      'in a version that is not a head',
      '2.x',
      {
        name: 'db',
        channels: [{ name: 'fast', minVersion: '2.0.0', maxVersion: '2.0.0' }],
        defaultChannel: 'fast',
      },
    ],
  ])('%s', async (_what, range, add) => {
    expect(await missing([needs('db', range)])).toEqual([
      {
        package: 'db',
        what: `package db ${range}`,
        range,
        providers: ['db'],
        selected: [],
        add,
        requiredBy,
      },
    ]);
  });

  test('is not missing if selected, but is in a wrong version, and then nothing is added', async () => {
    const both = [{ name: 'app' }, { name: 'db' }];
    expect(await missing([needs('db', '>=2.0.0')], both)).toEqual([]);
    expect(await missing([needs('db', '>=4.0.0')], both)).toEqual([
      {
        package: 'db',
        what: 'package db >=4.0.0',
        range: '>=4.0.0',
        providers: ['db'],
        selected: ['db'],
        requiredBy,
      },
    ]);
  });

  test('is not in this catalog, or in no matching version', async () => {
    expect(await missing([needs('queue', '1.x'), needs('db', '>9.0.0')])).toEqual([
      { package: 'queue', what: 'package queue 1.x', range: '1.x', providers: [], selected: [], requiredBy },
      {
        package: 'db',
        what: 'package db >9.0.0',
        range: '>9.0.0',
        providers: ['db'],
        selected: [],
        requiredBy,
      },
    ]);
  });

  test.each(['newest', '', '^1.0.0'])('has range %j, which no version satisfies in OLM', async (range) => {
    expect(await missing([needs('db', range)])).toEqual([
      {
        package: 'db',
        what: `package db ${range}`.trim(),
        range: range || undefined,
        providers: ['db'],
        selected: [],
        requiredBy,
      },
    ]);
    expect(await missing([needs('db', range)], [{ name: 'app' }, { name: 'db' }])).toMatchObject([
      { package: 'db', providers: ['db'], selected: ['db'] },
    ]);
  });
});

describe('a kind that is needed', () => {
  test('its provider, in the version that provides it', async () => {
    expect(await missing([needsKind('Table')])).toMatchObject([
      {
        what: 'kind db.example/v1/Table',
        providers: ['db'],
        add: { name: 'db', channels: [{ name: 'fast', minVersion: '2.0.0' }] },
      },
    ]);
    expect(await missing([needsKind('Row')])).toMatchObject([{ add: { channels: [{ name: 'stable' }] } }]);
  });

  test('without a provider, and of a selected package in another version', async () => {
    expect(await missing([needsKind('View')])).toMatchObject([{ providers: [], selected: [] }]);
    const [found] = await missing([needsKind('Table')], [{ name: 'app' }, { name: 'db' }]);
    expect(found).toMatchObject({ providers: ['db'], selected: ['db'] });
    expect(found).not.toHaveProperty('add', expect.anything());
  });

  test('that the bundle or another selected one provides', async () => {
    expect(await missing([needsKind('Own'), provides('Own')])).toEqual([]);
    expect(await missing([needsKind('Row')], [{ name: 'app' }, { name: 'db' }])).toEqual([]);
  });
});

describe('constraints', () => {
  const db = { package: { packageName: 'db', versionRange: '1.x' } };
  const queue = { package: { packageName: 'queue', versionRange: '' } };

  test('all: each that is missing', async () => {
    const found = await missing([constraint({ all: { constraints: [db, queue] } })]);
    expect(found.map(({ what }) => what)).toEqual(['package db 1.x', 'package queue']);
  });

  test('any: nothing if one is satisfied, else the first that this catalog has', async () => {
    const any = constraint({ any: { constraints: [queue, db] } });
    expect(await missing([any])).toMatchObject([
      { package: 'db', what: 'package db 1.x', add: { name: 'db' } },
    ]);
    expect(await missing([any], [{ name: 'app' }, { name: 'db' }])).toEqual([]);
    const own = constraint({ any: { constraints: [{ gvk: kindOf('Own') }, queue] } });
    expect(await missing([own, provides('Own')])).toEqual([]);
  });

  test('not and cel are left to OLM', async () => {
    const cel = constraint({ cel: { rule: 'properties.exists(p, p.type == "x")' } });
    expect(await missing([cel, constraint({ not: { constraints: [db] } })])).toEqual([]);
  });
});

test('needed by several bundles: reported once', async () => {
  const files = catalogWith([needs('queue', '1.x')], {
    'web.json': sketched('web', {
      channels: { a: ['v1.0.0', 'v2.0.0 < v1.0.0'] },
      properties: { 'v1.0.0': [needs('queue', '1.x')], 'v2.0.0': [needs('queue', '1.x')] },
    }),
  });
  await selecting(
    files,
    operatorSelection([{ name: 'app' }, { name: 'web', minVersion: '1.0.0' }]),
    async (result, index) => {
      const found = await missingDependencies(index, result);
      expect(found).toMatchObject([
        {
          what: 'package queue 1.x',
          requiredBy: [{ bundle: 'app.v1.0.0' }, { bundle: 'web.v1.0.0' }, { bundle: 'web.v2.0.0' }],
        },
      ]);
    },
  );
});

test('are added on request with their own dependencies, as far as the catalog has them', async () => {
  const files = catalogWith([needs('db', '3.x')], {
    'db.json': sketched('db', {
      ...DB,
      properties: { 'v3.0.0': [needs('disk', '1.x'), needs('app', '1.x'), needs('elsewhere', '')] },
    }),
    'disk.json': sketched('disk', { channels: { a: ['v1.0.0'] } }),
  });
  await inFolder(async (folder) => {
    const index = await indexed(folder, files);
    const { selection, added, result } = await withDependencies(index, operatorSelection([{ name: 'app' }]));
    expect(added.map(({ name }) => name)).toEqual(['db', 'disk']);
    expect(selection.packages?.map(({ name }) => name)).toEqual(['app', 'db', 'disk']);
    expect(shortOf(result)).toMatchObject({
      db: { channels: { fast: ['v3.0.0'] } },
      disk: { bundles: ['v1.0.0'] },
    });
    expect(await missingDependencies(index, result)).toMatchObject([
      { package: 'elsewhere', what: 'package elsewhere' },
    ]);
    const complete = await withDependencies(index, operatorSelection());
    expect(complete.added, 'a selection of everything stays one').toEqual([]);
  });
});
