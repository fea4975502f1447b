import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { ImageOfSet } from '../../store/archive/complete-images.ts';
import { blobName, classify, layerLink, revisionLink, tagLink } from '../../store/set-format/entry-names.ts';
import { imagesNeeding } from './images-needing.ts';

const digests = Array.from({ length: 6 }, (_, i) => sha256(`content ${i}`));
const repositories = ['acme/app', 'acme/base'];
const tags = ['v1', 'v2'];

const someDigest = fc.constantFrom(...digests);
const someRepository = fc.constantFrom(...repositories);
const someTag = fc.constantFrom(...tags);

const someImages = fc
  .array(fc.tuple(someRepository, someTag, someDigest, fc.array(someDigest), fc.boolean()), { maxLength: 8 })
  .map((all) => {
    const shared = new Map(repositories.map((repository) => [repository, new Set(digests.slice(0, 4))]));
    return all.map(([repository, tag, digest, parts, isShared]): ImageOfSet => {
      const content = isShared ? shared.get(repository)!.add(digest) : new Set([digest, ...parts]);
      return { repository, tag, digest, name: `${repository}:${tag}`, attached: false, content, missing: [] };
    });
  });

const someEntries = fc.array(
  fc.oneof(
    someDigest.map(blobName),
    fc.tuple(someRepository, someDigest).map(([repository, digest]) => layerLink(repository, digest)),
    fc.tuple(someRepository, someDigest).map(([repository, digest]) => revisionLink(repository, digest)),
    fc.tuple(someRepository, someTag).map(([repository, tag]) => tagLink(repository, tag)),
    someDigest.map((digest) => `working-dir/signatures/release-sha256-${hexOf(digest)}`),
    fc.constant('working-dir/graph-data.tar.gz'),
  ),
  { maxLength: 4 },
);

/** Compares one image with one entry. */
function needs({ repository, name, digest: root, content }: ImageOfSet, entryName: string, links: boolean) {
  const entry = classify(entryName);
  if (entry.kind === 'blob') return content.has(entry.digest);
  if (entry.kind === 'file') return entry.name.endsWith(`-sha256-${hexOf(root)}`);
  if (!links) return false;
  if (entry.kind === 'tag') return name === `${entry.repository}:${entry.tag}`;
  if (entry.kind !== 'layer' && entry.kind !== 'revision') return false;
  return entry.repository === repository && content.has(entry.digest);
}

test('finds the images that need entries, in their order, as if each image were compared with each entry', () => {
  fc.assert(
    fc.property(someImages, fc.array(someEntries, { minLength: 1, maxLength: 3 }), (images, requests) => {
      for (const of of ['content', 'links'] as const) {
        const concerned = imagesNeeding(images, of);
        for (const entries of requests)
          expect(concerned(entries)).toEqual(
            images.filter((image) => entries.some((entry) => needs(image, entry, of === 'links'))),
          );
      }
    }),
  );
});

test('reads the content of each image once, even if it is shared and for many requests', () => {
  let read = 0;
  class CountedSet extends Set<Digest> {
    override [Symbol.iterator]() {
      read++;
      return super.values();
    }
  }
  const shared = new CountedSet(digests);
  const images = tags.map(
    (tag): ImageOfSet => ({
      ...{ repository: 'acme/app', tag, name: `acme/app:${tag}`, digest: digests[0]! },
      ...{ attached: false, content: shared, missing: [] },
    }),
  );
  const concerned = imagesNeeding(images, 'content');
  expect(concerned(['working-dir/graph-data.tar.gz'])).toEqual([]);
  expect(read).toBe(0);
  for (const digest of digests) expect(concerned([blobName(digest)])).toEqual(images);
  expect(read).toBe(1);
});
