import { expect, test } from 'vitest';
import { driveLine } from '../media.fixture.ts';
import { foldersAmong, offeredDrives, stillChosen, usedShare, withChosen } from './drive-choice.ts';

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

test('a removed drive is deselected, a folder stays selected', () => {
  const were = new Set(['/mnt/a', '/mnt/b']);
  expect(stillChosen(['/mnt/a', '/srv/drop', '/mnt/b'], ['/mnt/b'], were)).toEqual(['/srv/drop', '/mnt/b']);
  expect(stillChosen(['/mnt/a'], [], new Set())).toEqual(['/mnt/a']);
});

test('added folders stay in the list, without drives', () => {
  expect(
    foldersAmong(['/srv/drop', '/mnt/a', '/srv/drop', '/mnt/b'], ['/mnt/a'], new Set(['/mnt/b'])),
  ).toEqual(['/srv/drop']);
});

test('the last choice is at the end, once', () => {
  expect(withChosen(['/a', '/b'], '/a', true)).toEqual(['/b', '/a']);
  expect(withChosen(['/a', '/b'], '/a', false)).toEqual(['/b']);
  expect(withChosen([], '/a', false)).toEqual([]);
});
