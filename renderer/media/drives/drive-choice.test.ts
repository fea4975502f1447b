import { describe, expect, test } from 'vitest';
import { driveLine } from '../media.fixture.ts';
import { foldersAmong, offeredDrives, removedAmong, usedShare, withChosen } from './drive-choice.ts';

test('mounted writable drives are available', () => {
  const good = driveLine();
  const off = driveLine({ device: '/dev/sdc1', mountPoint: undefined });
  const system = driveLine({
    device: '/dev/sda1',
    rejected: { reason: 'system', message: 'It is the system disk' },
  });
  const locked = driveLine({
    device: '/dev/sr0',
    rejected: { reason: 'read-only', message: 'It is read-only' },
  });
  expect(offeredDrives([good, off, system, locked], false)).toEqual({
    offered: [good],
    others: [off, system, locked],
  });
  expect(offeredDrives([good, off, system, locked], true)).toEqual({
    offered: [good, locked],
    others: [off, system],
  });
  expect(offeredDrives([{ ...locked, mountPoint: undefined }], true).offered).toEqual([]);
});

test('the used share of a drive, undefined if unknown', () => {
  expect(usedShare(driveLine({ bytes: 100, free: 25 }))).toBe(0.75);
  expect(usedShare(driveLine({ free: undefined }))).toBeUndefined();
  expect(usedShare(driveLine({ bytes: 0, free: 0 }))).toBe(1);
});

describe('removed drives and directories', () => {
  const removed = (seen: Partial<Parameters<typeof removedAmong>[0]>) =>
    removedAmong({
      ...{ paths: ['/mnt/a', '/srv/drop'], mounted: [], places: [], isListUnknown: false },
      wereMounted: new Set(),
      ...seen,
    });
  const place = (path: string, present: boolean, mounted = false) => ({ path, present, mounted });

  test('a path without an answer is present', () => {
    expect(removed({})).toEqual([]);
  });

  test('a directory is removed once it does not exist', () => {
    expect(removed({ places: [place('/srv/drop', true)] })).toEqual([]);
    expect(removed({ places: [place('/srv/drop', false)] })).toEqual(['/srv/drop']);
    // Also a listed drive whose directory is gone.
    expect(removed({ mounted: ['/mnt/a'], places: [place('/mnt/a', false)] })).toEqual(['/mnt/a']);
  });

  test('a drive is removed once it is no longer listed, also if its mount point remains', () => {
    const wereMounted = new Set(['/mnt/a']);
    expect(removed({ wereMounted, mounted: ['/mnt/a'] })).toEqual([]);
    expect(removed({ wereMounted })).toEqual(['/mnt/a']);
    expect(removed({ wereMounted, places: [place('/mnt/a', true, false)] })).toEqual(['/mnt/a']);
    // Mounted, but not listed: the list may be older.
    expect(removed({ wereMounted, places: [place('/mnt/a', true, true)] })).toEqual([]);
    // Without a list and an answer, nothing is known.
    expect(removed({ wereMounted, isListUnknown: true })).toEqual([]);
  });
});

test('added and selected directories are listed once, without drives', () => {
  expect(foldersAmong(['/srv/drop', '/mnt/a', '/srv/drop'], ['/mnt/a'])).toEqual(['/srv/drop']);
});

test('the last choice is at the end, once', () => {
  expect(withChosen(['/a', '/b'], '/a', true)).toEqual(['/b', '/a']);
  expect(withChosen(['/a', '/b'], '/a', false)).toEqual(['/b']);
  expect(withChosen([], '/a', false)).toEqual([]);
});
