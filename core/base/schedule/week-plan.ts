import { type DateRange, END_OF_DAY, type LinkWindow, WEEKDAYS, type WeeklyWindow } from './window.ts';

const HOUR = 3600;
const HOURS = 24;

/** An hour of the week. Undefined: closed; otherwise the rate in bytes per second, null without a limit. */
export type WeekCell = number | null | undefined;

/**
 * Windows as an hourly week plan in one time zone, with the same excluded dates for all. Windows that don't fit this
 * model (other time zones, minutes, one-time windows, other excluded dates) are stored separately and unchanged.
 */
export interface WeekPlan {
  zone: string;
  except: DateRange[];
  /** Seven days from Monday with 24 hours each. */
  cells: WeekCell[][];
  others: LinkWindow[];
}

/** Returns a week without windows. */
export function emptyWeek(zone: string): WeekPlan {
  return { zone, except: [], cells: WEEKDAYS.map(() => Array<WeekCell>(HOURS).fill(undefined)), others: [] };
}

/**
 * Returns windows as a week plan.
 * @param zone time zone of the week if no window has one
 */
export function weekPlanOf(windows: readonly LinkWindow[], zone: string): WeekPlan {
  const first = windows.find((window) => fullHours(window));
  const plan = emptyWeek(first?.zone ?? zone);
  plan.except = first?.except ?? [];
  for (const window of windows) {
    if (!fullHours(window) || !alike(window, plan)) {
      plan.others.push(window);
      continue;
    }
    for (const day of window.days)
      for (const [on, hour] of hoursOf(day, window)) {
        const before = plan.cells[on]![hour];
        plan.cells[on]![hour] = before === undefined ? window.rate : moreGenerous(before, window.rate);
      }
  }
  return plan;
}

/** Returns a week as few windows: times over midnight are joined, and days with the same times share a window. */
export function windowsOfWeek({ zone, except, cells, others }: WeekPlan): LinkWindow[] {
  const rates = new Set(cells.flat().filter((rate) => rate !== undefined));
  const windows = new Map<string, WeeklyWindow>();
  for (const rate of rates)
    for (const { day, from, to } of runsAt(cells, rate)) {
      const key = `${rate} ${from} ${to}`;
      const window = windows.get(key);
      if (window) window.days = [...window.days, day].sort((a, b) => a - b);
      else windows.set(key, { kind: 'weekly', days: [day], from, to, zone, rate, except });
    }
  const weekly = [...windows.values()].sort((a, b) => a.days[0]! - b.days[0]! || a.from - b.from);
  return [...weekly, ...others];
}

/** Returns the times at one rate, each within a day or over one midnight, in seconds of the day. */
function runsAt(cells: WeekCell[][], rate: number | null): { day: number; from: number; to: number }[] {
  const days = cells.map((day) => {
    const runs: { from: number; to: number }[] = [];
    for (const [hour, cell] of day.entries()) {
      if (cell !== rate) continue;
      const last = runs.at(-1);
      if (last?.to === hour) last.to = hour + 1;
      else runs.push({ from: hour, to: hour + 1 });
    }
    return runs;
  });
  const found: { day: number; from: number; to: number }[] = [];
  for (const [day, runs] of days.entries())
    for (const run of runs) {
      const complete = run.from === 0 && run.to === HOURS;
      const next = days[(day + 1) % days.length]![0];
      const before = days[(day + days.length - 1) % days.length]!.at(-1);
      // The continuation from the previous evening is part of that window, and full days are unchanged.
      if (run.from === 0 && !complete && joins(before, run)) continue;
      const on = run.to === HOURS && !complete && next && joins(run, next) ? next.to : undefined;
      found.push({ day, from: run.from * HOUR, to: (on ?? run.to) * HOUR });
    }
  return found;
}

/**
 * Returns whether an evening and a morning form one window: neither is a full day, and the window is shorter than 24
 * hours.
 */
function joins(
  evening: { from: number; to: number } | undefined,
  morning: { from: number; to: number },
): boolean {
  if (!evening || evening.to !== HOURS || evening.from === 0) return false;
  return morning.from === 0 && morning.to < HOURS && morning.to < evening.from;
}

function fullHours(window: LinkWindow): window is WeeklyWindow {
  return window.kind === 'weekly' && window.from % HOUR === 0 && window.to % HOUR === 0;
}

function alike(window: WeeklyWindow, plan: WeekPlan): boolean {
  return window.zone === plan.zone && JSON.stringify(window.except) === JSON.stringify(plan.except);
}

function hoursOf(day: number, { from, to }: WeeklyWindow): [day: number, hour: number][] {
  const hours: [number, number][] = [];
  const end = to > from ? to : to + END_OF_DAY;
  for (let second = from; second < end; second += HOUR)
    hours.push([
      (day + Math.floor(second / END_OF_DAY)) % WEEKDAYS.length,
      Math.floor((second % END_OF_DAY) / HOUR),
    ]);
  return hours;
}

function moreGenerous(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}
