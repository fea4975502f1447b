import type { CollectedImage, ImageSourceReference } from '../../base/collected/collected.ts';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { cosignTags, referrersTag, spareReferrersTag } from '../../base/image/attached-tags.ts';
import type { ContentSource, ImageSource } from '../../base/image/content.ts';
import type { Digest } from '../../base/image/digest.ts';
import { type Descriptor, type Manifest, mediaTypeOf } from '../../base/image/manifest.ts';
import { OCI_INDEX } from '../../base/image/media-types.ts';
import { sha256 } from '../../base/image/sha256.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { mergedIndex } from './referrers-index.ts';

export interface AttachedTag {
  tag: string;
  digest: Digest;
  /** Set when referrers are left out: how many are copied. */
  copied?: number;
}

/** Referrers of one manifest. A hostile registry could list any number. */
const MOST_REFERRERS = 100;

/** Where the plan learns what images consist of: registries on the connected side, sets on the other. */
export interface ManifestOrigin {
  /** Digest that an image stands for now. @throws AirlockError `not-found` or `content-missing` */
  digestOf(image: CollectedImage, signal?: AbortSignal): Promise<Digest>;
  manifest(source: ImageSourceReference, digest: Digest, signal?: AbortSignal): Promise<Manifest>;
  /**
   * Returns the tags of what is attached to a digest in its repository: cosign's signature, attestations and SBOM, and the
   * index of its referrers.
   */
  attached(image: CollectedImage, digest: Digest, signal?: AbortSignal): Promise<AttachedTag[]>;
}

/** The media type is in the bytes or follows from their shape. */
export function manifestFrom(digest: Digest, bytes: Buffer): Manifest {
  let json: Record<string, unknown>;
  try {
    json = parseJson(bytes.toString('utf8')) as Record<string, unknown>;
  } catch (cause) {
    throw new AirlockError('manifest-invalid', `the manifest ${digest} can't be read: ${notJson(cause)}`, {
      cause,
    });
  }
  return { digest, bytes, mediaType: mediaTypeOf(json ?? {}) };
}

/** Manifests that are kept in memory between planning and copying. */
const RECENT_BYTES = 64 * 1024 * 1024;

/**
 * Registries. A manifest that `held` stores have is not fetched; one that was fetched stays in memory until the copy
 * that follows has taken it, and is fetched again in the rare case that it has gone by then.
 * @param cache keeps what is made here, and with `keepAll` (planning alone) all that is fetched, for the run that follows
 */
