import type { CollectedImage, ImageSourceReference } from '../../base/collected/collected.ts';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { cosignTags, referrersTag, spareReferrersTag } from '../../base/image/attached-tags.ts';
import type { ContentSource, ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type Descriptor, type Manifest, mediaTypeOf } from '../../base/image/manifest.ts';
import { OCI_INDEX } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { Registries, Registry } from '../../registry/exchange/registry.ts';
import { t } from './messages.ts';
import { mergedIndex } from './referrers-index.ts';

export interface AttachedTag {
  tag: string;
  digest: Digest;
  /** The number of copied referrers, if not all of them are copied. */
  copied?: number;
}

/** One promise for all images without attachments, because each retained promise needs memory. */
const NO_TAGS = Promise.resolve<AttachedTag[]>([]);

/** Referrers of one manifest. A hostile registry could list any number. */
const MOST_REFERRERS = 100;

/** The source of image content for the plan: registries on the connected side, sets on the other. */
export interface ManifestOrigin {
  /** Returns the current digest of an image. @throws AirlockError `not-found` or `content-missing` */
  digestOf(image: CollectedImage, signal?: AbortSignal): Promise<Digest>;
  manifest(source: ImageSourceReference, digest: Digest, signal?: AbortSignal): Promise<Manifest>;
  /**
   * Returns the tags of the attachments of a digest in its repository: cosign's signature, attestations and SBOM, and the
   * index of its referrers.
   */
  attached(image: CollectedImage, digest: Digest, signal?: AbortSignal): Promise<AttachedTag[]>;
  /** Frees the memory of a manifest, which is read from a store from now on. */
  stored?(digest: Digest, store: ContentSource): void;
}

/** Returns a manifest. Its media type is in the bytes, or is derived from their structure. */
export function manifestFrom(digest: Digest, bytes: Buffer): Manifest {
  let json: Record<string, unknown>;
  try {
    json = parseJson(bytes.toString('utf8')) as Record<string, unknown>;
  } catch (cause) {
    throw new AirlockError('manifest-invalid', t('manifestUnreadable', { digest, error: notJson(cause) }), {
      cause,
    });
  }
  return { digest, bytes, mediaType: mediaTypeOf(json ?? {}) };
}

/** The maximum size of the manifests in memory between planning and copying. */
const RECENT_BYTES = 64 * 1024 * 1024;

export interface RegistryOriginOptions {
  registries: Registries;
  /** Manifests in these sources aren't fetched. */
  stored: ContentSource[];
  /** Stores generated manifests, and with `keepAll` (planning only) all fetched ones, for the next run. */
  cache: { put(digest: Digest, bytes: Buffer): Promise<void> };
  keepAll?: boolean | undefined;
  /** Returns true for a tag whose manifest is probably needed. It is then requested without a HEAD first. */
  isNew?: (source: ImageSourceReference) => boolean;
}

/**
 * Returns an origin that reads from registries. Fetched manifests stay in memory until they are copied, and are fetched again
 * in the rare case that they were evicted.
 */
