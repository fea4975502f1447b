import type { Digest } from '../../../base/image/digest.ts';
import type { Manifest } from '../../../base/image/manifest.ts';
import type { RegistryStorage } from './storage.ts';

interface Repository {
  manifests: Map<Digest, Manifest & { subject: Digest | undefined }>;
  tags: Map<string, Digest>;
  blobs: Set<Digest>;
}

/** Bytes are sent in chunks of this size, so that the socket never buffers an entire layer for a slow client. */
const CHUNK_BYTES = 256 * 1024;

/** A storage in memory, for small worlds and tests. */
export function memoryStorage(): RegistryStorage {
  const repositories = new Map<string, Repository>();
  const content = new Map<Digest, Buffer>();
  const open = (name: string): Repository => {
    let repository = repositories.get(name);
    if (!repository) {
      repository = { manifests: new Map(), tags: new Map(), blobs: new Set() };
      repositories.set(name, repository);
    }
    return repository;
  };
  return {
    async manifest(repository, digest) {
      return repositories.get(repository)?.manifests.get(digest);
    },
    async tag(repository, tag) {
      return repositories.get(repository)?.tags.get(tag);
    },
    async tags(repository) {
      const known = repositories.get(repository);
      return known && [...known.tags.keys()].sort();
    },
    async repositories() {
      return [...repositories.keys()].sort();
    },
    async referrers(repository, subject) {
      const manifests = repositories.get(repository)?.manifests.values() ?? [];
      return [...manifests].filter((manifest) => manifest.subject === subject).map(({ digest }) => digest);
    },
    async blobSize(repository, digest) {
      return repositories.get(repository)?.blobs.has(digest) ? content.get(digest)?.length : undefined;
    },
    async *readBlob(digest, { offset, length }) {
      const bytes = content.get(digest)?.subarray(offset, offset + length) ?? Buffer.alloc(0);
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
    },
    writer: {
      async putManifest(repository, manifest, { subject }, tag) {
        const into = open(repository);
        into.manifests.set(manifest.digest, { ...manifest, subject: subject?.digest });
        if (tag !== undefined) into.tags.set(tag, manifest.digest);
      },
      async deleteManifest(repository, digest) {
        const from = repositories.get(repository);
        if (!from?.manifests.delete(digest)) return false;
        for (const [tag, target] of from.tags) if (target === digest) from.tags.delete(tag);
        return true;
      },
      async deleteTag(repository, tag) {
        return repositories.get(repository)?.tags.delete(tag) ?? false;
      },
      async mountBlob(repository, digest, from) {
        if (!repositories.get(from)?.blobs.has(digest)) return false;
        open(repository).blobs.add(digest);
        return true;
      },
      async deleteBlob(repository, digest) {
        return repositories.get(repository)?.blobs.delete(digest) ?? false;
      },
      async newBlob() {
        const chunks: Buffer[] = [];
        return {
          write(chunk) {
            chunks.push(chunk);
          },
          async keep(repository, digest) {
            if (!content.has(digest)) content.set(digest, Buffer.concat(chunks));
            open(repository).blobs.add(digest);
          },
          async discard() {
            chunks.length = 0;
          },
        };
      },
    },
  };
}
