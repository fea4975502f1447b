import { expect, test } from 'vitest';
import type { RunSchedule } from '../../core/contract/topics/run.ts';
import { t } from './messages.ts';
import { cellWords, openedAt, readWindows, scheduleSentence, windowsSummary } from './windows-words.ts';

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

test('errors of windows have line and column', () => {
  const { windows, problems } = readWindows('Mon-Fri 00:00-04:00\n\nSat 25:00-26:00', 'Europe/Oslo');
  expect(windows).toMatchObject([{ zone: 'Europe/Oslo' }]);
  expect(problems).toEqual([expect.stringMatching(/^Line 3, column 5: .*25:00/)]);
});

test('windows are summarized', () => {
  expect(windowsSummary([])).toBe('At any time');
  expect(windowsSummary(['Mon-Fri 00:00-04:00 Europe/Oslo @20MiB/s'])).toBe(
    'Mon-Fri 00:00 to 04:00 Europe/Oslo, at most 20.0 MiB/s',
  );
  expect(windowsSummary(['daily 22:00-04:00 UTC', 'Sat 00:00-24:00 UTC'])).toBe(
    'Daily 22:00 to 04:00 UTC and 1 more window',
  );
  expect(windowsSummary(['2026-12-24T20:00/2026-12-25T04:00 Europe/Oslo @1MiB/s'])).toMatch(
    /^2026-12-24T.* to 2026-12-25T.*, at most 1\.0 MiB\/s$/,
  );
  expect(cellWords(0, 23, null)).toBe('Monday 23:00 to 24:00, open');
  expect(cellWords(6, 0, undefined)).toBe('Sunday 00:00 to 01:00, closed');
});

test('a run reports when it is done, relative to its windows', () => {
  expect(scheduleSentence(undefined, now)).toBeUndefined();
  expect(scheduleSentence(schedule({ windows: [] }), now)).toBeUndefined();
  expect(scheduleSentence(schedule({ changesAt: at(4, 0), endsAt: at(3, 12), windowsLeft: 1 }), now)).toBe(
    'Finishes at 03:12, 48 min before the window closes',
  );
  expect(
    scheduleSentence(schedule({ changesAt: at(4, 0), endsAt: at(1, 10, 22), windowsLeft: 2 }), now),
  ).toBe('The window closes at 04:00. The run needs 2 windows and finishes tomorrow at 01:10.');
  expect(
    scheduleSentence(schedule({ changesAt: at(4, 0), endsAt: at(1, 10, 22), exitAtClose: true }), now),
  ).toBe('The run pauses when the window closes at 04:00. Resume the run to finish it.');
  expect(scheduleSentence(schedule({ state: 'closed', changesAt: at(0, 0, 23), windowsLeft: 2 }), now)).toBe(
    'Waiting for the transfer window, which opens on Mon, Nov 23 at 00:00. The run needs 2 windows.',
  );
  expect(
    scheduleSentence(schedule({ state: 'ignored', changesAt: at(0, 0, 22), endsAt: at(2, 0) }), now),
  ).toBe('Finishes at 02:00');
  expect(scheduleSentence(schedule({ state: 'closed' }), now)).toBe(t('allClosedTitle'));
  expect(scheduleSentence(schedule({}), now)).toBeUndefined();
});

test('an open window has an opening time', () => {
  const instant = Date.parse('2026-11-21T03:00:00Z');
  expect(openedAt(['daily 00:00-04:00 UTC'], instant)).toBe(Date.parse('2026-11-21T00:00:00Z'));
  expect(openedAt(['daily 22:00-00:00 UTC', 'daily 00:00-04:00 UTC @1MiB/s'], instant)).toBe(
    Date.parse('2026-11-20T22:00:00Z'),
  );
  expect(openedAt(['daily 00:00-24:00 UTC'], instant)).toBeUndefined();
});
