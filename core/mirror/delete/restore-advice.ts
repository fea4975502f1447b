import { airlockFolder } from '../../base/files/airlock-folder.ts';
import type { Digest } from '../../base/image/digest.ts';
import { listRuns, readRun } from '../../runs/audit/read-runs.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import type { Destination } from '../run/workflow.ts';

/** Runs that are named, at most. */
const MOST_RUNS = 3;

/** How deleted images can be had again. */
export interface RestoreAdvice {
  /** Each a sentence; none when nothing was deleted. */
  sentences: string[];
  /** The workspace whose sets hold all of it. */
  from?: string;
}

/**
 * How deleted images can be had again: from the sets of the workspace where those hold all of it, else by the runs that
 * pushed them.
 * @param deleted `repository:tag` of each, and everything that they were made of
 */
export async function restoreAdvice(
  deleted: { names: ReadonlySet<string>; content: Iterable<Digest> },
  places: { workspace: string; records: readonly string[]; destination: Destination },
  signal: AbortSignal,
): Promise<RestoreAdvice> {
  if (deleted.names.size === 0) return { sentences: [] };
  const { workspace, records, destination } = places;
  const to = `docker://${destination.host}${destination.namespace && `/${destination.namespace}`}`;
  const source = await openImageSource(workspace, { signal }).catch(() => undefined);
  try {
    if (source && [...deleted.content].every((digest) => source.size(digest) !== undefined))
      return {
        sentences: [
          `\`airlock mirror --from file://${workspace} ${to}\` pushes them again: this workspace holds all of it.`,
        ],
        from: workspace,
      };
  } finally {
    await source?.close();
  }
  const advice: string[] = [];
  for (const folder of records) {
    const runs = airlockFolder(folder, 'runs');
    for (const { sequence, run } of (await listRuns(runs)).reverse()) {
      if (advice.length === MOST_RUNS) break;
      if (!run || !['diskToMirror', 'mirrorToMirror'].includes(run.workflow)) continue;
      const { images } = await readRun(runs, sequence);
      const pushed = images.some(
        ({ destination: name, result }) =>
          result !== 'failed' &&
          name.startsWith(`${destination.host}/`) &&
          deleted.names.has(name.slice(destination.host.length + 1)),
      );
      if (pushed)
        advice.push(
          `Run ${sequence} of ${folder} pushed them: \`airlock ${run.arguments.join(' ')}\` does it again.`,
        );
    }
  }
  return {
    sentences:
      advice.length > 0
        ? advice
        : ['A new transfer must carry them: mirror to disk with --resend, and push that.'],
  };
}
