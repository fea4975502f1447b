import { AirlockError } from '../base/errors/airlock-error.ts';
import type { Digest } from '../base/image/digest.ts';
import { parseManifest } from '../base/image/manifest.ts';
import type { RegistryStorage } from '../registry/server/storage/storage.ts';
import type { BuiltRepositories } from './materials.ts';

/** Adds built images to the storage of a registry server. Stores each blob once and mounts it in other repositories. */
export async function fillStorage(storage: RegistryStorage, repositories: BuiltRepositories): Promise<void> {
  const { writer } = storage;
  if (!writer) throw new AirlockError('internal', 'the storage of the practice upstream cannot be written');
  const homes = new Map<Digest, string>();
  for (const [repository, { manifests, tags }] of repositories) {
    for (const blob of [...manifests.values()].flatMap(({ blobs }) => blobs)) {
      const home = homes.get(blob.digest);
      if (home === repository) continue;
      if (home !== undefined) {
        await writer.mountBlob(repository, blob.digest, home);
        continue;
      }
      homes.set(blob.digest, repository);
      const sink = await writer.newBlob();
      await sink.write(blob.bytes);
      await sink.keep(repository, blob.digest);
    }
    for (const { mediaType, digest, bytes } of manifests.values()) {
      await writer.putManifest(repository, { mediaType, digest, bytes }, parseManifest(bytes), undefined);
    }
    for (const [tag, digest] of tags) {
      const { mediaType, bytes } = manifests.get(digest)!;
      await writer.putManifest(repository, { mediaType, digest, bytes }, parseManifest(bytes), tag);
    }
  }
}
