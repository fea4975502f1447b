import { rmSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { parseManifest } from '../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import { plainAccess } from '../../registry/exchange/registry.fixture.ts';
import { startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { type BuiltImage, builtList } from '../../test-world/built-image.ts';
import { fillStorage } from '../../test-world/fill-storage.ts';
import { layer } from '../../test-world/layer.ts';
import {
  catalogImage,
  filesOf,
  newShelf,
  type Shelf,
  temporaryFolder,
  textsOf,
} from './catalog-image.fixture.ts';
import type { CatalogSource } from './catalog-instances.ts';
import type { ContentStore } from './catalog-layers.ts';
import { storedFiles, storeFilteredFiles } from './filtered-files.ts';
import { openCatalogImage } from './open-catalog.ts';
import { plannedCatalog, type RebuildRequest, rebuildCatalog } from './rebuild-catalog.ts';

const FILTERED = { 'bar/catalog.json': '{"schema":"olm.package","name":"bar"}', 'foo/catalog.json': '{}' };

const instance = (architecture: string, more: Parameters<typeof catalogImage>[1] = {}): BuiltImage =>
  catalogImage(
    [
      layer([{ name: 'bin/opm', content: architecture }]),
      layer([{ name: `${(more.folder ?? '/configs').slice(1)}/old/catalog.json`, content: '{"old":1}' }]),
      layer([{ name: 'tmp/cache/digest', content: 'stale' }]),
    ],
    { architecture, entrypoint: ['/bin/opm'], ...more },
  );

async function rebuilt(
  image: BuiltImage,
  texts: Record<string, string> = FILTERED,
  more: Partial<Omit<RebuildRequest, 'store'> & { store: Shelf }> = {},
) {
  await using folder = await temporaryFolder();
  const shelf = newShelf();
  const source = shelf.add(image);
  const files = await storeFilteredFiles(filesOf(texts), join(folder.path, 'configs'));
  const directory = join(folder.path, 'spool');
  const built = await rebuildCatalog({
    reader: shelf,
    source,
    files,
    store: shelf,
    directory,
    platforms: [],
    ...more,
  });
  expect(await readdir(directory), 'nothing is left of the layers').toEqual([]);
  return { shelf, source, built, ...contentsOf(more.store ?? shelf, built.index.digest) };
}

/** The content of an index and its images. */
function contentsOf(shelf: Shelf, digest: Digest) {
  const index = JSON.parse(shelf.content.get(digest)!.toString());
  const images = (index.manifests as { digest: Digest }[]).map((child) => {
    const manifest = JSON.parse(shelf.content.get(child.digest)!.toString());
    const config = JSON.parse(shelf.content.get(manifest.config.digest)!.toString());
    return { manifest, config };
  });
  return { index, images };
}

async function entriesOf(shelf: Shelf, digest: Digest): Promise<Record<string, Partial<Header>>> {
  const reader = extract();
  reader.end(gunzipSync(shelf.content.get(digest)!));
  const entries: Record<string, Partial<Header>> = {};
  for await (const entry of reader) {
    const { name, mode, uid, gid, uname, mtime, type, size } = entry.header;
    entries[name] = { mode, uid, gid, uname, mtime, type, size };
    entry.resume();
  }
  return entries;
}

const OURS = { uid: 0, gid: 0, uname: '', mtime: new Date(0) };

describe('a rebuilt catalog (oc-mirror v2: internal/pkg/imagebuilder/catalog_builder.go)', () => {
  test('every instance has two more layers on top of its own', async () => {
    const image = builtList([instance('amd64'), instance('arm64')]);
    const { shelf, images, index, built } = await rebuilt(image);
    expect(index.mediaType).toBe(DOCKER_LIST);
    expect(index.manifests.map((each: { platform: unknown }) => each.platform)).toEqual([
      { architecture: 'amd64', os: 'linux' },
      { architecture: 'arm64', os: 'linux' },
    ]);
    for (const [number, { manifest, config }] of images.entries()) {
      const before = parseManifest(image.children[number]!.bytes);
      const layers = before.kind === 'image' ? before.layers : [];
      expect(manifest.mediaType).toBe(DOCKER_MANIFEST);
      expect(manifest.layers.slice(0, 3)).toEqual(layers);
      expect(manifest.layers).toHaveLength(5);
      expect(manifest.layers[4].mediaType).toBe('application/vnd.docker.image.rootfs.diff.tar.gzip');
      expect(config.config.Cmd).toEqual(['serve', '/configs']);
      expect(config.config.Entrypoint).toEqual(['/bin/opm']);
      expect(config.config.Labels).toEqual({
        'operators.operatorframework.io.index.configs.v1': '/configs',
        other: 'kept',
      });
      expect(config.config.Env).toEqual(['PATH=/usr/bin']);
      expect(config.history).toHaveLength(5);
      const added = manifest.layers.slice(3) as { digest: Digest; size: number }[];
      expect(config.rootfs.diff_ids.slice(3)).toEqual(
        added.map(({ digest }) => sha256(gunzipSync(shelf.content.get(digest)!))),
      );
      for (const { digest, size } of added) expect(shelf.content.get(digest)).toHaveLength(size);
    }
    const [hiding, catalog] = images[0]!.manifest.layers.slice(3);
    expect(await entriesOf(shelf, hiding.digest)).toEqual({
      'tmp/': { ...OURS, type: 'directory', mode: 0o1777, size: 0 },
      '.wh.configs': { ...OURS, type: 'file', mode: 0o644, size: 0 },
      'tmp/.wh.cache': { ...OURS, type: 'file', mode: 0o644, size: 0 },
    });
    expect(await entriesOf(shelf, catalog.digest)).toEqual({
      'configs/': { ...OURS, type: 'directory', mode: 0o755, size: 0 },
      'configs/.wh..wh..opq': { ...OURS, type: 'file', mode: 0o644, size: 0 },
      'configs/bar/': { ...OURS, type: 'directory', mode: 0o755, size: 0 },
      'configs/bar/catalog.json': { ...OURS, type: 'file', mode: 0o644, size: 37 },
      'configs/foo/': { ...OURS, type: 'directory', mode: 0o755, size: 0 },
      'configs/foo/catalog.json': { ...OURS, type: 'file', mode: 0o644, size: 2 },
    });
    expect(built.manifests.map(({ digest }) => digest).at(-1)).toBe(built.index.digest);
    expect(built.manifests).toHaveLength(3);
    // Per instance a configuration and bin/opm; the other two layers and the two new ones are shared.
    expect(built.blobs).toHaveLength(8);
    expect(shelf.blobsRead).toHaveLength(2);
  });

  test('reading it returns only the filtered catalog', async () => {
    const { shelf, source, built } = await rebuilt(builtList([instance('amd64')]));
    shelf.blobsRead.length = 0;
    const { files } = await openCatalogImage(shelf, { ...source, digest: built.index.digest });
    expect(await textsOf(files())).toEqual(FILTERED);
    // Its configuration, and the catalog, which hides everything below it.
    expect(shelf.blobsRead).toHaveLength(2);
  });

  test('another folder and another cache are hidden too', async () => {
    const { shelf, images } = await rebuilt(
      builtList([instance('amd64', { folder: '/var/lib/cat', entrypoint: ['opm', '--cache-dir=/var/c/'] })]),
    );
    const { manifest, config } = images[0]!;
    expect(config.config.Labels['operators.operatorframework.io.index.configs.v1']).toBe('/configs');
    expect(Object.keys(await entriesOf(shelf, manifest.layers[3].digest))).toEqual([
      'tmp/',
      '.wh.configs',
      'tmp/.wh.cache',
      'var/.wh.c',
      'var/lib/.wh.cat',
    ]);
  });

  test('OCI images get an OCI index with their media types; one image gets an index too', async () => {
    const { index, images } = await rebuilt(instance('arm64', { format: 'oci', annotations: { a: 'b' } }));
    expect(index.mediaType).toBe(OCI_INDEX);
    expect(index.manifests).toHaveLength(1);
    expect(index.manifests[0]).toMatchObject({
      mediaType: OCI_MANIFEST,
      platform: { os: 'linux', architecture: 'arm64' },
    });
    expect(images[0]!.manifest.layers[4].mediaType).toBe('application/vnd.oci.image.layer.v1.tar+gzip');
    expect(images[0]!.manifest.annotations).toEqual({ a: 'b' });
  });

  test('platforms select instances, and their index is not sparse', async () => {
    const image = builtList([instance('amd64'), instance('arm64')]);
    const platforms = [{ os: 'linux', architecture: 'arm64' }];
    const { index, built } = await rebuilt(image, FILTERED, { platforms });
    expect(index.manifests).toHaveLength(1);
    expect(built.manifests).toHaveLength(2);
    await expect(
      rebuilt(image, FILTERED, { platforms: [{ os: 'linux', architecture: 's390x' }] }),
    ).rejects.toThrow(/no instances found for platform linux\/s390x; it has linux\/amd64, linux\/arm64/);
  });

  test('rejects a configuration that does not match its layers', async () => {
    const image = instance('amd64');
    const manifest = JSON.parse(image.bytes.toString());
    manifest.layers.pop();
    const bytes = Buffer.from(JSON.stringify(manifest));
    await expect(rebuilt({ ...image, bytes, digest: sha256(bytes) })).rejects.toThrow(
      /doesn't match its 2 layers/,
    );
  });
});

describe('the same bytes', () => {
  const large = {
    ...FILTERED,
    'big/catalog.json': Array.from({ length: 60_000 }, (_, i) => `line ${(i * 7919) % 60_013}`).join('\n'),
    [`${'long-name/'.repeat(20)}catalog.json`]: '{}',
  };

  test('twice, in another order, from files with other modes', async () => {
    const image = builtList([instance('amd64'), instance('arm64')]);
    const { built: first } = await rebuilt(image, large);
    const reversed = Object.fromEntries(Object.entries(large).reverse());
    expect((await rebuilt(image, reversed)).built.index.digest).toBe(first.index.digest);

    await using folder = await temporaryFolder();
    const stored = join(folder.path, 'configs');
    await storeFilteredFiles(filesOf(large), stored);
    await chmod(join(stored, 'big'), 0o700);
    await chmod(join(stored, 'big', 'catalog.json'), 0o600);
    const { built } = await rebuilt(image, {}, { files: await storedFiles(stored) });
    expect(built.index.digest).toBe(first.index.digest);
    expect((await rebuilt(image)).built.index.digest).not.toBe(first.index.digest);
  });
});

test('a store that already has the layers does not open their files', async () => {
  await using folder = await temporaryFolder();
  const shelf = newShelf();
  const source = shelf.add(builtList([instance('amd64')]));
  const files = await storeFilteredFiles(filesOf(FILTERED), join(folder.path, 'configs'));
  const work = join(folder.path, 'work');
  let passedOver = 0;
  const store: ContentStore = {
    async put(digest, content) {
      if (Buffer.isBuffer(content)) return shelf.put(digest, content);
      passedOver++;
      rmSync(work, { recursive: true });
    },
  };
  await rebuildCatalog({ reader: shelf, source, files, store, directory: work, platforms: [] });
  expect(passedOver).toBe(2);
  // A stream that was opened unnecessarily would have failed by now, and ended the process.
  await new Promise((done) => setTimeout(done, 50));
});

describe('files of a filtered catalog', () => {
  test('replaces leftovers of an earlier run', async () => {
    await using folder = await temporaryFolder();
    const stored = join(folder.path, 'configs');
    await mkdir(stored);
    await writeFile(join(stored, 'old'), '');
    const files = await storeFilteredFiles(filesOf(FILTERED), stored);
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      ['bar/catalog.json', 37],
      ['foo/catalog.json', 2],
    ]);
    expect(await readFile(join(stored, 'foo', 'catalog.json'), 'utf8')).toBe('{}');
  });

  test.each(['../x', '/etc/x', 'a//b', 'a\\b', ''])(
    'rejects a name outside of the folder: %j',
    async (name) => {
      await using folder = await temporaryFolder();
      await expect(
        storeFilteredFiles(filesOf({ [name]: '' }), join(folder.path, 'configs')),
      ).rejects.toMatchObject({ code: 'catalog-invalid' });
      expect(await readdir(folder.path)).toEqual(['configs']);
    },
  );
});

