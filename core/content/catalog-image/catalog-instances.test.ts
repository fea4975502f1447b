import { expect, test } from 'vitest';
import { builtList } from '../../test-world/built-image.ts';
import { layer } from '../../test-world/layer.ts';
import { catalogImage, newShelf } from './catalog-image.fixture.ts';
import { allInstances, readableInstance } from './catalog-instances.ts';

const children = ['amd64', 'arm64'].map((architecture) =>
  catalogImage([layer([{ name: 'configs/a/catalog.json', content: '{}' }])], { architecture }),
);

test('reads an index of oc-mirror, whose entries have the type of their configuration', async () => {
  for (const type of [
    'application/vnd.oci.image.config.v1+json',
    'application/vnd.docker.container.image.v1+json',
  ]) {
    const shelf = newShelf();
    const source = shelf.add(builtList(children, 'oci', undefined, type));
    expect((await readableInstance(shelf, source)).manifest.digest).toBe(children[0]!.digest);
    expect(await allInstances(shelf, source)).toHaveLength(2);
  }
});

test('skips entries that are artifacts', async () => {
  const shelf = newShelf();
  const source = shelf.add(builtList(children, 'oci', undefined, 'application/spdx+json'));
  await expect(allInstances(shelf, source)).rejects.toMatchObject({ code: 'catalog-invalid' });
});
