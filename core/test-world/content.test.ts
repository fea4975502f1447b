import { createPublicKey, verify } from 'node:crypto';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { isDigest } from '../base/image/digest.ts';
import { parseManifest } from '../base/image/manifest.ts';
import { sha256 } from '../base/image/sha256.ts';
import type { BuiltImage } from './built-image.ts';
import { buildPracticeContent, REAL_NAMES } from './content.ts';
import { practiceSets } from './image-sets.ts';
import { takeInventory } from './inventory.ts';
import { newMaterials, PRACTICE_SCALES, repositoryOf } from './materials.ts';

const content = buildPracticeContent({ seed: '1', size: 'tiny' });
const inventory = takeInventory(content);

function everyDigest(of: typeof content): string[] {
  return [...of.repositories.values()].flatMap(({ manifests }) => [...manifests.keys()]);
}

async function filesOf(layer: { bytes: Buffer; compression?: string }): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const reader = extract();
  reader.end(layer.compression === 'zstd' ? zstdDecompressSync(layer.bytes) : gunzipSync(layer.bytes));
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    if (entry.header.type === 'file') files.set(entry.header.name, Buffer.concat(chunks).toString());
  }
  return files;
}

function lastLayer(image: BuiltImage) {
  const blob = image.blobs.at(-1)!;
  return filesOf({ bytes: blob.bytes });
}

describe('the content of a world', () => {
  test('depends only on seed and names', () => {
    expect(everyDigest(buildPracticeContent({ seed: '1', size: 'tiny' }))).toEqual(everyDigest(content));
    const first = new Set(everyDigest(content));
    const other = everyDigest(buildPracticeContent({ seed: '2', size: 'tiny' }));
    // Also true for bundles, which contain no random bytes, because their manifests reference images by digest.
    expect(other.filter((digest) => first.has(digest))).toEqual([]);
    const loopback = { quay: '127.0.0.1:5', redhat: '127.0.0.1:5', access: '127.0.0.1:5' };
    const renamed = takeInventory(buildPracticeContent({ seed: '1', size: 'tiny', names: loopback }));
    expect(renamed.releases[0]!.digest).not.toBe(inventory.releases[0]!.digest);
    expect(renamed.releases[0]!.components[0]!.source).toMatch(
      /^127\.0\.0\.1:5\/openshift-release-dev\/ocp-v4\.0-art-dev@sha256:/,
    );
  });

  test('is small for tests and large for demonstrations by default', () => {
    const bytes = (of: typeof content) =>
      [
        ...new Map(
          [...of.repositories.values()]
            .flatMap(({ manifests }) => [...manifests.values()])
            .flatMap(({ blobs }) => blobs)
            .map(({ digest, size }) => [digest, size]),
        ).values(),
      ].reduce((sum, size) => sum + size, 0);
    expect(bytes(content)).toBeLessThan(2e6);
    const complete = bytes(buildPracticeContent({ seed: '1', size: 'default' }));
    expect(complete).toBeGreaterThan(20e6);
    expect(complete).toBeLessThan(30e6);
  });

  test('is consistent: digests, sizes and everything that a manifest references in its own repository', () => {
    for (const [name, { manifests, tags }] of content.repositories) {
      for (const digest of tags.values()) expect(manifests.has(digest), name).toBe(true);
      for (const { digest, bytes, mediaType, blobs, children } of manifests.values()) {
        expect(sha256(bytes)).toBe(digest);
        const parsed = parseManifest(bytes);
        expect(parsed.mediaType).toBe(mediaType);
        const named = parsed.kind === 'image' ? [parsed.config, ...parsed.layers] : parsed.manifests;
        const stored =
          parsed.kind === 'image' ? blobs : children.map((child) => ({ ...child, size: child.bytes.length }));
        expect(named.map((each) => [each.digest, each.size])).toEqual(
          stored.map((each) => [each.digest, each.size]),
        );
        for (const child of children) expect(manifests.has(child.digest), name).toBe(true);
        for (const blob of blobs) expect(sha256(blob.bytes)).toBe(blob.digest);
      }
    }
  });

  test('has every kind of image', () => {
    const types = new Set(inventory.additional.map(({ mediaType }) => mediaType));
    expect([...types].sort()).toEqual([
      'application/vnd.docker.distribution.manifest.list.v2+json',
      'application/vnd.docker.distribution.manifest.v2+json',
      'application/vnd.oci.image.index.v1+json',
      'application/vnd.oci.image.manifest.v1+json',
    ]);
    const attached = inventory.additional.flatMap(({ attachments }) => attachments.map(({ kind }) => kind));
    expect(attached.sort()).toEqual(['cosign-signature', 'referrers']);
  });

  test('contains layers that other tools can read', async () => {
    const zstd = content.additional.find(({ reference }) => reference.includes('zstd'))!.image;
    const layer = zstd.blobs[1]!;
    expect([...(await filesOf({ bytes: layer.bytes, compression: 'zstd' })).keys()]).toEqual([
      'usr/bin/zstd',
      'etc/zstd.conf',
    ]);
  });
});

