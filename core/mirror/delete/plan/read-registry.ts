import { asAirlockError, onSide, type Problem } from '../../../base/errors/airlock-error.ts';
import { inOrder } from '../../../base/flow/in-order.ts';
import type { ContentSource } from '../../../base/image/content.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { blobsOf, type Manifest, parseManifest } from '../../../base/image/manifest.ts';
import { manifestFrom } from '../../../content/plan/manifest-origin.ts';
import { SharedBlobs } from '../../../content/plan/shared-blobs.ts';
import { listRepositories } from '../../../registry/client/list-repositories.ts';
import type { Registry } from '../../../registry/exchange/registry.ts';
import { t } from './messages.ts';
import { type ManifestParts, manifestsBelow, type RegistryPicture } from './registry-picture.ts';

const AT_ONCE = 16;
/** Referrers of referrers that are followed. */
const DEEPEST = 4;
/** Maximum number of other repositories that are read to find shared layers. */
const MOST_REPOSITORIES = 5_000;

export interface ReadRegistryOptions {
  registry: Registry;
  /** Needed repositories, which may not exist. */
  repositories: ReadonlySet<string>;
  /** Local content, from which manifests are read without requests. */
  stored: readonly ContentSource[];
  /** Reads all repositories of the registry, because repositories share layers. */
  everywhere: boolean;
  /** With `everywhere`, only repositories at or below this path. Empty for all. */
  below?: string;
  /** Tags whose manifests may have referrers. */
  selected: readonly { repository: string; tag: string }[];
  /** Treats a manifest that the registry doesn't deliver intact as absent, instead of failing. */
  tolerant?: boolean;
  /** Receives the number of read tags and manifests, and how many are known so far. */
  onProgress?(done: number, total: number): void;
  signal: AbortSignal;
}

/**
 * Reads the current content of a registry: every tag of the repositories, with the manifests and blobs below it.
 * @returns problems of unreadable repositories, which make the number of bytes an estimate
 * @throws AirlockError of the network, on the destination's side
 */
export async function readRegistry(
  options: ReadRegistryOptions,
): Promise<{ picture: RegistryPicture; problems: Problem[] }> {
  try {
    return await read(options);
  } catch (error) {
    throw onSide(error, 'destination');
  }
}

async function read(
  options: ReadRegistryOptions,
): Promise<{ picture: RegistryPicture; problems: Problem[] }> {
  const { registry, everywhere, below = '', selected, signal } = options;
  const problems: Problem[] = [];
  const progress = { done: 0, total: 0 };
  const add = (total: number) => {
    progress.total += total;
  };
  const step = () => options.onProgress?.(++progress.done, progress.total);
  // Other repositories only make the number of bytes exact.
  const ignorable = (repository: string, error: unknown) =>
    !options.repositories.has(repository) && asAirlockError(error).code !== 'interrupted';
  const repositories = new Set(options.repositories);
  if (everywhere) {
    const all = await listRepositories(registry, { atMost: MOST_REPOSITORIES, signal });
    const isBelow = (each: string) => below === '' || each === below || each.startsWith(`${below}/`);
    for (const each of (all ?? []).slice(0, MOST_REPOSITORIES)) if (isBelow(each)) repositories.add(each);
    if (!all || all.length > MOST_REPOSITORIES)
      problems.push({
        code: 'destination-not-probed',
        level: 'info',
        message: t('repositoriesNotListed', { host: registry.host }),
        remedy: t('repositoriesNotListedRemedy'),
      });
  }
  const tags = new Map<string, Map<string, Digest>>();
  const places: { repository: string; tag: string }[] = [];
  for await (const { repository, names } of inOrder([...repositories], AT_ONCE, async (repository) => ({
    repository,
    names: await registry.tags(repository, { signal, direct: true }).catch((error) => {
      // A repository whose name the registry rejects contains nothing.
      const { code, found } = asAirlockError(error);
      if ((code === 'protocol' && found === '400') || ignorable(repository, error)) return [];
      throw error;
    }),
  }))) {
    tags.set(repository, new Map());
    for (const tag of names) places.push({ repository, tag });
  }
  add(places.length);
  for await (const { repository, tag, digest } of inOrder(places, AT_ONCE, async (place) => ({
    ...place,
    digest: await registry
      .resolve(place.repository, place.tag, { signal, direct: true })
      .then((facts) => facts?.digest)
      .catch((error) => {
        if (ignorable(place.repository, error)) return undefined;
        throw error;
      }),
  }))) {
    step();
    if (digest) tags.get(repository)!.set(tag, digest);
  }
  const reading = { ...options, shared: new SharedBlobs() };
  const manifests = await readManifests(tags, reading, { add, step });
  const referrers = await readReferrers({ tags, manifests }, selected, reading);
  return { picture: { tags, manifests, referrers }, problems };
}

