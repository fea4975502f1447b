import { type BrowserWindow, Notification, powerSaveBlocker } from 'electron';
import type { HostEvent } from '../core/contract/events.ts';
import type { LiveRun, RunStatus } from '../core/contract/topics/run.ts';

const WORKING: ReadonlySet<RunStatus> = new Set<RunStatus>(['running', 'pausing', 'stopping']);

const ENDED: Partial<Record<RunStatus, string>> = {
  complete: 'is complete',
  partial: 'ended with images that failed',
  failed: 'failed',
};

const WORK: Record<LiveRun['workflow'], string> = {
  mirrorToDisk: 'Fetch',
  diskToMirror: 'Push',
  mirrorToMirror: 'Mirror',
  replay: 'Replay',
  rollback: 'Rollback',
  delete: 'Delete',
};

/** What the desktop itself shows of runs, and does for them. */
export interface DesktopSigns {
  take(event: HostEvent): void;
  /** Runs that this app's engine works on: they stop when it ends. */
  working(): LiveRun[];
}

/**
 * Progress on the taskbar, no sleep while a run of this app works, and a notification when one ends and nobody looks.
 * @param show opens the page at a route
 */
export function createDesktopSigns(window: BrowserWindow, show: (route: string) => void): DesktopSigns {
  const runs = new Map<string, LiveRun>();
  let blocker: number | undefined;

  const refresh = () => {
    const working = [...runs.values()];
    window.setProgressBar(fraction(working));
    if (working.length > 0) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== undefined) {
      powerSaveBlocker.stop(blocker);
      blocker = undefined;
    }
  };
  const announce = (run: LiveRun) => {
    const how = ENDED[run.status];
    if (how === undefined || window.isFocused()) return;
    const route = `/run/${run.run.sequence}?root=${encodeURIComponent(run.run.root)}`;
    const notification = new Notification({
      title: `${WORK[run.workflow]} ${how}`,
      body: [run.transfer ?? run.target, run.error?.message].filter(Boolean).join(': '),
    });
    notification.on('click', () => show(route));
    notification.show();
    window.flashFrame(true);
  };
  window.on('focus', () => window.flashFrame(false));

  return {
    take(event) {
      if (event.type === 'engine' && event.state !== 'ready') {
        // They died with the engine; those that are taken up again tell so themselves.
        runs.clear();
        refresh();
      }
      if (event.type !== 'job' || event.job.kind !== 'run' || !event.job.own) return;
      const run = event.job;
      const key = `${run.run.root} ${run.run.sequence}`;
      if (WORKING.has(run.status)) runs.set(key, run);
      else if (runs.delete(key)) announce(run);
      refresh();
    },
    working: () => [...runs.values()],
  };
}

/** 0 to 1; 2 shows work without an end in sight, -1 nothing. */
function fraction(runs: LiveRun[]): number {
  if (runs.length === 0) return -1;
  const known = runs.flatMap(({ progress }) =>
    progress?.totalKnown && progress.total > 0 ? [progress] : [],
  );
  if (known.length < runs.length) return 2;
  const sum = (of: 'done' | 'total') => known.reduce((all, progress) => all + progress[of], 0);
  return Math.min(1, sum('done') / sum('total'));
}
