import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadImageSet } from '../../image-set/config/load-image-set.ts';
import { imageSetYaml } from '../answers/image-set-of.ts';
import { type OperatorQuestion, operatorPath } from './answers.ts';
import { configurationFor } from './configuration-for.ts';
import { t } from './messages.ts';
import { type SketchedEntry, short, sketchedPackage } from './operator-package.fixture.ts';

async function configured(
  channels: Record<string, SketchedEntry[]>,
  question: Partial<OperatorQuestion> = {},
) {
  const found = sketchedPackage(channels);
  const answer = operatorPath({
    package: 'p',
    catalogs: [{ name: 'v4.16', package: found }],
    from: '1.0.0',
    ...question,
  });
  if (!answer.path) throw new Error(answer.reason);
  return { answer, ...(await configurationFor(found, answer.hops)) };
}

const chain = ['1.3.0 < 1.2.0', '1.2.0 < 1.1.0', '1.1.0 < 1.0.0', '1.0.0'];

describe('the smallest entry with the path', () => {
  test('a head alone needs no versions', async () => {
    const ranged = ['1.3.0 < 1.2.0 [>=1.0.0 <1.3.0]', ...chain.slice(1)];
    expect(await configured({ stable: ranged })).toMatchObject({
      package: { name: 'p', channels: [{ name: 'stable' }] },
      exact: true,
      extra: [],
      notes: [],
    });
  });

  test('the end of a chain has a lowest version, and a part of it has both bounds', async () => {
    expect(await configured({ stable: chain })).toMatchObject({
      package: { channels: [{ name: 'stable', minVersion: '1.1.0' }] },
      exact: true,
    });
    expect((await configured({ stable: chain })).package.channels![0]).not.toHaveProperty(
      'maxVersion',
      expect.anything(),
    );
    expect(await configured({ stable: chain }, { to: '1.2.0' })).toMatchObject({
      package: { channels: [{ name: 'stable', minVersion: '1.1.0', maxVersion: '1.2.0' }] },
      exact: true,
      notes: [],
    });
    expect(await configured({ stable: chain }, { to: '1.1.0' })).toMatchObject({
      package: { channels: [{ name: 'stable', minVersion: '1.1.0', maxVersion: '1.1.0' }] },
      exact: true,
    });
  });

  test("lists versions in between that aren't needed", async () => {
    const found = await configured({
      stable: ['1.3.0 < 1.2.0 ! 1.1.0', '1.2.0 < 1.1.0', '1.1.0 [>=1.0.0 <1.1.0]'],
      early: ['1.1.0 < 1.0.0'],
    });
    expect(short(found.answer.path!)).toEqual(['1.0.0', '1.1.0', '1.3.0']);
    expect(found).toMatchObject({ exact: true, notes: [] });
    expect(found.package.channels).toEqual([{ name: 'early' }, { name: 'stable' }]);
    const between = await configured({
      stable: ['1.4.0 < 1.3.0 [>=1.2.0 <1.4.0]', '1.3.0 < 1.2.0', '1.2.0 < 1.0.0'],
    });
    expect(short(between.answer.path!)).toEqual(['1.0.0', '1.2.0', '1.4.0']);
    expect(between).toMatchObject({
      package: { channels: [{ name: 'stable', minVersion: '1.2.0' }] },
      exact: false,
      extra: [{ name: 'p.v1.3.0', version: '1.3.0' }],
      missing: [],
      notes: [],
    });
  });

  test("bounds without a dash don't exclude pre-releases", async () => {
    expect(await configured({ stable: ['1.2.0-5 < 1.1.0', '1.1.0 < 1.0.0'] })).toMatchObject({
      package: { channels: [{ minVersion: '1.1.0', maxVersion: '1.2.0-5' }] },
      exact: true,
    });
    // A lower version at the head, as after a rollback.
    expect(await configured({ stable: ['1.1.0-5 < 1.2.0', '1.2.0 < 1.0.5', '1.0.5 < 1.0.0'] })).toMatchObject(
      {
        package: { channels: [{ minVersion: '1.0.5-0' }] },
        exact: true,
      },
    );
  });

  test('sets another channel as the default one', async () => {
    expect(await configured({ stable: chain, fast: ['1.4.0 < 1.0.0'] }, { channel: 'fast' })).toMatchObject({
      package: { defaultChannel: 'fast', channels: [{ name: 'fast' }] },
      exact: true,
      notes: [t('defaultChannelChanged', { package: 'p', channel: 'fast', before: 'stable' })],
    });
  });

  test('notes that OLM continues if the selection needs a head above the version', async () => {
    const skipping = ['2.0.0 < 1.1.0 ! 1.2.0', '1.2.0 < 1.1.0', '1.1.0 < 1.0.0'];
    expect(await configured({ stable: skipping }, { to: '1.2.0' })).toMatchObject({
      exact: false,
      extra: [{ name: 'p.v2.0.0' }],
      notes: [
        t('mirroredUpdateDiffers', {
          channel: 'stable',
          from: 'p.v1.1.0',
          next: 'p.v2.0.0',
          to: 'p.v1.2.0',
        }),
      ],
    });
  });

  test('a catalog whose versions cannot be read selects nothing', async () => {
    const found = sketchedPackage({ stable: chain });
    found.bundles[0]!.version = 'one';
    const answer = operatorPath({ package: 'p', catalogs: [{ name: 'c', package: found }], from: '1.1.0' });
    await expect(configurationFor(found, answer.path ? answer.hops : [])).rejects.toMatchObject({
      code: 'catalog-invalid',
    });
  });
});

test('chains with ranges: the configuration contains the entire path, and additional versions are listed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(6), fc.boolean()), { minLength: 7, maxLength: 7 }),
      fc.nat(6),
      fc.nat(6),
      async (ranges, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        if (from === to) return;
        const entries = ranges.map(([low, has], at) => {
          const replaces = at > 0 ? ` < 1.${at - 1}.0` : '';
          return `1.${at}.0${replaces}${has && low < at ? ` [>=1.${low}.0 <1.${at}.0]` : ''}`;
        });
        const found = await configured({ stable: entries }, { from: `1.${from}.0`, to: `1.${to}.0` });
        expect(found.missing).toEqual([]);
        expect(found.notes).toEqual([]);
        // On a chain, nothing between the lowest and the highest version can be excluded.
        const path = short(found.answer.path!)
          .slice(1)
          .map((version) => Number(version.split('.')[1]));
        const between = Array.from({ length: to - path[0]! + 1 }, (_, at) => path[0]! + at);
        expect(found.extra.map(({ name }) => name)).toEqual(
          between.filter((minor) => !path.includes(minor)).map((minor) => `p.v1.${minor}.0`),
        );
        expect(found.exact).toBe(found.extra.length === 0);
      },
    ),
    { numRuns: 60 },
  );
});

test('the text is a configuration that loads', async () => {
  const found = await configured({ stable: chain, fast: ['1.4.0 < 1.0.0'] }, { channel: 'fast' });
  const folder = await mkdtemp(join(tmpdir(), 'airlock-upgrade-'));
  try {
    const file = join(folder, 'isc.yaml');
    await writeFile(
      file,
      imageSetYaml({
        operators: [{ catalog: 'quay.example/catalog:v4.16', packages: [found.package] }],
      }),
    );
    const { configuration, problems } = await loadImageSet(file);
    expect(problems).toEqual([]);
    expect(configuration!.operators).toMatchObject([
      { catalog: 'quay.example/catalog:v4.16', packages: [found.package] },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
