import { expect, test } from 'vitest';
import { datesText, readDates } from './dates-off.ts';

test('dates and ranges of dates are read and written', () => {
  for (const text of ['2026-12-24', '2026-12-24, 2026-12-31', '2026-12-24..2026-12-26, 2027-01-01'])
    expect(datesText({ except: readDates(text)! })).toBe(text);
  expect(datesText({ except: readDates('2026-12-24,2026-12-31')! })).toBe('2026-12-24, 2026-12-31');
});

test('an empty text has no dates, and surrounding blanks are ignored', () => {
  expect(readDates('')).toEqual([]);
  expect(readDates('  ')).toEqual([]);
  expect(datesText({ except: [] })).toBe('');
  expect(readDates(' 2026-12-24 ')).toEqual(readDates('2026-12-24'));
});

test('an invalid date is distinguished from an empty field', () => {
  for (const text of ['Christmas', '24.12.2026', '2026-13-01', '2026-12-24 ..'])
    expect(readDates(text)).toBeUndefined();
});
