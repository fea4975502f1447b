import { expect, test } from 'vitest';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { blobName, layerLink, revisionLink } from '../set-format/entry-names.ts';
import type { SetIndex } from '../set-format/set-index.ts';
import { imagesOfSet } from './complete-images.ts';

const repository = 'acme/app';
const config = sha256('config');
const layer = sha256('layer');
const elsewhere = sha256('layer that only another repository links');
const descriptor = (digest: Digest) => ({ mediaType: 'application/octet-stream', digest, size: 1 });
const list = Buffer.from(
  JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      { ...descriptor(sha256('instance')), mediaType: 'application/vnd.oci.image.manifest.v1+json' },
      { ...descriptor(elsewhere), mediaType: 'application/vnd.oci.image.manifest.v1+json' },
    ],
  }),
);
const [first, second, third] = [sha256('manifest 1'), sha256('manifest 2'), sha256(list)];

function indexOf(names: readonly string[], images: SetIndex['images']): SetIndex {
  const entries = names.map((name, i) => [name, i * 1024, 10] as [string, number, number]);
  return {
    format: 2,
    transfer: 'lab-0001',
    enclave: 'lab',
    number: 1,
    created: '2026-01-31T10:00:00Z',
    tool: 'airlock test',
    status: 'complete',
    volumes: [{ name: 'mirror_000001.tar', size: 0, sha256: hexOf(config), entries }],
    images,
    failed: [],
    earlier: [],
  };
}

test('images of a repository that are missing their manifests share what it links', async () => {
  const index = indexOf(
    [
      ...[first, second, third, config, layer, sha256('instance')].map(blobName),
      ...[first, second, third, sha256('instance')].map((digest) => revisionLink(repository, digest)),
      ...[config, layer].map((digest) => layerLink(repository, digest)),
    ],
    [
      { repository, tag: 'one', digest: first },
      { repository, tag: 'two', digest: second },
      { repository, tag: 'list', digest: third },
    ],
  );
  const here = new Map([
    [third, list],
    [layer, Buffer.from('layer')],
  ]);
  const [one, two, three] = await imagesOfSet(index, {
    size: (digest) => here.get(digest)?.length,
    bytes: async (digest) => here.get(digest)!,
  });
  const linked = [first, second, third, sha256('instance'), config, layer];
  expect(one!.content).toEqual(new Set(linked));
  expect(two!.content).toBe(one!.content);
  expect(two!.missing).toBe(one!.missing);
  expect(one!.missing.toSorted()).toEqual([first, second, sha256('instance'), config].toSorted());
  // What its list names in addition belongs to this image alone.
  expect(three!.content).toEqual(new Set([...linked, elsewhere]));
  expect(three!.missing.toSorted()).toEqual(one!.missing.toSorted());
  expect(one!.content.has(elsewhere)).toBe(false);
});
