import { expect, test } from 'vitest';
import type { PictureVersion } from '../../core/contract/topics/upgrades.ts';
import { matchingVersions, middleOf, nextVersion } from './corridor-moves.ts';

const at = (version: string, x: number, y: number): PictureVersion => ({
  version,
  x,
  y,
  minor: version.split('.').slice(0, 2).join('.'),
  onPath: version === '4.17.2',
  channels: [],
});
const VERSIONS = [at('4.16.1', 10, 0), at('4.16.10', 30, 0), at('4.17.2', 40, 80), at('4.18.1', 90, 160)];
const move = (from: string | undefined, key: string) => nextVersion(VERSIONS, from, key)?.version;

test('arrows move along the lane and change it at the nearest version', () => {
  expect(move(undefined, 'ArrowRight')).toBe('4.17.2');
  expect(move('4.16.1', 'ArrowRight')).toBe('4.16.10');
  expect(move('4.16.1', 'ArrowLeft')).toBeUndefined();
  expect(move('4.17.2', 'ArrowUp')).toBe('4.16.10');
  expect(move('4.17.2', 'ArrowDown')).toBe('4.18.1');
  expect(move('4.18.1', 'ArrowDown')).toBeUndefined();
  expect(move('4.16.10', 'Home')).toBe('4.16.1');
});

test('a search finds the exact version before those that start with it', () => {
  const found = (text: string) => matchingVersions(VERSIONS, text).map(({ version }) => version);
  expect(found('4.16.1')).toEqual(['4.16.1']);
  expect(found('4.16')).toEqual(['4.16.1', '4.16.10']);
  expect(found('18.1')).toEqual(['4.18.1']);
  expect(found(' ')).toEqual([]);
});

test('the middle of an update', () => {
  expect(middleOf('M0 10H20')).toEqual({ x: 10, y: 10 });
  expect(middleOf('M0 40Q20 0 40 40')).toEqual({ x: 20, y: 20 });
  expect(middleOf('M0 0C8 0 8 80 16 80')).toEqual({ x: 8, y: 40 });
  expect(middleOf('')).toBeUndefined();
});
