import type { ImageContentReader, ImageSourceReference } from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { isDigest } from '../../base/image/digest.ts';
import { blobsOf, type Descriptor, type Manifest, parseManifest } from '../../base/image/manifest.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import type { Registries, Registry } from '../../registry/exchange/registry.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { nodeAccess, type PullLogins } from './node-access.ts';
import { type ImageName, nodeRegistries, type PullPlace } from './pull-places.ts';

/** A place that was asked and did not have what was asked for. */
export interface Rejection {
  place: PullPlace;
  error: AirlockError;
}

/** A manifest with the place that answered. */
export interface Answer {
  place: PullPlace;
  manifest: Manifest;
  /** Places that were asked before. */
  before: Rejection[];
}

/** Whether nodes can pull an image. */
export type Pullable =
  | { pullable: true; place: PullPlace; before: Rejection[]; blobs: number }
  | {
      pullable: false;
      rejected: Rejection[];
      /** At a place that has the manifest: what is missing there. */
      missing?: { place: PullPlace; parts: string[] };
    };

/** Asks registries for images as the nodes of a cluster do; nothing is downloaded but manifests. */
export interface NodePull extends AsyncDisposable {
  /** The manifest at the first place that has it; else why each did not. */
  manifest(image: ImageName, signal?: AbortSignal): Promise<Answer | Rejection[]>;
  /** The same for a tag, asked where nodes look for digests: how a mirror holds what is pulled by digest. */
  tagged(image: ImageName, signal?: AbortSignal): Promise<Answer | Rejection[]>;
  /** Manifest, configuration and every layer, for the architectures of the nodes. */
  check(image: ImageName, signal?: AbortSignal): Promise<Pullable>;
  /** For what looks at one place, whatever mirrors there are. */
  direct: ImageContentReader;
  /** For what looks into images. @throws AirlockError of the last place that was asked */
  reader: ImageContentReader;
}

const ATTEMPTS = { times: 1, delayMs: 300 };
/** With these a registry is not asked again: it would be the same. */
const AWAY: ReadonlySet<string> = new Set(['connection', 'tls', 'tls-unknown-issuer', 'proxy', 'clock-skew']);

/** @throws AirlockError as `nodeAccess` */
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

/** Reads at places. A host that can't be reached is asked once, a blob once in each place. */
interface PlaceReader {
  manifest(place: PullPlace, reference: string, signal: AbortSignal | undefined): Promise<Manifest>;
  hasBlob(place: PullPlace, blob: Descriptor, signal: AbortSignal | undefined): Promise<boolean>;
  /** The manifest at the first place that has it; else why each did not. */
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

/** What is missing at a place of a manifest and of all that it names. */
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
      const name = `${instance.platform?.architecture ?? 'instance'} ${instance.digest}`;
      try {
        const inner = await partsMissing(reader, await reader.manifest(place, instance.digest, signal), at);
        parts.push(...inner.parts);
        blobs += inner.blobs;
      } catch (thrown) {
        signal?.throwIfAborted();
        parts.push(`${name}: ${asAirlockError(thrown).message}`);
      }
    }
    return { parts, blobs };
  }
  const wanted = blobsOf(content);
  const found = await Promise.all(
    wanted.map(async (blob) => {
      try {
        return (await reader.hasBlob(place, blob, signal)) ? undefined : `blob ${blob.digest}`;
      } catch (thrown) {
        signal?.throwIfAborted();
        return `blob ${blob.digest}: ${asAirlockError(thrown).message}`;
      }
    }),
  );
  return { parts: found.flatMap((part) => part ?? []), blobs: wanted.length };
}

/** Of a list the instances that nodes of these architectures take; where none fits, the first, as something to look at. */
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

/** Where mirror sets and blocked registries leave nothing to ask. */
export function noPlace({ registry, repository }: ImageName): AirlockError {
  return new AirlockError(
    'blocked-registry',
    `${registry}/${repository}: the cluster lets its nodes ask no registry for it`,
    { remedy: 'Look at registrySources of image.config.openshift.io/cluster, and at its mirror sets.' },
  );
}
