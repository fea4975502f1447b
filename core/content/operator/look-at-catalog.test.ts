import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { hexOf } from '../../base/image/digest.ts';
import { newRig, type Rig, toDisk } from '../../mirror/mirror.fixture.ts';
import { MIRROR_DEFAULTS } from '../../mirror/run/command-of.ts';
import { openSession, type Session } from '../../mirror/run/session.ts';
import { layer } from '../../test-world/layer.ts';
import { sketched } from '../catalog/catalog.fixture.ts';
import { catalogImage } from '../catalog-image/catalog-image.fixture.ts';
import { listOperators } from './list-operators.ts';
import { type LookOptions, lookAtCatalog, type ViewedCatalog } from './look-at-catalog.ts';
import { t } from './messages.ts';
import { namedCatalog } from './named-catalog.ts';

let rig: Rig;
let session: Session;
let catalog: string;
const FOO = sketched('foo', { channels: { beta: ['v0.1.0', 'v0.2.0 < v0.1.0'] } });

beforeAll(async () => {
  rig = await newRig();
  catalog = rig.world.inventory.catalog.source;
  const settings = { ...MIRROR_DEFAULTS, sourceTlsVerify: true, destinationTlsVerify: true };
  session = await openSession(settings, rig.host, () => {});
});
afterEach(() => rig.world.upstream.faults.clear());
afterAll(async () => {
  await session.close();
  await rig[Symbol.asyncDispose]();
});

async function look(name: string, indexes: string, more: Partial<LookOptions> = {}): Promise<ViewedCatalog> {
  return lookAtCatalog(
    namedCatalog(name, (path) => resolve(rig.directory, path)),
    { indexes, registries: async () => session.registries, ...more },
  );
}

const packagesOf = ({ index }: ViewedCatalog) => index.packages.map(({ name }) => name);

/** A folder with a catalog. */
async function folder(files: Record<string, string> = { 'foo/catalog.json': FOO }): Promise<string> {
  const path = rig.place('fbc');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return path;
}

describe('names', () => {
  test.each([
    ['quay.io/ns/index:v1', 'registry'],
    ['docker://quay.io/ns/index:v1', 'registry'],
    ['index:v1', 'registry'],
    ['oci://some/layout', 'layout'],
    ['file:///some/dir', 'disk'],
    ['./index:v1', 'disk'],
    ['/index:v1', 'disk'],
    ['..', 'disk'],
    ['catalogs/v4.18', 'disk'],
    ['catalog.yaml', 'disk'],
  ])('%s is at: %s', (name, at) => {
    expect(namedCatalog(name, (path) => path).at).toBe(at);
  });

  test('neither an existing path nor a reference', async () => {
    const indexes = rig.place('indexes');
    await expect(look('quay.io/ns/index', indexes)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('neither a tag nor a digest'),
    });
    await expect(look('/nowhere', indexes)).rejects.toMatchObject({
      code: 'usage',
      message: t('pathMissing', { path: '/nowhere' }),
    });
    await expect(look('https://quay.io/ns/index:v1', indexes)).rejects.toMatchObject({
      code: 'reference-invalid',
    });
  });
});

