import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunStatus, type RunSummary, runKind } from '../../../contract/topics/run.ts';
import { recordedDelete } from '../../../mirror/delete/recorded-delete.ts';
import { recordedRequest } from '../../../mirror/run/recorded-request.ts';
import { type ListedRun, readRunFile } from '../../../runs/audit/read-runs.ts';
import { RUN_FILE, type RunFile, sequenceOf } from '../../../runs/audit/run-file.ts';
import type { KnownRoot } from '../state/state.ts';
import { recordNames, refOf, runsFolder } from './run-places.ts';
import { placeOf, targetOf } from './run-request.ts';

/** Lists runs. The summaries of ended runs are cached, because their records don't change: only run.json is checked. */
export interface RunList {
  /** Returns all runs of these roots, newest first. @throws AirlockError `disk` when a folder can't be read */
  all(roots: readonly KnownRoot[]): Promise<RunSummary[]>;
  /** Returns one run by the folder of its record. Never throws. */
  one(directory: string, kind?: KnownRoot['kind']): Promise<RunSummary>;
  /** Returns the folder of a run's cluster resources, or undefined if it wrote none or a later run replaced them. */
  resources(directory: string): Promise<string | undefined>;
  /** Returns the folder with a push's manifests for clusters, or undefined if it wrote none. */
  config(directory: string): Promise<string | undefined>;
}

interface Known {
  mark: string;
  summary: RunSummary;
  resources: string | undefined;
  config: string | undefined;
}

export function createRunList(): RunList {
  const known = new Map<string, Known>();

  const look = async (directory: string, kind: KnownRoot['kind']): Promise<Known> => {
    const found = await stat(join(directory, RUN_FILE)).catch(() => undefined);
    const mark = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
    const before = known.get(directory);
    if (before && mark && before.mark === mark) return before;
    const listed = await readRunFile(directory);
    const now = {
      mark,
      summary: summaryOf(directory, listed, kind),
      resources: listed.run?.result?.resources,
      config: listed.run?.result?.config,
    };
    // Whether a run is active depends on its process, not on its file.
    if (listed.run?.status !== 'running') known.set(directory, now);
    return now;
  };

  const recordsOf = async ({ root, kind }: KnownRoot): Promise<Known[]> => {
    const names = (await recordNames(root)).reverse();
    return Promise.all(names.map((name) => look(join(runsFolder(root), name), kind)));
  };

  return {
    async all(roots) {
      const lists = await Promise.all(roots.map(recordsOf));
      return newestFirst(lists.map((list) => list.map(({ summary }) => summary)));
    },
    one: async (directory, kind = 'workspace') => (await look(directory, kind)).summary,
    config: async (directory) => (await look(directory, 'state')).config,
    async resources(directory) {
      const { root, sequence } = refOf(directory);
      const { resources } = await look(directory, 'state');
      if (!resources) return undefined;
      const records = await recordsOf({ root, kind: 'state' });
      const later = records.some(
        (other) => other.summary.run.sequence > sequence && other.resources === resources,
      );
      return later ? undefined : resources;
    },
  };
}

/** Within a root, runs are ordered by sequence instead of time. Between roots, only the time is known. */
function newestFirst(lists: RunSummary[][]): RunSummary[] {
  const heads = lists.filter((list) => list.length > 0).map((list) => ({ list, at: 0 }));
  const merged: RunSummary[] = [];
  while (heads.length > 0) {
    const next = heads.reduce((a, b) => (b.list[b.at]!.startedAt > a.list[a.at]!.startedAt ? b : a));
    merged.push(next.list[next.at++]!);
    if (next.at === next.list.length) heads.splice(heads.indexOf(next), 1);
  }
  return merged;
}

/** @param kind of the root. It decides the kind of a run whose record can't be read */
function summaryOf(
  directory: string,
  { status, run }: Pick<ListedRun, 'status' | 'run'>,
  kind: KnownRoot['kind'],
): RunSummary {
  const ref = refOf(directory);
  const workflow = runKind.safeParse(run?.workflow);
  if (!run || !workflow.success)
    return {
      run: ref,
      workflow: kind === 'state' ? 'diskToMirror' : 'mirrorToDisk',
      status: 'damaged',
      startedAt: startedAt(directory),
      directory,
    };
  return { run: ref, workflow: workflow.data, status: status as RunStatus, directory, ...figuresOf(run) };
}

function figuresOf(run: RunFile) {
  const recorded = recordedRequest(run);
  const mirror = recorded?.kind === 'mirror' ? recorded.request : undefined;
  const deletion = recorded ? undefined : recordedDelete(run);
  const target = mirror
    ? targetOf(mirror.workflow)
    : recorded?.kind === 'replay'
      ? run.result?.directory
      : deletion && placeOf(deletion.destination);
  return {
    startedAt: run.startedAt,
    user: run.user,
    host: run.host,
    endedAt: run.endedAt,
    enclave: mirror?.enclave,
    target,
    transfer: run.transfer,
    images: run.counts?.images,
    bytes: run.counts?.bytes,
  };
}

/** Returns the start of a run from the name of its folder: `0007-20260131T100000Z`. */
function startedAt(directory: string): string {
  const name = directory.slice(directory.lastIndexOf('/') + 1);
  const time = /^\d+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name);
  return sequenceOf(name) !== undefined && time
    ? `${time[1]}-${time[2]}-${time[3]}T${time[4]}:${time[5]}:${time[6]}.000Z`
    : new Date(0).toISOString();
}
