import { describe, expect, test } from 'vitest';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { OperatorPackage, OperatorSelection } from '../../../image-set/config/image-set.ts';
import {
  indexed,
  inFolder,
  operatorSelection,
  type PackageSketch,
  selecting,
  shortOf,
  sketched,
} from '../catalog.fixture.ts';
import { t } from '../messages.ts';
import { type SelectOptions, selectOperators } from './select.ts';

/** The chain of foo in oc-mirror's tests/integration/image-builders/operator/catalogs. */
const FOO: PackageSketch = {
  channels: {
    beta: ['v0.1.0', 'v0.2.0 < v0.1.0 ! v0.1.1 v0.1.2', 'v0.3.0 < v0.2.0', 'v0.3.1 < v0.2.0 ! v0.3.0'],
  },
};
const BAR: PackageSketch = {
  defaultChannel: 'stable',
  channels: { alpha: ['v0.1.0', 'v0.2.0 < v0.1.0', 'v1.0.0 < v0.2.0'], stable: ['v1.0.0'] },
};
const BAZ: PackageSketch = { channels: { stable: ['v1.0.0', 'v1.0.1 ! v1.0.0', 'v1.1.0 < v1.0.1'] } };
const ALL = {
  'foo/catalog.json': sketched('foo', FOO),
  'bar/catalog.json': sketched('bar', BAR),
  'baz/catalog.json': sketched('baz', BAZ),
};

const saved = (selection: OperatorSelection, options?: SelectOptions) =>
  selecting(ALL, selection, shortOf, options);

async function rejection(files: Record<string, string>, selection: OperatorSelection): Promise<AirlockError> {
  return selecting(files, selection, () => expect.unreachable('it must be rejected')).catch(
    (error: unknown) => {
      if (!(error instanceof AirlockError)) throw error;
      return error;
    },
  );
}

