import { type BrowserWindow, Notification, powerSaveBlocker } from 'electron';
import type { HostEvent } from '../core/contract/events.ts';
import type { LiveRun, RunStatus } from '../core/contract/topics/run.ts';
import { type Notice, noticePlace } from '../core/contract/topics/schedules/notifications.ts';

const WORKING: ReadonlySet<RunStatus> = new Set<RunStatus>(['running', 'pausing', 'stopping']);

/** Shows runs and notices on the desktop. */
export interface DesktopSigns {
  take(event: HostEvent): void;
  /** Returns active runs of this app's engine, which stop when it ends. */
  working(): LiveRun[];
}

/**
 * Shows progress on the taskbar, prevents sleep while a run of this app is active, and shows notices as notifications.
 * @param show opens the page at a route
 */
export function createDesktopSigns(window: BrowserWindow, show: (route: string) => void): DesktopSigns {
  const runs = new Map<string, LiveRun>();
  const seen = new Set<string>();
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
  const announce = (notice: Notice) => {
    if (seen.has(notice.id)) return;
    seen.add(notice.id);
    // The page shows the end of a run itself.
    if (notice.kind === 'run-ended' && window.isFocused()) return;
    const notification = new Notification({ title: notice.title, body: notice.text });
    notification.on('click', () => show(noticePlace(notice).address));
    notification.show();
    window.flashFrame(true);
  };
  window.on('focus', () => window.flashFrame(false));

  return {
    take(event) {
      if (event.type === 'engine' && event.state !== 'ready') {
        // These runs died with the engine. Resumed ones report themselves again.
        runs.clear();
        refresh();
      }
      if (event.type === 'notices') for (const notice of event.notices) announce(notice);
      if (event.type !== 'job' || event.job.kind !== 'run' || !event.job.own) return;
      const run = event.job;
      const key = `${run.run.root} ${run.run.sequence}`;
      if (WORKING.has(run.status)) runs.set(key, run);
      else runs.delete(key);
      refresh();
    },
    working: () => [...runs.values()],
  };
}

/** Returns a fraction from 0 to 1, 2 for progress without a known end, or -1 to show nothing. */
function fraction(runs: LiveRun[]): number {
  if (runs.length === 0) return -1;
  const known = runs.flatMap(({ progress }) =>
    progress?.totalKnown && progress.total > 0 ? [progress] : [],
  );
  if (known.length < runs.length) return 2;
  const sum = (of: 'done' | 'total') => known.reduce((all, progress) => all + progress[of], 0);
  return Math.min(1, sum('done') / sum('total'));
}
