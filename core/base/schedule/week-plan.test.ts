import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSpans } from './openings.ts';
import { parseWindow } from './parse-window.ts';
import { emptyWeek, type WeekCell, weekPlanOf, windowsOfWeek } from './week-plan.ts';
import { windowText } from './window.ts';

const MIB = 1024 ** 2;
const windows = (...texts: string[]) => texts.map((text) => parseWindow(text, { zone: 'Europe/Oslo' }));
const again = (...texts: string[]) => windowsOfWeek(weekPlanOf(windows(...texts), 'UTC')).map(windowText);

test.each([
  [['Mon-Fri 00:00-04:00 Europe/Oslo']],
  [['daily 22:00-05:00 UTC @20MiB/s']],
  [['daily 00:00-24:00 UTC']],
  [['Mon-Fri 22:00-05:00 UTC', 'Sat-Sun 08:00-24:00 UTC @1MiB/s']],
  [['Sun 22:00-24:00 UTC except 2026-12-24']],
  [['Mon 00:00-04:00 UTC', 'Tue 00:00-04:00 Europe/Oslo', 'Wed 00:30-04:00 UTC']],
  [[]],
])('%j is parsed and printed unchanged', (texts) => {
  expect(again(...texts)).toEqual(texts);
});

test('hours of a week, over midnight and over the end of the week', () => {
  const { cells, zone, others } = weekPlanOf(
    windows('Sun 23:00-02:00 UTC @1MiB/s', 'Sun 23:00-24:00 UTC', '2026-11-21T21:00Z/2026-11-21T23:00Z'),
    'Asia/Tokyo',
  );
  expect(zone).toBe('UTC');
  expect(cells[6]!.map((cell) => cell === null)).toEqual([...Array(23).fill(false), true]);
  expect(cells[0]!.slice(0, 3)).toEqual([MIB, MIB, undefined]);
  expect(others).toHaveLength(1);
  expect(weekPlanOf([], 'Asia/Tokyo')).toEqual(emptyWeek('Asia/Tokyo'));
});

test('is open exactly at the painted hours and rates', () => {
  const cell: fc.Arbitrary<WeekCell> = fc.constantFrom(undefined, undefined, null, MIB);
  const week = fc.array(fc.array(cell, { minLength: 24, maxLength: 24 }), { minLength: 7, maxLength: 7 });
  const monday = Date.parse('2026-11-16T00:00:00Z');
  fc.assert(
    fc.property(week, (cells) => {
      const made = windowsOfWeek({ ...emptyWeek('UTC'), cells });
      expect(weekPlanOf(made, 'UTC').cells).toEqual(cells);
      if (made.length === 0) return;
      const spans = openSpans(made, monday, monday + 7 * 86_400_000);
      for (const [at, wanted] of cells.flat().entries()) {
        const instant = monday + at * 3_600_000;
        expect(spans.find(({ from, to }) => from <= instant && instant < to)?.rate).toBe(wanted);
      }
    }),
  );
});
