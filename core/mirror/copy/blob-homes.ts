import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';

/**
 * The repositories of a registry to which blobs were pushed. An image of a later transfer may share a layer with an
 * earlier one, and the registry then mounts it from there.
 */
export interface BlobHomes {
  /** Returns the repositories with this blob, in the order of their names. */
  of(digest: Digest): string[];
  add(repository: string, digests: Iterable<Digest>): void;
  /** Removes blobs that no image of the repository needs anymore, because the registry may free them. */
  remove(repository: string, digests: Iterable<Digest>): void;
  save(): Promise<void>;
}

/**
 * Reads `.airlock/pushed/<host>-blobs.json` of the workspace or state folder that pushed. A damaged file counts as "nothing pushed",
 * which costs uploads. @throws AirlockError `disk`
 */
export async function blobHomes({ state }: Pick<Workspace, 'state'>, host: string): Promise<BlobHomes> {
  const name = `pushed/${host.replace(/[^a-z0-9.-]/gi, '-')}-blobs.json`;
  const known = new Map<string, Set<Digest>>();
  const homes = new Map<Digest, string[]>();
  let changed = false;
  const add = (repository: string, digests: Iterable<Digest>): void => {
    const stored = known.get(repository) ?? new Set();
    known.set(repository, stored);
    for (const digest of digests) {
      if (stored.has(digest)) continue;
      changed = true;
      stored.add(digest);
      const there = homes.get(digest);
      if (there) there.push(repository);
      else homes.set(digest, [repository]);
    }
  };
  const saved = openSealedJson(await state.read(name), name) as Record<string, Digest[]> | undefined;
  for (const [repository, digests] of Object.entries(saved ?? {})) add(repository, digests);
  changed = false;
  return {
    of: (digest) => homes.get(digest) ?? [],
    add,
    remove(repository, digests) {
      for (const digest of digests) {
        if (!known.get(repository)?.delete(digest)) continue;
        changed = true;
        homes.set(
          digest,
          (homes.get(digest) ?? []).filter((home) => home !== repository),
        );
      }
    },
    async save() {
      if (!changed) return;
      const sorted = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
      await state.write(name, sealedJson(Object.fromEntries(sorted.map(([r, d]) => [r, [...d]]))));
      changed = false;
    },
  };
}
