import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import { listRuns, readListedRun } from '../../runs/audit/read-runs.ts';
import type { RecordedImage } from '../../runs/audit/run-file.ts';
import { recordsOf } from '../../store/workspace/planning-space.ts';
import { pushedTags } from '../copy/pushed-tags.ts';
import type { Destination } from '../run/workflow.ts';

/** What pushes recorded about a name at a registry. */
export interface PushRecord {
  /** Digests that the workspace and the state folder recorded for the tag. */
  digests: Set<Digest>;
  /** The last push of the image, with the time at which this digest was first pushed. */
  last?: Pick<RecordedImage, 'kind' | 'origin' | 'deliverable' | 'verdict'> & {
    digest: string;
    pushedAt: string;
  };
}

const PUSHES = new Set(['diskToMirror', 'mirrorToMirror', 'replay']);

/**
 * Returns the records of pushes to a registry and path, by `repository:tag`.
 * @param folders workspace and state folder, the folder of the latest pushes last
 * @throws AirlockError `disk`, `workspace-format`
 */
export async function pushRecords(
  folders: readonly string[],
  { host, namespace }: Destination,
  signal: AbortSignal,
): Promise<Map<string, PushRecord>> {
  const records = new Map<string, PushRecord>();
  const prefix = namespace ? `${namespace}/` : '';
  for (const folder of folders) {
    const { state } = await recordsOf(folder);
    for (const [name, digest] of (await pushedTags({ state }, host)).all())
      if (name.startsWith(prefix)) recordOf(records, name).digests.add(digest);
  }
  const runs = await Promise.all(folders.map((folder) => listRuns(airlockDirectory(folder, 'runs'))));
  for (const listed of runs.flat().sort(byStart)) {
    signal.throwIfAborted();
    const { run } = listed;
    if (!run || !PUSHES.has(run.workflow)) continue;
    const pushedAt = run.endedAt ?? run.startedAt;
    for (const image of (await readListedRun(listed)).images)
      if (image.result !== 'failed' && image.destination.startsWith(`${host}/${prefix}`))
        noteImage(records, image.destination.slice(host.length + 1), image, pushedAt);
  }
  return records;
}

function byStart(a: { run?: { startedAt: string } }, b: { run?: { startedAt: string } }): number {
  return (a.run?.startedAt ?? '') < (b.run?.startedAt ?? '') ? -1 : 1;
}

function recordOf(records: Map<string, PushRecord>, name: string): PushRecord {
  const known = records.get(name) ?? { digests: new Set() };
  records.set(name, known);
  return known;
}

function noteImage(
  records: Map<string, PushRecord>,
  name: string,
  { kind, origin, deliverable, verdict, digest }: RecordedImage,
  pushedAt: string,
): void {
  // Only recorded tags count: a deletion or a rollback changes the tag, but not the records of earlier runs.
  const record = records.get(name);
  if (!record || !isDigest(digest)) return;
  const first = record.last?.digest === digest ? record.last.pushedAt : pushedAt;
  record.last = { kind, origin, deliverable, verdict, digest, pushedAt: first };
}