export function registryOrigin({
  registries,
  stored,
  cache,
  keepAll = false,
  isNew = () => false,
}: RegistryOriginOptions): ManifestOrigin {
  const underWay = new Map<Digest, Promise<Manifest>>();
  const recent = recentManifests();
  // Those of folders are added to the given ones while catalogs are collected.
  const written = new Set<ContentSource>();
  const keep = (manifest: Manifest) => cache.put(manifest.digest, manifest.bytes);
  const accepted = async (manifest: Manifest): Promise<void> =>
    keepAll ? await keep(manifest) : recent.add(manifest);
  const load = async (
    { registry, repository }: ImageSourceReference,
    digest: Digest,
    signal?: AbortSignal,
  ): Promise<Manifest> => {
    for (const store of [...stored, ...written]) {
      if (store.size(digest) === undefined) continue;
      try {
        return manifestFrom(digest, await store.bytes(digest));
      } catch {
        // The stored manifest is damaged, so it is fetched from the registry.
      }
    }
    const received = await registries.at(registry).manifest(repository, digest, { signal });
    // One text for the digest of an image, which many parts of a run remember.
    const manifest = { ...received, digest };
    await accepted(manifest);
    return manifest;
  };
  const lookedUp = new Map<string, Promise<AttachedTag[]>>();
  /** Digests without attachments, with the source that was looked up last. */
  const without = new Map<Digest, ImageSourceReference>();
  return {
    async digestOf({ source }, signal) {
      const { registry, repository, digest, tag } = source;
      if (digest) return digest;
      const at = registries.at(registry);
      const found = isNew(source)
        ? await unlessAbsent(at.manifest(repository, tag!, { signal }))
        : await at.resolve(repository, tag!, { signal });
      if (found && 'bytes' in found) await accepted(found);
      if (found) return found.digest;
      throw new AirlockError('not-found', t('tagMissing', { registry, repository, tag: tag ?? '' }), {
        side: 'source',
      });
    },
    manifest(source, digest, signal) {
      const here = recent.get(digest);
      if (here) return Promise.resolve(here);
      const known = underWay.get(digest);
      if (known) return known;
      const promise = load(source, digest, signal).finally(() => underWay.delete(digest));
      underWay.set(digest, promise);
      return promise;
    },
    attached({ source, kind }, digest, signal) {
      const { registry, repository } = source;
      const last = without.get(digest);
      if (last?.registry === registry && last.repository === repository) return NO_TAGS;
      // Releases share components, so the attachments of a digest are looked up once per run.
      const key = [registry, '/', repository, '@', digest].join('');
      let known = lookedUp.get(key);
      if (!known) {
        const at = { registry: registries.at(registry), repository, digest, signal, taken: accepted, keep };
        known = attachedAt(at, isRelease(kind));
        lookedUp.set(key, known);
        known.then(
          (tags) => {
            if (tags.length > 0) return;
            lookedUp.delete(key);
            without.set(digest, source);
          },
          () => lookedUp.delete(key),
        );
      }
      return known;
    },
    stored(digest, store) {
      written.add(store);
      recent.remove(digest);
    },
  };
}

/** Returns a cache of manifests in memory, up to {@link RECENT_BYTES}. */
function recentManifests() {
  const recent = new Map<Digest, Manifest>();
  let bytes = 0;
  return {
    get: (digest: Digest) => recent.get(digest),
    remove(digest: Digest): void {
      bytes -= recent.get(digest)?.bytes.length ?? 0;
      recent.delete(digest);
    },
    add(manifest: Manifest): void {
      if (recent.has(manifest.digest)) return;
      // Short buffers are parts of a block of Node's pool, all of which a manifest would retain.
      const own = Buffer.allocUnsafeSlow(manifest.bytes.length);
      manifest.bytes.copy(own);
      recent.set(manifest.digest, { ...manifest, bytes: own });
      bytes += manifest.bytes.length;
      for (const [digest, oldest] of recent) {
        if (bytes <= RECENT_BYTES) break;
        recent.delete(digest);
        bytes -= oldest.bytes.length;
      }
    },
  };
}

/** A manifest whose attachments are looked up, with callbacks for the manifests that are found. */
interface AttachedTo {
  registry: Registry;
  repository: string;
  digest: Digest;
  signal: AbortSignal | undefined;
  /** Called for a fetched manifest. */
  taken(manifest: Manifest): Promise<void>;
  /** Called for a generated manifest. */
  keep(manifest: Manifest): Promise<void>;
}

/** @param likelySigned true for images of releases: their signatures are requested without a HEAD first */
async function attachedAt(at: AttachedTo, likelySigned: boolean): Promise<AttachedTag[]> {
  const { registry, repository, digest, signal } = at;
  const listing = registry.digestTags(repository, digest, { signal });
  const { signature, attestations, sbom } = cosignTags(digest);
  const found = await Promise.all([
    ...[signature, attestations, sbom].map(async (tag) => {
      const listed = await listing;
      if (listed && !listed.has(tag)) return [];
      const expected = listed !== undefined || (likelySigned && tag === signature);
      return await taggedAt(at, tag, expected);
    }),
    referrersAt(at, listing),
  ]);
  return found.flat();
}

