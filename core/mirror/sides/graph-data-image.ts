import type { ImageSourceReference } from '../../base/collected/collected.ts';
import { GRAPH_DATA } from '../../base/collected/deliverables.ts';
import { DEFAULT_GRAPH_BASE, destinationOf } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Manifest, Platform } from '../../base/image/manifest.ts';
import { type ImageReference, nameOf, parseReference } from '../../base/image/reference.ts';
import { closureOf } from '../../content/plan/closure.ts';
import { manifestFrom } from '../../content/plan/manifest-origin.ts';
import { bytesOf, type PlannedImage } from '../../content/plan/planned-image.ts';
import { readBaseImage } from '../../content/resources/base-image.ts';
import { fetchGraphData } from '../../content/resources/fetch-graph-data.ts';
import { buildGraphImage } from '../../content/resources/graph-image.ts';
import type { BlobCache } from '../../store/workspace/blob-cache.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import type { Session } from '../run/session.ts';
import type { NamedOriginal } from './built-from-file.ts';
import type { ConnectedSide } from './connected-side.ts';

/** Returns the base of the graph-data image of a request. @throws AirlockError `reference-invalid` */
export function graphBaseOf({ graphBaseImage }: Pick<MirrorRequest, 'graphBaseImage'>): ImageReference {
  return parseReference(graphBaseImage ?? DEFAULT_GRAPH_BASE);
}

/** Returns a graph-data image that was mirrored before, as a planned image. */
export async function mirroredGraphImage(
  source: Required<Pick<ImageSourceReference, 'registry' | 'repository' | 'digest'>>,
  load: (of: { digest: Digest }) => Promise<Manifest>,
): Promise<PlannedImage> {
  const image = {
    ...graphDataImage(source),
    origin: `${source.repository}@${source.digest}`,
    ...(await closureOf(await load(source), load)),
  };
  return { ...image, bytes: bytesOf(image) };
}

function graphDataImage<Source>(source: Source) {
  return {
    kind: 'cincinnatiGraph' as const,
    source,
    destination: destinationOf({ kind: 'graph' }),
    deliverable: GRAPH_DATA,
    why: 'platform.graph',
    verdict: { result: 'not-checked' as const },
    attachments: [],
  };
}

/**
 * Builds the graph-data image of `graph: true` (oc-mirror v2: internal/pkg/release/graph.go) as a planned image. The built
 * layer is saved to the cache. The layers of the base are copied later from their registry.
 */
export async function graphImage(options: {
  request: MirrorRequest;
  host: HostFacts;
  session: Session;
  side: ConnectedSide;
  cache: BlobCache;
  platforms: Platform[];
  signal: AbortSignal;
}): Promise<{ image: PlannedImage; base: NamedOriginal }> {
  const { request, host, session, side, cache, platforms, signal } = options;
  const reference = graphBaseOf(request);
  const source = {
    registry: reference.domain,
    repository: reference.path,
    tag: reference.tag || undefined,
    digest: reference.digest,
  };
  const archive = await fetchGraphData({
    get: session.get,
    signal,
    override: host.env.UPDATE_URL_OVERRIDE || undefined,
  });
  const base = await readBaseImage(side.content, source, {
    option: '--graph-base-image',
    platforms,
    signal,
  });
  const built = await buildGraphImage(base, archive, platforms);
  for (const { digest, bytes } of [built.index, ...built.manifests]) await cache.put(digest, bytes);
  for (const { descriptor, bytes } of built.blobs) await cache.put(descriptor.digest, bytes);
  const made = new Map(built.manifests.map((manifest) => [manifest.digest, manifest]));
  const closure = await closureOf(
    built.index,
    async ({ digest }) => made.get(digest) ?? manifestFrom(digest, await cache.bytes(digest)),
  );
  const image = {
    ...graphDataImage({
      registry: reference.domain,
      repository: reference.path,
      digest: built.index.digest,
    }),
    origin: reference.text,
    ...closure,
  };
  const { digest } = base.manifest;
  const named = `${nameOf(reference)}${reference.digest ? `@${digest}` : `:${reference.tag}`}`;
  return {
    image: { ...image, bytes: bytesOf(image) },
    base: { reference: named, digest, instances: [...base.instances.keys()] },
  };
}
