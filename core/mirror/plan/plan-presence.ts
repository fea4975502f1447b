import { inOrder } from '../../base/flow/in-order.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { contentOf, type PlannedImage } from '../../content/plan/planned-image.ts';
import type { PlanningSpace } from '../../store/workspace/planning-space.ts';
import { tagAtDestination } from '../copy/tag-at-destination.ts';
import type { MirrorRequest } from '../run/request.ts';
import type { Session } from '../run/session.ts';

const ASK_AT_ONCE = 32;

/** What of a plan need not be moved. */
export interface Presence {
  /** Need not be moved. */
  has(digest: Digest, image: PlannedImage): boolean;
  /** Image, tag and all: the other side has it. */
  settled(image: PlannedImage): boolean;
  /** At a destination: the digest of its tag, and whether a repository has a tag. */
  at?: {
    digest(image: PlannedImage): Digest | undefined;
    hasTag(image: PlannedImage, tag: string): Promise<boolean>;
  };
}

export type Present = (images: PlannedImage[]) => Promise<Presence>;

/** On the way to a disk: what the enclave was sent, and what the workspace holds. */
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

/** One HEAD a tag: an image whose tag is there with its digest need not be moved. */
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
    const asking = inOrder(images, ASK_AT_ONCE, async (image) => {
      const { repository, tag } = resolveDestination(image, layout);
      const found = await tagAtDestination(registry, repository, tag, signal);
      if (found) there.set(image, found);
    });
    for await (const _ of asking);
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
