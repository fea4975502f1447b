import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { WEEKDAYS, type WeekCell } from '../../core/contract/documents/schedule.ts';
import { t } from './messages.ts';
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
 * The hours of a week. A click or Space toggles an hour, and dragging or Shift with an arrow continues. The name of a day or
 * hour toggles all of it.
 */
export function WeekGrid({
  id,
  cells,
  brush,
  onChange,
}: {
  id: string;
  cells: Cells;
  /** Value of painted hours: a rate, or null for no limit of their own. */
  brush: number | null;
  onChange: (cells: WeekCell[][]) => void;
}) {
  const week = useWeek(cells, brush, onChange);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between cells, as in a spreadsheet
    <table ref={week.grid} role="grid" className="al-week" id={id} aria-label={t('weekLabel')}>
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
                title={t('toggleHourTip', { hour })}
                aria-label={t('toggleHourTip', { hour })}
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
                title={t('toggleDayTip', { day: dayName(d) })}
                aria-label={t('toggleDayLabel', { short: WEEKDAYS[d]!, day: dayName(d) })}
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
                  className={`al-week-cell${cell === undefined ? '' : cell === null ? ' al-week-open' : ' al-week-limited'}`}
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

/** Returns the event handlers that paint a week by pointer and keys. */
function useWeek(cells: Cells, brush: number | null, onChange: (cells: WeekCell[][]) => void) {
  const [focus, setFocus] = useState<Place>([0, 0]);
  const grid = useRef<HTMLTableElement>(null);
  /** Dragging fills the rectangle from `from` with `value`, starting with the cells `before`. */
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
    /** Event handlers of an hour. */
    cell: (place: Place) => ({
      tabIndex: focus.join() === place.join() ? 0 : -1,
      onFocus: () => setFocus(place),
      onKeyDown: (event: KeyboardEvent) => move(event, place),
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        // Release the pointer, so that dragging continues in other cells.
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
        // A pointer has painted already, a key hasn't.
        if (event.detail === 0) paint(only(place), toggled(at(place), brush));
      },
    }),
  };
}