test('over real registries: read from one, pushed to another, read again from there', async () => {
  await using upstream = await running();
  await using destination = await running();
  const image = builtList([instance('amd64'), instance('arm64')]);
  const manifests = new Map([...image.children, image].map((each) => [each.digest, each]));
  await fillStorage(upstream.storage, new Map([['ns/index', { manifests, tags: new Map() }]]));
  const registries = createRegistries({ access: plainAccess() });
  const readerOf = (host: string): RebuildRequest['reader'] => ({
    manifest: ({ repository, digest }) => registries.at(host).manifest(repository, digest!),
    blob: ({ repository }, blob) => registries.at(host).blob(repository, blob),
  });
  const source: CatalogSource = { registry: upstream.host, repository: 'ns/index', digest: image.digest };
  const shelf = newShelf();
  const { built } = await rebuilt(image, FILTERED, {
    reader: readerOf(upstream.host),
    source,
    store: shelf,
  });
  const planned = plannedCatalog(
    {
      kind: 'operatorCatalog',
      origin: `${upstream.host}/ns/index:v1`,
      source: { registry: upstream.host, repository: 'ns/index', tag: 'v1' },
      destination: { repository: 'ns/index', tag: 'v1' },
      deliverable: 'operators',
      why: 'isc',
      verdict: { result: 'not-checked' },
      platforms: [{ os: 'linux', architecture: 'amd64' }],
    },
    built,
  );
  expect(planned).toMatchObject({ digest: built.index.digest, attachments: [] });
  expect(planned.source).toEqual({ ...source, digest: built.index.digest });
  expect(planned.platforms).toBeUndefined();
  expect(planned.bytes).toBe([...built.blobs, ...built.manifests].reduce((sum, { size }) => sum + size, 0));
  const to = registries.at(destination.host);
  for (const blob of planned.blobs) {
    const made = shelf.content.get(blob.digest);
    await to.uploadBlob('ns/index', blob, () =>
      made
        ? (async function* () {
            yield made;
          })()
        : registries.at(upstream.host).blob('ns/index', blob),
    );
  }
  for (const { digest, mediaType } of planned.manifests) {
    const manifest = { digest, mediaType, bytes: shelf.content.get(digest)! };
    await to.putManifest('ns/index', digest === planned.digest ? 'v1' : digest, manifest);
  }
  const arrived = await to.resolve('ns/index', 'v1');
  const catalog = await openCatalogImage(readerOf(destination.host), {
    registry: destination.host,
    repository: 'ns/index',
    digest: arrived!.digest,
  });
  expect(await textsOf(catalog.files())).toEqual(FILTERED);
  await registries.close();
});

async function running() {
  const storage = memoryStorage();
  const server = await startRegistryServer({ storage, port: 0 });
  return { storage, host: server.host, [Symbol.asyncDispose]: () => server.close() };
}
