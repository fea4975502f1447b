import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ImageSourceReference } from '../../base/collected/collected.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';

const FILE = 'known-tags.json';
/** Length of an ISO date up to its seconds. */
const SECONDS = 19;
const STORED = z.record(z.string(), z.tuple([z.string(), z.string()]));

/** The last known digests of tags. Plans without network requests use them and report their age. */
export interface KnownTags {
  /** `at`: RFC 3339. */
  get(source: ImageSourceReference): { digest: Digest; at: string } | undefined;
  /** Returns all tags, as `registry/repository:tag`. */
  all(): Iterable<[string, { digest: Digest; at: string }]>;
  put(source: ImageSourceReference, digest: Digest): void;
  /** Reads what other processes have written since. */
  refresh(): void;
  /** Merges new tags with those of other processes. Losing them only costs requests. @throws system errors */
  save(): Promise<void>;
}

/** @param directory `.airlock/cache`; a damaged file counts as empty */
export function openKnownTags(directory: string): KnownTags {
  const path = join(directory, FILE);
  let known = stored(path);
  let seen = stampOf(path);
  const fresh = new Map<string, { digest: Digest; at: string }>();
  let at = '';
  const refresh = () => {
    const now = stampOf(path);
    if (now === seen) return;
    seen = now;
    known = stored(path);
  };
  return {
    get(source) {
      const key = tagKey(source);
      return key === undefined ? undefined : (fresh.get(key) ?? known.get(key));
    },
    all: () => new Map([...known, ...fresh]),
    put(source, digest) {
      const key = tagKey(source);
      if (key === undefined) return;
      const now = new Date().toISOString();
      // Tags of the same second share its text.
      if (now.slice(0, SECONDS) !== at.slice(0, SECONDS)) at = now;
      fresh.set(key, { digest, at });
    },
    refresh,
    async save() {
      if (fresh.size === 0) return;
      known = new Map([...stored(path), ...fresh]);
      fresh.clear();
      const lines = [...known].map(([key, { digest, at }]) => [key, [digest, at]]);
      await writeFileAtomic(path, sealedJson(Object.fromEntries(lines)));
      seen = stampOf(path);
    },
  };
}

/** Returns the key of an image; undefined for one with a digest, which doesn't need to be remembered. */
export function tagKey({ registry, repository, tag, digest }: ImageSourceReference): string | undefined {
  // Joined, because V8 retains the parts of a text that it concatenates.
  return tag === undefined || digest !== undefined
    ? undefined
    : [registry, '/', repository, ':', tag].join('');
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
}

function stored(path: string): Map<string, { digest: Digest; at: string }> {
  const found = new Map<string, { digest: Digest; at: string }>();
  try {
    const entries = STORED.parse(openSealedJson(readFileSync(path), FILE));
    for (const [key, [digest, at]] of Object.entries(entries))
      if (isDigest(digest)) found.set(key, { digest, at });
  } catch {
    // The file doesn't exist yet or is damaged, so the tags are requested again.
  }
  return found;
}
