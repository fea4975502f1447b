import { expect, test } from 'vitest';
import { RepositoriesWork } from './repository-work.ts';

test('the work in a repository is forgotten with its last image', () => {
  const work = new RepositoriesWork(['a', 'b', 'a']);
  const done = Promise.resolve();
  work.in('a').blobs.set('sha256:1', done);
  work.ended('a');
  expect(work.in('a').blobs.get('sha256:1')).toBe(done);
  work.ended('a');
  expect(work.in('a').blobs.size).toBe(0);
});
