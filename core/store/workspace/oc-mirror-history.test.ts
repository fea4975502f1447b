import { expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { nextHistory, parseHistory } from './oc-mirror-history.ts';

test('a history file has the name that oc-mirror gives it, and is the newest also if the clock was wrong', () => {
  const now = new Date('2026-01-31T10:00:00.789Z');
  const digests = [sha256('a'), sha256('b')];
  const { name, text } = nextHistory(undefined, digests, now);
  expect(name).toBe('.history/.history-2026-01-31T10:00:00Z');
  expect(parseHistory(text)).toEqual(digests);
  const names = [
    '.history-2026-01-31T09:59:59Z',
    '.history-2026-01-31T10:00:00Z',
    '.history-2027-01-31T10-00-59Z',
  ];
  expect(names.map((newest) => nextHistory(newest, [], now).name)).toEqual([
    '.history/.history-2026-01-31T10:00:00Z',
    '.history/.history-2026-01-31T10:00:01Z',
    '.history/.history-2027-01-31T10:01:00Z',
  ]);
});
