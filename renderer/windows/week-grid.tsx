import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { WEEKDAYS, type WeekCell } from '../../core/contract/documents/schedule.ts';
import { cellWords, dayName } from './windows-words.ts';

const HOURS = 24;
const STEPS: Record<string, [days: number, hours: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

type Cells = readonly (readonly WeekCell[])[];

/**
 * A week by hours. A click or Space opens an hour or closes it, dragging or Shift with an arrow goes on with the same; a day's
 * or an hour's name stands for all of it.
 */
export function WeekGrid({
  id,
  cells,
  brush,
  onChange,
}: {
  id: string;
  cells: Cells;
  /** What is painted: a rate, or null for no limit of its own. */
  brush: number | null;
  onChange: (cells: WeekCell[][]) => void;
}) {
  const [focus, setFocus] = useState<[day: number, hour: number]>([0, 0]);
  const grid = useRef<HTMLTableElement>(null);
  /** Dragging fills the rectangle from where it began: it began so, with these cells. */
  const drag = useRef<{ value: WeekCell; day: number; hour: number; before: Cells } | undefined>(undefined);
  const newest = useRef(cells);
  newest.current = cells;
  useEffect(() => {
    const end = () => {
      drag.current = undefined;
    };
    window.addEventListener('pointerup', end);
    return () => window.removeEventListener('pointerup', end);
  }, []);

  const paint = (
    chosen: (day: number, hour: number) => boolean,
    value: WeekCell,
    before: Cells = newest.current,
  ) => {
    const next = before.map((day, d) => day.map((cell, h) => (chosen(d, h) ? value : cell)));
    newest.current = next;
    onChange(next);
  };
  const toggled = (cell: WeekCell): WeekCell => (cell === brush ? undefined : brush);
  /** All of it is painted already: then it is closed. */
  const toggleAll = (chosen: (day: number, hour: number) => boolean) => {
    const all = cells.every((day, d) => day.every((cell, h) => !chosen(d, h) || cell === brush));
    paint(chosen, all ? undefined : brush);
  };
  const move = (event: KeyboardEvent, day: number, hour: number) => {
    const step = STEPS[event.key];
    const place: [number, number] | undefined = step
      ? [(day + step[0] + WEEKDAYS.length) % WEEKDAYS.length, (hour + step[1] + HOURS) % HOURS]
      : event.key === 'Home'
        ? [day, 0]
        : event.key === 'End'
          ? [day, HOURS - 1]
          : undefined;
    if (!place) return;
    event.preventDefault();
    if (event.shiftKey && step) {
      const value = cells[day]![hour];
      paint((d, h) => d === place[0] && h === place[1], value);
    }
    setFocus(place);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${place[0]}-${place[1]}"]`)?.focus();
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells are walked by arrow keys, as in a sheet
    <table ref={grid} role="grid" className="al-week" id={id} aria-label="Hours of the week">
      <thead>
        <tr>
          <td />
          {Array.from({ length: HOURS }, (_, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other name
            <th key={hour} scope="col">
              <button
                type="button"
                className="al-week-name"
                tabIndex={-1}
                title={`${hour}:00 on every day`}
                aria-label={`${hour}:00 on every day`}
                onClick={() => toggleAll((_d, h) => h === hour)}
              >
                {hour}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map((day, d) => (
          <tr key={WEEKDAYS[d]}>
            <th scope="row">
              <button
                type="button"
                className="al-week-name"
                title={`All of ${dayName(d)}`}
                aria-label={`${WEEKDAYS[d]}, all of ${dayName(d)}`}
                onClick={() => toggleAll((on) => on === d)}
              >
                {WEEKDAYS[d]}
              </button>
            </th>
            {day.map((cell, h) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other name
              <td key={h}>
                <button
                  type="button"
                  data-cell={`${d}-${h}`}
                  className={`al-week-cell${cell === undefined ? '' : cell === null ? ' al-week-open' : ' al-week-held'}`}
                  tabIndex={focus[0] === d && focus[1] === h ? 0 : -1}
                  aria-pressed={cell !== undefined}
                  aria-label={cellWords(d, h, cell)}
                  title={cellWords(d, h, cell)}
                  onFocus={() => setFocus([d, h])}
                  onKeyDown={(event) => move(event, d, h)}
                  onPointerDown={(event) => {
                    if (event.button !== 0) return;
                    // Dragging goes on in other cells: nothing keeps the pointer.
                    event.currentTarget.releasePointerCapture?.(event.pointerId);
                    drag.current = { value: toggled(cell), day: d, hour: h, before: newest.current };
                    paint((on, at) => on === d && at === h, drag.current.value);
                  }}
                  onPointerEnter={() => {
                    if (!drag.current) return;
                    const { value, day: fromDay, hour: fromHour, before } = drag.current;
                    paint((on, at) => between(on, fromDay, d) && between(at, fromHour, h), value, before);
                  }}
                  onClick={(event) => {
                    // A pointer has painted already; a key has not.
                    if (event.detail === 0) paint((on, at) => on === d && at === h, toggled(cell));
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function between(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other);
}