/** Returns the digest of a tag, if it exists. @param expected whether it probably exists. If not, a HEAD is sent first */
async function taggedAt(
  { registry, repository, signal, taken: accepted }: AttachedTo,
  tag: string,
  expected: boolean,
): Promise<AttachedTag[]> {
  if (!expected && !(await registry.resolve(repository, tag, { signal }))) return [];
  const manifest = await unlessAbsent(registry.manifest(repository, tag, { signal }));
  if (!manifest) return [];
  await accepted(manifest);
  return [{ tag, digest: manifest.digest }];
}

/** @param listing the registry's list of tags with digests in their names. It's requested at the same time */
async function referrersAt(
  { registry, repository, digest, signal, taken: accepted, keep }: AttachedTo,
  listing: Promise<ReadonlySet<string> | undefined>,
): Promise<AttachedTag[]> {
  const { artifacts, index, truncated } = await registry.referrers(repository, digest, {
    ...{ signal, digestTags: listing, atMost: MOST_REFERRERS },
  });
  if (artifacts.length === 0) return [];
  // Archives and older registries only support referrers by a fallback tag, which is generated if the source has none.
  const tag = referrersTag(digest);
  const digestTags = await listing;
  const made = referrersIndex(artifacts);
  const tagged =
    truncated || (digestTags && !digestTags.has(tag))
      ? undefined
      : (index ?? (await unlessAbsent(registry.manifest(repository, tag, { signal }))));
  const complete = tagged && tagged !== index ? withAll(tagged, made, digest) : (tagged ?? made);
  if (complete !== tagged) await keep(complete);
  await accepted(complete);
  return [{ tag, digest: complete.digest, copied: truncated ? artifacts.length : undefined }];
}

function isRelease(kind: CollectedImage['kind']): boolean {
  return kind === 'ocpRelease' || kind === 'ocpReleaseContent';
}

async function unlessAbsent(manifest: Promise<Manifest>): Promise<Manifest | undefined> {
  try {
    return await manifest;
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** Returns the index for clients without the referrers API (distribution specification 1.1, "Referrers Tag Schema"). */
function referrersIndex(artifacts: Descriptor[]): Manifest {
  const manifests = artifacts.toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: OCI_INDEX, manifests }));
  return { mediaType: OCI_INDEX, digest: sha256(bytes), bytes };
}

/**
 * Merges the index of a tag with the referrers of the API, because a tag that was written before the registry had the API
 * can be incomplete. The tag can also be the name of an image that was mirrored by digest.
 */
function withAll(tagged: Manifest, made: Manifest, subject: Digest): Manifest {
  const bytes = tagged.digest === subject ? undefined : mergedIndex(tagged.bytes, made.bytes);
  if (!bytes) return made;
  return bytes === tagged.bytes ? tagged : { mediaType: OCI_INDEX, digest: sha256(bytes), bytes };
}

/**
 * Returns an origin that reads from archive sets. Tags are looked up by their destination name. The digest of an image
 * reference has precedence.
 */
export function setOrigin(source: ImageSource): ManifestOrigin {
  return {
    async digestOf(image) {
      const digest = image.source.digest ?? source.tag(image.destination.repository, image.destination.tag);
      if (digest) return digest;
      throw new AirlockError(
        'content-missing',
        t('tagNotInSet', {
          location: source.location,
          repository: image.destination.repository,
          tag: image.destination.tag,
          origin: image.origin,
        }),
        { side: 'source' },
      );
    },
    async manifest(_source, digest) {
      return manifestFrom(digest, await source.bytes(digest));
    },
    async attached(image, digest) {
      const found: AttachedTag[] = [];
      const { repository } = image.destination;
      for (const tag of Object.values(cosignTags(digest))) {
        const attached = source.tag(repository, tag);
        if (attached) found.push({ tag, digest: attached });
      }
      const tag = referrersTag(digest);
      const index = source.tag(repository, spareReferrersTag(digest)) ?? source.tag(repository, tag);
      if (index && index !== digest) found.push({ tag, digest: index });
      return found;
    },
  };
}
