import { expect, test } from 'vitest';
import { indexed, inFolder, sketched } from './catalog.fixture.ts';
import { allChannels, channelsOf, versionsOf } from './catalog-view.ts';
import { t } from './messages.ts';

const csv = (displayName: string) => [
  { type: 'olm.csv.metadata', value: { displayName, provider: { name: 'Example' } } },
];
const FILES = {
  'bar.json': sketched('bar', {
    defaultChannel: 'stable',
    channels: {
      alpha: ['v0.9.0', 'v0.10.0 < v0.9.0', 'v1.0.0 < v0.10.0 ! v0.9.9'],
      broken: ['v0.9.0', 'v0.10.0'],
      stable: ['v1.0.0'],
    },
    properties: { 'v1.0.0': csv('Bar of today'), 'v0.9.0': csv('Bar of old') },
    versions: { 'v0.9.0': '0.9.0', 'v0.10.0': '0.10.0' },
    more: [
      {
        schema: 'olm.deprecations',
        package: 'bar',
        entries: [
          { reference: { schema: 'olm.channel', name: 'alpha' }, message: 'use stable' },
          { reference: { schema: 'olm.bundle', name: 'bar.v0.9.0' }, message: 'unsafe' },
        ],
      },
    ],
  }),
  'foo.json': sketched('foo', { channels: { beta: ['v0.1.0'] }, versions: { 'v0.1.0': null } }),
};

test('packages with display name, default channel, head and its version', async () => {
  await inFolder(async (folder) => {
    const { packages } = await indexed(folder, FILES);
    expect(packages).toEqual([
      {
        name: 'bar',
        defaultChannel: 'stable',
        displayName: 'Bar of today',
        provider: 'Example',
        head: 'bar.v1.0.0',
        version: '1.0.0',
        channels: 3,
        bundles: 3,
      },
      { name: 'foo', defaultChannel: 'beta', head: 'foo.v0.1.0', channels: 1, bundles: 0 },
    ]);
  });
});

test('channels with their heads, or why they have none', async () => {
  await inFolder(async (folder) => {
    const index = await indexed(folder, FILES);
    const head = { head: 'bar.v1.0.0', version: '1.0.0' };
    const channels = [
      { name: 'alpha', isDefault: false, deprecated: true, ...head, entries: 3 },
      {
        name: 'broken',
        isDefault: false,
        deprecated: false,
        entries: 2,
        faults: ['multiple channel heads found: [bar.v0.10.0 bar.v0.9.0]'],
      },
      { name: 'stable', isDefault: true, deprecated: false, ...head, entries: 1 },
    ];
    expect(await channelsOf(index, 'bar')).toEqual(channels);
    expect(await Array.fromAsync(allChannels(index))).toEqual([
      { name: 'bar', defaultChannel: 'stable', channels },
      {
        name: 'foo',
        defaultChannel: 'beta',
        channels: [{ name: 'beta', isDefault: true, deprecated: false, head: 'foo.v0.1.0', entries: 1 }],
      },
    ]);
  });
});

test('versions of a channel by version, with their edges', async () => {
  await inFolder(async (folder) => {
    const index = await indexed(folder, FILES);
    expect(await versionsOf(index, 'bar', 'alpha')).toEqual([
      { name: 'bar.v0.9.0', version: '0.9.0', isHead: false, deprecated: true, skips: [] },
      {
        name: 'bar.v0.10.0',
        version: '0.10.0',
        isHead: false,
        deprecated: false,
        replaces: 'bar.v0.9.0',
        skips: [],
      },
      {
        name: 'bar.v1.0.0',
        version: '1.0.0',
        isHead: true,
        deprecated: false,
        replaces: 'bar.v0.10.0',
        skips: ['bar.v0.9.9'],
      },
    ]);
    expect(await versionsOf(index, 'foo', 'beta')).toEqual([
      { name: 'foo.v0.1.0', isHead: true, deprecated: false, skips: [] },
    ]);
  });
});

test('unknown names, with the nearest', async () => {
  await inFolder(async (folder) => {
    const index = await indexed(folder, FILES);
    await expect(channelsOf(index, 'baar')).rejects.toMatchObject({
      code: 'operator-unknown',
      message: 'operator "baar" not found in catalog',
      remedy: expect.stringContaining('Closest matches: bar'),
    });
    await expect(versionsOf(index, 'bar', 'stabel')).rejects.toMatchObject({
      code: 'operator-unknown',
      message: 'channel "stabel" not found for operator "bar"',
      remedy: t('nearestRemedy', { names: 'stable' }),
    });
  });
});
