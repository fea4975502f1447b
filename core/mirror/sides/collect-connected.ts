import { resolveImage } from '../../content/plan/resolve-image.ts';
import type { BlobCache } from '../../store/workspace/blob-cache.ts';
import type { Approved } from '../approval/approved-plan.ts';
import { type Collection, type Collectors, collectImages } from '../run/collect-images.ts';
import type { HostFacts, MirrorRequest } from '../run/request.ts';
import type { Session } from '../run/session.ts';
import type { ConnectedSide } from './connected-side.ts';
import { graphImage } from './graph-data-image.ts';
import type { ImageTrust } from './image-trust.ts';
import type { NamedOriginal } from './made-of-file.ts';

/**
 * Everything that a configuration or an approved plan asks for on the connected side: what the collectors find, and the
 * graph-data image that is built here, all held to the plan; and the policy that decides about it, where one is enforced.
 * @param options.catalogImages how catalogs are named where they go
 * @throws AirlockError of the collectors, `plan-changed`
 */
export async function collectConnected(options: {
  approved: Approved;
  request: MirrorRequest;
  host: HostFacts;
  session: Session;
  side: ConnectedSide;
  cache: BlobCache;
  catalogImages: Collectors['catalogImages'];
  signal: AbortSignal;
}): Promise<{ collection: Collection; graphBase?: NamedOriginal; trust?: ImageTrust }> {
  const { approved, side, catalogImages, ...rest } = options;
  const { configuration } = approved.configuration;
  const collection = await collectImages(configuration, { ...side.collectors, catalogImages });
  const platform = configuration.platform;
  const graph = platform?.graph
    ? await graphImage({ ...rest, side, platforms: platform.platforms })
    : undefined;
  if (graph) collection.planned.push(graph.image);
  // What is planned already is part of the plan too; it is built, so it is only compared.
  const pinned = approved.pin([...collection.images, ...collection.planned]);
  collection.images = pinned.slice(0, collection.images.length);
  const { origin, memory, trust: loaded } = side;
  collection.problems.push(...loaded.doubts);
  const trust = loaded.of?.({
    collected: collection.catalogs,
    catalogs: [],
    original: (image) => resolveImage(image, { origin, memory, attachments: false, signal: rest.signal }),
    ...(graph && { graphBase: graph.base }),
  });
  return { collection, ...(graph && { graphBase: graph.base }), ...(trust && { trust }) };
}
