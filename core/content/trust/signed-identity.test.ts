import { describe, expect, it } from 'vitest';
import { parseImageName } from './docker-reference.ts';
import { identityMatches, type SignedIdentity } from './signed-identity.ts';

const AT = `@sha256:${'b'.repeat(64)}`;

/** [identity, image, signed name, accepted], from the rules of containers-policy.json(5). */
const cases: [SignedIdentity, string, string, boolean][] = [
  [{ type: 'matchExact' }, 'q.io/a:1', 'q.io/a:1', true],
  [{ type: 'matchExact' }, 'q.io/a:1', 'q.io/a:2', false],
  [{ type: 'matchExact' }, `q.io/a${AT}`, 'q.io/a:1', false],
  [{ type: 'matchExact' }, `q.io/a${AT}`, `q.io/a${AT}`, true],
  [{ type: 'matchExact' }, 'q.io/a:1', 'q.io/a', false],
  [{ type: 'matchExact' }, 'docker.io/busybox:1', 'busybox:1', true],
  [{ type: 'matchRepoDigestOrExact' }, 'q.io/a:1', 'q.io/a:1', true],
  [{ type: 'matchRepoDigestOrExact' }, 'q.io/a:1', 'q.io/a:2', false],
  [{ type: 'matchRepoDigestOrExact' }, `q.io/a${AT}`, 'q.io/a:2', true],
  [{ type: 'matchRepoDigestOrExact' }, `q.io/a${AT}`, 'q.io/b:2', false],
  [{ type: 'matchRepoDigestOrExact' }, `q.io/a${AT}`, 'q.io/a', false],
  [{ type: 'matchRepoDigestOrExact' }, 'mirror/a:1', 'mirror/a:1', false],
  [{ type: 'matchRepository' }, 'q.io/a:1', 'q.io/a', true],
  [{ type: 'matchRepository' }, 'q.io/a:1', 'q.io/a:9', true],
  [{ type: 'matchRepository' }, 'q.io/a:1', 'q.io/a/b:1', false],
  [{ type: 'matchRepository' }, 'q.io/a:1', 'no name at all', false],
  [{ type: 'exactReference', dockerReference: 'v.io/x:1' }, 'q.io/a:1', 'v.io/x:1', true],
  [{ type: 'exactReference', dockerReference: 'v.io/x:1' }, 'q.io/a:1', 'v.io/x:2', false],
  [{ type: 'exactRepository', dockerRepository: 'v.io/x' }, 'q.io/a:1', 'v.io/x', true],
  [{ type: 'exactRepository', dockerRepository: 'v.io/x' }, 'q.io/a:1', 'q.io/a:1', false],
  [
    { type: 'remapIdentity', prefix: 'm:5000/v', signedPrefix: 'vendor.com' },
    'm:5000/v/p/i:1',
    'vendor.com/p/i:1',
    true,
  ],
  [
    { type: 'remapIdentity', prefix: 'm:5000/v', signedPrefix: 'vendor.com' },
    'm:5000/v/p/i:1',
    'vendor.com/p/i:2',
    false,
  ],
  [
    { type: 'remapIdentity', prefix: 'm:5000/v', signedPrefix: 'vendor.com' },
    'm:5000/vv/i:1',
    'm:5000/vv/i:1',
    true,
  ],
  [
    { type: 'remapIdentity', prefix: 'm:5000/v', signedPrefix: 'vendor.com' },
    `m:5000/v/i${AT}`,
    'vendor.com/i:7',
    true,
  ],
  [{ type: 'remapIdentity', prefix: 'm:5000', signedPrefix: 'vendor' }, 'm:5000/i:1', 'vendor/i:1', false],
  [
    { type: 'remapIdentity', prefix: 'm:5000/v', signedPrefix: 'vendor.com' },
    'm:5000/v:1',
    'vendor.com:1',
    false,
  ],
];

describe('identityMatches', () => {
  it.each(cases)('%j, image %s, signed %s: %s', (identity, image, signed, counts) => {
    expect(identityMatches(identity, parseImageName(image), signed)).toBe(counts);
  });
  it('has no name for a folder', () => {
    expect(identityMatches({ type: 'matchRepository' }, undefined, 'q.io/a:1')).toBe(false);
    const exact: SignedIdentity = { type: 'exactReference', dockerReference: 'q.io/a:1' };
    expect(identityMatches(exact, undefined, 'q.io/a:1')).toBe(true);
  });
});
