import { expect, test } from 'vitest';
import type { IndexEntry } from '../set-format/index-entries.ts';
import type { SetIndex } from '../set-format/set-index.ts';
import { ledgerContentOf } from './ledger-content.ts';

const HEX = 'ab'.repeat(32);

/** Returns the index of a set whose volumes link a layer in these repositories. */
function indexOf(volumes: string[][]): SetIndex<IndexEntry[]> {
  return {
    format: 2,
    enclave: 'lab',
    transfer: 'lab-0001',
    number: 1,
    created: '2026-01-31T10:00:00Z',
    tool: 'test',
    status: 'complete',
    volumes: volumes.map((repositories, i) => ({
      name: `mirror_${i + 1}.tar`,
      size: 1,
      sha256: HEX,
      entries: repositories.map((repository) => [
        `docker/registry/v2/repositories/${repository}/_layers/sha256/${HEX}/link`,
        0,
        71,
      ]),
    })),
    images: ['one', 'two', 'three'].map((repository) => ({
      ...{ repository, tag: 'v1', digest: `sha256:${HEX}` as const },
    })),
    failed: [],
    earlier: [],
  };
}

test('the volumes of an image are those with links of its repository', () => {
  const { links } = ledgerContentOf(
    indexOf([
      ['one', 'two', 'two'],
      ['three', 'two'],
      ['two', 'three', 'two'],
    ]),
  );
  expect(links.map(({ repository, volumes }) => [repository, volumes])).toEqual([
    ['one', [1]],
    ['two', [1, 2, 3]],
    ['three', [2, 3]],
  ]);
});

test('a repository in very many volumes takes little time', () => {
  const volumes = 20_000;
  const { links } = ledgerContentOf(indexOf(Array.from({ length: volumes }, () => ['one', 'two', 'three'])));
  expect(links.map(({ volumes }) => volumes.length)).toEqual([volumes, volumes, volumes]);
}, 5_000);
