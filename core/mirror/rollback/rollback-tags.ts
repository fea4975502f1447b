import { AirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { listRuns, type ReadRun, readListedRun } from '../../runs/audit/read-runs.ts';
import type { RecordedImage } from '../../runs/audit/run-file.ts';
import { t } from '../messages.ts';
import type { Destination } from '../run/workflow.ts';

/**
 * The effect of a rollback on a tag.
 * `move`: it is moved back. `unchanged`: it is back already. `new`: it didn't exist before that run, and is left unchanged.
 * `moved-since`: it was moved again since. `missing`: the registry no longer has the old manifest.
 */
export type RollbackState = 'move' | 'unchanged' | 'new' | 'moved-since' | 'missing';

/** The current state of a tag that a run moved. */
export interface RollbackTag {
  /** `host/repository:tag` */
  destination: string;
  state: RollbackState;
  /** Its digest before that run. */
  before?: Digest;
  /** Its digest now. Absent if the tag doesn't exist. */
  now?: Digest;
  /** Why it is left unchanged, in words. */
  why?: string;
  recorded: RecordedImage;
}

/** Tags requested at once. */
const AT_ONCE = 16;
const PUSHES = new Set(['diskToMirror', 'mirrorToMirror', 'rollback']);

/** Returns the parts of `host/repository:tag`. */
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
 * Returns the images whose tags a run moved, each tag once, in the order of the run.
 * @param below limits them to this registry and path
 * @throws AirlockError `usage` for a run of another workflow, an active one, or one that pushed elsewhere
 */
export function movedTags({ sequence, status, run, images }: ReadRun, below?: Destination): RecordedImage[] {
  if (status === 'running')
    throw new AirlockError('usage', t('runActive', { run: sequence }), {
      remedy: t('runActiveRemedy'),
    });
  if (!run || !PUSHES.has(run.workflow))
    throw new AirlockError('usage', t('rollbackOfOther', { run: sequence }), {
      remedy: t('rollbackOfOtherRemedy'),
    });
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
      t('rollbackElsewhere', {
        run: sequence,
        place: prefix.slice(0, -1),
        host: partsOf(all[0]!.destination).host,
      }),
    );
  return chosen;
}

/**
 * Returns the effect of a rollback on these images, with one or two HEAD requests for each tag.
 * @param force also moves tags back that were moved again since
 * @throws AirlockError of the network, side `destination`
 */
export async function rollbackTags(
  images: readonly RecordedImage[],
  options: {
    registry: Registry;
    force: boolean;
    /** Folder and number of the record. Later records show which run moved a tag since. */
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
      return { destination, recorded, state: 'new', why: t('tagNew', { run: sequence }) };
    const now = await digestOf(tag);
    const known = { destination, recorded, before: previousDigest, now };
    if (now === previousDigest) return { ...known, state: 'unchanged' };
    if (now !== digest && !force) {
      later ??= pushesAfter(runs, sequence);
      const by = (await later).get(`${destination} ${now}`);
      const why = !now
        ? t('tagDeleted')
        : by === undefined
          ? t('tagMovedOutside', { digest: now })
          : t('tagMovedByRun', { run: by, digest: now });
      return { ...known, state: 'moved-since', why };
    }
    if (!(await digestOf(previousDigest)))
      return { ...known, state: 'missing', why: t('tagManifestMissing', { digest: previousDigest }) };
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

/** Returns the number of the latest run after `sequence` that pushed each `destination digest`. */
async function pushesAfter(runs: string, sequence: number): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const listed of await listRuns(runs)) {
    if (listed.sequence <= sequence) continue;
    for (const { destination, digest, result } of (await readListedRun(listed)).images)
      if (result !== 'failed') found.set(`${destination} ${digest}`, listed.sequence);
  }
  return found;
}