describe('shapes of an entry (catalog-filter: pkg/filter/mirror-config/v1alpha1/mirror-filter.go)', () => {
  test('catalog only: heads of all channels of all packages', async () => {
    expect(await saved(operatorSelection())).toEqual({
      bar: { channels: { alpha: ['v1.0.0'], stable: ['v1.0.0'] }, bundles: ['v1.0.0'] },
      baz: { channels: { stable: ['v1.1.0'] }, bundles: ['v1.1.0'] },
      foo: { channels: { beta: ['v0.3.1'] }, bundles: ['v0.3.1'] },
    });
  });

  test('catalog with full: untouched, bundles outside every channel included', async () => {
    const stray = sketched('foo', {
      ...FOO,
      more: [{ schema: 'olm.bundle', package: 'foo', name: 'foo.v9.0.0', image: 'x/y:1' }],
    });
    await selecting({ 'foo.json': stray }, operatorSelection(undefined, { full: true }), (result) => {
      expect(result.untouched).toBe(true);
      expect(shortOf(result).foo!.bundles).toEqual(['v0.1.0', 'v0.2.0', 'v0.3.0', 'v0.3.1', 'v9.0.0']);
    });
  });

  test('packages with full: every entry of every channel', async () => {
    expect(await saved(operatorSelection([{ name: 'baz' }, { name: 'bar' }], { full: true }))).toEqual({
      bar: {
        channels: { alpha: ['v0.1.0', 'v0.2.0', 'v1.0.0'], stable: ['v1.0.0'] },
        bundles: ['v0.1.0', 'v0.2.0', 'v1.0.0'],
      },
      baz: { channels: { stable: ['v1.0.0', 'v1.0.1', 'v1.1.0'] }, bundles: ['v1.0.0', 'v1.0.1', 'v1.1.0'] },
    });
  });

  test.each<[string, OperatorPackage, Record<string, string[]>]>([
    ['package', { name: 'foo' }, { beta: ['v0.3.1'] }],
    ['package in two channels', { name: 'bar' }, { alpha: ['v1.0.0'], stable: ['v1.0.0'] }],
    [
      'range of the package, without an emptied channel',
      { name: 'bar', maxVersion: '0.2.0', defaultChannel: 'alpha', channels: [{ name: 'alpha' }] },
      { alpha: ['v0.1.0', 'v0.2.0'] },
    ],
    [
      'range of the package, in each channel',
      { name: 'bar', minVersion: '0.2.0' },
      { alpha: ['v0.2.0', 'v1.0.0'], stable: ['v1.0.0'] },
    ],
    ['listed channels', { name: 'bar', channels: [{ name: 'stable' }] }, { stable: ['v1.0.0'] }],
    [
      'one channel with a range, one without',
      { name: 'bar', channels: [{ name: 'stable' }, { name: 'alpha', minVersion: '0.2.0' }] },
      { alpha: ['v0.2.0', 'v1.0.0'], stable: ['v1.0.0'] },
    ],
    [
      'a chain with skips, from 0.2.0 to 0.3.1',
      { name: 'foo', minVersion: '0.2.0', maxVersion: '0.3.1' },
      { beta: ['v0.2.0', 'v0.3.0', 'v0.3.1'] },
    ],
    [
      'one version, the head',
      { name: 'foo', minVersion: '0.3.1', maxVersion: '0.3.1' },
      { beta: ['v0.3.1'] },
    ],
    [
      'one version, not the head',
      { name: 'foo', minVersion: '0.2.0', maxVersion: '0.2.0' },
      { beta: ['v0.2.0'] },
    ],
    [
      'a skipped version, without the version that skips it',
      { name: 'foo', minVersion: '0.3.0', maxVersion: '0.3.0' },
      { beta: ['v0.3.0'] },
    ],
    [
      'a range below a skipping entry, which is retained for the path',
      { name: 'foo', minVersion: '0.2.5', maxVersion: '0.3.0' },
      { beta: ['v0.3.0', 'v0.3.1'] },
    ],
    ['up to 0.2', { name: 'foo', maxVersion: '0.2' }, { beta: ['v0.1.0', 'v0.2.0'] }],
  ])('%s', async (_what, entry, channels) => {
    const result = await saved(operatorSelection([entry]));
    expect(result[entry.name]!.channels).toEqual(channels);
    expect(result[entry.name]!.bundles).toEqual([...new Set(Object.values(channels).flat())].sort());
  });

  test('entries stay unchanged, whatever they refer to', async () => {
    await selecting(ALL, operatorSelection([{ name: 'foo' }]), ({ packages }) => {
      expect(packages[0]!.channels[0]).toMatchObject({
        complete: false,
        entries: [{ name: 'foo.v0.3.1', replaces: 'foo.v0.2.0', skips: ['foo.v0.3.0'] }],
      });
    });
  });

  test('one version that the default channel does not have: the remedy names the channel that does', async () => {
    const selection = operatorSelection([{ name: 'bar', minVersion: '0.2.0', maxVersion: '0.2.0' }]);
    const error = await rejection(ALL, selection);
    expect(error.message).toBe(
      'package "bar" channel "stable" has version range ">=0.2.0 <=0.2.0" that results in an empty channel',
    );
    expect(error.remedy).toContain('alpha');
  });
});

describe('deprecations and other schemas', () => {
  test('references to excluded parts are pruned, unknown schemas are retained', async () => {
    const reference = (schema: string, name?: string) => ({
      reference: { schema, name: name || undefined },
      message: 'x',
    });
    const entries = [
      reference('olm.package'),
      reference('olm.channel', 'alpha'),
      reference('olm.channel', 'stable'),
      reference('olm.bundle', 'bar.v0.1.0'),
      reference('olm.bundle', 'bar.v1.0.0'),
    ];
    const lifecycle = { schema: 'io.openshift.operators.lifecycles.v1alpha1' };
    const files = {
      'bar.json': sketched('bar', {
        ...BAR,
        more: [
          { schema: 'olm.deprecations', package: 'bar', entries },
          { ...lifecycle, package: 'bar' },
        ],
      }),
      'foo.json': sketched('foo', { ...FOO, more: [{ ...lifecycle, package: 'foo' }] }),
      'lifecycle.json': JSON.stringify(lifecycle),
    };
    await selecting(files, operatorSelection([{ name: 'bar', channels: [{ name: 'stable' }] }]), (result) => {
      expect(result.packages[0]!.deprecations[0]!.retained).toEqual([0, 2, 4]);
      expect(result.packages[0]!.others).toMatchObject([{ ...lifecycle, package: 'bar' }]);
      expect(result.others).toMatchObject([lifecycle]);
    });
  });
});

