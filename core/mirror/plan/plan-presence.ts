import { inOrder } from '../../base/flow/in-order.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { contentOf, type PlannedImage } from '../../content/plan/planned-image.ts';
import type { PlanningSpace } from '../../store/workspace/planning-space.ts';
import { tagAtDestination } from '../copy/tag-at-destination.ts';
import type { MirrorRequest } from '../run/request.ts';
import type { Session } from '../run/session.ts';

const PARALLEL_REQUESTS = 32;

/** The part of a plan that is already present. */
export interface Presence {
  /** Returns true for content that doesn't have to be copied. */
  has(digest: Digest, image: PlannedImage): boolean;
  /** Returns true if the other side has the image with its tag. */
  settled(image: PlannedImage): boolean;
  /** Tags at the destination. */
  at?: {
    digest(image: PlannedImage): Digest | undefined;
    hasTag(image: PlannedImage, tag: string): Promise<boolean>;
  };
}

export type Present = (images: PlannedImage[]) => Promise<Presence>;

/** Returns the presence for a mirror to disk, from the ledger and the workspace. */
export async function sentOrStored(
  space: Pick<PlanningSpace, 'ledger'>,
  request: MirrorRequest,
  stored: { size(digest: Digest): number | undefined },
): Promise<Present> {
  const known = await space.ledger(request.enclave);
  const ledger = request.arrivedOnly ? known.arrived() : known;
  const sent = (digest: Digest) => !request.resend && ledger.sent(digest);
  return async () => ({
    has: (digest) => sent(digest) || stored.size(digest) !== undefined,
    settled(image) {
      const { manifests, blobs } = contentOf(image);
      const { repository, tag } = image.destination;
      return (
        ledger.link(repository, tag) === image.digest &&
        [...manifests, ...blobs].every(({ digest }) => sent(digest))
      );
    },
  });
}

/** Returns the presence for a push, with one HEAD request for each tag. */
export async function atDestination(
  session: Session,
  request: MirrorRequest,
  signal: AbortSignal,
): Promise<Present> {
  const { workflow } = request;
  if (workflow.kind === 'mirrorToDisk') return async () => ({ has: () => false, settled: () => false });
  const registry = session.registries.at(workflow.destination.host);
  const layout = { namespace: workflow.destination.namespace, maxNestedPaths: request.maxNestedPaths };
  return async (images) => {
    const there = new Map<PlannedImage, Digest>();
    const lookups = inOrder(images, PARALLEL_REQUESTS, async (image) => {
      const { repository, tag } = resolveDestination(image, layout);
      const found = await tagAtDestination(registry, repository, tag, signal);
      if (found) there.set(image, found);
    });
    for await (const _ of lookups);
    const settled = (image: PlannedImage) => there.get(image) === image.digest;
    return {
      has: (_digest, image) => settled(image),
      settled,
      at: {
        digest: (image) => there.get(image),
        async hasTag(image, tag) {
          const { repository } = resolveDestination(image, layout);
          return (await tagAtDestination(registry, repository, tag, signal)) !== undefined;
        },
      },
    };
  };
}
