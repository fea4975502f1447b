import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';

/**
 * The repositories of a registry to which blobs were pushed. An image of a later transfer may share a layer with an
 * earlier one, and the registry then mounts it from there.
 */
export interface BlobHomes {
  /** Returns the repositories with this blob. */
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
  const known = new Map<string, RepositoryDigests>();
  /** Created for the first query. A deletion only removes digests. */
  let homes: HomesByDigest | undefined;
  let changed = false;
  const add = (repository: string, digests: Iterable<Digest>): void => {
    const stored = known.get(repository) ?? new RepositoryDigests();
    known.set(repository, stored);
    for (const digest of digests) {
      if (!stored.add(digest)) continue;
      changed = true;
      homes?.add(digest, repository);
    }
  };
  const saved = openSealedJson(await state.read(name), name) as Record<string, Digest[]> | undefined;
  for (const [repository, digests] of Object.entries(saved ?? {})) add(repository, digests);
  changed = false;
  return {
    of(digest) {
      homes ??= new HomesByDigest(known);
      return homes.of(digest);
    },
    add,
    remove(repository, digests) {
      for (const digest of digests) {
        if (!known.get(repository)?.delete(digest)) continue;
        changed = true;
        homes = undefined;
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

/** The repositories of each digest. */
class HomesByDigest {
  /** One repository as a text, because most blobs have no other one. */
  readonly #homes = new Map<Digest, string | string[]>();

  constructor(known: Iterable<[repository: string, digests: Iterable<Digest>]>) {
    for (const [repository, digests] of known) for (const digest of digests) this.add(digest, repository);
  }

  add(digest: Digest, repository: string): void {
    const there = this.#homes.get(digest);
    if (typeof there === 'object') there.push(repository);
    else this.#homes.set(digest, there === undefined ? repository : [there, repository]);
  }

  of(digest: Digest): string[] {
    const there = this.#homes.get(digest) ?? [];
    return typeof there === 'string' ? [there] : there;
  }
}

/** Digests of a repository from which they are stored as a set, which needs much more memory than a list. */
const WORTH_A_SET = 16;

/** The digests of a repository. Most repositories have few. */
class RepositoryDigests {
  #all: Digest[] | Set<Digest> = [];

  /** Returns whether it was missing. */
  add(digest: Digest): boolean {
    const all = this.#all;
    if (Array.isArray(all)) {
      if (all.includes(digest)) return false;
      // A longer array that is created has no room for further digests, unlike one that grows.
      const more = all.concat(digest);
      this.#all = more.length >= WORTH_A_SET ? new Set(more) : more;
      return true;
    }
    if (all.has(digest)) return false;
    all.add(digest);
    return true;
  }

  /** Returns whether it was contained. */
  delete(digest: Digest): boolean {
    const all = this.#all;
    if (!Array.isArray(all)) return all.delete(digest);
    const place = all.indexOf(digest);
    if (place >= 0) all.splice(place, 1);
    return place >= 0;
  }

  [Symbol.iterator](): Iterator<Digest> {
    return this.#all[Symbol.iterator]();
  }
}