describe('rejected', () => {
  test.each<[string, OperatorSelection, string, string, string]>([
    [
      'the default channel is not listed',
      operatorSelection([{ name: 'bar', channels: [{ name: 'alpha' }] }]),
      'operator-selection',
      'invalid default channel configuration for package "bar": the default channel "stable" was filtered out, a new default channel must be configured for this package',
      'alpha',
    ],
    [
      'a missing default channel',
      operatorSelection([{ name: 'bar', defaultChannel: 'fast' }]),
      'operator-selection',
      'invalid default channel configuration for package "bar": specified default channel override "fast" does not exist in the filtered output',
      'alpha, stable',
    ],
    [
      'no match in the default channel',
      operatorSelection([{ name: 'foo', minVersion: '0.3.1', maxVersion: '0.2.0' }]),
      'operator-selection',
      'package "foo" channel "beta" has version range ">=0.3.1 <=0.2.0" that results in an empty channel',
      '0.1.0 to 0.3.1',
    ],
    [
      'a single version that does not exist',
      operatorSelection([{ name: 'foo', minVersion: '0.3.2', maxVersion: '0.3.2' }]),
      'operator-unknown',
      'package "foo" channel "beta": specific version 0.3.2 not found in bundles',
      '0.3.1',
    ],
    [
      'full with versions',
      operatorSelection([{ name: 'foo', minVersion: '0.2.0' }], { full: true }),
      'operator-selection',
      'Full: true cannot be mixed with versionRange',
      'full',
    ],
    [
      'a missing package',
      operatorSelection([{ name: 'fooo' }]),
      'operator-unknown',
      'the catalog has no package "fooo"',
      'foo',
    ],
    [
      'a missing channel',
      operatorSelection([{ name: 'bar', channels: [{ name: 'stabel' }] }]),
      'operator-unknown',
      'package "bar" has no channel "stabel"',
      'Closest matches: stable',
    ],
  ])('%s', async (_what, selection, code, message, remedy) => {
    const error = await rejection(ALL, selection);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.remedy).toContain(remedy);
  });

  test('all errors at once, with their places in the configuration', async () => {
    const at = (path: string, line: number) => ({ file: 'isc.yaml', line, column: 9, path });
    const error = await rejection(
      ALL,
      operatorSelection([
        { name: 'foo.v0.3.1', at: at('mirror.operators[0].packages[0]', 6) },
        { name: 'bar', channels: [{ name: 'nightly' }], at: at('mirror.operators[0].packages[1]', 7) },
      ]),
    );
    expect(error.problems).toMatchObject([
      { line: 6, path: 'mirror.operators[0].packages[0]', remedy: t('nearestRemedy', { names: 'foo' }) },
      { line: 7, path: 'mirror.operators[0].packages[1].channels[0]', level: 'error' },
    ]);
    expect(error.at).toMatchObject({ file: 'isc.yaml', line: 6 });
    expect(error.exitCode).toBe(1);
  });

  test('as warnings on request, as oc-mirror is silent', async () => {
    await selecting(
      ALL,
      operatorSelection([{ name: 'foo' }, { name: 'fop' }]),
      (result) => {
        expect(shortOf(result)).toEqual({ foo: { channels: { beta: ['v0.3.1'] }, bundles: ['v0.3.1'] } });
        expect(result.problems).toMatchObject([{ code: 'operator-unknown', level: 'warning' }]);
      },
      { unknownNames: 'warning' },
    );
  });

  test.each<[string, PackageSketch, string]>([
    [
      'two heads',
      { channels: { a: ['v1.0.0', 'v2.0.0'] } },
      'multiple channel heads found: [p.v1.0.0 p.v2.0.0]',
    ],
    ['no head', { channels: { a: ['v1.0.0 < v2.0.0', 'v2.0.0 < v1.0.0'] } }, 'no channel heads found'],
    [
      'a cycle below the head',
      { channels: { a: ['v3.0.0 < v2.0.0', 'v1.0.0 < v2.0.0', 'v2.0.0 < v1.0.0'] } },
      'detected a cycle in the upgrade graph of the channel',
    ],
    [
      'an invalid version',
      { channels: { a: ['v1.0.0'] }, versions: { 'v1.0.0': '1.0' } },
      'bundle "p.v1.0.0" in package "p" has version "1.0"',
    ],
  ])('a catalog with %s', async (_what, sketch, message) => {
    const error = await rejection({ 'p.json': sketched('p', sketch) }, operatorSelection([{ name: 'p' }]));
    expect(error).toMatchObject({ code: 'catalog-invalid', message: expect.stringContaining(message) });
    const complete = await selecting(
      { 'p.json': sketched('p', sketch) },
      operatorSelection(undefined, { full: true }),
      shortOf,
    );
    expect(complete.p!.bundles.length, 'a catalog that is copied untouched is not judged').toBeGreaterThan(0);
  });
});

