import { WEEKDAYS, type WeekCell } from '../../core/contract/documents/schedule.ts';

const HOURS = 24;

/** Hours of each day: a rate, null for no limit of their own, undefined if closed. */
export type Cells = readonly (readonly WeekCell[])[];
export type Place = readonly [day: number, hour: number];
/** Selects hours. */
export type Choice = (day: number, hour: number) => boolean;

const STEPS: ReadonlyMap<string, Place> = new Map([
  ['ArrowUp', [-1, 0]],
  ['ArrowDown', [1, 0]],
  ['ArrowLeft', [0, -1]],
  ['ArrowRight', [0, 1]],
]);

/** Returns the hour that a key moves to, around the edges of the week; undefined for other keys. @property step by an arrow */
export function moveOf(key: string, [day, hour]: Place): { to: Place; step: boolean } | undefined {
  const step = STEPS.get(key);
  if (step)
    return {
      to: [(day + step[0] + WEEKDAYS.length) % WEEKDAYS.length, (hour + step[1] + HOURS) % HOURS],
      step: true,
    };
  if (key === 'Home') return { to: [day, 0], step: false };
  return key === 'End' ? { to: [day, HOURS - 1], step: false } : undefined;
}

/** Returns the week with one value in the chosen hours. */
export function painted(cells: Cells, chosen: Choice, value: WeekCell): WeekCell[][] {
  return cells.map((day, d) => day.map((cell, h) => (chosen(d, h) ? value : cell)));
}

/** Returns the new value of an hour: painted, or closed if it is painted already. */
export function toggled(cell: WeekCell, brush: WeekCell): WeekCell {
  return cell === brush ? undefined : brush;
}

/** Returns the new value of the chosen hours: painted, or closed if all of them are painted already. */
export function toggledAll(cells: Cells, chosen: Choice, brush: WeekCell): WeekCell {
  const all = cells.every((day, d) => day.every((cell, h) => !chosen(d, h) || cell === brush));
  return all ? undefined : brush;
}

/** Selects one hour. */
export function only([day, hour]: Place): Choice {
  return (d, h) => d === day && h === hour;
}

/** Selects the rectangle between two hours. */
export function between([fromDay, fromHour]: Place, [toDay, toHour]: Place): Choice {
  const within = (value: number, one: number, other: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other);
  return (d, h) => within(d, fromDay, toDay) && within(h, fromHour, toHour);
}
