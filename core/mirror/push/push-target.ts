import type { CollectedImage } from '../../base/collected/collected.ts';
import { type DestinationLayout, resolveDestination } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { tagAtDestination } from '../copy/tag-at-destination.ts';
import type { MirrorRequest } from '../run/request.ts';
import type { Session } from '../run/session.ts';
import type { Destination } from '../run/workflow.ts';

type Named = Pick<CollectedImage, 'destination'>;

/** The destination of a push, and the names of images there. */
export interface PushTarget {
  destination: Destination;
  layout: DestinationLayout;
  registry: Registry;
  repositoryOf(image: Named): string;
  nameAt(image: Named): string;
  /** Returns the digest of a tag in the image's repository. Default: the image's tag. @throws as `tagAtDestination` */
  digestAt(image: Named, signal: AbortSignal, tag?: string): Promise<Digest | undefined>;
}

/** Returns the target for the destination of a request. */
export function pushTarget(
  { registries }: Session,
  destination: Destination,
  { maxNestedPaths }: Pick<MirrorRequest, 'maxNestedPaths'>,
): PushTarget {
  const { host, namespace } = destination;
  const layout = { namespace, maxNestedPaths };
  const registry = registries.at(host);
  const repositoryOf = (image: Named) => resolveDestination(image, layout).repository;
  return {
    ...{ destination, layout, registry, repositoryOf },
    nameAt: (image) => `${host}/${repositoryOf(image)}:${image.destination.tag}`,
    digestAt: (image, signal, tag = image.destination.tag) =>
      tagAtDestination(registry, repositoryOf(image), tag, signal),
  };
}
