import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { expect, test } from 'vitest';
import type { ImageContentReader } from '../../base/collected/collected.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { type Descriptor, type Manifest, type Platform, parseManifest } from '../../base/image/manifest.ts';
import { DOCKER_LIST, DOCKER_MANIFEST, OCI_INDEX, OCI_MANIFEST } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { readBaseImage } from './base-image.ts';
import { BASE_DIGEST, type ExtendedImage } from './extend-image.ts';
import { buildGraphImage } from './graph-image.ts';

const SOURCE = { registry: 'registry.lan', repository: 'ubi9/ubi', tag: 'latest' };
const OPTION = '--graph-base-image';
const ARM: Platform = { os: 'linux', architecture: 'arm64', variant: 'v8' };
const AMD: Platform = { os: 'linux', architecture: 'amd64' };

interface Content extends ImageContentReader {
  top: Manifest;
  blobs: Map<Digest, Buffer>;
}

/** A base image in memory with one layer per architecture. */
function baseImage(
  kind: 'oci' | 'docker',
  platforms: Platform[],
  {
    single = false,
    settings = {},
    sparse = {},
  }: { single?: boolean; settings?: object; sparse?: object } = {},
): Content {
  const blobs = new Map<Digest, Buffer>();
  const manifests = new Map<Digest, Manifest>();
  const docker = kind === 'docker';
  const put = (bytes: Buffer, mediaType: string): Descriptor => {
    blobs.set(sha256(bytes), bytes);
    return { mediaType, digest: sha256(bytes), size: bytes.length };
  };
  const manifest = (mediaType: string, json: object): Manifest => {
    const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...json }));
    const made = { mediaType, digest: sha256(bytes), bytes };
    manifests.set(made.digest, made);
    return made;
  };
  const instances = platforms.map((platform) => {
    const tar = Buffer.alloc(1024);
    const config = put(
      Buffer.from(
        JSON.stringify({
          created: '2026-01-01T00:00:00Z',
          ...platform,
          config: {
            Cmd: ['/bin/bash'],
            Entrypoint: ['/entry'],
            Env: ['A=b'],
            Labels: { name: 'ubi9' },
            ...settings,
          },
          rootfs: { type: 'layers', diff_ids: [sha256(tar)] },
          history: [{ created: '2026-01-01T00:00:00Z', created_by: 'base' }],
          ...sparse,
        }),
      ),
      docker ? 'application/vnd.docker.container.image.v1+json' : 'application/vnd.oci.image.config.v1+json',
    );
    const layers = [
      put(
        gzipSync(tar),
        docker
          ? 'application/vnd.docker.image.rootfs.diff.tar.gzip'
          : 'application/vnd.oci.image.layer.v1.tar+gzip',
      ),
    ];
    return { platform, manifest: manifest(docker ? DOCKER_MANIFEST : OCI_MANIFEST, { config, layers }) };
  });
  const attestation = { os: 'unknown', architecture: 'unknown' };
  const top = single
    ? instances[0]!.manifest
    : manifest(docker ? DOCKER_LIST : OCI_INDEX, {
        manifests: [
          ...instances.map((instance) => ({
            mediaType: instance.manifest.mediaType,
            digest: instance.manifest.digest,
            size: instance.manifest.bytes.length,
            platform: instance.platform,
            // As in an index of go-containerregistry.
            artifactType: docker ? undefined : 'application/vnd.oci.image.config.v1+json',
          })),
          {
            ...{ mediaType: OCI_MANIFEST, digest: sha256('sbom'), size: 4 },
            artifactType: 'application/spdx+json',
          },
          { mediaType: OCI_MANIFEST, digest: sha256('attestation'), size: 11, platform: attestation },
        ],
      });
  return {
    top,
    blobs,
    manifest: async ({ digest }) => (digest ? manifests.get(digest)! : top),
    blob: async function* (_, { digest }) {
      yield blobs.get(digest)!;
    },
  };
}

async function graphData(
  entries: [Partial<Header> & { name: string }, string?][],
  level = 6,
): Promise<Buffer> {
  const archive = pack();
  for (const [header, content] of entries) archive.entry(header, content ?? '');
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(part as Buffer);
  return gzipSync(Buffer.concat(parts), { level });
}

const DATA: [Partial<Header> & { name: string }, string?][] = [
  [{ name: 'version', mode: 0o600, uid: 1000, gid: 7, mtime: new Date(1e12) }, '1.2.0\n'],
  [{ name: `channels/${'n'.repeat(120)}.yaml` }, 'name: long\n'],
  [{ name: 'channels/stable-4.18.yaml' }, 'name: stable-4.18\n'],
];

async function build(content: Content, data: Buffer, platforms: Platform[] = []): Promise<ExtendedImage> {
  return buildGraphImage(
    await readBaseImage(content, SOURCE, { option: OPTION, platforms }),
    data,
    platforms,
  );
}

