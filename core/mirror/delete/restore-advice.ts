import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { Digest } from '../../base/image/digest.ts';
import { listRuns, readListedRun } from '../../runs/audit/read-runs.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import type { Destination } from '../run/workflow.ts';
import { t } from './messages.ts';

/** Maximum number of runs in the advice. */
const MOST_RUNS = 3;

/** How to restore deleted images. */
export interface RestoreAdvice {
  /** Sentences, none if nothing was deleted. */
  sentences: string[];
  /** The workspace whose archive sets contain all of it. */
  from?: string;
}

/**
 * Returns how to restore deleted images: from the archive sets of the workspace if they contain all of it, or else with
 * the runs that pushed them.
 * @param deleted `repository:tag` of each, and the digests of their content
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
        sentences: [t('restoreFromWorkspace', { workspace, destination: to })],
        from: workspace,
      };
  } finally {
    await source?.close();
  }
  const advice: string[] = [];
  for (const folder of records) {
    const runs = await listRuns(airlockDirectory(folder, 'runs'));
    for (const listed of runs.reverse()) {
      const { sequence, run } = listed;
      if (advice.length === MOST_RUNS) break;
      if (!run || !['diskToMirror', 'mirrorToMirror'].includes(run.workflow)) continue;
      const { images } = await readListedRun(listed);
      const pushed = images.some(
        ({ destination: name, result }) =>
          result !== 'failed' &&
          name.startsWith(`${destination.host}/`) &&
          deleted.names.has(name.slice(destination.host.length + 1)),
      );
      if (pushed)
        advice.push(t('restoreFromRun', { run: `${sequence}`, folder, arguments: run.arguments.join(' ') }));
    }
  }
  return {
    sentences: advice.length > 0 ? advice : [t('restoreFromTransfer')],
  };
}
