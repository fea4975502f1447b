import { fitInto } from '../../base/schedule/fit.ts';
import { stateAt } from '../../base/schedule/openings.ts';
import { parseWindow } from '../../base/schedule/parse-window.ts';
import { instantText, type LinkWindow, windowText } from '../../base/schedule/window.ts';
import { createLinkGate, type LinkGate } from '../../registry/exchange/link-gate.ts';
import type { LiveSchedule } from '../../runs/control/live-file.ts';
import type { EmitRunEvent, RunProgress, WindowState } from '../../runs/progress/events.ts';
import { t } from '../messages.ts';

/** The clock is read again after this time, because it may be set and the machine may sleep. */
const LOOK_AGAIN_MS = 15_000;

/** The transfer windows of a run, and limits at which it pauses. */
export interface ScheduleRequest {
  /** In the format of `windowText`. Absent or empty: always. */
  windows?: string[];
  /** Pauses the run when a window closes, instead of waiting for the next. */
  exitAtClose?: boolean;
  /** The run pauses at this instant (ISO 8601). */
  until?: string;
  /** The run pauses after this many bytes, fetched and sent together. */
  maxBytes?: number;
}

/**
 * Reads the windows of a request.
 * @throws AirlockError `usage` with the column
 */
export function windowsOf(texts: readonly string[]): LinkWindow[] {
  return texts.map((text) => parseWindow(text, { zone: 'UTC', name: '--window' }));
}

/** Opens and closes the links of a run by its transfer windows. */
export class RunSchedule {
  readonly gate: LinkGate;
  readonly #request: ScheduleRequest;
  readonly #emit: EmitRunEvent;
  readonly #pause: (why: string) => void;
  readonly #until: number | undefined;
  readonly #listeners: (() => void)[] = [];
  #windows: LinkWindow[];
  #current: WindowState = 'open';
  #windowRate: number | null = null;
  /** Windows are ignored until this time. */
  #ignoredTo: number | undefined;
  #since = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #notified = false;
  #over = false;
  #moved = 0;
  #lastRate = 0;

  /**
   * @param options.leaving once aborted, nothing waits for a window
   * @param options.pause pauses the run with the reason, such as `--until`
   * @throws AirlockError `usage` for invalid windows
   */
  constructor(
    request: ScheduleRequest,
    options: { leaving: AbortSignal; emit: EmitRunEvent; pause: (why: string) => void },
  ) {
    this.#request = request;
    this.#emit = options.emit;
    this.#pause = options.pause;
    this.gate = createLinkGate(options.leaving);
    this.#until = request.until === undefined ? undefined : Date.parse(request.until);
    this.#windows = windowsOf(request.windows ?? []);
    this.#look();
  }

