import { expect, test } from 'vitest';
import { bundleText, packageText } from './bundle-text.ts';
import { indexed, inFolder, sketched } from './catalog.fixture.ts';

const ICON = { base64data: Buffer.from('<svg/>').toString('base64'), mediatype: 'image/svg+xml' };
const spec = {
  displayName: 'Foo',
  description: '# Foo\nlong',
  provider: { name: 'Example' },
  keywords: ['a', 'b'],
  icon: [ICON],
};
const annotations = { description: 'runs foo' };
const shown = {
  displayName: 'Foo',
  description: '# Foo\nlong',
  provider: 'Example',
  summary: 'runs foo',
  keywords: ['a', 'b'],
};
const object = (value: unknown) => ({
  type: 'olm.bundle.object',
  value: { data: Buffer.from(JSON.stringify(value)).toString('base64') },
});

test.each([
  ['olm.csv.metadata', [{ type: 'olm.csv.metadata', value: { ...spec, annotations } }]],
  [
    'the ClusterServiceVersion among the objects of older catalogs',
    [
      object({ apiVersion: 'v1', kind: 'Service', spec: { displayName: 'no' } }),
      { type: 'olm.bundle.object', value: { data: 'bm8ganNvbg==' } },
      object({ apiVersion: 'x', kind: 'ClusterServiceVersion', metadata: { annotations }, spec }),
    ],
  ],
])('text and icon of a bundle from %s', async (_what, properties) => {
  await inFolder(async (folder) => {
    const sketch = { channels: { a: ['v1.0.0'] }, properties: { 'v1.0.0': properties } };
    const index = await indexed(folder, { 'foo.json': sketched('foo', sketch) });
    expect(index.packages[0]).toMatchObject({ displayName: 'Foo', provider: 'Example', summary: 'runs foo' });
    const found = (await index.package('foo'))!;
    expect(await bundleText(index, found.bundles[0]!)).toEqual({ ...shown, icon: ICON });
    const { csv } = (await index.details(found.bundles))[0]!;
    expect(csv, 'large parts are not in the index').toEqual({
      displayName: 'Foo',
      provider: 'Example',
      summary: 'runs foo',
      keywords: ['a', 'b'],
    });
    expect(await packageText(index, found)).toEqual({
      description: '# Foo\nlong',
      icon: { mediatype: 'image/svg+xml', data: Buffer.from('<svg/>') },
    });
  });
});

test('a package has its own text and icon, else those of its head, else none', async () => {
  await inFolder(async (folder) => {
    const own = { schema: 'olm.package', name: 'own', defaultChannel: 'a', description: 'mine', icon: ICON };
    const plain = sketched('plain', { channels: { a: ['v1.0.0'] } });
    const index = await indexed(folder, { 'own.json': JSON.stringify(own), 'plain.json': plain });
    expect(await packageText(index, (await index.package('own'))!)).toEqual({
      description: 'mine',
      icon: { mediatype: 'image/svg+xml', data: Buffer.from('<svg/>') },
    });
    expect(await packageText(index, (await index.package('plain'))!)).toEqual({});
  });
});
