import type { RunComparison, RunSummary } from '../../../contract/topics/run.ts';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import { type ReadRun, readRun } from '../../../runs/audit/read-runs.ts';
import { lineDifference } from '../state/line-difference.ts';
import { runsFolder } from './run-places.ts';

const SHOWN = 500;

type Image = RunComparison['added'][number];

/** What run `b` has that run `a` had not, and the reverse, by origin and digest; images that failed count as not there. */
export async function compareRuns(
  a: { ref: RunRef; summary: RunSummary },
  b: { ref: RunRef; summary: RunSummary },
): Promise<RunComparison> {
  const [before, after] = await Promise.all(
    [a, b].map(({ ref }) => readRun(runsFolder(ref.root), ref.sequence)),
  );
  return {
    a: a.summary,
    b: b.summary,
    ...compareImages(imagesOf(before!), imagesOf(after!)),
    configuration: compareConfigurations(before!, after!),
  };
}

/** Origin -> digest -> image. */
type Images = Map<string, Map<string, Image>>;

function imagesOf(run: ReadRun): Images {
  const images: Images = new Map();
  for (const { origin, destination, digest, size, result } of run.images) {
    if (result === 'failed') continue;
    const digests = images.get(origin) ?? new Map<string, Image>();
    if (!digests.has(digest)) digests.set(digest, { origin, destination, digest, bytes: size });
    images.set(origin, digests);
  }
  return images;
}

function compareImages(before: Images, after: Images) {
  const added: Image[] = [];
  const removed: Image[] = [];
  const moved: RunComparison['moved'] = [];
  let same = 0;
  for (const origin of new Set([...before.keys(), ...after.keys()])) {
    const was = before.get(origin) ?? new Map<string, Image>();
    const is = after.get(origin) ?? new Map<string, Image>();
    const lost = [...was].filter(([digest]) => !is.has(digest));
    const arrive = [...is].filter(([digest]) => !was.has(digest));
    same += is.size - arrive.length;
    while (lost.length > 0 && arrive.length > 0)
      moved.push({ origin, from: lost.shift()![0], to: arrive.shift()![0] });
    removed.push(...lost.map(([, image]) => image));
    added.push(...arrive.map(([, image]) => image));
  }
  return {
    added: added.slice(0, SHOWN),
    addedTotal: added.length,
    removed: removed.slice(0, SHOWN),
    removedTotal: removed.length,
    moved: moved.slice(0, SHOWN),
    movedTotal: moved.length,
    same,
  };
}

function compareConfigurations(a: ReadRun, b: ReadRun): string {
  const count = Math.max(a.configurations.length, b.configurations.length);
  return Array.from({ length: count }, (_, index) => {
    const [before, after] = [a.configurations[index], b.configurations[index]];
    return lineDifference(
      { name: before ? `run ${a.sequence}/${before.name}` : '/dev/null', text: before?.text ?? '' },
      { name: after ? `run ${b.sequence}/${after.name}` : '/dev/null', text: after?.text ?? '' },
    );
  }).join('');
}
