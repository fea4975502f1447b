import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ImageSourceReference } from '../../base/collected/collected.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { openSealedJson, sealedJson } from '../../base/files/sealed-records.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';

const FILE = 'known-tags.json';
const STORED = z.record(z.string(), z.tuple([z.string(), z.string()]));

/** What tags stood for when they were last asked for: plans that contact nobody go by it, and say how old it is. */
export interface KnownTags {
  /** `at`: RFC 3339. */
  get(source: ImageSourceReference): { digest: Digest; at: string } | undefined;
  put(source: ImageSourceReference, digest: Digest): void;
  /** Takes over what other processes have written since. */
  refresh(): void;
  /** Joins what is new with what other processes wrote. Losing it costs requests only. @throws system errors */
  save(): Promise<void>;
}

/** @param directory `.airlock/cache`; a file that is damaged counts as empty */
export function openKnownTags(directory: string): KnownTags {
  const path = join(directory, FILE);
  let known = stored(path);
  let seen = stampOf(path);
  const fresh = new Map<string, { digest: Digest; at: string }>();
  const refresh = () => {
    const now = stampOf(path);
    if (now === seen) return;
    seen = now;
    known = stored(path);
  };
  return {
    get(source) {
      const key = keyOf(source);
      return key === undefined ? undefined : (fresh.get(key) ?? known.get(key));
    },
    put(source, digest) {
      const key = keyOf(source);
      if (key !== undefined) fresh.set(key, { digest, at: new Date().toISOString() });
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

/** An image that is named by its digest needs nobody to remember it. */
function keyOf({ registry, repository, tag, digest }: ImageSourceReference): string | undefined {
  return tag === undefined || digest !== undefined ? undefined : `${registry}/${repository}:${tag}`;
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
    // Not there yet, or damaged: the tags are asked for again.
  }
  return found;
}