async function entriesOf(layer: Buffer): Promise<{ header: Header; content: string }[]> {
  const reader = extract();
  reader.end(gunzipSync(layer));
  const entries: { header: Header; content: string }[] = [];
  for await (const entry of reader) {
    let content = '';
    for await (const part of entry) content += part;
    entries.push({ header: entry.header, content });
  }
  return entries;
}

function imageOf(manifest: Manifest) {
  const image = parseManifest(manifest.bytes, manifest.mediaType);
  if (image.kind !== 'image') throw new Error('not an image');
  return image;
}

function configJson(image: ExtendedImage, manifest: Manifest) {
  const { digest } = imageOf(manifest).config;
  const blob = image.blobs.find(({ descriptor }) => descriptor.digest === digest)!;
  return JSON.parse(blob.bytes.toString());
}

test.each([
  ['oci', OCI_INDEX, OCI_MANIFEST, 'application/vnd.oci.image.layer.v1.tar+gzip'],
  ['docker', DOCKER_LIST, DOCKER_MANIFEST, 'application/vnd.docker.image.rootfs.diff.tar.gzip'],
] as const)(
  '%s: each architecture gets the layer, the command and the base digest',
  async (kind, list, type, layerType) => {
    const content = baseImage(kind, [AMD, ARM]);
    const image = await build(content, await graphData(DATA));
    expect(image.index.mediaType).toBe(list);
    const index = parseManifest(image.index.bytes);
    if (index.kind !== 'index') throw new Error('not an index');
    expect(index.manifests.map(({ platform }) => platform)).toEqual([AMD, ARM]);
    expect(index.annotations?.[BASE_DIGEST]).toBe(kind === 'oci' ? content.top.digest : undefined);
    expect(image.manifests.map(({ digest, bytes }) => ({ digest, size: bytes.length }))).toEqual(
      index.manifests.map(({ digest, size }) => ({ digest, size })),
    );
    for (const manifest of image.manifests) {
      expect(manifest.mediaType).toBe(type);
      expect(sha256(manifest.bytes)).toBe(manifest.digest);
      const { layers } = imageOf(manifest);
      expect(layers.map(({ mediaType }) => mediaType)).toEqual([layerType, layerType]);
      const layer = image.blobs.find(({ descriptor }) => descriptor.digest === layers[1]?.digest)!;
      const config = configJson(image, manifest);
      expect(config.rootfs.diff_ids[1]).toBe(sha256(gunzipSync(layer.bytes)));
      expect(config.rootfs.diff_ids).toHaveLength(2);
      expect(config.history).toEqual([
        { created: '2026-01-01T00:00:00Z', created_by: 'base' },
        {
          created: '1970-01-01T00:00:00.000Z',
          created_by: 'airlock: graph data in /var/lib/cincinnati-graph-data',
        },
      ]);
      expect(config.config).toEqual({
        Cmd: [
          '/bin/bash',
          '-c',
          'exec cp -rp /var/lib/cincinnati-graph-data/* /var/lib/cincinnati/graph-data',
        ],
        Env: ['A=b'],
        Labels: { name: 'ubi9', [BASE_DIGEST]: content.top.digest },
      });
    }
    for (const { descriptor, bytes } of image.blobs) {
      expect(descriptor).toMatchObject({ digest: sha256(bytes), size: bytes.length });
    }
    // One layer for both and two configurations; the base's layer isn't new.
    expect(image.blobs).toHaveLength(3);
    expect(image.reusedBlobs.map(({ digest }) => digest)).toEqual([
      imageOf(image.manifests[0]!).layers[0]?.digest,
    ]);
  },
);

test('the layer contains the graph data below its folder, owned by root and readable by all', async () => {
  const image = await build(baseImage('oci', [AMD], { single: true }), await graphData(DATA));
  const { digest } = imageOf(image.index).layers[1]!;
  const entries = await entriesOf(image.blobs.find(({ descriptor }) => descriptor.digest === digest)!.bytes);
  expect(
    entries.map(({ header, content }) => [header.name, header.type, header.mode?.toString(8), content]),
  ).toEqual([
    ['var/lib/cincinnati-graph-data/', 'directory', '755', ''],
    ['var/lib/cincinnati-graph-data/channels/', 'directory', '755', ''],
    [`var/lib/cincinnati-graph-data/channels/${'n'.repeat(120)}.yaml`, 'file', '644', 'name: long\n'],
    ['var/lib/cincinnati-graph-data/channels/stable-4.18.yaml', 'file', '644', 'name: stable-4.18\n'],
    ['var/lib/cincinnati-graph-data/version', 'file', '644', '1.2.0\n'],
  ]);
  for (const { header } of entries) {
    expect([header.uid, header.gid, header.mtime?.getTime()]).toEqual([0, 0, 0]);
  }
});

