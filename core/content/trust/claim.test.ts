import { expect, test } from 'vitest';
import { claimFault, LONGEST_CLAIM } from './claim.ts';

const digest = `sha256:${'1'.repeat(64)}` as const;
const claimOf = (optional: object) =>
  Buffer.from(
    JSON.stringify({
      critical: {
        type: 'atomic container signature',
        image: { 'docker-manifest-digest': digest },
        identity: { 'docker-reference': 'q.io/a:1' },
      },
      optional,
    }),
  );
const faultOf = (text: Uint8Array) =>
  claimFault(text, 'atomic container signature', { digest, accepts: (name) => name === 'q.io/a:1' });

test('rejects a signed payload beyond the limit before parsing it', () => {
  expect(faultOf(claimOf({ creator: 'x'.repeat(1000) }))).toBeUndefined();
  expect(faultOf(claimOf({ creator: 'x'.repeat(LONGEST_CLAIM) }))).toMatch(
    /^the signed payload is \d+ bytes, which exceeds the limit of 1048576 bytes$/,
  );
});
