import { expect, test } from 'vitest';
import { catalogOf, indexed, inFolder, operatorSelection, sketched } from './catalog.fixture.ts';
import { diffCatalogs } from './catalog-diff.ts';
import { indexCatalog } from './index/catalog-index.ts';
import { selectOperators } from './select/select.ts';

const BEFORE = {
  'foo.json': sketched('foo', { channels: { beta: ['v1.0.0', 'v2.0.0 < v1.0.0'], old: ['v0.1.0'] } }),
  'gone.json': sketched('gone', { channels: { a: ['v1.0.0'] } }),
  'same.json': sketched('same', { channels: { a: ['v1.0.0'], bad: ['v1.0.0', 'v2.0.0'] } }),
};
const AFTER = {
  'foo.json': sketched('foo', {
    defaultChannel: 'stable',
    channels: { beta: ['v2.0.0', 'v3.0.0 < v2.0.0'], stable: ['v2.0.0'] },
  }),
  'fresh.json': sketched('fresh', { channels: { a: ['v1.0.0'] } }),
  'same.json': sketched('same', { channels: { a: ['v1.0.0'], bad: ['v1.0.0', 'v2.0.0'] } }),
};

test('lists added, removed and moved content', async () => {
  await inFolder(async (folder) => {
    const from = await indexed(`${folder}/a`, BEFORE);
    const to = await indexed(`${folder}/b`, AFTER);
    const only = (name: string, change: string, bundles: object) => ({
      name,
      change,
      channels: [{ name: 'a', change, head: expect.anything(), ...bundles }],
      ...bundles,
      defaultChannel: expect.anything(),
    });
    expect(await diffCatalogs(from, to)).toEqual([
      {
        name: 'foo',
        change: 'changed',
        defaultChannel: { from: 'beta', to: 'stable' },
        channels: [
          {
            name: 'beta',
            change: 'changed',
            head: { from: 'foo.v2.0.0', to: 'foo.v3.0.0' },
            added: ['foo.v3.0.0'],
            removed: ['foo.v1.0.0'],
          },
          {
            name: 'old',
            change: 'removed',
            head: { from: 'foo.v0.1.0', to: '' },
            added: [],
            removed: ['foo.v0.1.0'],
          },
          {
            name: 'stable',
            change: 'added',
            head: { from: '', to: 'foo.v2.0.0' },
            added: ['foo.v2.0.0'],
            removed: [],
          },
        ],
        added: ['foo.v3.0.0'],
        removed: ['foo.v0.1.0', 'foo.v1.0.0'],
      },
      only('fresh', 'added', { added: ['fresh.v1.0.0'], removed: [] }),
      only('gone', 'removed', { added: [], removed: ['gone.v1.0.0'] }),
    ]);
    expect(await diffCatalogs(from, from)).toEqual([]);
  });
});

test('a head that moves with the same entries', async () => {
  await inFolder(async (folder) => {
    const [one, other] = [
      sketched('p', { channels: { a: ['v1.0.0', 'v2.0.0 < v1.0.0'] } }),
      sketched('p', { channels: { a: ['v1.0.0 < v2.0.0', 'v2.0.0'] } }),
    ];
    const from = await indexed(`${folder}/a`, { 'p.json': one });
    const to = await indexed(`${folder}/b`, { 'p.json': other });
    expect(await diffCatalogs(from, to)).toMatchObject([
      { channels: [{ head: { from: 'p.v2.0.0', to: 'p.v1.0.0' }, added: [], removed: [] }] },
    ]);
  });
});

test('lists the content that a selection would remove from a stored catalog', async () => {
  await inFolder(async (folder) => {
    const there = await indexed(`${folder}/a`, BEFORE);
    const index = await indexCatalog(catalogOf(AFTER), `${folder}/b`, { digest: 'sha256:b' });
    const selected = await selectOperators(index, operatorSelection([{ name: 'foo' }]));
    const removed = (await diffCatalogs(there, selected)).map(({ name, change, removed: bundles }) => [
      name,
      change,
      bundles,
    ]);
    expect(removed).toEqual([
      ['foo', 'changed', ['foo.v0.1.0', 'foo.v1.0.0']],
      ['gone', 'removed', ['gone.v1.0.0']],
      ['same', 'removed', ['same.v1.0.0', 'same.v2.0.0']],
    ]);
  });
});
