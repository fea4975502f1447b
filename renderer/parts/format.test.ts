import { expect, test } from 'vitest';
import {
  counted,
  duration,
  linkRate,
  percent,
  rate,
  relativeTime,
  shortDigest,
  size,
  sizeOf,
} from './format.ts';

test('sizes are binary with one decimal and never read 1024 of a unit', () => {
  expect(size(0)).toBe('0 B');
  expect(size(1023)).toBe('1,023 B');
  expect(size(1024)).toBe('1.0 KiB');
  expect(size(1024 ** 2 - 1)).toBe('1.0 MiB');
  expect(size(48.2 * 1024 ** 3)).toBe('48.2 GiB');
  expect(rate(1.9 * 1024 ** 2)).toBe('1.9 MiB/s');
  expect(linkRate(2_000_000)).toBe('16 Mbit/s');
});

test('a part of a size has the unit of the total', () => {
  const GiB = 1024 ** 3;
  expect(sizeOf(32 * GiB, 48.2 * GiB)).toBe('32.0 of 48.2 GiB');
  expect(sizeOf(48.19 * GiB, 48.2 * GiB)).toBe('48.1 of 48.2 GiB');
  expect(sizeOf(48.2 * GiB, 48.2 * GiB)).toBe('48.2 of 48.2 GiB');
  expect(sizeOf(12, 400)).toBe('12 of 400 B');
});

test('durations', () => {
  expect(duration(400)).toBe('0.4 s');
  expect(duration(48 * 60_000)).toBe('48 min');
  expect(duration(145 * 60_000)).toBe('2 h 25 min');
  expect(duration(120 * 60_000)).toBe('2 h');
  expect(duration(5 * 86_400_000)).toBe('5 days');
});

test('a percentage is 100 only when all is done', () => {
  expect(percent(999, 1000)).toBe('99%');
  expect(percent(99_999, 100_000)).toBe('99%');
  expect(percent(1000, 1000)).toBe('100%');
  expect(percent(0, 0)).toBe('0%');
});

test('times relative to now', () => {
  const now = new Date('2026-01-31T10:00:00Z');
  expect(relativeTime(new Date('2026-01-28T10:00:00Z'), now)).toBe('3 days ago');
  expect(relativeTime(new Date('2026-01-31T10:05:00Z'), now)).toBe('in 5 min');
  expect(relativeTime(new Date('2026-01-31T09:59:50Z'), now)).toBe('just now');
});

test('counts and digests', () => {
  expect(counted(1, 'image')).toBe('1 image');
  expect(counted(20_000, 'image')).toBe('20,000 images');
  expect(shortDigest(`sha256:${'ab'.repeat(32)}`)).toBe('abababababab');
});