describe('warnings', () => {
  const SERVICE: PackageSketch = {
    channels: { stable: ['v1.1.0', 'v1.2.0 < v1.1.0', 'v1.3.0 < v1.2.0'] },
    versions: { 'v1.2.0': '1.2.0-5', 'v1.3.0': '1.3.0-12' },
  };
  const problemsOf = (sketch: PackageSketch, entry: Omit<OperatorPackage, 'name'>) =>
    selecting(
      { 'p.json': sketched('p', sketch) },
      operatorSelection([{ name: 'p', ...entry }]),
      ({ problems }) => problems,
    );

  test('versions that the pre-release rule excludes, with a remedy', async () => {
    const problems = await problemsOf(SERVICE, { minVersion: '1.1.0' });
    expect(problems).toMatchObject([
      { level: 'warning', message: expect.stringContaining('excludes 1.2.0-5 and 1.3.0-12') },
      { level: 'warning', message: expect.stringContaining('excludes p.v1.3.0, the head in the catalog') },
    ]);
    expect(problems[0]!.remedy).toContain('-0');
    expect(await problemsOf(SERVICE, { minVersion: '1.1.0-0' })).toEqual([]);
  });

  test('versions of the range that no retained path reaches', async () => {
    const side: PackageSketch = {
      channels: { stable: ['v1.0.0', 'v1.1.0', 'v1.2.0 < v1.1.0', 'v1.3.0 < v1.0.0 ! v1.2.0'] },
    };
    const [warning] = await problemsOf(side, { minVersion: '1.0.0' });
    expect(warning).toMatchObject({
      level: 'warning',
      message: t('offPath', { package: 'p', channel: 'stable', versions: '1.1.0' }),
    });
  });

  test('a maxVersion below the head is a hint, a listed channel that empties is a warning', async () => {
    const [hint] = await problemsOf(FOO, { maxVersion: '0.2.0' });
    expect(hint).toMatchObject({
      level: 'info',
      message: expect.stringContaining('the new channel head is p.v0.2.0'),
    });
    const two: PackageSketch = { channels: { a: ['v1.0.0'], b: ['v2.0.0'] } };
    const [removed] = await problemsOf(two, {
      maxVersion: '1.0.0',
      channels: [{ name: 'a' }, { name: 'b' }],
    });
    expect(removed).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('channel b is excluded'),
    });
  });

  test('entries without a bundle', async () => {
    const [missing] = await problemsOf({ channels: { a: ['v1.0.0'] }, versions: { 'v1.0.0': null } }, {});
    expect(missing).toMatchObject({
      level: 'warning',
      message: t('bundlesMissing', { package: 'p', bundles: 'p.v1.0.0' }),
    });
  });
});

/**
 * Three packages as in oc-mirror's tests/unit/testdata/configs: patched versions, and a channel of pre-releases.
 */
