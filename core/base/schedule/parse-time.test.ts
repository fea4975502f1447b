import { expect, test } from 'vitest';
import { parseTime } from './parse-time.ts';

const reading = { zone: 'UTC', name: 'time' };

test.each([
  ['', 'a time from 00:00 to 23:59 is missing'],
  ['soon', 'a time from 00:00 to 23:59 is missing'],
  ['06:00-07:00', 'a time from 00:00 to 23:59 is missing'],
  ['25:00', '"25:00" isn\'t a time from 00:00 to 23:59'],
  ['daily 06:00 Nowhere/City', '"Nowhere/City" isn\'t a known time zone, such as Europe/Oslo or UTC'],
  ['06:00 06:30', '"06:30" isn\'t a known time zone, such as Europe/Oslo or UTC'],
])('"%s" is not a time', (text, reason) => {
  expect(() => parseTime(text, reading)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `time "${text}": ${reason}`,
      remedy: expect.stringContaining('daily 06:00'),
    }),
  );
});

test('the last minute of a day is a time', () => {
  expect(parseTime('Mon 23:59', reading)).toMatchObject({ from: 86_340, to: 86_400 });
});
