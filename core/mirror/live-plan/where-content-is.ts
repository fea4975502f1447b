import { AirlockError } from '../../base/errors/airlock-error.ts';
import { withNamespace } from '../../base/image/destination.ts';
import type { Digest } from '../../base/image/digest.ts';
import { pushedTags } from '../copy/pushed-tags.ts';
import { parseDestination } from '../run/workflow.ts';
import type { PartContents, WhereContentIs } from './known/part-sums.ts';
import type { PlannedDraft } from './known/planner-answers.ts';
import type { StatePlace } from './known/state-place.ts';

const NOWHERE: WhereContentIs = { there: () => false, stored: () => false };

/**
 * Returns the content of the other side by local records: for a disk, the content that was sent to the enclave, and for a
 * registry, the images that earlier runs pushed there. Sends no requests.
 */
export async function whereContentIs(
  draft: PlannedDraft,
  place: StatePlace,
): Promise<(parts: readonly PartContents[]) => WhereContentIs> {
  if (draft.goal === 'registry') return pushedTo(draft.destination, place);
  const ledger = await place.ledger(draft.enclave);
  const stored = await place.stored();
  // Estimated content is never present.
  const requested = (of: (digest: Digest) => boolean) => (number: number) => {
    const digest = place.table.digest(number);
    return digest !== undefined && of(digest);
  };
  const where = {
    there: requested((digest) => ledger.sent(digest)),
    stored: requested((digest) => stored.size(digest) !== undefined),
  };
  return () => where;
}

async function pushedTo(
  destination: string | undefined,
  place: StatePlace,
): Promise<(parts: readonly PartContents[]) => WhereContentIs> {
  if (!destination) return () => NOWHERE;
  let target: ReturnType<typeof parseDestination>;
  try {
    target = parseDestination(`docker://${destination.replace(/^docker:\/\//, '')}`);
  } catch (error) {
    // An incomplete name that is still being typed.
    if (error instanceof AirlockError) return () => NOWHERE;
    throw error;
  }
  const { host, namespace } = target;
  const pushed = await pushedTags(place, host);
  return (parts) => {
    const there = new Set<number>();
    for (const { tags } of parts)
      for (const { repository, tag, digest, contents } of tags ?? [])
        if (pushed.has(withNamespace(namespace, repository), tag, digest))
          for (const number of contents) there.add(number);
    return { there: (number) => there.has(number), stored: () => false };
  };
}
