import { describe, expect, test } from 'vitest';
import { indexed, inFolder, type PackageSketch, sketched } from '../catalog/catalog.fixture.ts';
import { imageAddress } from './image-address.ts';
import { t } from './messages.ts';
import { packageCard } from './package-card.ts';

const SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>';
const upTo = (minor: string) => ({ type: 'olm.maxOpenShiftVersion', value: minor });
const kind = (name: string) => ({ group: 'db.example', version: 'v1', kind: name });
const csv = {
  type: 'olm.csv.metadata',
  value: {
    annotations: { description: 'Stores things' },
    displayName: 'Store',
    provider: { name: 'Example' },
    description: 'long',
    icon: [{ base64data: Buffer.from(SVG).toString('base64'), mediatype: 'text/html' }],
  },
};

const STORE: PackageSketch = {
  defaultChannel: 'stable',
  channels: { old: ['v0.9.0'], stable: ['v1.0.0', 'v1.1.0 < v1.0.0'] },
  properties: {
    'v1.1.0': [
      csv,
      upTo('4.16'),
      { type: 'olm.gvk', value: kind('Own') },
      { type: 'olm.gvk.required', value: kind('Own') },
      { type: 'olm.gvk.required', value: kind('Table') },
      { type: 'olm.package.required', value: { packageName: 'elsewhere', versionRange: '>=2.0.0' } },
      {
        type: 'olm.constraint',
        value: {
          failureMessage: 'x',
          any: {
            constraints: [{ package: { packageName: 'none', versionRange: '' } }, { gvk: kind('Row') }],
          },
        },
      },
    ],
    'v0.9.0': [upTo('4.15')],
  },
  more: [
    {
      schema: 'olm.deprecations',
      package: 'store',
      entries: [
        { reference: { schema: 'olm.channel', name: 'old' }, message: 'Move to stable.' },
        { reference: { schema: 'olm.package' }, message: '' },
      ],
    },
  ],
};

const card = (sketch: PackageSketch, options: Parameters<typeof packageCard>[2] = {}) =>
  inFolder(async (folder) => {
    const db = sketched('db', {
      channels: { a: ['v1.0.0'] },
      properties: {
        'v1.0.0': [
          { type: 'olm.gvk', value: kind('Table') },
          { type: 'olm.gvk', value: kind('Row') },
        ],
      },
    });
    const index = await indexed(folder, { 'store.json': sketched('store', sketch), 'db.json': db });
    return packageCard(index, 'store', options);
  });

test('a card has the data of a choice, and the requirements of its head, each once', async () => {
  expect(await card(STORE)).toEqual({
    package: 'store',
    displayName: 'Store',
    provider: 'Example',
    description: 'Stores things',
    icon: `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`,
    defaultChannel: 'stable',
    channels: [
      { name: 'old', head: '0.9.0', versions: ['0.9.0'], deprecated: 'Move to stable.' },
      { name: 'stable', head: '1.1.0', versions: ['1.1.0', '1.0.0'] },
    ],
    deprecated: t('deprecated'),
    needs: [
      { packages: [], reason: 'requires elsewhere >=2.0.0' },
      { packages: ['db'], reason: expect.stringMatching(/^requires (Table|Row) \(db\.example\/v1\)$/) },
    ],
  });
});

test('reports a version that none of its heads supports', async () => {
  expect((await card(STORE, { target: '4.17.3' })).notForTarget).toBe(
    "store.v1.1.0 doesn't support OpenShift 4.17: up to OpenShift 4.16 (olm.maxOpenShiftVersion)",
  );
  expect(await card(STORE, { target: '4.16' })).not.toHaveProperty('notForTarget', expect.anything());
  const newer = { ...STORE, channels: { ...STORE.channels, new: ['v2.0.0'] } };
  expect(await card(newer, { target: '4.17.3' })).not.toHaveProperty('notForTarget', expect.anything());
  await expect(card(STORE).then(() => card({ channels: {} }))).resolves.toMatchObject({
    channels: [],
    needs: [],
  });
});

describe('the address of an icon', () => {
  const address = (data: Buffer) => imageAddress({ data, mediatype: 'image/svg+xml' })?.slice(0, 22);
  test.each<[string, Buffer, string | undefined]>([
    ['PNG', Buffer.from('89504e470d0a1a0a00', 'hex'), 'data:image/png;base64,'],
    ['JPEG', Buffer.from('ffd8ffe000', 'hex'), 'data:image/jpeg;base64'],
    ['SVG', Buffer.from(`\uFEFF ${SVG}`), 'data:image/svg+xml;bas'],
    ['HTML', Buffer.from('<html><script>1</script></html>'), undefined],
    ['noise', Buffer.from([1, 2, 3]), undefined],
    ['nothing', Buffer.alloc(0), undefined],
    [
      'more than the limit',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(70_000)]),
      undefined,
    ],
  ])('by its content: %s', (_what, data, expected) => {
    expect(address(data)).toBe(expected);
  });
});
