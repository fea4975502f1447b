import { translator } from '../messages/translator.ts';

/** Texts about transfer windows and times in options. {text} is the given value. */
export const t = translator({
  until: '--until "{text}": {reason}',
  untilRemedy: 'Use a time such as 04:00, "04:00 Europe/Oslo" or 2026-11-21T04:00Z.',
  untilZone: '"{zone}" isn\'t a known time zone',
  untilInvalid: "the time isn't valid",
  untilPast: 'the time is in the past',

  integerInvalid: 'Use an integer from {least} to {most}.',
  durationInvalid: 'Use a duration such as 2s or 1m30s.',
  stallTimeoutInvalid: 'Use a duration from 1s to 1h, such as 30s.',
  minRateInvalid: 'Use a rate such as 10KiB/s, or 0 for no minimum.',
  bytesInvalid: 'Use a number of bytes such as 5GiB, 500MB or 1000000.',

  window: '{name} "{text}": {reason}',
  windowName: 'window',
  windowRemedy:
    'Use a window such as "Mon-Fri 00:00-04:00 Europe/Oslo", optionally followed by "@20MiB/s" or "except 2026-12-24".',
  timeMissing: 'a time from 00:00 to 23:59 is missing',
  timeRemedy: 'Use a time such as "daily 06:00" or "Mon-Fri 06:00 Europe/Oslo".',
  windowEmpty: 'the window is empty',
  windowTimesMissing: 'the times are missing',
  windowTwoRates: 'the window has two rates',
  windowRate: '"{text}" isn\'t a rate of at least 1KiB/s, such as 20MiB/s',
  windowExceptMissing: 'the dates after "except" are missing',
  windowTwoExcepts: 'the window has two lists of excluded dates',
  windowUnexpected: '"{text}" isn\'t expected at this position',
  windowZone: '"{text}" isn\'t a known time zone, such as Europe/Oslo or UTC',
  windowDay: '"{text}" isn\'t a day of the week, such as Mon, Mon-Fri or daily',
  windowTimes: '"{text}" isn\'t a time range, such as 00:00-04:00',
  windowStart: '"{text}" isn\'t a time from 00:00 to 23:59',
  windowEnd: '"{text}" isn\'t a time from 00:00 to 24:00',
  windowNoDuration: 'the window starts and ends at the same time (for a full day, use 00:00-24:00)',
  windowDate: '"{text}" isn\'t a date or a range of dates, such as 2026-12-24 or 2026-12-24..2026-12-26',
  windowDatesReversed: '"{text}" ends before it starts',
  windowSingle: 'a one-time window must have the form 2026-11-21T21:00Z/2026-11-21T23:00Z',
  windowInstant: '"{text}" isn\'t a valid date and time',
  windowReversed: 'the window ends before it starts',
});
