import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asAirlockError } from '../errors/airlock-error.ts';
import { t } from './messages.ts';
import { parseUntil } from './parse-instant.ts';
import { parseWindow } from './parse-window.ts';
import { END_OF_DAY, type LinkWindow, windowText } from './window.ts';

const OSLO = { zone: 'Europe/Oslo' };
const H = 3600;

test.each([
  ['Mon-Fri 00:00-04:00 Europe/Oslo', 'Mon-Fri 00:00-04:00 Europe/Oslo'],
  ['mon-fri 0:00-4:00', 'Mon-Fri 00:00-04:00 Europe/Oslo'],
  ['22:00-04:00 utc @20MiB/s', 'daily 22:00-04:00 UTC @20MiB/s'],
  ['Monday, wed,Thu 12:00-13:30:30 @500kB/s UTC', 'Mon,Wed-Thu 12:00-13:30:30 UTC @500000B/s'],
  ['sat-mon 08:00-00:00 UTC', 'Mon,Sat-Sun 08:00-24:00 UTC'],
  [
    'weekends 00:00-24:00 UTC except 2026-12-26, 2026-12-24',
    'Sat-Sun 00:00-24:00 UTC except 2026-12-24,2026-12-26',
  ],
  [
    'daily 01:00-02:00 UTC except 2026-12-24..2027-01-01 @1GiB/s',
    'daily 01:00-02:00 UTC @1GiB/s except 2026-12-24..2027-01-01',
  ],
  [
    '2026-11-21T21:00Z/2026-11-21T23:00:20.5Z @1MiB/s',
    '2026-11-21T21:00:00Z/2026-11-21T23:00:20.500Z @1MiB/s',
  ],
  ['2026-07-01T21:00/2026-07-01T23:00', '2026-07-01T19:00:00Z/2026-07-01T21:00:00Z'],
  ['2026-07-01T21:00+05:30/2026-07-01T23:00 UTC', '2026-07-01T15:30:00Z/2026-07-01T23:00:00Z'],
])('%s is %s', (text, canonical) => {
  expect(windowText(parseWindow(text, OSLO))).toBe(canonical);
});

test('parses every part of a window', () => {
  expect(parseWindow('Tue,Thu 22:00-04:00 America/New_York @20MiB/s except 2026-12-24', OSLO)).toEqual({
    kind: 'weekly',
    days: [1, 3],
    from: 22 * H,
    to: 4 * H,
    zone: 'America/New_York',
    rate: 20 * 1024 ** 2,
    except: [{ first: 20811, last: 20811 }],
  });
});

test.each([
  ['', 1, t('windowEmpty')],
  ['Mon-Fry 00:00-04:00', 1, t('windowDay', { text: 'Mon-Fry' })],
  ['Mon,Xyz 00:00-04:00', 5, t('windowDay', { text: 'Xyz' })],
  ['Mon', 4, t('windowTimesMissing')],
  ['Mon 00:00', 5, t('windowTimes', { text: '00:00' })],
  ['Mon 24:00-04:00', 5, t('windowStart', { text: '24:00' })],
  ['Mon 00:00-25:00', 11, t('windowEnd', { text: '25:00' })],
  ['Mon 04:00-04:00', 11, t('windowNoDuration')],
  ['Mon 00:00-04:00 Europe/Olso', 17, t('windowZone', { text: 'Europe/Olso' })],
  ['Mon 00:00-04:00 UTC UTC', 21, t('windowUnexpected', { text: 'UTC' })],
  ['Mon 00:00-04:00 UTC @20Mb/s', 21, t('windowRate', { text: '20Mb/s' })],
  ['Mon 00:00-04:00 UTC @1B/s', 21, t('windowRate', { text: '1B/s' })],
  ['Mon 00:00-04:00 except', 17, t('windowExceptMissing')],
  ['Mon 00:00-04:00 except 2026-02-30', 24, t('windowDate', { text: '2026-02-30' })],
  [
    'Mon 00:00-04:00 except 2026-12-24,2026-12-26..2026-12-25',
    35,
    t('windowDatesReversed', { text: '2026-12-26..2026-12-25' }),
  ],
  ['2026-11-21T21:00Z/2026-11-21T20:00Z', 19, t('windowReversed')],
  ['2026-11-21T21:00Z', 1, t('windowSingle')],
  ['2026-11-21T21:61Z/2026-11-21T23:00Z', 1, t('windowInstant', { text: '2026-11-21T21:61Z' })],
])('rejects %j at column %i', (text, column, why) => {
  let rejected: unknown;
  try {
    parseWindow(text, { ...OSLO, name: '--window' });
  } catch (error) {
    rejected = error;
  }
  const { code, at, message, exitCode } = asAirlockError(rejected);
  expect({ code, at, exitCode }).toEqual({ code: 'usage', at: { path: '--window', column }, exitCode: 1 });
  expect(message).toContain(why);
});

test('parses every written window without loss', () => {
  const weekly: fc.Arbitrary<LinkWindow> = fc
    .record({
      kind: fc.constant('weekly' as const),
      days: fc
        .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 })
        .map((days) => days.sort((a, b) => a - b)),
      from: fc.integer({ min: 0, max: END_OF_DAY - 1 }),
      to: fc.integer({ min: 1, max: END_OF_DAY }),
      zone: fc.constantFrom('UTC', 'Europe/Oslo', 'America/Argentina/Buenos_Aires'),
      rate: fc.option(fc.integer({ min: 1024, max: 2 ** 40 })),
      except: fc
        .array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 0, max: 40 })), {
          maxLength: 3,
        })
        .map((ranges) =>
          ranges.map(([first, more]) => ({ first, last: first + more })).sort((a, b) => a.first - b.first),
        ),
    })
    .filter(({ from, to }) => from !== to);
  fc.assert(
    fc.property(weekly, (window) => {
      expect(parseWindow(windowText(window), { zone: 'Asia/Tokyo' })).toEqual(window);
    }),
  );
});

test('parses --until as the next such time, or an instant', () => {
  const now = Date.parse('2026-11-21T21:00:00Z');
  const until = (text: string) => new Date(parseUntil(text, { now, ...OSLO })).toISOString();
  expect(until('04:00')).toBe('2026-11-22T03:00:00.000Z');
  expect(until('22:30')).toBe('2026-11-21T21:30:00.000Z');
  expect(until('22:00 UTC')).toBe('2026-11-21T22:00:00.000Z');
  expect(until('22:00')).toBe('2026-11-22T21:00:00.000Z');
  expect(until('2026-12-01T04:00')).toBe('2026-12-01T03:00:00.000Z');
  expect(until('2026-12-01T04:00Z')).toBe('2026-12-01T04:00:00.000Z');
  expect(() => until('2026-11-21T20:00Z')).toThrow(t('untilPast'));
  expect(() => until('tomorrow')).toThrow(t('untilInvalid'));
  expect(() => until('04:00 Mars/Base')).toThrow(t('untilZone', { zone: 'Mars/Base' }));
});
