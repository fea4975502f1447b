import { expect, test } from 'vitest';
import { SharedBlobs } from './shared-blobs.ts';

test('blobs are shared by digest and size, because a registry may state a wrong size', () => {
  const shared = new SharedBlobs();
  const first = shared.of({ digest: 'sha256:1', size: 5 });
  expect(shared.of({ digest: 'sha256:1', size: 5 })).toBe(first);
  expect(shared.of({ digest: 'sha256:1', size: 6 })).toEqual({ digest: 'sha256:1', size: 6 });
  expect(shared.of({ digest: 'sha256:1', size: 5 })).toBe(first);
});
