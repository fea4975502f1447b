import { expect, test } from 'vitest';
import { hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { tagLink } from '../set-format/entry-names.ts';
import type { SetIndex } from '../set-format/set-index.ts';
import { checkMaker } from './check-entries.ts';

test('reads the tags of a set once for all of its volumes, and not those of another set', () => {
  let read = 0;
  const setWith = (digest: ReturnType<typeof sha256>): SetIndex => ({
    ...{ format: 2, transfer: 'lab-0001', enclave: 'lab', number: 1, created: '2026-01-31T10:00:00Z' },
    ...{ tool: 'airlock test', status: 'complete', volumes: [], failed: [], earlier: [] },
    get images() {
      read++;
      return [{ repository: 'acme/app', tag: 'v1', digest }];
    },
  });
  for (const digest of [sha256('one'), sha256('two')]) {
    const index = setWith(digest);
    read = 0;
    for (let volume = 0; volume < 3; volume++)
      expect(checkMaker(index)([tagLink('acme/app', 'v1'), 0, 71]).expected).toBe(hexOf(sha256(digest)));
    expect(read).toBe(1);
  }
});
