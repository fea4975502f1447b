import { expect, test } from 'vitest';
import type { RunSchedule } from '../../core/contract/topics/run.ts';
import {
  cellWords,
  countdown,
  openedAt,
  readWindows,
  scheduleSentence,
  when,
  windowsSummary,
} from './windows-words.ts';

const now = new Date(2026, 10, 21, 0, 47);
const at = (hours: number, minutes: number, day = 21) =>
  new Date(2026, 10, day, hours, minutes).toISOString();
const schedule = (changes: Partial<RunSchedule>): RunSchedule => ({
  windows: ['daily 00:00-04:00 UTC'],
  state: 'open',
  since: at(0, 0),
  exitAtClose: false,
  ...changes,
});

test('one window a line, with the place of what cannot be read', () => {
  const { windows, problems } = readWindows('Mon-Fri 00:00-04:00\n\nSat 25:00-26:00', 'Europe/Oslo');
  expect(windows).toMatchObject([{ zone: 'Europe/Oslo' }]);
  expect(problems).toEqual(['Line 3, column 5: "25:00" is no time of the day from 00:00 to 23:59.']);
});

test('windows in a few words', () => {
  expect(windowsSummary([])).toBe('At any time');
  expect(windowsSummary(['Mon-Fri 00:00-04:00 Europe/Oslo @20MiB/s'])).toBe(
    'Mon-Fri 00:00 to 04:00 Europe/Oslo, at most 20.0 MiB/s',
  );
  expect(windowsSummary(['daily 22:00-04:00 UTC', 'Sat 00:00-24:00 UTC'])).toBe(
    'Daily 22:00 to 04:00 UTC and 1 more',
  );
  expect(cellWords(0, 23, null)).toBe('Monday 23:00 to 24:00, open');
  expect(cellWords(6, 0, undefined)).toBe('Sunday 00:00 to 01:00, closed');
});

test('when it will be done, relative to the window', () => {
  expect(scheduleSentence(undefined, now)).toBeUndefined();
  expect(scheduleSentence(schedule({ windows: [] }), now)).toBeUndefined();
  expect(scheduleSentence(schedule({ changesAt: at(4, 0), endsAt: at(3, 12), windowsLeft: 1 }), now)).toBe(
    'Done at 03:12, 48 min before the window closes.',
  );
  expect(
    scheduleSentence(schedule({ changesAt: at(4, 0), endsAt: at(1, 10, 22), windowsLeft: 2 }), now),
  ).toBe('The window closes at 04:00; done tomorrow at 01:10, in 2 windows.');
  expect(
    scheduleSentence(schedule({ changesAt: at(4, 0), endsAt: at(1, 10, 22), exitAtClose: true }), now),
  ).toBe('Pauses at 04:00, when the window closes; more is left.');
  expect(scheduleSentence(schedule({ state: 'closed', changesAt: at(0, 0, 23), windowsLeft: 2 }), now)).toBe(
    'Waits for its window, which opens Mon 23 Nov at 00:00, and needs 2 windows.',
  );
  expect(
    scheduleSentence(schedule({ state: 'ignored', changesAt: at(0, 0, 22), endsAt: at(2, 0) }), now),
  ).toBe('Done at 02:00.');
  expect(scheduleSentence(schedule({}), now)).toBeUndefined();
});

test('a countdown ticks, and days are words', () => {
  expect(countdown(5_000)).toBe('0:05');
  expect(countdown(48 * 60_000 + 5_000)).toBe('48:05');
  expect(countdown(2 * 3_600_000 + 3 * 60_000 + 9_000)).toBe('2:03:09');
  expect(countdown(50 * 3_600_000)).toBe('2 days');
  expect(when(new Date(2026, 10, 22, 0, 0), now)).toBe('tomorrow at 00:00');
});

test('when the open window opened', () => {
  const instant = Date.parse('2026-11-21T03:00:00Z');
  expect(openedAt(['daily 00:00-04:00 UTC'], instant)).toBe(Date.parse('2026-11-21T00:00:00Z'));
  expect(openedAt(['daily 22:00-00:00 UTC', 'daily 00:00-04:00 UTC @1MiB/s'], instant)).toBe(
    Date.parse('2026-11-20T22:00:00Z'),
  );
  expect(openedAt(['daily 00:00-24:00 UTC'], instant)).toBeUndefined();
});
