import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { RunSchedule } from '../../contract/topics/run.ts';
import { listRuns } from '../../runs/audit/read-runs.ts';
import { openRunFollower } from '../../runs/control/follow-run.ts';
import { freeForArchives } from '../../store/workspace/file-system.ts';
import { lockHolder } from '../../store/workspace/lock.ts';
import { namesIn } from '../../store/workspace/next-transfer.ts';
import { readFormat } from '../../store/workspace/workspace.ts';
import { arrivals } from '../import/arrivals.ts';
import { arrivedHere, type LivedTransfer, transferLives } from '../transfer/life.ts';
import { type Expiring, expiring } from './expiring.ts';

/** An active run. */
export interface RunningNow {
  /** Number of the run, for `airlock runs attach`. */
  run: number;
  workflow: string;
  startedAt: string;
  /** `user@host`. */
  by: string;
  phase?: string;
  /** Bytes. */
  done?: number;
  total?: number;
  /** Bytes per second. */
  rate?: number;
  remainingMs?: number;
  images?: { total: number; copied: number; present: number; failed: number };
  /**
   * For a run with transfer windows: whether it may use its links, when that changes, and how many windows the rest
   * needs.
   */
  window?: Pick<RunSchedule, 'state' | 'changesAt' | 'windowsLeft' | 'endsAt'>;
}

/** State of a workspace, or of the state folder of the disconnected side. Sizes in bytes. */
export interface WorkspaceStatus {
  running: RunningNow[];
  /** Owner of the lock when no run is on record. */
  locked?: string;
  lastRun?: { run: number; workflow: string; status: string; startedAt: string; endedAt?: string };
  /** Deliverables of the active run, else of the last one. */
  deliverables: { name: string; complete: boolean; images: number; done: number; failed: number }[];
  /** Sets under construction. */
  unfinished: string[];
  /**
   * Sets that are still being imported from media: bytes and images that have arrived, and the acknowledgment code.
   */
  receiving: {
    transfer: string;
    enclave: string;
    bytesReceived: number;
    bytes: number;
    images: { total: number; complete: number };
    summary: string;
    code: string;
  }[];
  /** Complete sets that arrived on this side. */
  received: { transfer: string; enclave: string; bytes: number; step: string }[];
  /** Complete sets that left this side and that the other side hasn't acknowledged. */
  awaiting: { transfer: string; enclave: string; created: string; bytes: number; step: string }[];
  /** Transfers that arrived incomplete. The next transfer of the enclave contains what is missing. */
  incomplete: { transfer: string; enclave: string; missing: string[] | 'all' }[];
  disk: { sets: number; free?: number };
  expiring: Expiring[];
}

/** @throws AirlockError `workspace-format` */
export async function workspaceStatus(places: {
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}): Promise<WorkspaceStatus> {
  const { directory } = places;
  await readFormat(directory);
  const own = airlockDirectory(directory);
  const runs = await listRuns(join(own, 'runs'));
  const running = runs.filter(({ status }) => status === 'running');
  const last = runs.findLast(({ run }) => run !== undefined);
  const shown = running.at(-1) ?? last;
  const snapshots = new Map<number, Awaited<ReturnType<typeof snapshotOf>>>();
  for (const { sequence, directory: record } of shown ? [...new Set([...running, shown])] : [])
    snapshots.set(sequence, await snapshotOf(record));
  const transfers = (await namesIn(directory)).includes('transfers') ? await transferLives(directory) : [];
  const arriving = await arrivals(directory);
  const holder = running.length > 0 ? undefined : await lockHolder(join(own, 'lock'));
  const free = await freeForArchives(directory);
  return {
    running: running.map(({ sequence, run }) => {
      const { phases, progress, schedule } = snapshots.get(sequence)!;
      const phase = phases.findLast(({ endedAt }) => endedAt === undefined)?.phase;
      return {
        run: sequence,
        workflow: run!.workflow,
        startedAt: run!.startedAt,
        by: `${run!.user}@${run!.host}`,
        phase,
        window: schedule && schedule.windows.length > 0 ? windowOf(schedule) : undefined,
        done: progress?.done,
        total: progress?.total,
        rate: progress?.rate,
        images: progress?.images,
        remainingMs: progress?.remainingMs,
      };
    }),
    locked: holder || undefined,
    lastRun: last?.run && {
      run: last.sequence,
      workflow: last.run.workflow,
      status: last.status,
      startedAt: last.run.startedAt,
      endedAt: last.run.endedAt,
    },
    deliverables: (shown ? (snapshots.get(shown.sequence)?.deliverables ?? []) : []).map(
      ({ name, images, done, failed, completedAt }) => ({
        name,
        complete: completedAt !== undefined || (failed === 0 && done === images),
        images,
        done,
        failed,
      }),
    ),
    unfinished: transfers.flatMap(({ name, state }) => (state === 'under-construction' ? [name] : [])),
    receiving: arriving.map(({ transfer, enclave, bytesReceived: here, bytes, images, summary, code }) => ({
      ...{ transfer, enclave, bytesReceived: here, bytes, images, summary, code },
    })),
    received: transfers.flatMap(({ name, enclave, bytes, lifecycle }) =>
      arrivedHere(lifecycle) ? [{ transfer: name, enclave, bytes, step: lifecycle.step }] : [],
    ),
    awaiting: transfers.flatMap(awaitingOf),
    incomplete: transfers.flatMap(({ name, enclave, lifecycle }) =>
      lifecycle.arrived === 'partial' || lifecycle.arrived === 'nothing'
        ? [{ transfer: name, enclave, missing: lifecycle.missingFromTransfer ?? lifecycle.missing }]
        : [],
    ),
    disk: {
      sets: [...transfers, ...arriving.map(({ bytesReceived: here }) => ({ bytes: here }))].reduce(
        (sum, { bytes }) => sum + bytes,
        0,
      ),
      free,
    },
    expiring: await expiring(places),
  };
}

function windowOf({ state, changesAt, windowsLeft, endsAt }: RunSchedule): RunningNow['window'] {
  return {
    state,
    changesAt,
    windowsLeft,
    endsAt,
  };
}

async function snapshotOf(record: string) {
  const follower = await openRunFollower(record);
  try {
    return follower.snapshot();
  } finally {
    follower.close();
  }
}

function awaitingOf({
  name,
  enclave,
  state,
  created = '',
  bytes,
  lifecycle,
}: LivedTransfer): WorkspaceStatus['awaiting'] {
  if (state === 'under-construction' || lifecycle.arrived !== 'unknown' || arrivedHere(lifecycle)) return [];
  return [{ transfer: name, enclave, created, bytes, step: lifecycle.step }];
}