describe('releases', () => {
  test('list exactly the components of the inventory in their payload, all of them available', async () => {
    for (const [number, release] of inventory.releases.entries()) {
      const { payload } = content.releases[number]!;
      const stored = content.repositories.get('openshift-release-dev/ocp-v4.0-art-dev')!.manifests;
      for (const instance of payload.children.length > 0 ? payload.children : [payload]) {
        const files = await lastLayer(instance);
        const references = JSON.parse(files.get('release-manifests/image-references')!);
        const tags: { name: string; from: { name: string } }[] = references.spec.tags;
        expect(tags.map(({ name, from }) => [name, from.name])).toEqual(
          release.components.map(({ name, source }) => [name, source]),
        );
        for (const { from } of tags) {
          const digest = from.name.split('@')[1]!;
          expect(isDigest(digest) && stored.has(digest)).toBe(true);
        }
        expect(JSON.parse(files.get('release-manifests/release-metadata')!).version).toBe(release.version);
        expect(files.get('release-manifests/0000_50_installer_coreos-bootimages.yaml')).toContain(
          `"digest-ref": "${release.kubevirt.source}"`,
        );
      }
    }
  });

  test('share some components with the previous release and change others, and one digest has two names', () => {
    const [first, second, third] = inventory.releases.map(({ components }) => components);
    for (const [older, newer] of [
      [first!, second!],
      [second!, third!],
    ] as const) {
      const same = newer.filter(({ digest }, number) => digest === older[number]!.digest).length;
      expect(same).toBeGreaterThan(1);
      expect(same).toBeLessThan(newer.length - 1);
      expect(newer[0]!.digest).not.toBe(older[0]!.digest);
    }
    const names = first!.filter(({ digest }) => digest === first![1]!.digest).map(({ name }) => name);
    expect(names).toEqual(['cli', 'tools']);
  });

  test('have cosign signatures that verify', () => {
    const { cosignKey } = newMaterials('1', PRACTICE_SCALES.tiny, REAL_NAMES);
    const { payload } = inventory.releases[0]!;
    const signature = payload.attachments[0]!;
    expect(signature.tag).toBe(`sha256-${payload.digest.slice(7)}.sig`);
    const built = content.repositories.get(repositoryOf('quay.io/openshift-release-dev/ocp-release'))!;
    const { bytes, blobs } = built.manifests.get(signature.digest)!;
    const [layer] = JSON.parse(bytes.toString()).layers;
    const made = Buffer.from(layer.annotations['dev.cosignproject.cosign/signature'], 'base64');
    expect(verify(null, blobs[1]!.bytes, createPublicKey(cosignKey), made)).toBe(true);
    expect(JSON.parse(blobs[1]!.bytes.toString()).critical.image['docker-manifest-digest']).toBe(
      payload.digest,
    );
  });
});

describe('the catalog', () => {
  test('contains bundles and related images of the inventory', async () => {
    const [instance] = content.catalog.image.children;
    const config = JSON.parse(instance!.blobs[0]!.bytes.toString());
    expect(config.config.Labels['operators.operatorframework.io.index.configs.v1']).toBe('/configs');
    const files = await filesOf({ bytes: instance!.blobs[2]!.bytes });
    expect([...files.keys()]).toEqual(
      inventory.catalog.packages.map(({ name }) => `configs/${name}/catalog.json`),
    );
    for (const { name, bundles } of inventory.catalog.packages) {
      const documents = files
        .get(`configs/${name}/catalog.json`)!
        .split(/(?<=^\})\n/m)
        .filter(Boolean);
      const parsed = documents.map((document) => JSON.parse(document));
      const named = parsed
        .filter(({ schema }) => schema === 'olm.bundle')
        .flatMap(({ relatedImages }) => relatedImages);
      expect(named.map(({ image }) => image)).toEqual(
        bundles.flatMap(({ bundle, related }) => [bundle.source, ...related.map(({ source }) => source)]),
      );
      for (const { bundle, related } of bundles)
        for (const { source, digest } of [bundle, ...related]) {
          expect(content.repositories.get(repositoryOf(source.split('@')[0]!))!.manifests.has(digest)).toBe(
            true,
          );
        }
    }
  });
});

describe('image sets', () => {
  test('have the size of their distinct blobs, with signatures in addition', () => {
    const sets = practiceSets(inventory);
    const sizes = new Map<string, number>();
    for (const { manifests } of content.repositories.values())
      for (const { blobs } of manifests.values())
        for (const { digest, size } of blobs) sizes.set(digest, size);
    const digests = new Set(inventory.additional.flatMap(({ blobs }) => blobs.map(({ digest }) => digest)));
    const bytes = [...digests].reduce((sum, digest) => sum + sizes.get(digest)!, 0);
    expect(sets.additional.needed).toMatchObject({ blobs: digests.size, bytes });
    expect(sets.additional.neededWithSignatures.manifests).toBe(sets.additional.needed.manifests + 1);
    expect(sets['release-one'].needed.bytes).toBeLessThan(sets.core.needed.bytes);
  });

  test('expect the names of oc-mirror v2 at the destination', () => {
    const { core, multi } = practiceSets(inventory);
    const destinations = core.expected.images.map(({ destination }) => destination);
    expect(destinations).toContain('openshift/release:4.16.1-x86_64-etcd');
    expect(destinations).toContain('openshift/release-images:4.16.5-x86_64');
    expect(destinations).toContain('practice/oci-index:v1');
    const byDigest = inventory.additional.find(({ source }) => source.includes('@'))!;
    expect(destinations).toContain(`practice/by-digest:sha256-${byDigest.digest.slice(7)}`);
    expect(new Set(destinations).size).toBe(destinations.length);
    expect(multi.expected.images.at(-1)!.destination).toBe('openshift/release-images:4.16.5-multi');
  });
});
