import type { WorkingFiles } from '../../base/collected/collected.ts';
import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import type { Digest } from '../../base/image/digest.ts';

/** Digests of the tags that earlier runs pushed to a registry. Only --trust-ledger relies on them without a request. */
export interface PushedTags {
  has(repository: string, tag: string, digest: Digest): boolean;
  /** Returns all digests by `repository:tag`. */
  all(): ReadonlyMap<string, Digest>;
  add(repository: string, tag: string, digest: Digest): void;
  /** Removes a deleted tag. */
  remove(repository: string, tag: string): void;
  save(): Promise<void>;
}

/**
 * Reads `.airlock/pushed/<host>.json` of the workspace or state folder that pushed. A damaged file counts as "nothing pushed".
 * @throws AirlockError `disk`
 */
export async function pushedTags({ state }: { state: WorkingFiles }, host: string): Promise<PushedTags> {
  const name = `pushed/${host.replace(/[^a-z0-9.-]/gi, '-')}.json`;
  const saved = openSealedJson(await state.read(name), name) as Record<string, Digest> | undefined;
  const known = new Map(Object.entries(saved ?? {}));
  let changed = false;
  return {
    has: (repository, tag, digest) => known.get(`${repository}:${tag}`) === digest,
    all: () => known,
    add(repository, tag, digest) {
      changed ||= known.get(`${repository}:${tag}`) !== digest;
      known.set(`${repository}:${tag}`, digest);
    },
    remove(repository, tag) {
      changed = known.delete(`${repository}:${tag}`) || changed;
    },
    async save() {
      if (changed) await state.write?.(name, sealedJson(Object.fromEntries([...known].sort())));
      changed = false;
    },
  };
}
