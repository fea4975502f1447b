import { expect, test } from 'vitest';
import { lifeWords, releaseLife } from './release-life.ts';

const at = (day: string) => new Date(`${day}T12:00:00Z`);

test('odd minor versions have 18 months, even ones 24 with Extended Update Support', () => {
  expect(lifeWords(releaseLife('4.17.25', at('2025-06-01'))!)).toBe('4.17 is maintained until April 2026.');
  expect(lifeWords(releaseLife('4.17.25', at('2026-05-01'))!)).toBe(
    '4.17 has reached its end of life. Support ended in April 2026.',
  );
  expect(lifeWords(releaseLife('4.16', at('2025-06-01'))!)).toBe(
    '4.16 is maintained until December 2025, and with Extended Update Support until June 2026.',
  );
  expect(lifeWords(releaseLife('4.16.20', at('2026-03-01'))!)).toBe(
    'Maintenance of 4.16 ended in December 2025. Extended Update Support ends in June 2026.',
  );
  expect(releaseLife('4.16.20', at('2026-07-01'))!.state).toBe('ended');
});

test('unknown minor versions have no life cycle', () => {
  expect(releaseLife('4.99.1', at('2026-07-01'))).toBeUndefined();
  expect(releaseLife('latest', at('2026-07-01'))).toBeUndefined();
});
