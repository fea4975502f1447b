import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { isDigest } from '../../base/image/digest.ts';
import { blobsOf, type Descriptor, type Manifest, parseManifest } from '../../base/image/manifest.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import type { Registries, Registry } from '../../registry/exchange/registry.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { t } from './messages.ts';
import { nodeAccess, type PullLogins } from './node-access.ts';
import { type ImageName, nodeRegistries, type PullPlace } from './pull-places.ts';

/** A location that was tried without success. */
export interface Rejection {
  place: PullPlace;
  error: AirlockError;
}

/** A manifest with its location. */
export interface Answer {
  place: PullPlace;
  manifest: Manifest;
  /** Locations that were tried before. */
  before: Rejection[];
}

/** The result of a check whether nodes can pull an image. */
export type Pullable =
  | { pullable: true; place: PullPlace; before: Rejection[]; blobs: number }
  | {
      pullable: false;
      rejected: Rejection[];
      /** The missing parts at a location that has the manifest. */
      missing?: { place: PullPlace; parts: string[] };
    };

/** Queries registries for images as the nodes of a cluster do. Downloads only manifests. */
export interface NodePull extends AsyncDisposable {
  /** Returns the manifest from the first location that has it, or else the failure of each location. */
  manifest(image: ImageName, signal?: AbortSignal): Promise<Answer | Rejection[]>;
  /** Returns the same for a tag at the locations for digests, because a mirror may also tag images that are pulled by digest. */
  tagged(image: ImageName, signal?: AbortSignal): Promise<Answer | Rejection[]>;
  /** Checks the manifest, configuration and all layers for the architectures of the nodes. */
  check(image: ImageName, signal?: AbortSignal): Promise<Pullable>;
  /** Reads from one location, regardless of mirrors. */
  direct: ImageContentReader;
  /** Reads the content of images. @throws AirlockError of the last location */
  reader: ImageContentReader;
}

const ATTEMPTS = { times: 1, delayMs: 300 };
/** After these errors, a registry isn't tried again, because the result would be the same. */
const AWAY: ReadonlySet<string> = new Set(['connection', 'tls', 'tls-unknown-issuer', 'proxy', 'clock-skew']);

/** Returns a puller that works like the nodes of a cluster. @throws AirlockError as `nodeAccess` */
export async function nodePull(
  facts: ClusterFacts,
  logins: PullLogins,
  env: Readonly<Record<string, string | undefined>>,
): Promise<NodePull> {
  const nodes = nodeRegistries(facts);
  const access = await nodeAccess(facts, nodes, logins, env);
  const registries = createRegistries({ access, retry: ATTEMPTS, stallMs: 15_000 });
  const reader = placeReader(registries);
  const manifest: NodePull['manifest'] = ({ registry, repository, reference }, signal) =>
    reader.first(nodes.placesOf({ registry, repository }, isDigest(reference)), reference, signal);
  const first = async (image: ImageName, signal?: AbortSignal): Promise<Answer> => {
    const answer = await manifest(image, signal);
    if (!Array.isArray(answer)) return answer;
    throw answer.at(-1)?.error ?? noPlace(image);
  };

  return {
    manifest,
    tagged: (image, signal) => reader.first(nodes.placesOf(image, true), image.reference, signal),
    async check(image, signal) {
      const answer = await manifest(image, signal);
      if (Array.isArray(answer)) return { pullable: false, rejected: answer };
      const { place, before } = answer;
      const at = { place, architectures: facts.architectures, signal };
      const { parts, blobs } = await partsMissing(reader, answer.manifest, at);
      if (parts.length > 0) return { pullable: false, rejected: before, missing: { place, parts } };
      return { pullable: true, place, before, blobs };
    },
    reader: {
      manifest: async (source, signal) => (await first(nameOfSource(source), signal)).manifest,
      async *blob(source, blob, signal) {
        const { place } = await first(nameOfSource(source), signal);
        yield* registries.at(place.host).blob(place.repository, blob, { signal });
      },
    },
    direct: {
      manifest: ({ registry, repository, ...of }, signal) =>
        registries
          .at(registry)
          .manifest(
            repository,
            nameOfSource({ registry, repository, ...of }).reference,
            signal && { signal },
          ),
      blob: ({ registry, repository }, blob, signal) =>
        registries.at(registry).blob(repository, blob, signal && { signal }),
    },
    async [Symbol.asyncDispose]() {
      await registries.close();
      await access.close();
    },
  };
}