test('the same base and files result in the same image, for any order and times', async () => {
  const first = await build(baseImage('oci', [AMD, ARM]), await graphData(DATA));
  const other: typeof DATA = DATA.map(([header, content]) => [
    { ...header, mtime: new Date(5e11), uid: 5 },
    content,
  ]);
  const again = await build(
    baseImage('oci', [AMD, ARM]),
    await graphData([[{ name: './', type: 'directory' }], ...other.reverse()], 1),
  );
  expect(again).toEqual(first);
  const changed = await build(baseImage('oci', [AMD, ARM]), await graphData([[{ name: 'version' }, '2\n']]));
  expect(changed.index.digest).not.toBe(first.index.digest);
  const rebased = await build(baseImage('oci', [AMD, ARM], { settings: { Env: [] } }), await graphData(DATA));
  expect(rebased.index.digest).not.toBe(first.index.digest);
});

test('a single image as base results in a single image', async () => {
  const content = baseImage('docker', [AMD], { single: true });
  const image = await build(content, await graphData(DATA), [AMD]);
  expect(image.manifests).toEqual([]);
  expect(image.index.mediaType).toBe(DOCKER_MANIFEST);
  expect(configJson(image, image.index).config.Labels[BASE_DIGEST]).toBe(content.top.digest);
  await expect(build(content, await graphData(DATA), [ARM])).rejects.toMatchObject({
    code: 'manifest-invalid',
    expected: 'linux/arm64/v8',
    found: 'linux/amd64',
  });
});

test('only the requested platforms', async () => {
  const content = baseImage('oci', [AMD, ARM]);
  const data = await graphData(DATA);
  const image = await build(content, data, [{ os: 'linux', architecture: 'arm64' }]);
  const index = parseManifest(image.index.bytes);
  expect(index.kind === 'index' && index.manifests.map(({ platform }) => platform)).toEqual([ARM]);
  await expect(build(content, data, [{ os: 'linux', architecture: 's390x' }])).rejects.toMatchObject({
    code: 'manifest-invalid',
    expected: 'linux/s390x',
    found: 'linux/amd64, linux/arm64/v8',
    remedy: expect.stringContaining(OPTION),
  });
});

test('rejects a damaged or inconsistent base', async () => {
  const data = await graphData(DATA);
  const torn = baseImage('oci', [AMD]);
  const damaged: Content = {
    ...torn,
    blob: async function* (_, { digest }) {
      yield Buffer.from(torn.blobs.get(digest)!.toString().replace('ubi9', 'ubi8'));
    },
  };
  await expect(build(damaged, data)).rejects.toMatchObject({ code: 'digest-mismatch' });
  const misfit = baseImage('oci', [AMD], { sparse: { rootfs: { type: 'layers', diff_ids: [] } } });
  await expect(build(misfit, data)).rejects.toMatchObject({ code: 'manifest-invalid' });
  const base = await readBaseImage(torn, SOURCE, { option: OPTION, platforms: [] });
  await expect(buildGraphImage({ ...base, instances: new Map() }, data)).rejects.toMatchObject({
    code: 'content-missing',
  });
});

test.each(['oci', 'docker'] as const)('skopeo accepts the %s image', async (kind) => {
  const content = baseImage(kind, [AMD, ARM]);
  const image = await build(content, await graphData(DATA));
  const root = await mkdtemp(join(tmpdir(), 'airlock-graph-'));
  try {
    const layout = join(root, 'layout', 'blobs', 'sha256');
    await mkdir(layout, { recursive: true });
    const put = (digest: Digest, bytes: Uint8Array) => writeFile(join(layout, hexOf(digest)), bytes);
    for (const { digest, bytes } of [image.index, ...image.manifests]) await put(digest, bytes);
    for (const { descriptor, bytes } of image.blobs) await put(descriptor.digest, bytes);
    for (const { digest } of image.reusedBlobs) await put(digest, content.blobs.get(digest)!);
    const { mediaType, digest, bytes } = image.index;
    await writeFile(join(root, 'layout', 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
    await writeFile(
      join(root, 'layout', 'index.json'),
      JSON.stringify({ schemaVersion: 2, manifests: [{ mediaType, digest, size: bytes.length }] }),
    );
    const run = promisify(execFile);
    const arguments_ = [
      'copy',
      '--all',
      '--preserve-digests',
      '--insecure-policy',
      `oci:${root}/layout`,
      `dir:${root}/copy`,
    ];
    await run('skopeo', arguments_);
    const { stdout } = await run('skopeo', [
      'inspect',
      '--config',
      '--override-arch',
      'arm64',
      `oci:${root}/layout`,
    ]);
    expect(JSON.parse(stdout).config.Labels[BASE_DIGEST]).toBe(content.top.digest);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
