import { expect, test } from 'vitest';
import { scheduleSettings } from '../../contract/topics/schedules/schedules.ts';
import { dueNow, lastOpening, nextOpening, windowsOfSchedule } from './due.ts';
import { nextStart } from './lines.ts';
import type { Schedule } from './schedule-file.ts';

const at = (text: string) => Date.parse(text);

function schedule(part: Partial<Schedule>): Schedule {
  const settings = scheduleSettings.parse({ name: 'nightly', job: 'mirrorToDisk', configFile: '/c.yaml' });
  const created = '2026-11-20T12:00:00Z';
  return { ...settings, paused: false, createdAt: created, handledTo: created, occasions: [], ...part };
}

const NIGHT = { windows: ['daily 01:00-05:00 Europe/Oslo'] };

test('a schedule starts once in each window, at its opening or when a process runs it later in the window', () => {
  expect(dueNow(schedule(NIGHT), at('2026-11-20T23:59:59Z'))).toBeUndefined();
  const first = { kind: 'start', occasion: at('2026-11-21T00:00:00Z'), attempt: 1, requested: false };
  expect(dueNow(schedule(NIGHT), at('2026-11-21T00:00:00Z'))).toEqual(first);
  expect(dueNow(schedule(NIGHT), at('2026-11-21T03:59:00Z'))).toEqual(first);
  const handled = schedule({ ...NIGHT, handledTo: '2026-11-21T00:00:00Z' });
  expect(dueNow(handled, at('2026-11-21T03:59:00Z'))).toBeUndefined();
  expect(dueNow(handled, at('2026-11-22T00:00:00Z'))).toMatchObject({ kind: 'start' });
});

test('a missed window is recorded once, and the next window starts once', () => {
  const off = schedule(NIGHT);
  expect(dueNow(off, at('2026-11-24T09:00:00Z'))).toEqual({
    kind: 'missed',
    occasion: at('2026-11-24T00:00:00Z'),
  });
  const recorded = schedule({ ...NIGHT, handledTo: '2026-11-24T00:00:00Z' });
  expect(dueNow(recorded, at('2026-11-24T10:00:00Z'))).toBeUndefined();
  expect(dueNow(recorded, at('2026-11-25T00:30:00Z'))).toMatchObject({
    kind: 'start',
    occasion: at('2026-11-25T00:00:00Z'),
  });
});

test('a missed time starts as soon as a process runs the schedules, once', () => {
  const daily = schedule({ at: 'daily 06:00 Europe/Oslo' });
  expect(dueNow(daily, at('2026-11-24T09:00:00Z'))).toEqual({
    ...{ kind: 'start', attempt: 1, requested: false },
    occasion: at('2026-11-24T05:00:00Z'),
  });
  const handled = schedule({ at: 'daily 06:00 Europe/Oslo', handledTo: '2026-11-24T05:00:00Z' });
  expect(dueNow(handled, at('2026-11-24T09:00:00Z'))).toBeUndefined();
});

test('the time of a schedule follows its zone when the clocks change', () => {
  const windows = windowsOfSchedule({ windows: [], at: 'daily 06:00 Europe/Oslo' });
  expect(nextOpening(windows, at('2026-03-28T12:00:00Z'))?.from).toBe(at('2026-03-29T04:00:00Z'));
  expect(nextOpening(windows, at('2026-03-27T12:00:00Z'))?.from).toBe(at('2026-03-28T05:00:00Z'));
  // 02:30 doesn't exist that night, and it starts only once when the hour repeats in autumn.
  const gap = windowsOfSchedule({ windows: ['daily 02:30-04:00 Europe/Oslo'], at: undefined });
  expect(lastOpening(gap, at('2026-03-29T01:30:00Z'))).toMatchObject({ to: at('2026-03-29T02:00:00Z') });
  const autumn = lastOpening(gap, at('2026-10-25T02:00:00Z'))!;
  expect(nextOpening(gap, autumn.from)?.from).toBe(at('2026-10-26T01:30:00Z'));
});

test('windows that adjoin are one opening', () => {
  const windows = windowsOfSchedule({
    windows: ['daily 22:00-24:00 UTC', 'daily 00:00-02:00 UTC @1MiB/s'],
    at: undefined,
  });
  expect(lastOpening(windows, at('2026-11-21T01:00:00Z'))?.from).toBe(at('2026-11-20T22:00:00Z'));
  expect(nextOpening(windows, at('2026-11-21T01:00:00Z'))).toEqual({
    from: at('2026-11-21T22:00:00Z'),
    to: at('2026-11-22T02:00:00Z'),
  });
});

test('a failed start is repeated in its window, and given up when the window has closed', () => {
  const failed = schedule({
    ...NIGHT,
    handledTo: '2026-11-21T00:00:00Z',
    retry: { occasion: '2026-11-21T00:00:00Z', attempts: 2, at: '2026-11-21T00:30:00Z' },
  });
  expect(dueNow(failed, at('2026-11-21T00:29:59Z'))).toBeUndefined();
  expect(dueNow(failed, at('2026-11-21T00:30:00Z'))).toMatchObject({ kind: 'start', attempt: 3 });
  expect(dueNow(failed, at('2026-11-21T04:00:00Z'))).toMatchObject({ kind: 'give-up', attempts: 2 });
});

test('a paused schedule starts only on request, also outside its window', () => {
  const paused = schedule({ ...NIGHT, paused: true });
  expect(dueNow(paused, at('2026-11-21T00:30:00Z'))).toBeUndefined();
  const now = at('2026-11-21T12:00:00Z');
  expect(dueNow({ ...paused, runNow: true }, now)).toEqual({
    ...{ kind: 'start', occasion: now, attempt: 1, requested: true },
  });
  expect(nextStart(schedule(NIGHT), now)?.from).toBe(at('2026-11-22T00:00:00Z'));
});
