import { expect, test } from 'vitest';
import { fitInto } from './fit.ts';
import { openMs, openSpans, stateAt } from './openings.ts';
import { parseWindow } from './parse-window.ts';

const HOUR = 3_600_000;
const MIB = 1024 ** 2;
const at = (text: string) => Date.parse(text);
const iso = (instant: number | undefined) =>
  instant === undefined ? undefined : new Date(instant).toISOString().replace(':00.000Z', 'Z');
const windows = (...texts: string[]) => texts.map((text) => parseWindow(text, { zone: 'UTC' }));
const state = (texts: string[], now: string) => {
  const { open, rate, changesAt, opensAt, closesAt } = stateAt(windows(...texts), at(now));
  return { open, rate, changesAt: iso(changesAt), opensAt: iso(opensAt), closesAt: iso(closesAt) };
};
const spans = (text: string, from: string, to: string) =>
  openSpans(windows(text), at(from), at(to)).map((span) => `${iso(span.from)} ${iso(span.to)}`);

test('a window of working days, before, in and after it', () => {
  const nights = ['Mon-Fri 00:00-04:00 Europe/Oslo @20MiB/s'];
  // 2026-11-20 is a Friday; Oslo is an hour ahead.
  expect(state(nights, '2026-11-19T22:30:00Z')).toEqual({
    open: false,
    rate: null,
    changesAt: '2026-11-19T23:00Z',
    opensAt: '2026-11-19T23:00Z',
    closesAt: undefined,
  });
  expect(state(nights, '2026-11-19T23:00:00Z')).toEqual({
    open: true,
    rate: 20 * MIB,
    changesAt: '2026-11-20T03:00Z',
    closesAt: '2026-11-20T03:00Z',
    opensAt: '2026-11-22T23:00Z',
  });
  // The end is exclusive, and weekends have no window.
  expect(state(nights, '2026-11-20T03:00:00Z')).toMatchObject({ open: false, opensAt: '2026-11-22T23:00Z' });
});

test('assigns a window over midnight to the day on which it starts', () => {
  expect(spans('Fri 22:00-04:00', '2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z')).toEqual([
    '2026-11-20T22:00Z 2026-11-21T04:00Z',
  ]);
  expect(state(['Fri 22:00-04:00'], '2026-11-21T03:00:00Z')).toMatchObject({
    open: true,
    closesAt: '2026-11-21T04:00Z',
  });
});

test('excepts single dates and a range', () => {
  const off = 'daily 00:00-04:00 except 2026-12-24..2026-12-26,2026-12-31';
  expect(spans(off, '2026-12-23T00:00:00Z', '2026-12-28T00:00:00Z')).toEqual([
    '2026-12-23T00:00Z 2026-12-23T04:00Z',
    '2026-12-27T00:00Z 2026-12-27T04:00Z',
  ]);
  expect(state([off], '2026-12-30T12:00:00Z').opensAt).toBe('2027-01-01T00:00Z');
});

