import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnderWay } from '../../../contract/topics/job.ts';
import type { LiveRun } from '../../../contract/topics/run.ts';
import type { RunRef } from '../../../contract/topics/vocabulary.ts';
import type { RunFollower } from '../../../runs/control/follow-run.ts';
import { createEventBudget } from '../state/event-budget.ts';
import type { KnownRoot, ServiceState } from '../state/state.ts';
import { createFollowers } from './followers.ts';
import type { RunList } from './list.ts';
import { liveRunOf } from './live.ts';
import { recordNames, refOf, runDirectory, runsFolder } from './run-places.ts';

const LOOK_EVERY_MS = 250;
const SCAN_EVERY_MS = 1000;

/** All active runs of any process in the known folders, and the runs that a page shows. */
export interface FollowedRuns {
  /** Returns a run with its events so far. @throws AirlockError `not-found`, `run-log-altered` */
  follower(run: RunRef): Promise<RunFollower>;
  /** Returns the last state of an active run; undefined for other runs. */
  underWay(directory: string): LiveRun | undefined;
  /** Follows a run from now on, even if its folder isn't known. */
  noticed(directory: string): Promise<void>;
  /** The known folders, and those of noticed runs. */
  roots(): Promise<KnownRoot[]>;
  close(): void;
}

interface Watched {
  follower: RunFollower;
  news: boolean;
  live: LiveRun;
}

/**
 * Follows runs of all processes by their records, and emits `job`, `runs` and `workspaces` events while a page listens: at
 * most four a second for each run and about ten in total. The last state of a run is always emitted.
 */
export function followRuns(
  state: Pick<ServiceState, 'emit' | 'listened' | 'knownRoots'>,
  list: RunList,
): FollowedRuns {
  const budget = createEventBudget();
  const watched = new Map<string, Watched>();
  const followers = createFollowers((directory) => watched.has(directory));
  const seen = new Set<string>();
  const extraRoots = new Set<string>();
  let scannedAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const drop = (directory: string): void => {
    followers.drop(directory);
    watched.delete(directory);
  };
  const listsChanged = (): void => {
    state.emit({ type: 'runs' });
    state.emit({ type: 'workspaces' });
    budget.spend();
    budget.spend();
  };
  const report = (run: LiveRun): void => {
    state.emit({ type: 'job', job: { kind: 'run', ...run } });
  };

  const watch = async (directory: string): Promise<void> => {
    const follower = await followers.open(directory);
    const live = await liveRunOf(follower, list);
    if (closed) return;
    if (!follower.ended) watched.set(directory, { follower, news: false, live });
    budget.spend();
    report(live);
    listsChanged();
  };
  const notice = async (directory: string, kind: KnownRoot['kind']): Promise<void> => {
    seen.add(directory);
    if (!isUnderWay(await list.one(directory, kind))) return;
    // The record may have been removed in the meantime.
    await watch(directory).catch(() => undefined);
  };

  const roots = async (): Promise<KnownRoot[]> => {
    const known = await state.knownRoots();
    const extra = [...extraRoots].filter((root) => !known.some((each) => each.root === root));
    return [...known, ...extra.map((root) => ({ root, kind: 'workspace' as const }))];
  };
  const scan = async (): Promise<void> => {
    for (const { root, kind } of await roots()) {
      // The folder may be available again later.
      const names = await recordNames(root).catch(() => []);
      for (const directory of names.map((name) => join(runsFolder(root), name)))
        if (!seen.has(directory)) await notice(directory, kind);
    }
    for (const directory of watched.keys()) {
      if (await stat(directory).catch(() => undefined)) continue;
      drop(directory);
      listsChanged();
    }
  };

  const look = async (directory: string, run: Watched): Promise<void> => {
    if (await run.follower.refresh()) run.news = true;
    if (run.follower.ended) {
      run.live = await liveRunOf(run.follower, list);
      watched.delete(directory);
      budget.spend();
      report(run.live);
      listsChanged();
      return;
    }
    if (!run.news || !budget.take()) return;
    run.news = false;
    const live = await liveRunOf(run.follower, list);
    const same = JSON.stringify(live) === JSON.stringify(run.live);
    run.live = live;
    if (same) return;
    report(live);
    // When the budget isn't enough for all runs, those that waited longest come first.
    watched.delete(directory);
    watched.set(directory, run);
  };

  const stop = everyNow(LOOK_EVERY_MS, async () => {
    if (!state.listened()) return;
    if (performance.now() - scannedAt >= SCAN_EVERY_MS) {
      scannedAt = performance.now();
      await scan();
    }
    for (const [directory, run] of [...watched]) await look(directory, run);
  });

  return {
    async follower(run) {
      const directory = await runDirectory(run);
      const follower = await followers.open(directory);
      const news = await follower.refresh();
      // The news of this refresh must also reach all other listeners.
      const shared = watched.get(directory);
      if (news && shared) shared.news = true;
      return follower;
    },
    underWay: (directory) => watched.get(directory)?.live,
    async noticed(directory) {
      extraRoots.add(refOf(directory).root);
      if (!seen.has(directory)) await notice(directory, 'workspace');
    },
    roots,
    close() {
      closed = true;
      stop();
      followers.close();
      watched.clear();
    },
  };
}

/** Repeats work with a pause after each time. @returns a function that ends it */
function everyNow(ms: number, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const schedule = (): void => {
    timer = setTimeout(async () => {
      // A drive that is removed during the work doesn't end the repetition.
      await work().catch(() => undefined);
      if (!ended) schedule();
    }, ms);
    timer.unref();
  };
  schedule();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