/** Reads from locations. An unreachable host is tried once, and a blob once at each location. */
interface PlaceReader {
  manifest(place: PullPlace, reference: string, signal: AbortSignal | undefined): Promise<Manifest>;
  hasBlob(place: PullPlace, blob: Descriptor, signal: AbortSignal | undefined): Promise<boolean>;
  /** Returns the manifest from the first location that has it, or else the failure of each location. */
  first(
    places: readonly PullPlace[],
    reference: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer | Rejection[]>;
}

function placeReader(registries: Registries): PlaceReader {
  const away = new Map<string, AirlockError>();
  const presence = new Map<string, Promise<boolean>>();
  const at = async <T>({ host }: PullPlace, work: (registry: Registry) => Promise<T>): Promise<T> => {
    const known = away.get(host);
    if (known) throw known;
    try {
      return await work(registries.at(host));
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (AWAY.has(error.code)) away.set(host, error);
      throw error;
    }
  };
  const reader: PlaceReader = {
    manifest: (place, reference, signal) =>
      at(place, (registry) => registry.manifest(place.repository, reference, { signal })),
    hasBlob(place, { digest }, signal) {
      const key = `${place.host}/${place.repository}@${digest}`;
      const has = async (registry: Registry) =>
        (await registry.hasBlob(place.repository, digest, { signal })) !== undefined;
      const requested = presence.get(key) ?? at(place, has);
      presence.set(key, requested);
      return requested;
    },
    async first(places, reference, signal) {
      const before: Rejection[] = [];
      for (const place of places) {
        try {
          return { place, manifest: await reader.manifest(place, reference, signal), before };
        } catch (thrown) {
          signal?.throwIfAborted();
          before.push({ place, error: asAirlockError(thrown) });
        }
      }
      return before;
    },
  };
  return reader;
}

/** Returns the missing parts of a manifest and its content at a location. */
async function partsMissing(
  reader: PlaceReader,
  complete: Manifest,
  at: { place: PullPlace; architectures: readonly string[]; signal: AbortSignal | undefined },
): Promise<{ parts: string[]; blobs: number }> {
  const { place, architectures, signal } = at;
  const content = parseManifest(complete.bytes, complete.mediaType);
  if (content.kind === 'index') {
    const parts: string[] = [];
    let blobs = 0;
    for (const instance of instancesFor(content.manifests, architectures)) {
      const architecture = instance.platform?.architecture ?? t('unknownArchitecture');
      try {
        const inner = await partsMissing(reader, await reader.manifest(place, instance.digest, signal), at);
        parts.push(...inner.parts);
        blobs += inner.blobs;
      } catch (thrown) {
        signal?.throwIfAborted();
        const { digest } = instance;
        parts.push(t('instancePart', { architecture, digest, reason: asAirlockError(thrown).message }));
      }
    }
    return { parts, blobs };
  }
  const wanted = blobsOf(content);
  const found = await Promise.all(
    wanted.map(async (blob) => {
      try {
        return (await reader.hasBlob(place, blob, signal))
          ? undefined
          : t('blobPart', { digest: blob.digest });
      } catch (thrown) {
        signal?.throwIfAborted();
        return t('blobPartBecause', { digest: blob.digest, reason: asAirlockError(thrown).message });
      }
    }),
  );
  return { parts: found.flatMap((part) => part ?? []), blobs: wanted.length };
}

/** Returns the images of a manifest list for these architectures. If there is none, returns the first one. */
function instancesFor(manifests: readonly Descriptor[], architectures: readonly string[]): Descriptor[] {
  const wanted = architectures.length > 0 ? architectures : ['amd64'];
  const fitting = manifests.filter(
    ({ platform }) => (platform?.os ?? 'linux') === 'linux' && wanted.includes(platform?.architecture ?? ''),
  );
  return fitting.length > 0 ? fitting : manifests.slice(0, 1);
}

function nameOfSource({ registry, repository, digest, tag }: ImageSourceReference): ImageName {
  return { registry, repository, reference: digest ?? tag ?? 'latest' };
}

/** Returns the error if mirror sets and blocked registries leave no location. */
export function noPlace({ registry, repository }: ImageName): AirlockError {
  return new AirlockError(
    'blocked-registry',
    t('registriesBlocked', { image: `${registry}/${repository}` }),
    { remedy: t('registriesBlockedRemedy') },
  );
}
