import { expect, test } from 'vitest';
import { indexed, inFolder, sketched } from '../catalog/catalog.fixture.ts';
import type { CatalogIndex } from '../catalog/index/open-index.ts';
import { compareCatalogs } from './compare-catalogs.ts';
import { listOperators } from './list-operators.ts';
import { t } from './messages.ts';

const BAR = sketched('bar', {
  defaultChannel: 'stable',
  channels: {
    alpha: ['v0.9.0', { name: 'bar.v0.10.0', replaces: 'bar.v0.9.0', skipRange: '>=0.8.0 <0.10.0' }],
    stable: ['v1.0.0'],
  },
  more: [
    {
      schema: 'olm.deprecations',
      package: 'bar',
      entries: [
        { reference: { schema: 'olm.package' }, message: 'take foo' },
        { reference: { schema: 'olm.channel', name: 'alpha' }, message: 'take stable' },
        { reference: { schema: 'olm.bundle', name: 'bar.v0.9.0' }, message: 'unsafe' },
      ],
    },
  ],
});
const FOO = sketched('foo', { channels: { beta: ['v0.1.0'], broken: ['v0.1.0', 'v0.2.0'] } });

function withCatalog<T>(work: (index: CatalogIndex) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => work(await indexed(folder, { 'bar.json': BAR, 'foo.json': FOO })));
}

test('packages with channels and versions, the newest first, and with deprecation texts', async () => {
  await withCatalog(async (index) => {
    const [bar, foo] = await listOperators(index);
    expect(bar).toEqual({
      name: 'bar',
      defaultChannel: 'stable',
      head: 'bar.v1.0.0',
      version: '1.0.0',
      deprecation: 'take foo',
      channels: [
        {
          name: 'alpha',
          isDefault: false,
          head: 'bar.v0.10.0',
          version: '0.10.0',
          deprecation: 'take stable',
          entries: [
            {
              name: 'bar.v0.10.0',
              version: '0.10.0',
              isHead: true,
              replaces: 'bar.v0.9.0',
              skips: [],
              skipRange: '>=0.8.0 <0.10.0',
            },
            { name: 'bar.v0.9.0', version: '0.9.0', isHead: false, skips: [], deprecation: 'unsafe' },
          ],
        },
        expect.objectContaining({ name: 'stable', isDefault: true }),
      ],
    });
    expect(foo?.channels).toMatchObject([
      { name: 'beta', head: 'foo.v0.1.0' },
      { name: 'broken', faults: [expect.stringContaining('multiple channel heads')] },
    ]);
    expect(foo?.channels[1]).not.toHaveProperty('head', expect.anything());
  });
});

test('one package, one channel, and unknown names', async () => {
  await withCatalog(async (index) => {
    const [alone, ...rest] = await listOperators(index, { package: 'foo', channel: 'beta' });
    expect(rest).toEqual([]);
    expect(alone).toMatchObject({
      name: 'foo',
      channels: [{ name: 'beta', entries: [{ version: '0.1.0' }] }],
    });
    expect(alone!.channels).toHaveLength(1);
    const unknown = (wanted: { package: string; channel?: string }, message: string, remedy: string) =>
      expect(listOperators(index, wanted)).rejects.toMatchObject({
        code: 'operator-unknown',
        message,
        remedy,
      });
    await unknown(
      { package: 'baar' },
      'operator "baar" not found in catalog',
      t('nearestRemedy', { names: 'bar' }),
    );
    const channel = (name: string) => `channel "${name}" not found for operator "bar"`;
    await unknown(
      { package: 'bar', channel: 'stabel' },
      channel('stabel'),
      t('nearestRemedy', { names: 'stable' }),
    );
    await unknown(
      { package: 'bar', channel: 'zzz' },
      channel('zzz'),
      t('channelsRemedy', { names: 'alpha, stable' }),
    );
  });
});

test('compares one package without the others, and rejects one that neither has', async () => {
  await inFolder(async (folder) => {
    const before = await indexed(`${folder}/a`, { 'bar.json': BAR, 'foo.json': FOO });
    const after = await indexed(`${folder}/b`, {
      'x.json': sketched('extra', { channels: { a: ['v1.0.0'] } }),
    });
    const names = async (only?: string) =>
      (await compareCatalogs(before, after, only === undefined ? {} : { package: only })).map(
        ({ name, change }) => `${name} ${change}`,
      );
    expect(await names()).toEqual(['bar removed', 'extra added', 'foo removed']);
    expect(await names('foo')).toEqual(['foo removed']);
    expect(await names('extra')).toEqual(['extra added']);
    await expect(compareCatalogs(before, after, { package: 'fooo' })).rejects.toMatchObject({
      code: 'operator-unknown',
      remedy: t('nearestRemedy', { names: 'foo' }),
    });
  });
});
