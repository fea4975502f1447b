import { fitInto } from '../../base/schedule/fit.ts';
import { stateAt } from '../../base/schedule/openings.ts';
import { parseWindow } from '../../base/schedule/parse-window.ts';
import { instantText, type LinkWindow, windowText } from '../../base/schedule/window.ts';
import { createLinkGate, type LinkGate } from '../../registry/exchange/link-gate.ts';
import type { LiveSchedule } from '../../runs/control/live-file.ts';
import type { EmitRunEvent, RunProgress, WindowState } from '../../runs/progress/events.ts';

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

/**
 * Reads the windows of a request.
 * @throws AirlockError `usage` with the column
 */
export function windowsOf(texts: readonly string[]): LinkWindow[] {
  return texts.map((text) => parseWindow(text, { zone: 'UTC', name: '--window' }));
}

/** Opens and closes the links of a run by the calendar, from its construction on. */
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
  /** Until when windows are ignored. */
  #ignoredTo: number | undefined;
  #since = Date.now();
  #timer: NodeJS.Timeout | undefined;
  #told = false;
  #over = false;
  #moved = 0;
  #lastRate = 0;

  /**
   * @param options.leaving once it is aborted nothing waits for an opening
   * @param options.pause asks the run to pause; told why: `--until`
   * @throws AirlockError `usage` for windows that cannot be read
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

  /** Bytes a second: the lower of what was asked for and what the window allows; null: no limit. */
  rate(requested: number | null): number | null {
    const limits = [requested, this.#windowRate].filter((rate) => rate !== null);
    return limits.length > 0 ? Math.min(...limits) : null;
  }

  /** Told when {@link rate} may have changed. */
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

  /** @throws AirlockError `usage` for windows that cannot be read */
  setWindows(texts: readonly string[]): void {
    this.#windows = windowsOf(texts);
    this.#ignoredTo = undefined;
    this.#look();
  }

  /** Outside of its windows until the next one opens; or no more of that. */
  ignoreWindows(ignore: boolean): void {
    const ignored = ignore && this.#windows.length > 0;
    this.#ignoredTo = ignored
      ? (stateAt(this.#windows, Date.now()).opensAt ?? Number.POSITIVE_INFINITY)
      : undefined;
    this.#look();
  }

  /** Undefined for a run that nothing was said for. */
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

  /** When the rest is through at the last rate, and in how many windows; undefined where that is unknown. */
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
    // Paused first: what waits at a closed gate leaves, and nothing is cut that could not.
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
    const closes = next === 'closed' && next !== this.#current && this.#told;
    this.#state(next, nextRate, next === 'ignored' ? this.#ignoredTo : open ? closesAt : opensAt);
    const last = next === 'closed' && opensAt === undefined;
    if (last || (closes && this.#request.exitAtClose)) {
      this.#end(last ? 'no window opens any more' : '--exit-at-close');
      return;
    }
    if (nextRate !== this.#windowRate) {
      this.#windowRate = nextRate;
      for (const listener of this.#listeners) listener();
    }
    this.gate.set(next !== 'closed');
    const soonest = [changesAt, until, this.#ignoredTo, now + LOOK_AGAIN_MS].map((at) => at ?? Infinity);
    // It keeps the process alive: a run that waits for its window has nothing else under way.
    this.#timer = setTimeout(() => this.#look(), Math.max(1, Math.min(...soonest) - Date.now()));
  }

  /** Tells how the links stand, where that is news. */
  #state(next: WindowState, rate: number | null, changes: number | undefined): void {
    const news = next !== this.#current || (this.#windows.length > 0 && !this.#told);
    if (next !== this.#current) this.#since = Date.now();
    this.#current = next;
    if (!news) return;
    this.#told = true;
    this.#emit({ type: 'window', state: next, until: finiteInstant(changes), rate: rate ?? undefined });
  }
}

function finiteInstant(at: number | undefined): string | undefined {
  return at === undefined || !Number.isFinite(at) ? undefined : instantText(at);
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
