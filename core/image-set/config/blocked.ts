import type { CollectedImage } from '../../base/collected/collected.ts';
import type { ImageSetConfiguration } from './image-set.ts';

export type BlockedImages = ImageSetConfiguration['blockedImages'];

/** The address of oc-mirror v2's cache, with which its destinations start while it mirrors to disk. */
const CACHE = 'localhost:55000';

/**
 * Returns true when `mirror.blockedImages` excludes an image: a pattern matches anywhere in its origin or destination,
 * both without transport (oc-mirror v2: internal/pkg/cli/executor.go). Images without origin are never blocked.
 * @param destination registry and namespace, as in `reg.lan:5000/ocp`; by default the address that oc-mirror uses while it mirrors to disk
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
