import { expect, test } from 'vitest';
import { lifeText, lifeWords, releaseLife } from './release-life.ts';

const at = (day: string) => new Date(`${day}T12:00:00Z`);

test('maintenance and Extended Update Support of a minor version end at the dates of its life cycle', () => {
  expect(lifeWords(releaseLife('4.17.25', at('2025-06-01'))!)).toBe('4.17 is maintained until April 2026.');
  expect(lifeWords(releaseLife('4.17.25', at('2026-05-01'))!)).toBe(
    '4.17 has reached its end of life. Support ended in April 2026.',
  );
  expect(lifeWords(releaseLife('4.16', at('2025-06-01'))!)).toBe(
    '4.16 is maintained until December 2025. Extended Update Support ends in June 2026.',
  );
  expect(lifeWords(releaseLife('4.16.20', at('2026-03-01'))!)).toBe(
    'Maintenance of 4.16 ended in December 2025. Extended Update Support ends in June 2026.',
  );
  expect(lifeText('4.16.20', at('2026-07-01'))).toBe(
    'Support of 4.16 ended in June 2026, except with Term 2 of Extended Update Support, which ends in June 2027.',
  );
  expect(releaseLife('4.16.20', at('2027-06-27'))!.state).toBe('term2');
  expect(releaseLife('4.16.20', at('2027-06-28'))!.state).toBe('ended');
});

test('minor versions from before the current policy have ended', () => {
  const end = (minor: string) => lifeText(`${minor}.9`, at('2026-07-01'));
  for (const [minor, ended] of [
    ['4.6', 'October 2022'],
    ['4.8', 'April 2023'],
    ['4.10', 'September 2023'],
    ['4.11', 'February 2024'],
  ] as const)
    expect(end(minor)).toBe(`${minor} has reached its end of life. Support ended in ${ended}.`);
  expect(end('4.21')).toBe('4.21 is maintained until August 2027.');
});

test('unknown dates are called unknown', () => {
  expect(releaseLife('4.99.1', at('2026-07-01'))).toBeUndefined();
  expect(lifeText('4.99.1', at('2026-07-01'))).toBe(
    "The end of support of 4.99 isn't known to this version of Airlock. See Red Hat's OpenShift life cycle policy.",
  );
  expect(releaseLife('latest', at('2026-07-01'))).toBeUndefined();
  expect(lifeText('latest', at('2026-07-01'))).toBeUndefined();
});