test('clocks go forward: the night is an hour shorter, and a window in the gap is skipped', () => {
  // In Oslo, 02:00 became 03:00 on 2026-03-29.
  expect(spans('daily 00:00-04:00 Europe/Oslo', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toEqual([
    '2026-03-28T23:00Z 2026-03-29T02:00Z',
  ]);
  expect(spans('daily 02:10-02:50 Europe/Oslo', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
    '2026-03-29T01:10Z 2026-03-29T01:50Z',
    '2026-03-30T00:10Z 2026-03-30T00:50Z',
  ]);
  expect(spans('daily 02:00-03:00 Europe/Oslo', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toEqual([]);
  // A skipped start is an hour later on the clock, and the end is unchanged.
  expect(spans('daily 02:30-05:00 Europe/Oslo', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toEqual([
    '2026-03-29T01:30Z 2026-03-29T03:00Z',
  ]);
});

test('clocks go back: the night is an hour longer, and the first of a repeated time counts', () => {
  // In Oslo, 03:00 became 02:00 on 2026-10-25.
  const [from, to] = ['2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z'] as const;
  expect(spans('daily 00:00-04:00 Europe/Oslo', from, to)).toEqual(['2026-10-24T22:00Z 2026-10-25T03:00Z']);
  expect(spans('daily 00:00-02:30 Europe/Oslo', from, to)).toEqual(['2026-10-24T22:00Z 2026-10-25T00:30Z']);
  expect(spans('daily 02:30-04:00 Europe/Oslo', from, to)).toEqual(['2026-10-25T00:30Z 2026-10-25T03:00Z']);
  // Other zones: New York a week later, Lord Howe by half an hour, and the southern hemisphere in reverse.
  expect(spans('daily 00:00-04:00 America/New_York', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z')).toEqual(
    ['2026-11-01T04:00Z 2026-11-01T09:00Z'],
  );
  expect(
    spans('daily 00:00-04:00 Australia/Lord_Howe', '2026-04-04T00:00:00Z', '2026-04-05T00:00:00Z'),
  ).toEqual(['2026-04-04T13:00Z 2026-04-04T17:30Z']);
});

test('a year of nights is open four hours each, whatever clocks do', () => {
  const year = [at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z')] as const;
  expect(openMs(windows('daily 00:00-04:00 Europe/Oslo'), ...year)).toBe(365 * 4 * HOUR);
  expect(openMs(windows('daily 00:00-04:00 Asia/Kolkata'), ...year)).toBe(365 * 4 * HOUR);
  expect(openMs(windows('daily 00:00-24:00 Europe/Oslo'), ...year)).toBe(365 * 24 * HOUR);
});

test('uses the highest rate of overlapping windows', () => {
  const both = ['daily 00:00-24:00 @1MiB/s', 'Mon-Fri 00:00-04:00 @20MiB/s'];
  expect(state(both, '2026-11-20T03:00:00Z')).toEqual({
    open: true,
    rate: 20 * MIB,
    changesAt: '2026-11-20T04:00Z',
    closesAt: undefined,
    opensAt: undefined,
  });
  expect(state(both, '2026-11-20T04:00:00Z')).toMatchObject({ rate: MIB, changesAt: '2026-11-23T00:00Z' });
  expect(state([...both, 'daily 03:00-03:30'], '2026-11-20T03:00:00Z').rate).toBeNull();
});

test('joins adjacent windows to one opening', () => {
  expect(state(['daily 00:00-04:00', 'daily 04:00-06:00 @1MiB/s'], '2026-11-20T03:00:00Z')).toEqual({
    open: true,
    rate: null,
    changesAt: '2026-11-20T04:00Z',
    closesAt: '2026-11-20T06:00Z',
    opensAt: '2026-11-21T00:00Z',
  });
});

test('handles a window that opens once, and none', () => {
  const once = ['2026-11-21T21:00:00Z/2026-11-21T21:00:20Z'];
  expect(state(once, '2026-11-21T20:00:00Z').opensAt).toBe('2026-11-21T21:00Z');
  expect(state(once, '2026-11-21T21:00:20Z')).toMatchObject({ open: false, opensAt: undefined });
  expect(state([], '2026-11-21T21:00:20Z')).toMatchObject({ open: true, rate: null, closesAt: undefined });
});

test('calculates how many windows bytes need', () => {
  const nights = windows('daily 00:00-04:00 Europe/Oslo');
  const from = at('2026-11-19T22:00:00Z');
  const intoWindows = (bytes: number, rate: number, of = nights) => {
    const found = fitInto(of, from, bytes, rate);
    return found && `${found.windows} ${iso(found.endsAt)}`;
  };
  expect(intoWindows(0, 100)).toBe('0 2026-11-19T22:00Z');
  expect(intoWindows(4 * 3600 * 100, 100)).toBe('1 2026-11-20T03:00Z');
  expect(intoWindows(5 * 3600 * 100, 100)).toBe('2 2026-11-21T00:00Z');
  // A lower rate of a window takes precedence over the measured rate. A higher one has no effect.
  expect(intoWindows(4 * 3600 * 1024, 4096, windows('daily 00:00-04:00 Europe/Oslo @1KiB/s'))).toBe(
    '1 2026-11-20T03:00Z',
  );
  expect(intoWindows(4 * 3600 * 100, 100, windows('daily 00:00-04:00 Europe/Oslo @1KiB/s'))).toBe(
    '1 2026-11-20T03:00Z',
  );
  expect(intoWindows(3600 * 100, 100, [])).toBe('1 2026-11-19T23:00Z');
  expect(intoWindows(3600 * 100, 100, windows('2026-11-21T21:00:00Z/2026-11-21T21:00:20Z'))).toBeUndefined();
  expect(intoWindows(100, 0)).toBeUndefined();
});
