import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { WEEKDAYS, type WeekCell } from '../../core/contract/documents/schedule.ts';
import {
  between,
  type Cells,
  type Choice,
  moveOf,
  only,
  type Place,
  painted,
  toggled,
  toggledAll,
} from './week-cells.ts';
import { cellWords, dayName } from './windows-words.ts';

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
  const week = useWeek(cells, brush, onChange);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells are walked by arrow keys, as in a sheet
    <table ref={week.grid} role="grid" className="al-week" id={id} aria-label="Hours of the week">
      <thead>
        <tr>
          <td />
          {cells[0]?.map((_, hour) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other name
            <th key={hour} scope="col">
              <button
                type="button"
                className="al-week-name"
                tabIndex={-1}
                title={`${hour}:00 on every day`}
                aria-label={`${hour}:00 on every day`}
                onClick={() => week.toggleAll((_d, h) => h === hour)}
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
                onClick={() => week.toggleAll((on) => on === d)}
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
                  aria-pressed={cell !== undefined}
                  aria-label={cellWords(d, h, cell)}
                  title={cellWords(d, h, cell)}
                  {...week.cell([d, h])}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Painting of a week by pointer and keys. */
function useWeek(cells: Cells, brush: number | null, onChange: (cells: WeekCell[][]) => void) {
  const [focus, setFocus] = useState<Place>([0, 0]);
  const grid = useRef<HTMLTableElement>(null);
  /** Dragging fills the rectangle from where it began: it began so, with these cells. */
  const drag = useRef<{ value: WeekCell; from: Place; before: Cells } | undefined>(undefined);
  const newest = useRef(cells);
  newest.current = cells;
  useEffect(() => {
    const end = () => {
      drag.current = undefined;
    };
    window.addEventListener('pointerup', end);
    return () => window.removeEventListener('pointerup', end);
  }, []);
  const paint = (chosen: Choice, value: WeekCell, before: Cells = newest.current) => {
    const next = painted(before, chosen, value);
    newest.current = next;
    onChange(next);
  };
  const at = ([day, hour]: Place) => cells[day]![hour];
  const move = (event: KeyboardEvent, place: Place) => {
    const found = moveOf(event.key, place);
    if (!found) return;
    event.preventDefault();
    if (event.shiftKey && found.step) paint(only(found.to), at(place));
    setFocus(found.to);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${found.to.join('-')}"]`)?.focus();
  };
  return {
    grid,
    toggleAll: (chosen: Choice) => paint(chosen, toggledAll(cells, chosen, brush)),
    /** What an hour hears. */
    cell: (place: Place) => ({
      tabIndex: focus.join() === place.join() ? 0 : -1,
      onFocus: () => setFocus(place),
      onKeyDown: (event: KeyboardEvent) => move(event, place),
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        // Dragging continues in other cells: nothing keeps the pointer.
        event.currentTarget.releasePointerCapture?.(event.pointerId);
        drag.current = { value: toggled(at(place), brush), from: place, before: newest.current };
        paint(only(place), drag.current.value);
      },
      onPointerEnter() {
        if (!drag.current) return;
        const { value, from, before } = drag.current;
        paint(between(from, place), value, before);
      },
      onClick(event: { detail: number }) {
        // A pointer has painted already; a key has not.
        if (event.detail === 0) paint(only(place), toggled(at(place), brush));
      },
    }),
  };
}
