import { join } from 'node:path';
import type { RequestOutput, RequestParsed } from '../../../contract/contract.ts';
import { isUnderWay } from '../../../contract/topics/job.ts';
import type { FoundImage, RunSummary } from '../../../contract/topics/run.ts';
import type { PlanDocument } from '../../../mirror/approval/plan-document.ts';
import { openRunFollower } from '../../../runs/control/follow-run.ts';
import { readSetIndex } from '../../../store/set-format/set-index.ts';
import { namesIn, parseTransferName } from '../../../store/workspace/next-transfer.ts';
import type { KnownRoot } from '../state/state.ts';
import type { FollowedRuns } from './follow.ts';
import type { RunList } from './list.ts';

/** Images in memory. Older runs beyond this number aren't searched. */
const MOST_IMAGES = 60_000;

interface SearchedImage extends FoundImage {
  /** Lower-case texts of the image. */
  text: string;
}

/** The images of a run, a transfer or a plan. */
interface Searched {
  images: readonly SearchedImage[];
}

interface Sources {
  list: RunList;
  followed: Pick<FollowedRuns, 'follower' | 'roots'>;
  /** The plans with new images that no run has started to copy, the newest first. */
  plans(): Iterable<PlanDocument>;
}

/**
 * Returns the handler of `runs.findImages`. Records of ended runs and indexes of transfers don't change, so each search
 * retains those that it used for the next one.
 */
export function createImageSearch({ list, followed, plans }: Sources) {
  const read = new Map<string, Searched>();
  const planned = new WeakMap<PlanDocument, Searched>();
  let joined: { sources: readonly Searched[]; images: readonly SearchedImage[] } = {
    sources: [],
    images: [],
  };

  const runImages = async (summary: RunSummary): Promise<Searched> => {
    const known = read.get(summary.directory);
    if (known) return known;
    const active = isUnderWay(summary);
    // A damaged record has no images.
    const opened = active ? followed.follower(summary.run) : openRunFollower(summary.directory);
    const follower = await opened.catch(() => undefined);
    const { rows } = follower?.images({ offset: 0, limit: MOST_IMAGES }) ?? { rows: [] };
    const images = rows.map(({ origin, destination, digest }) =>
      searched({ origin, destination, in: { kind: 'run', run: summary.run } }, digest),
    );
    if (active) return { images };
    follower?.close();
    read.set(summary.directory, { images });
    return { images };
  };

  const planImages = (plan: PlanDocument): Searched => {
    const known = planned.get(plan);
    if (known) return known;
    const place = { kind: 'plan' as const, workflow: plan.workflow };
    const images = plan.items.map(({ source, destination, digest }) =>
      searched({ origin: source, destination, in: place }, digest),
    );
    planned.set(plan, { images });
    return { images };
  };

  const transferImages = async ({ directory, ...place }: StoredTransfer): Promise<Searched> => {
    const known = read.get(directory);
    if (known) return known;
    const index = await readSetIndex(directory).catch(() => undefined);
    const images = (index?.images ?? []).flatMap(({ repository, tag, digest }) =>
      tag === undefined
        ? []
        : searched({ destination: `${repository}:${tag}`, in: { kind: 'transfer', ...place } }, digest),
    );
    if (index) read.set(directory, { images });
    return { images };
  };

  /** Returns every image once, from the newest source that contains it, and the number of sources that were left out. */
  const all = async (signal: AbortSignal): Promise<{ images: readonly SearchedImage[]; omitted: number }> => {
    const roots = await followed.roots();
    const runs = await list.all(roots);
    const written = new Set(runs.map(({ run, transfer }) => `${run.root}\n${transfer ?? ''}`));
    const transfers = (await storedTransfers(roots)).filter(
      ({ workspace, transfer }) => !written.has(`${workspace}\n${transfer}`),
    );
    const sources: Searched[] = [...plans()].map(planImages);
    const used = new Set<string>();
    let count = 0;
    let omitted = 0;
    const take = async (
      directory: string,
      source: () => Promise<Searched>,
      expected: number,
    ): Promise<void> => {
      signal.throwIfAborted();
      if (count >= MOST_IMAGES || (count > 0 && count + expected > MOST_IMAGES)) {
        omitted++;
        return;
      }
      used.add(directory);
      const found = await source();
      count += found.images.length;
      sources.push(found);
    };
    for (const run of runs) await take(run.directory, () => runImages(run), run.images?.total ?? 0);
    for (const transfer of transfers) await take(transfer.directory, () => transferImages(transfer), 0);
    for (const directory of read.keys()) if (!used.has(directory)) read.delete(directory);
    if (sources.length !== joined.sources.length || sources.some((each, at) => each !== joined.sources[at])) {
      const once = new Map<string, SearchedImage>();
      for (const { images } of sources)
        for (const image of images) if (!once.has(image.text)) once.set(image.text, image);
      joined = { sources, images: [...once.values()] };
    }
    return { images: joined.images, omitted };
  };

  return async (
    { search, limit }: RequestParsed<'runs.findImages'>,
    signal: AbortSignal,
  ): Promise<RequestOutput<'runs.findImages'>> => {
    const { images, omitted } = await all(signal);
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const found = images.filter(({ text }) => words.every((word) => text.includes(word)));
    return {
      searched: images.length,
      omitted,
      matching: found.length,
      images: found.slice(0, limit).map(({ text: _, ...image }) => image),
    };
  };
}

function searched(image: FoundImage, digest: string): SearchedImage {
  return { ...image, text: `${image.origin ?? ''} ${image.destination} ${digest}`.toLowerCase() };
}

interface StoredTransfer {
  workspace: string;
  enclave: string;
  transfer: string;
  directory: string;
}

/** Returns the complete transfers of workspaces, the newest of each enclave first. */
async function storedTransfers(roots: readonly KnownRoot[]): Promise<StoredTransfer[]> {
  const lists = roots
    .filter(({ kind }) => kind === 'workspace')
    .map(async ({ root: workspace }) => {
      const transfers = join(workspace, 'transfers');
      const names = await namesIn(transfers).catch(() => []);
      return names
        .flatMap((name) => parseTransferName(name) ?? [])
        .filter(({ partial }) => !partial)
        .sort((a, b) => b.number - a.number)
        .map(({ enclave, transfer }): StoredTransfer => {
          return { workspace, enclave, transfer, directory: join(transfers, transfer) };
        });
    });
  return (await Promise.all(lists)).flat();
}
