import { AirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { listRuns, type ReadRun, readRun } from '../../runs/audit/read-runs.ts';
import type { RecordedImage } from '../../runs/audit/run-file.ts';
import type { Destination } from '../run/workflow.ts';

/**
 * What a rollback does to a tag.
 * `move`: it goes back. `there`: it is back already. `new`: it did not exist before that run, and is left.
 * `moved-since`: it names something else by now. `gone`: the registry does not have the old manifest any more.
 */
export type RollbackState = 'move' | 'there' | 'new' | 'moved-since' | 'gone';

/** A tag that a run moved, as it is now. */
export interface RollbackTag {
  /** `host/repository:tag` */
  destination: string;
  state: RollbackState;
  /** What it named before that run. */
  before?: Digest;
  /** What it names now; absent when there is no such tag. */
  now?: Digest;
  /** Why it is left, in words. */
  why?: string;
  recorded: RecordedImage;
}

/** Tags asked for at once. */
const AT_ONCE = 16;
const PUSHES = new Set(['diskToMirror', 'mirrorToMirror', 'rollback']);

/** `host/repository:tag` in its parts. */
export function partsOf(destination: string): { host: string; repository: string; tag: string } {
  const slash = destination.indexOf('/');
  const colon = destination.lastIndexOf(':');
  return {
    host: destination.slice(0, slash),
    repository: destination.slice(slash + 1, colon),
    tag: destination.slice(colon + 1),
  };
}

/**
 * The images whose tags a run moved, each tag once, in its order.
 * @param below only those at this registry and path
 * @throws AirlockError `usage` for a run that pushed nothing, is under way, or pushed elsewhere
 */
export function movedTags({ sequence, status, run, images }: ReadRun, below?: Destination): RecordedImage[] {
  if (status === 'running')
    throw new AirlockError('usage', `run ${sequence} is still under way`, {
      remedy: 'Wait until it has ended, or stop it.',
    });
  if (!run || !PUSHES.has(run.workflow))
    throw new AirlockError(
      'usage',
      `run ${sequence} pushed nothing to a registry: there is nothing to roll back`,
      {
        remedy: '`airlock runs list` shows which runs did.',
      },
    );
  const moved = new Map<string, RecordedImage>();
  for (const image of images) {
    if (image.result !== 'copied' || !isDigest(image.digest)) continue;
    const first = moved.get(image.destination)?.previousDigest ?? image.previousDigest;
    moved.set(image.destination, { ...image, previousDigest: first ?? image.previousDigest });
  }
  const all = [...moved.values()];
  if (!below) return all;
  const prefix = `${below.host}/${below.namespace ? `${below.namespace}/` : ''}`;
  const chosen = all.filter(({ destination }) => destination.startsWith(prefix));
  if (chosen.length === 0 && all.length > 0)
    throw new AirlockError(
      'usage',
      `run ${sequence} pushed nothing below docker://${prefix.slice(0, -1)}; it pushed to ${partsOf(all[0]!.destination).host}`,
    );
  return chosen;
}

/**
 * What a rollback of these images would do: one or two HEADs a tag.
 * @param force tags that were moved since are moved back too
 * @throws AirlockError of the network, side `destination`
 */
export async function rollbackTags(
  images: readonly RecordedImage[],
  options: {
    registry: Registry;
    force: boolean;
    /** Where the record lies, and its number: later records tell who moved a tag since. */
    runs: string;
    sequence: number;
    signal: AbortSignal;
  },
): Promise<RollbackTag[]> {
  const { registry, force, runs, sequence, signal } = options;
  let later: Promise<Map<string, number>> | undefined;
  const tags: RollbackTag[] = [];
  const look = async (recorded: RecordedImage): Promise<RollbackTag> => {
    const { destination, digest, previousDigest } = recorded;
    const { repository, tag } = partsOf(destination);
    const digestOf = async (reference: string) =>
      (await registry.resolve(repository, reference, { signal, direct: true }))?.digest;
    if (previousDigest === undefined || !isDigest(previousDigest))
      return { destination, recorded, state: 'new', why: `it was new with run ${sequence}` };
    const now = await digestOf(tag);
    const known = { destination, recorded, before: previousDigest, now };
    if (now === previousDigest) return { ...known, state: 'there' };
    if (now !== digest && !force) {
      later ??= pushesAfter(runs, sequence);
      const by = (await later).get(`${destination} ${now}`);
      const why = !now
        ? 'somebody deleted the tag since'
        : `${by === undefined ? 'somebody else' : `run ${by}`} moved it to ${now} since`;
      return { ...known, state: 'moved-since', why };
    }
    if (!(await digestOf(previousDigest)))
      return { ...known, state: 'gone', why: `the registry does not have ${previousDigest} any more` };
    return { ...known, state: 'move' };
  };
  const looking = inOrder([...images], AT_ONCE, (image) =>
    look(image).catch((error) => {
      throw onSide(error, 'destination');
    }),
  );
  for await (const tag of looking) tags.push(tag);
  return tags;
}

/** `destination digest` -> number of the latest run after `sequence` that put it there. */
async function pushesAfter(runs: string, sequence: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { sequence: number } of await listRuns(runs)) {
    if (number <= sequence) continue;
    for (const { destination, digest, result } of (await readRun(runs, number)).images)
      if (result !== 'failed') found.set(`${destination} ${digest}`, number);
  }
  return found;
}
