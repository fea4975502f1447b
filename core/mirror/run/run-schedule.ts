import { fitInto } from '../../base/schedule/fit.ts';
import { stateAt } from '../../base/schedule/openings.ts';
import { parseWindow } from '../../base/schedule/parse-window.ts';
import { instantText, type LinkWindow, windowText } from '../../base/schedule/window.ts';
import { createLinkGate, type LinkGate } from '../../registry/exchange/link-gate.ts';
import type { LiveSchedule } from '../../runs/control/live-file.ts';
import type { EmitRunEvent, RunProgress, WindowStanding } from '../../runs/progress/events.ts';

/** The clock may be set, and a machine may sleep: it is looked at again after so long. */
const LOOK_AGAIN_MS = 15_000;

/** When a run may use its links, and what else ends it in good order. */
export interface ScheduleRequest {
  /** As `windowText` writes them; absent or empty: always. */
  windows?: string[];
  /** A window that closes pauses the run, in place of waiting for the next. */
  exitAtClose?: boolean;
  /** The run pauses at this instant (ISO 8601). */
  until?: string;
  /** The run pauses when so many bytes were fetched and sent together. */
  maxBytes?: number;
}

/** The schedule of a run at work. */
export interface RunSchedule {
  readonly gate: LinkGate;
  /** Bytes a second: the lower of what was asked for and what the window allows; null: no limit. */
  rate(asked: number | null): number | null;
  /** Told when {@link rate} may have changed. */
  onRate(listener: () => void): void;
  /** Bytes fetched and sent so far. */
  moved(bytes: number): void;
  setWindows(texts: readonly string[]): void;
  /** Outside of its windows until the next one opens; or no more of that. */
  ignoreWindows(ignore: boolean): void;
  /** Undefined for a run that nothing was said for. */
  state(progress: RunProgress | undefined): LiveSchedule | undefined;
  close(): void;
}

/**
 * Reads the windows of a request.
 * @throws AirlockError `usage` with the column
 */
export function windowsOf(texts: readonly string[]): LinkWindow[] {
  return texts.map((text) => parseWindow(text, { zone: 'UTC', name: '--window' }));
}

/**
 * Opens and closes the links of a run by the calendar, from now on.
 * @param options.leaving once it is aborted nothing waits for an opening
 * @param options.pause asks the run to pause; told why: `--until`
 * @throws AirlockError `usage` for windows that cannot be read
 */
export function keepSchedule(
  request: ScheduleRequest,
  options: { leaving: AbortSignal; emit: EmitRunEvent; pause: (why: string) => void },
): RunSchedule {
  const gate = createLinkGate(options.leaving);
  const listeners: (() => void)[] = [];
  const until = request.until === undefined ? undefined : Date.parse(request.until);
  let windows = windowsOf(request.windows ?? []);
  let standing: WindowStanding = 'open';
  let windowRate: number | null = null;
  /** Until when windows are ignored. */
  let ignoredTo: number | undefined;
  let since = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let told = false;
  let over = false;
  let moved = 0;
  let lastRate = 0;

  const end = (why: string): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    // Paused first: what waits at a closed gate leaves, and nothing is cut that could not.
    options.pause(why);
    gate.set(false);
  };

  const look = (): void => {
    clearTimeout(timer);
    if (over) return;
    const now = Date.now();
    if (until !== undefined && now >= until) {
      end('--until');
      return;
    }
    const { open, rate, changesAt, closesAt, opensAt } = stateAt(windows, now);
    if (ignoredTo !== undefined && (now >= ignoredTo || windows.length === 0)) ignoredTo = undefined;
    const next: WindowStanding = ignoredTo !== undefined ? 'ignored' : open ? 'open' : 'closed';
    const nextRate = next === 'open' ? rate : null;
    const changes = next === 'ignored' ? ignoredTo : open ? closesAt : opensAt;
    const news = next !== standing || (windows.length > 0 && !told);
    const closes = news && next === 'closed' && told;
    if (next !== standing) since = now;
    standing = next;
    if (news) {
      told = true;
      options.emit({
        type: 'window',
        state: next,
        ...(changes !== undefined && Number.isFinite(changes) && { until: instantText(changes) }),
        ...(nextRate !== null && { rate: nextRate }),
      });
    }
    const last = next === 'closed' && opensAt === undefined;
    if (last || (closes && request.exitAtClose)) {
      end(last ? 'no window opens any more' : '--exit-at-close');
      return;
    }
    if (nextRate !== windowRate) {
      windowRate = nextRate;
      for (const listener of listeners) listener();
    }
    gate.set(next !== 'closed');
    const at = Math.min(changesAt ?? Infinity, until ?? Infinity, ignoredTo ?? Infinity, now + LOOK_AGAIN_MS);
    // It keeps the process alive: a run that waits for its window has nothing else under way.
    timer = setTimeout(look, Math.max(1, at - Date.now()));
  };
  look();

  return {
    gate,
    rate: (asked) =>
      asked === null ? windowRate : windowRate === null ? asked : Math.min(asked, windowRate),
    onRate(listener) {
      listeners.push(listener);
      if (windowRate !== null) listener();
    },
    moved(bytes) {
      moved = bytes;
      if (request.maxBytes !== undefined && bytes >= request.maxBytes) end('--max-bytes');
    },
    setWindows(texts) {
      windows = windowsOf(texts);
      ignoredTo = undefined;
      look();
    },
    ignoreWindows(ignore) {
      if (ignore && windows.length > 0)
        ignoredTo = stateAt(windows, Date.now()).opensAt ?? Number.POSITIVE_INFINITY;
      else ignoredTo = undefined;
      look();
    },
    state(progress) {
      const { exitAtClose = false, maxBytes } = request;
      if (windows.length === 0 && until === undefined && maxBytes === undefined) return undefined;
      const now = Date.now();
      if (gate.open && progress && progress.rate > 0) lastRate = progress.rate;
      const { opensAt, closesAt } = stateAt(windows, now);
      const changesAt =
        standing === 'ignored' ? ignoredTo : standing === 'closed' ? opensAt : (closesAt ?? undefined);
      const byHand: LinkWindow[] =
        ignoredTo === undefined ? [] : [{ kind: 'single', from: now, to: ignoredTo, rate: null }];
      const fit =
        windows.length > 0 && progress?.totalKnown && lastRate > 0
          ? fitInto([...windows, ...byHand], now, progress.total - progress.done, lastRate)
          : undefined;
      return {
        windows: windows.map(windowText),
        state: standing,
        since: instantText(since),
        ...(changesAt !== undefined && Number.isFinite(changesAt) && { changesAt: instantText(changesAt) }),
        ...(opensAt !== undefined && { opensAt: instantText(opensAt) }),
        ...(windowRate !== null && { rate: windowRate }),
        exitAtClose,
        ...(until !== undefined && { until: instantText(until) }),
        ...(maxBytes !== undefined && { maxBytes, bytesLeft: Math.max(0, maxBytes - moved) }),
        ...(fit && { windowsLeft: fit.windows, endsAt: instantText(fit.endsAt) }),
      };
    },
    close() {
      over = true;
      clearTimeout(timer);
    },
  };
}

/** Windows that a run under way is asked to keep to. @throws AirlockError `usage` */
export function canonicalWindows(texts: readonly string[]): string[] {
  return windowsOf(texts).map(windowText);
}

/** A request that goes on later: an end in the past is none. */
export function withoutPastEnd<R extends ScheduleRequest>(request: R): R {
  if (request.until === undefined || Date.parse(request.until) > Date.now()) return request;
  const { until: _until, ...rest } = request;
  return rest as R;
}
