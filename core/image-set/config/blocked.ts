import type { CollectedImage } from '../../base/collected/collected.ts';
import type { ImageSetConfiguration } from './image-set.ts';

export type BlockedImages = ImageSetConfiguration['blockedImages'];

/** What oc-mirror v2's destinations start with while it mirrors to disk: the address of its cache. */
const CACHE = 'localhost:55000';

/**
 * True when `mirror.blockedImages` takes an image out: a pattern is found anywhere in its origin or in its destination,
 * both without transport (oc-mirror v2: internal/pkg/cli/executor.go). Images without origin are never blocked.
 * @param destination registry and namespace, as in `reg.lan:5000/ocp`; by default what oc-mirror sees on the way to disk.
 */
export function isBlocked(
  image: Pick<CollectedImage, 'origin' | 'destination'>,
  blocked: BlockedImages,
  destination: string = CACHE,
): boolean {
  if (!image.origin || blocked.length === 0) return false;
  const origin = withoutTransport(image.origin);
  const target = `${withoutTransport(destination)}/${image.destination.repository}:${image.destination.tag}`;
  return blocked.some(({ pattern }) => pattern.test(origin) || pattern.test(target));
}

function withoutTransport(reference: string): string {
  const separator = reference.indexOf('://');
  return separator < 0 ? reference : reference.slice(separator + 3);
}