describe('in a registry', () => {
  test('is read once: later only the digest of the tag is requested, or nothing with a digest', async () => {
    const indexes = rig.place('indexes');
    const progress: { done: number; total: number }[] = [];
    const first = await look(catalog, indexes, { onProgress: (each) => progress.push(each) });
    expect(first).toMatchObject({ name: catalog, digest: rig.world.inventory.catalog.digest });
    expect(packagesOf(first)).toEqual(['anvil-operator', 'bellows-operator']);
    const last = progress.at(-1)!;
    expect(last.done).toBeGreaterThan(1000);
    expect(last.done).toBeLessThanOrEqual(last.total);

    const { stats } = rig.world.upstream;
    const before = stats.requests;
    const again = await look(catalog, indexes, {
      onProgress: () => expect.unreachable('the index is there'),
    });
    expect(stats.requests - before).toBe(1);
    const [anvil] = await listOperators(again.index, { package: 'anvil-operator', channel: 'stable' });
    expect(anvil?.channels[0]?.entries.map(({ version }) => version)).toEqual(['1.2.0', '1.1.0', '1.0.0']);
    await look(`${catalog.replace(/:[^:/]+$/, '')}@${first.digest}`, indexes);
    expect(stats.requests - before).toBe(1);
  });

  test('a missing tag, and an image that is not a catalog', async () => {
    const indexes = rig.place('indexes');
    await expect(look(`${catalog}9`, indexes)).rejects.toMatchObject({ code: 'not-found', side: 'source' });
    const [image] = rig.world.inventory.additional;
    await expect(look(image!.source, indexes)).rejects.toMatchObject({ code: 'catalog-invalid' });
  });

  test('leaves nothing behind when it is stopped', async () => {
    const indexes = rig.place('indexes');
    const stop = new AbortController();
    const looking = look(catalog, indexes, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(looking).rejects.toMatchObject({ code: 'interrupted' });
    expect(await readdir(indexes).catch(() => [])).toEqual([]);
  });
});

describe('on disk', () => {
  test('a folder, a file, an OCI layout', async () => {
    const indexes = rig.place('indexes');
    const path = await folder({
      'foo/catalog.json': FOO,
      'index.json': sketched('bar', { channels: { a: ['v1.0.0'] } }),
    });
    expect(packagesOf(await look(path, indexes))).toEqual(['bar', 'foo']);
    expect(packagesOf(await look(`file://${path}`, indexes))).toEqual(['bar', 'foo']);
    expect(packagesOf(await look(join(path, 'index.json'), indexes))).toEqual(['bar']);

    const layout = rig.place('layout');
    const image = catalogImage([layer([{ name: 'configs/foo/catalog.json', content: FOO }])]);
    await mkdir(join(layout, 'blobs', 'sha256'), { recursive: true });
    for (const { digest, bytes } of [...image.blobs, image])
      await writeFile(join(layout, 'blobs', 'sha256', hexOf(digest)), bytes);
    await writeFile(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
    const { mediaType, digest, bytes } = image;
    const manifests = [{ mediaType, digest, size: bytes.length }];
    await writeFile(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests }));
    for (const name of [`oci://${layout}`, layout]) {
      const found = await look(name, indexes);
      expect(found.digest).toBe(digest);
      expect(packagesOf(found)).toEqual(['foo']);
    }
  });

  test('a changed folder is read again', async () => {
    const indexes = rig.place('indexes');
    const path = await folder();
    expect(packagesOf(await look(path, indexes))).toEqual(['foo']);
    await writeFile(join(path, 'more.json'), sketched('more', { channels: { a: ['v1.0.0'] } }));
    expect(packagesOf(await look(path, indexes))).toEqual(['foo', 'more']);
  });

  test('without operators, or not a catalog', async () => {
    const indexes = rig.place('indexes');
    const empty = rig.place('empty');
    await mkdir(empty);
    await expect(look(empty, indexes)).rejects.toMatchObject({ code: 'catalog-invalid' });
    const path = await folder({ 'a.json': '{"name": "no schema"}' });
    await expect(look(path, indexes)).rejects.toMatchObject({ code: 'catalog-invalid' });
    await expect(look(`${path}#a`, indexes)).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('in sets', () => {
  let workspace: string;
  const NAME = 'redhat/redhat-operator-index:v4.16';
  const HEAD =
    'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror:\n  operators:\n';
  const ANVIL = '    packages:\n    - name: anvil-operator\n';

  async function mirrored(directory: string, entries: string): Promise<string> {
    const file = `${rig.place('isc')}.yaml`;
    await writeFile(file, HEAD + entries);
    return (await toDisk(rig, directory, file)).directory!;
  }

  beforeAll(async () => {
    workspace = rig.place('workspace');
    await mirrored(workspace, `  - catalog: ${catalog}\n${ANVIL}`);
  });

  test('a workspace and a transfer: the pushed catalog, and the entire one by its digest', async () => {
    const indexes = rig.place('indexes');
    const before = rig.world.upstream.stats.requests;
    const found = await look(workspace, indexes);
    expect(found.name).toBe(`${workspace}#${NAME}`);
    expect(packagesOf(found)).toEqual(['anvil-operator']);
    const [anvil] = await listOperators(found.index, { package: 'anvil-operator', channel: 'stable' });
    expect(anvil?.channels[0]?.entries).toMatchObject([{ version: '1.2.0' }]);

    const transfer = join(workspace, 'transfers', 'default-0001');
    expect(packagesOf(await look(`file://${transfer}#${NAME}`, indexes))).toEqual(['anvil-operator']);
    const { digest } = rig.world.inventory.catalog;
    const complete = await look(`${transfer}#redhat/redhat-operator-index@${digest}`, indexes);
    expect(packagesOf(complete)).toEqual(['anvil-operator', 'bellows-operator']);
    expect(rig.world.upstream.stats.requests).toBe(before);
    await expect(look(`${transfer}#redhat/other:v1`, indexes)).rejects.toMatchObject({
      code: 'content-missing',
      remedy: expect.stringContaining(NAME),
    });
  });

  test('one of several catalogs must be specified, and the selection of the latest transfer is used', async () => {
    const several = rig.place('several');
    await cp(workspace, several, { recursive: true });
    await rm(airlockDirectory(several, 'lock'), { force: true });
    const bellows = '    packages:\n    - name: bellows-operator\n';
    await mirrored(
      several,
      `  - catalog: ${catalog}\n${bellows}  - catalog: ${catalog}\n    targetTag: other\n${ANVIL}`,
    );
    const indexes = rig.place('indexes');
    const other = NAME.replace('v4.16', 'other');
    await expect(look(several, indexes)).rejects.toMatchObject({
      code: 'usage',
      message: t('severalCatalogs', { place: several, count: 2, names: `${other}, ${NAME}` }),
    });
    expect(packagesOf(await look(`${several}#${other}`, indexes))).toEqual(['anvil-operator']);
    expect(packagesOf(await look(`${several}#${NAME}`, indexes))).toEqual(['bellows-operator']);
    const first = join(several, 'transfers', 'default-0001');
    expect(packagesOf(await look(first, indexes))).toEqual(['anvil-operator']);
  });

  test('the files of an increment are read if its image is incomplete', async () => {
    const increments = rig.place('increments');
    const both = '    packages:\n    - name: anvil-operator\n    - name: bellows-operator\n';
    await mirrored(increments, `  - catalog: ${catalog}\n${both}`);
    const [image] = rig.world.inventory.additional;
    const second = await mirrored(
      increments,
      `  - catalog: ${catalog}\n${both}  additionalImages:\n  - name: ${image!.source}\n`,
    );
    expect(second).toMatch(/default-0002$/);
    const found = await look(second, rig.place('indexes'));
    expect(packagesOf(found)).toEqual(['anvil-operator', 'bellows-operator']);
  });

  test('without any catalog', async () => {
    const other = rig.place('other');
    await toDisk(rig, other, rig.world.sets.additional.file);
    await expect(look(other, rig.place('indexes'))).rejects.toMatchObject({ code: 'content-missing' });
  });
});
