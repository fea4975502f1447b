import { referrersTag, spareReferrersTag } from '../../../base/image/attached-tags.ts';
import type { ImageSource } from '../../../base/image/content.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { type ManifestContent, parseManifest } from '../../../base/image/manifest.ts';
import { MANIFEST_LIMIT_BYTES } from './manifest-limit.ts';
import type { RegistryStorage } from './storage.ts';

/**
 * Serves the sets of a workspace as a read-only registry (docs/guides/mirror.md#serve-a-transfer-as-a-registry). Tags are those
 * of the archive: destination names with an empty namespace. All content is available by digest under any repository name,
 * so that `SOURCE-HOST/SOURCE-PATH@sha256:…` works as a mirror, whatever the origin of an image.
 */
export function imageSourceStorage(source: ImageSource): RegistryStorage {
  async function content(digest: Digest): Promise<{ bytes: Buffer; parsed: ManifestContent } | undefined> {
    const size = source.size(digest);
    if (size === undefined || size > MANIFEST_LIMIT_BYTES) return undefined;
    const bytes = await source.bytes(digest, MANIFEST_LIMIT_BYTES);
    try {
      return { bytes, parsed: parseManifest(bytes) };
    } catch {
      return undefined; // a config or a small layer: available, but not as a manifest
    }
  }
  return {
    async manifest(_repository, digest) {
      const stored = await content(digest);
      return stored && { mediaType: stored.parsed.mediaType, digest, bytes: stored.bytes };
    },
    async tag(repository, tag) {
      return source.tag(repository, tag);
    },
    async tags(repository) {
      const tags = source.tags().get(repository);
      return tags && [...tags.keys()].sort();
    },
    async repositories() {
      return [...source.tags().keys()].sort();
    },
    // Archives name attached artifacts by tags only (`sha256-HEX`, distribution specification 1.1).
    async referrers(repository, subject) {
      const index =
        source.tag(repository, spareReferrersTag(subject)) ?? source.tag(repository, referrersTag(subject));
      const parsed = index === undefined || index === subject ? undefined : (await content(index))?.parsed;
      return parsed?.kind === 'index' ? parsed.manifests.map(({ digest }) => digest) : [];
    },
    async blobSize(_repository, digest) {
      return source.size(digest);
    },
    async *readBlob(digest, part) {
      const complete = part.offset === 0 && part.length === source.size(digest);
      // Without offset and length, the source verifies the digest when the last byte passes.
      yield* source.read(digest, complete ? { signal: part.signal } : part);
    },
  };
}