export function registryOrigin(
  registries: Registries,
  held: ContentSource[],
  cache: { put(digest: Digest, bytes: Buffer): Promise<void> },
  keepAll = false,
): ManifestOrigin {
  const underWay = new Map<Digest, Promise<Manifest>>();
  const recent = new Map<Digest, Manifest>();
  let recentBytes = 0;
  const remember = (manifest: Manifest): void => {
    if (recent.has(manifest.digest)) return;
    recent.set(manifest.digest, manifest);
    recentBytes += manifest.bytes.length;
    for (const [digest, oldest] of recent) {
      if (recentBytes <= RECENT_BYTES) break;
      recent.delete(digest);
      recentBytes -= oldest.bytes.length;
    }
  };
  const taken = async (manifest: Manifest): Promise<void> => {
    if (keepAll) await cache.put(manifest.digest, manifest.bytes);
    else remember(manifest);
  };
  const load = async (
    source: ImageSourceReference,
    digest: Digest,
    signal?: AbortSignal,
  ): Promise<Manifest> => {
    for (const store of held) {
      if (store.size(digest) === undefined) continue;
      try {
        return manifestFrom(digest, await store.bytes(digest));
      } catch {
        // Damaged on this disk: the registry has it.
      }
    }
    const manifest = await registries
      .at(source.registry)
      .manifest(source.repository, digest, { ...(signal && { signal }) });
    await taken(manifest);
    return manifest;
  };
  /** Returns the digest of a tag; undefined when it is absent. @param listed the tag is in the registry's list */
  const tagged = async (
    source: ImageSourceReference,
    tag: string,
    listed: boolean,
    signal?: AbortSignal,
  ): Promise<AttachedTag[]> => {
    const registry = registries.at(source.registry);
    const options = { ...(signal && { signal }) };
    // A HEAD costs no body where the tag is absent.
    if (!listed && !(await registry.resolve(source.repository, tag, options))) return [];
    const manifest = await unlessAbsent(registry.manifest(source.repository, tag, options));
    if (!manifest) return [];
    await taken(manifest);
    return [{ tag, digest: manifest.digest }];
  };
  const referrers = async (
    source: ImageSourceReference,
    digest: Digest,
    digestTags: ReadonlySet<string> | undefined,
    signal?: AbortSignal,
  ): Promise<AttachedTag[]> => {
    const registry = registries.at(source.registry);
    const options = { ...(signal && { signal }) };
    const { artifacts, index, truncated } = await registry.referrers(source.repository, digest, {
      ...options,
      ...(digestTags && { digestTags }),
      atMost: MOST_REFERRERS,
    });
    if (artifacts.length === 0) return [];
    // Archives and older registries know referrers by their fallback tag only: where the source has none, it is made.
    const tag = referrersTag(digest);
    const made = referrersIndex(artifacts);
    const tagged =
      truncated || (digestTags && !digestTags.has(tag))
        ? undefined
        : (index ?? (await unlessAbsent(registry.manifest(source.repository, tag, options))));
    const whole = tagged && tagged !== index ? withAll(tagged, made, digest) : (tagged ?? made);
    if (whole !== tagged) await cache.put(whole.digest, whole.bytes);
    await taken(whole);
    return [{ tag, digest: whole.digest, ...(truncated && { copied: artifacts.length }) }];
  };
  const lookUp = async (
    source: ImageSourceReference,
    likelySigned: boolean,
    digest: Digest,
    signal?: AbortSignal,
  ): Promise<AttachedTag[]> => {
    const listed = await registries
      .at(source.registry)
      .digestTags(source.repository, digest, { ...(signal && { signal }) });
    const { signature, attestations, sbom } = cosignTags(digest);
    const found = await Promise.all([
      ...[signature, attestations, sbom].map(async (tag) => {
        if (listed && !listed.has(tag)) return [];
        // Nearly every image of a release is signed: its signature is requested whole at once.
        const expected = listed !== undefined || (likelySigned && tag === signature);
        return await tagged(source, tag, expected, signal);
      }),
      referrers(source, digest, listed, signal),
    ]);
    return found.flat();
  };
  const lookedUp = new Map<string, ReturnType<typeof lookUp>>();
  return {
    async digestOf({ source }, signal) {
      if (source.digest) return source.digest;
      const found = await registries
        .at(source.registry)
        .resolve(source.repository, source.tag!, { ...(signal && { signal }) });
      if (!found)
        throw new AirlockError('not-found', `${source.registry} has no ${source.repository}:${source.tag}`, {
          side: 'source',
        });
      return found.digest;
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
      // Releases share components: what is attached to one digest is asked for once a run.
      const key = `${source.registry}/${source.repository}@${digest}`;
      let known = lookedUp.get(key);
      if (!known) {
        known = lookUp(source, isRelease(kind), digest, signal);
        lookedUp.set(key, known);
        known.catch(() => lookedUp.delete(key));
      }
      return known;
    },
  };
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

/** The index that a client without the referrers API looks for (distribution specification 1.1, "Referrers Tag Schema"). */
function referrersIndex(artifacts: Descriptor[]): Manifest {
  const manifests = artifacts.toSorted((a, b) => (a.digest < b.digest ? -1 : 1));
  const bytes = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: OCI_INDEX, manifests }));
  return { mediaType: OCI_INDEX, digest: sha256(bytes), bytes };
}

/**
 * A tag that was written before the registry had the referrers API may name fewer than the API does. An image that was
 * mirrored by digest has this tag as its own name.
 */
function withAll(tagged: Manifest, made: Manifest, subject: Digest): Manifest {
  const bytes = tagged.digest === subject ? undefined : mergedIndex(tagged.bytes, made.bytes);
  if (!bytes) return made;
  return bytes === tagged.bytes ? tagged : { mediaType: OCI_INDEX, digest: sha256(bytes), bytes };
}

/**
 * Archive sets. Tags are looked up by their destination name, as they are written there. A digest that an image
 * names itself wins.
 */
export function setOrigin(source: ImageSource): ManifestOrigin {
  return {
    async digestOf(image) {
      const digest = image.source.digest ?? source.tag(image.destination.repository, image.destination.tag);
      if (digest) return digest;
      throw new AirlockError(
        'content-missing',
        `${source.location} has no ${image.destination.repository}:${image.destination.tag} (${image.origin})`,
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
