import { translator } from '../messages/translator.ts';

/** Texts about transfer windows and times in options. {text} is the given value. */
export const t = translator({
  until: '--until "{text}": {reason}',
  untilRemedy: 'Write the time as 04:00, "04:00 Europe/Oslo" or 2026-11-21T04:00Z.',
  untilZone: '"{zone}" isn\'t a known time zone',
  untilInvalid: "it isn't a valid time",
  untilPast: 'the time is in the past',

  window: '{name} "{text}": {reason}',
  windowName: 'window',
  windowRemedy:
    'Write the window as "Mon-Fri 00:00-04:00 Europe/Oslo". "@20MiB/s" or "except 2026-12-24" may follow.',
  windowEmpty: 'it is empty',
  windowTimesMissing: 'the times are missing',
  windowTwoRates: 'it has two rates',
  windowRate: '"{text}" isn\'t a rate of at least 1KiB/s, such as 20MiB/s',
  windowExceptMissing: 'the dates after "except" are missing',
  windowTwoExcepts: 'it has two lists of dates',
  windowUnexpected: '"{text}" isn\'t expected here',
  windowZone: '"{text}" isn\'t a known time zone, such as Europe/Oslo or UTC',
  windowDay: '"{text}" isn\'t a day of the week, such as Mon, Mon-Fri or daily',
  windowTimes: '"{text}" isn\'t a time range, such as 00:00-04:00',
  windowStart: '"{text}" isn\'t a time from 00:00 to 23:59',
  windowEnd: '"{text}" isn\'t a time from 00:00 to 24:00',
  windowNoDuration: 'it starts and ends at the same time (for all day, write 00:00-24:00)',
  windowDate: '"{text}" isn\'t a date such as 2026-12-24 or 2026-12-24..2026-12-26',
  windowDatesReversed: '"{text}" ends before it starts',
  windowSingle: 'a window that opens once is written as 2026-11-21T21:00Z/2026-11-21T23:00Z',
  windowInstant: '"{text}" isn\'t a date and time',
  windowReversed: 'it ends before it starts',
});