/** Options for reading a registry once. */
interface Reading extends ReadRegistryOptions {
  shared: SharedBlobs;
}

async function readManifests(
  tags: ReadonlyMap<string, ReadonlyMap<string, Digest>>,
  options: Reading,
  progress: { add(total: number): void; step(): void },
): Promise<Map<Digest, ManifestParts>> {
  const manifests = new Map<Digest, ManifestParts>();
  let wanted = new Map<Digest, string>();
  for (const [repository, names] of tags) for (const digest of names.values()) wanted.set(digest, repository);
  while (wanted.size > 0) {
    const next = new Map<Digest, string>();
    progress.add(wanted.size);
    for await (const { digest, repository, parts } of inOrder(
      [...wanted],
      AT_ONCE,
      async ([digest, repository]) => ({
        digest,
        repository,
        parts: await partsOf(repository, digest, options),
      }),
    )) {
      progress.step();
      if (!parts) continue;
      manifests.set(digest, parts);
      for (const child of parts.children) if (!manifests.has(child)) next.set(child, repository);
    }
    wanted = new Map([...next].filter(([digest]) => !manifests.has(digest)));
  }
  return manifests;
}

/** Returns undefined for a manifest that is missing (in a sparse index) or invalid. */
async function partsOf(
  repository: string,
  digest: Digest,
  { registry, stored, shared, tolerant = false, signal }: Reading,
): Promise<ManifestParts | undefined> {
  const here = stored.find((source) => source.size(digest) !== undefined);
  let manifest: Manifest;
  try {
    const local = here && (await here.bytes(digest).catch(() => undefined));
    manifest = local
      ? manifestFrom(digest, local)
      : await registry.manifest(repository, digest, { signal, direct: true });
    const content = parseManifest(manifest.bytes, manifest.mediaType);
    const size = manifest.bytes.length;
    if (content.kind === 'index')
      return { size, children: content.manifests.map((child) => child.digest), blobs: [] };
    return { size, children: [], blobs: blobsOf(content).map((blob) => shared.of(blob)) };
  } catch (error) {
    const { code } = asAirlockError(error);
    if (code === 'not-found' || code === 'manifest-invalid') return undefined;
    if (tolerant && code === 'digest-mismatch') return undefined;
    throw error;
  }
}

/** Returns the referrers of images that may be deleted. Those with a tag are already known. */
async function readReferrers(
  { tags, manifests }: { tags: RegistryPicture['tags']; manifests: Map<Digest, ManifestParts> },
  selected: readonly { repository: string; tag: string }[],
  options: Reading,
): Promise<RegistryPicture['referrers']> {
  const { registry, signal } = options;
  const subjects = new Map<string, { repository: string; digest: Digest }>();
  for (const { repository, tag } of selected) {
    const top = tags.get(repository)?.get(tag);
    if (top)
      for (const digest of manifestsBelow([top], manifests))
        subjects.set(`${repository}@${digest}`, { repository, digest });
  }
  const referrers = new Map<string, Digest[]>();
  // Referrers have referrers, too.
  for (let depth = 0, wanted = [...subjects]; wanted.length > 0 && depth <= DEEPEST; depth++) {
    const next: typeof wanted = [];
    for await (const { key, repository, digests } of inOrder(
      wanted,
      AT_ONCE,
      async ([key, { repository, digest }]) => {
        const digestTags = tags.get(repository);
        const { artifacts } = await registry.referrers(repository, digest, {
          signal,
          direct: true,
          digestTags,
        });
        return { key, repository, digests: artifacts.map((artifact) => artifact.digest) };
      },
    )) {
      if (digests.length === 0) continue;
      referrers.set(key, digests);
      for (const digest of digests) {
        const name = `${repository}@${digest}`;
        if (!subjects.has(name)) next.push([name, { repository, digest }]);
        subjects.set(name, { repository, digest });
        if (manifests.has(digest)) continue;
        const parts = await partsOf(repository, digest, options);
        if (parts) manifests.set(digest, parts);
      }
    }
    wanted = next;
  }
  return referrers;
}
