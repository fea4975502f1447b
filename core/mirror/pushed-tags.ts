import type { Digest } from '../image/digest.ts';
import type { Workspace } from '../store/workspace.ts';

/** What earlier runs pushed to a registry: tag -> digest. Only --trust-ledger takes its word for what is there now. */
export interface PushedTags {
  has(repository: string, tag: string, digest: Digest): boolean;
  add(repository: string, tag: string, digest: Digest): void;
  /** The tag was deleted. */
  remove(repository: string, tag: string): void;
  save(): Promise<void>;
}

/** Kept as `airlock/pushed/<host>.json` in the working directory of whoever pushed. */
export async function pushedTags({ files }: Pick<Workspace, 'files'>, host: string): Promise<PushedTags> {
  const name = `airlock/pushed/${host.replace(/[^a-z0-9.-]/gi, '-')}.json`;
  const known = new Map<string, Digest>();
  try {
    const text = await files.read(name);
    if (text)
      for (const [key, digest] of Object.entries(JSON.parse(text.toString('utf8')) as Record<string, Digest>))
        known.set(key, digest);
  } catch {
    // Damaged: then nothing is trusted, and everything is asked for again.
  }
  let changed = false;
  return {
    has: (repository, tag, digest) => known.get(`${repository}:${tag}`) === digest,
    add(repository, tag, digest) {
      changed ||= known.get(`${repository}:${tag}`) !== digest;
      known.set(`${repository}:${tag}`, digest);
    },
    remove(repository, tag) {
      changed = known.delete(`${repository}:${tag}`) || changed;
    },
    async save() {
      if (changed) await files.write?.(name, JSON.stringify(Object.fromEntries([...known].sort())));
      changed = false;
    },
  };
}