describe('3scale, devworkspace and jaeger', () => {
  const patched = ['v0.8.0', 'v0.8.3 < v0.8.0', 'v0.8.4', 'v0.8.4-0.1655690146.p < v0.8.3 ! v0.8.4'];
  const files = {
    '3scale-operator/catalog.json': sketched('3scale-operator', {
      defaultChannel: 'threescale-mas',
      channels: {
        'threescale-2.11': patched,
        'threescale-2.12': [...patched, 'v0.9.1', 'v0.9.1-0.1664967752.p < v0.8.4-0.1655690146.p ! v0.9.1'],
        'threescale-mas': ['v0.10.0-mas < v0.9.1-0.1664967752.p', 'v0.11.0-mas < v0.10.0-mas'],
      },
      versions: {
        'v0.8.4-0.1655690146.p': '0.8.4+0.1655690146.p',
        'v0.9.1-0.1664967752.p': '0.9.1+0.1664967752.p',
      },
    }),
    'devworkspace-operator/catalog.json': sketched('devworkspace-operator', {
      channels: { fast: ['v0.18.1', 'v0.19.1 < v0.18.1'] },
    }),
    'jaeger-product/catalog.json': sketched('jaeger-product', {
      channels: { stable: ['v1.47.1-5', 'v1.51.0-1 < v1.47.1-5'] },
    }),
  };

  test('without a filter: the heads of five channels; full: five channels and all bundles', async () => {
    const heads = await selecting(files, operatorSelection(), shortOf);
    expect(Object.values(heads).flatMap(({ bundles }) => bundles)).toEqual([
      'v0.11.0-mas',
      'v0.8.4-0.1655690146.p',
      'v0.9.1-0.1664967752.p',
      'v0.19.1',
      'v1.51.0-1',
    ]);
    const full = await selecting(files, operatorSelection(undefined, { full: true }), shortOf);
    expect(Object.values(full).flatMap(({ channels }) => Object.keys(channels))).toHaveLength(5);
    expect(Object.values(full).flatMap(({ bundles }) => bundles)).toHaveLength(12);
  });

  test('one package, one range with a pre-release, one channel', async () => {
    const only = (entry: OperatorPackage) => selecting(files, operatorSelection([entry]), shortOf);
    const scale = { name: '3scale-operator' };
    expect((await only(scale))['3scale-operator']!.bundles).toEqual([
      'v0.11.0-mas',
      'v0.8.4-0.1655690146.p',
      'v0.9.1-0.1664967752.p',
    ]);
    expect(await only({ ...scale, minVersion: '0.10.0-mas' })).toEqual({
      '3scale-operator': {
        channels: { 'threescale-mas': ['v0.10.0-mas', 'v0.11.0-mas'] },
        bundles: ['v0.10.0-mas', 'v0.11.0-mas'],
      },
    });
    expect(await only({ name: 'jaeger-product', channels: [{ name: 'stable' }] })).toEqual({
      'jaeger-product': { channels: { stable: ['v1.51.0-1'] }, bundles: ['v1.51.0-1'] },
    });
  });

  test('a single pre-release selects its bundle (v0.0.5 of the filter)', async () => {
    const only = { minVersion: '26.0.8-opr.1', maxVersion: '26.0.8-opr.1' };
    const rhbk = {
      'rhbk-operator.json': sketched('rhbk-operator', {
        channels: {
          'stable-v26': [
            'v26.0.7-opr.1',
            'v26.0.8-opr.1 < v26.0.7-opr.1',
            'v26.0.9-opr.1 < v26.0.7-opr.1 ! v26.0.8-opr.1',
          ],
        },
      }),
    };
    for (const entry of [
      { name: 'rhbk-operator', ...only },
      { name: 'rhbk-operator', channels: [{ name: 'stable-v26', ...only }] },
    ])
      expect((await selecting(rhbk, operatorSelection([entry]), shortOf))['rhbk-operator']!.bundles).toEqual([
        'v26.0.8-opr.1',
      ]);
  });
});

test('channels of a package without a document', async () => {
  const stray = JSON.stringify({
    schema: 'olm.channel',
    package: 'p',
    name: 'a',
    entries: [{ name: 'p.v1' }],
  });
  const error = await rejection({ 'p.json': stray }, operatorSelection([{ name: 'p' }]));
  expect(error).toMatchObject({
    code: 'catalog-invalid',
    message: expect.stringContaining('no olm.package document'),
  });
});

test('bundles that only differ in build metadata: the one in the configuration', async () => {
  const builds: PackageSketch = {
    channels: { a: ['v0.8.0', 'v0.8.1 < v0.8.0', 'v0.8.2 < v0.8.1'] },
    versions: { 'v0.8.1': '0.8.0+0.163.p', 'v0.8.2': '0.8.0+0.171.p' },
  };
  await inFolder(async (folder) => {
    const index = await indexed(folder, { 'p.json': sketched('p', builds) });
    const only = async (version: string) =>
      shortOf(
        await selectOperators(
          index,
          operatorSelection([{ name: 'p', minVersion: version, maxVersion: version }]),
        ),
      ).p!.bundles;
    expect(await only('0.8.0')).toEqual(['v0.8.0']);
    expect(await only('0.8.0+0.163.p')).toEqual(['v0.8.1']);
    expect(await only('0.8.0+0.999')).toEqual(['v0.8.2']);
    const range = await selectOperators(index, operatorSelection([{ name: 'p', maxVersion: '0.8.0+0.1' }]));
    expect(shortOf(range).p!.bundles).toEqual(['v0.8.0', 'v0.8.1', 'v0.8.2']);
  });
});
