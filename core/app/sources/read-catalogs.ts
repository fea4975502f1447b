import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { parseReference } from '../../base/image/reference.ts';
import { type CatalogIndex, openCatalogIndex } from '../../content/catalog/index/open-index.ts';
import { describedPackages } from '../../content/operator/described-packages.ts';
import { type KnownTags, openKnownTags } from '../../content/plan/known-tags.ts';
import type { HostFacts } from '../../mirror/run/request.ts';
import { userCacheDirectory } from '../../mirror/run/user-cache.ts';

/** A catalog with an index on this host. */
export interface ReadCatalog {
  /** With a tag or digest. */
  reference: string;
  /** With their descriptions. */
  packages: CatalogIndex['packages'];
}

/**
 * Returns a function that lists the catalogs with an index in these workspaces or in the user's cache. A catalog is known by
 * the tag that was last resolved to its digest, so each reference occurs once, with its newest digest. Sends no requests.
 * @param named references by digest, which no tag names
 */
export function createReadCatalogs(
  host: HostFacts,
): (workspaces: readonly string[], named: readonly string[]) => Promise<ReadCatalog[]> {
  const opened = new Map<string, CatalogIndex['packages']>();
  const tags = new Map<string, KnownTags>();
  const shared = userCacheDirectory(host);

  const packagesAt = async (folder: string): Promise<CatalogIndex['packages'] | undefined> => {
    const known = opened.get(folder);
    if (known) return known;
    // A damaged index is built again when the catalog is loaded.
    const index = await openCatalogIndex(folder).catch(() => undefined);
    const packages = index && (await describedPackages(index).catch(() => index.packages));
    if (packages) opened.set(folder, packages);
    return packages;
  };

  /** Returns the known tags of a cache. They are read again only if their file changed. */
  const tagsIn = (cache: string): KnownTags => {
    const known = tags.get(cache) ?? openKnownTags(cache);
    tags.set(cache, known);
    known.refresh();
    return known;
  };

  return async (workspaces, named) => {
    const caches = [...workspaces, join(shared, 'planning')].map((place) => airlockDirectory(place, 'cache'));
    const places = [...caches.map((cache) => join(cache, 'catalogs')), join(shared, 'catalogs')];
    const folders = new Map<Digest, string>();
    for (const place of places)
      for (const name of await readdir(place).catch(() => [] as string[])) {
        const digest = `sha256:${name}`;
        if (isDigest(digest) && !folders.has(digest)) folders.set(digest, join(place, name));
      }
    const present = new Set(folders.values());
    for (const folder of opened.keys()) if (!present.has(folder)) opened.delete(folder);
    for (const cache of tags.keys()) if (!caches.includes(cache)) tags.delete(cache);

    const newest = new Map<string, { digest: Digest; at: string }>();
    for (const cache of caches)
      for (const [reference, tag] of tagsIn(cache).all())
        if (folders.has(tag.digest) && tag.at >= (newest.get(reference)?.at ?? ''))
          newest.set(reference, tag);
    for (const reference of named) {
      const digest = digestIn(reference);
      if (digest && folders.has(digest)) newest.set(reference, { digest, at: '' });
    }
    const found: ReadCatalog[] = [];
    for (const [reference, { digest }] of newest) {
      const packages = await packagesAt(folders.get(digest)!);
      if (packages) found.push({ reference, packages });
    }
    return found;
  };
}

/** Returns the digest of a reference; undefined for one by tag, and for an invalid one. */
function digestIn(reference: string): Digest | undefined {
  try {
    return parseReference(reference).digest;
  } catch {
    return undefined;
  }
}