  /** Bytes per second: the lower one of the request and the window. Null for no limit. */
  rate(requested: number | null): number | null {
    const limits = [requested, this.#windowRate].filter((rate) => rate !== null);
    return limits.length > 0 ? Math.min(...limits) : null;
  }

  /** Called when {@link rate} may have changed. */
  onRate(listener: () => void): void {
    this.#listeners.push(listener);
    if (this.#windowRate !== null) listener();
  }

  /** Bytes fetched and sent so far. */
  moved(bytes: number): void {
    const { maxBytes } = this.#request;
    this.#moved = bytes;
    if (maxBytes !== undefined && bytes >= maxBytes) this.#end('--max-bytes');
  }

  /** @throws AirlockError `usage` for invalid windows */
  setWindows(texts: readonly string[]): void {
    this.#windows = windowsOf(texts);
    this.#ignoredTo = undefined;
    this.#look();
  }

  /** Ignores windows until the next one opens, or stops ignoring them. */
  ignoreWindows(ignore: boolean): void {
    const ignored = ignore && this.#windows.length > 0;
    this.#ignoredTo = ignored
      ? (stateAt(this.#windows, Date.now()).opensAt ?? Number.POSITIVE_INFINITY)
      : undefined;
    this.#look();
  }

  /** Returns the state of the schedule. Undefined for a run without limits. */
  state(progress: RunProgress | undefined): LiveSchedule | undefined {
    const { exitAtClose = false, maxBytes } = this.#request;
    const windows = this.#windows;
    const until = this.#until;
    if (windows.length === 0 && until === undefined && maxBytes === undefined) return undefined;
    const { opensAt, closesAt } = stateAt(windows, Date.now());
    const [current, ignoredTo] = [this.#current, this.#ignoredTo];
    const changesAt = current === 'ignored' ? ignoredTo : current === 'closed' ? opensAt : closesAt;
    const fit = this.#fit(progress);
    return {
      windows: windows.map(windowText),
      state: current,
      since: instantText(this.#since),
      changesAt: finiteInstant(changesAt),
      opensAt: opensAt === undefined ? undefined : instantText(opensAt),
      rate: this.#windowRate ?? undefined,
      exitAtClose,
      until: until === undefined ? undefined : instantText(until),
      maxBytes,
      bytesLeft: maxBytes === undefined ? undefined : Math.max(0, maxBytes - this.#moved),
      windowsLeft: fit?.windows,
      endsAt: fit && instantText(fit.endsAt),
    };
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  /** Estimates when the rest is done at the last rate, and in how many windows. Undefined if unknown. */
  #fit(progress: RunProgress | undefined): ReturnType<typeof fitInto> | undefined {
    const now = Date.now();
    if (this.gate.open && progress && progress.rate > 0) this.#lastRate = progress.rate;
    if (this.#windows.length === 0 || !progress?.totalKnown || this.#lastRate === 0) return undefined;
    const to = this.#ignoredTo;
    const byHand: LinkWindow[] = to === undefined ? [] : [{ kind: 'single', from: now, to, rate: null }];
    return fitInto([...this.#windows, ...byHand], now, progress.total - progress.done, this.#lastRate);
  }

  #end(why: string): void {
    if (this.#over) return;
    this.close();
    // The pause comes first, so that requests waiting at a closed gate end.
    this.#pause(why);
    this.gate.set(false);
  }

  #look(): void {
    clearTimeout(this.#timer);
    if (this.#over) return;
    const now = Date.now();
    const until = this.#until;
    if (until !== undefined && now >= until) {
      this.#end('--until');
      return;
    }
    const { open, rate, changesAt, closesAt, opensAt } = stateAt(this.#windows, now);
    const ignored = this.#ignoredTo;
    if (ignored !== undefined && (now >= ignored || this.#windows.length === 0)) this.#ignoredTo = undefined;
    const next: WindowState = this.#ignoredTo !== undefined ? 'ignored' : open ? 'open' : 'closed';
    const nextRate = next === 'open' ? rate : null;
    const closes = next === 'closed' && next !== this.#current && this.#notified;
    this.#state(next, nextRate, next === 'ignored' ? this.#ignoredTo : open ? closesAt : opensAt);
    const last = next === 'closed' && opensAt === undefined;
    if (last || (closes && this.#request.exitAtClose)) {
      this.#end(last ? t('windowsOver') : '--exit-at-close');
      return;
    }
    if (nextRate !== this.#windowRate) {
      this.#windowRate = nextRate;
      for (const listener of this.#listeners) listener();
    }
    this.gate.set(next !== 'closed');
    const soonest = [changesAt, until, this.#ignoredTo, now + LOOK_AGAIN_MS].map((at) => at ?? Infinity);
    // It prevents the process from exiting, because a run that waits for its window has no other activity.
    this.#timer = setTimeout(() => this.#look(), Math.max(1, Math.min(...soonest) - Date.now()));
  }

  /** Reports the state of the links if it changed. */
  #state(next: WindowState, rate: number | null, changes: number | undefined): void {
    const news = next !== this.#current || (this.#windows.length > 0 && !this.#notified);
    if (next !== this.#current) this.#since = Date.now();
    this.#current = next;
    if (!news) return;
    this.#notified = true;
    this.#emit({ type: 'window', state: next, until: finiteInstant(changes), rate: rate ?? undefined });
  }
}

function finiteInstant(at: number | undefined): string | undefined {
  return at === undefined || !Number.isFinite(at) ? undefined : instantText(at);
}

/** Parses new windows for an active run. @throws AirlockError `usage` */
export function canonicalWindows(texts: readonly string[]): string[] {
  return windowsOf(texts).map(windowText);
}

/** Returns the schedule for a resumed request, without an end in the past. */
export function withoutPastEnd<R extends ScheduleRequest>(request: R): R {
  if (request.until === undefined || Date.parse(request.until) > Date.now()) return request;
  const { until: _until, ...rest } = request;
  return rest as R;
}
