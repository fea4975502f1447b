import { expect, test } from 'vitest';
import { t } from './messages.ts';
import { architecturesAfter, channelKind, minorsOf, plainChannels, selectionTitle } from './words.ts';

const known = [
  { version: '4.17.30', channels: ['stable-4.17', 'stable-4.18'] },
  { version: '4.18.9', channels: ['stable-4.18'] },
  { version: '4.18.11', channels: ['fast-4.18'] },
];

test('a new cluster selects one release', () => {
  expect(plainChannels({ from: '', to: '4.18.9', kind: 'stable' }, [])).toEqual([
    { name: 'stable-4.18', minVersion: '4.18.9', maxVersion: '4.18.9', shortestPath: false },
  ]);
});

test('a minor version selects the latest known release of its channel, otherwise the latest of all', () => {
  expect(plainChannels({ from: '', to: '4.18', kind: 'stable' }, known)).toEqual([
    { name: 'stable-4.18', minVersion: '4.18.9', maxVersion: '4.18.9', shortestPath: false },
  ]);
  expect(plainChannels({ from: '', to: '4.18', kind: 'eus' }, known)).toEqual([
    { name: 'eus-4.18', shortestPath: false },
  ]);
});

test('a range without a known graph is written as entered', () => {
  expect(plainChannels({ from: '4.16.20', to: '4.18', kind: 'stable' }, [])).toEqual([
    { name: 'stable-4.18', minVersion: '4.16.20', shortestPath: true },
  ]);
  expect(plainChannels({ from: '4.16.20', to: 'soon', kind: 'stable' }, [])).toEqual([]);
});

test('minor versions and kinds of channels are found in their names', () => {
  expect(minorsOf(['4.18.9', '4.18.2', '4.16.1'])).toEqual(['4.18', '4.16']);
  expect(channelKind('eus-4.16')).toBe('eus');
  expect(channelKind('custom')).toBeUndefined();
});

test('the releases of the text are a title', () => {
  expect(selectionTitle([])).toBeUndefined();
  expect(selectionTitle([{ name: 'stable-4.18', minVersion: '4.18.9', maxVersion: '4.18.9' }])).toBe(
    t('releaseTitle', { version: '4.18.9' }),
  );
  expect(selectionTitle([{ name: 'stable-4.18', minVersion: '4.16.20', maxVersion: '4.18.9' }])).toBe(
    t('rangeTitle', { channel: 'stable-4.18', from: '4.16.20', to: '4.18.9' }),
  );
  expect(selectionTitle([{ name: 'stable-4.18' }])).toBe(t('newestTitle', { channel: 'stable-4.18' }));
  expect(selectionTitle([{ name: 'stable-4.16' }, { name: 'stable-4.18' }])).toBe(
    'Releases in stable-4.16 and stable-4.18',
  );
});

test('architectures are written in their order, and amd64 alone is not', () => {
  const all = ['amd64', 'arm64', 's390x'];
  expect(architecturesAfter(all, [], 's390x', true)).toEqual(['amd64', 's390x']);
  expect(architecturesAfter(all, ['s390x', 'amd64'], 'arm64', true)).toEqual(all);
  expect(architecturesAfter(all, ['amd64', 'arm64'], 'arm64', false)).toEqual([]);
  expect(architecturesAfter(all, ['amd64', 'arm64'], 'amd64', false)).toEqual(['arm64']);
  expect(architecturesAfter(all, [], 'amd64', false)).toBeUndefined();
});

test('an open range has its first or last version', () => {
  expect(selectionTitle([{ name: 'stable-4.18', minVersion: '4.16.20' }])).toBe(
    t('fromTitle', { channel: 'stable-4.18', from: '4.16.20' }),
  );
  expect(selectionTitle([{ name: 'stable-4.18', maxVersion: '4.18.9' }])).toBe(
    t('newestUpToTitle', { channel: 'stable-4.18', to: '4.18.9' }),
  );
});
