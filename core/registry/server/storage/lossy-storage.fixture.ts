import type { Digest } from '../../../base/image/digest.ts';
import { memoryStorage } from './memory-storage.ts';
import type { RegistryStorage } from './storage.ts';

/**
 * A storage that behaves like docker-registry after a full disk: a lost manifest answers 500, a lost blob has no bytes,
 * and neither is written again until it is removed.
 */
export interface LossyStorage {
  storage: RegistryStorage;
  lost: Set<Digest>;
  /** Called before each manifest is stored; returns true when the disk is full: its file stays empty, the PUT answers 500. */
  full: (digest: Digest, repository: string) => boolean;
}

export function lossyStorage(): LossyStorage {
  const inner = memoryStorage();
  const writer = inner.writer!;
  const lossy: LossyStorage = {
    lost: new Set(),
    full: () => false,
    storage: {
      ...inner,
      async manifest(repository, digest) {
        const found = await inner.manifest(repository, digest);
        if (found && lossy.lost.has(digest)) throw new Error('unexpected end of file');
        return found;
      },
      async blobSize(repository, digest) {
        const size = await inner.blobSize(repository, digest);
        return size !== undefined && lossy.lost.has(digest) ? 0 : size;
      },
      writer: {
        ...writer,
        async putManifest(repository, manifest, content, tag) {
          if (!lossy.lost.has(manifest.digest) && lossy.full(manifest.digest, repository)) {
            lossy.lost.add(manifest.digest);
            throw new Error('no space left on device');
          }
          await writer.putManifest(repository, manifest, content, tag);
        },
      },
    },
  };
  return lossy;
}
