import { expect, test } from 'vitest';
import { lifeWords, releaseLife } from './release-life.ts';

const at = (day: string) => new Date(`${day}T12:00:00Z`);

test('an odd minor has 18 months, an even one 24 with extended update support', () => {
  expect(lifeWords(releaseLife('4.17.25', at('2025-06-01'))!)).toBe('4.17 is maintained until Apr 2026.');
  expect(lifeWords(releaseLife('4.17.25', at('2026-05-01'))!)).toBe(
    '4.17 is at its end of life: fixes ended Apr 2026.',
  );
  expect(lifeWords(releaseLife('4.16', at('2025-06-01'))!)).toBe(
    '4.16 is maintained until Dec 2025, with extended update support until Jun 2026.',
  );
  expect(lifeWords(releaseLife('4.16.20', at('2026-03-01'))!)).toBe(
    'Maintenance of 4.16 ended Dec 2025; extended update support goes on until Jun 2026.',
  );
  expect(releaseLife('4.16.20', at('2026-07-01'))!.state).toBe('ended');
});

test('nothing is said of minors that are not known', () => {
  expect(releaseLife('4.99.1', at('2026-07-01'))).toBeUndefined();
  expect(releaseLife('latest', at('2026-07-01'))).toBeUndefined();
});
