import { expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { newSigner, releaseClaim, signed, signedTooLate } from './signature.fixture.ts';
import { parseVerificationKeys } from './verification-keys.ts';
import { savedSignatures, verifiedSignatures } from './verified-signatures.ts';

const DIGEST: Digest = `sha256:${'a'.repeat(64)}`;
const OTHER: Digest = `sha256:${'b'.repeat(64)}`;

test('returns valid signatures once and in order, and why the others are invalid', async () => {
  const trusted = await newSigner();
  const second = await newSigner();
  const stranger = await newSigner();
  // A key that has expired since verifies signatures from its validity, and no later ones.
  const expired = await signedTooLate(releaseClaim(DIGEST));
  const keys = await parseVerificationKeys(
    [trusted, second, expired].map(({ armored }) => armored).join('\n'),
    'keys',
  );
  const good = await signed(trusted, releaseClaim(DIGEST));
  const also = await signed(second, releaseClaim(DIGEST));
  const altered = Buffer.from(good);
  altered[altered.length - 10]! ^= 1;
  const { verified, faults } = await verifiedSignatures({
    digest: DIGEST,
    messages: [
      await signed(stranger, releaseClaim(DIGEST)),
      good,
      altered,
      also,
      good,
      await signed(trusted, releaseClaim(OTHER)),
      expired.inTime,
      expired.message,
      Buffer.from('no message'),
    ],
    keys,
  });
  expect(verified).toEqual([good, also, expired.inTime]);
  expect(faults.map(({ code }) => code)).toEqual(Array(5).fill('signature-invalid'));
  expect(faults[2]).toMatchObject({ expected: DIGEST, found: OTHER });
});

test('saved signatures are the files with the digest in their names, by name', async () => {
  const files = new Map(
    ['b', 'a'].map((tag) => [`signatures/${tag}-sha256-${'a'.repeat(64)}`, Buffer.from(tag)]),
  );
  files.set(`signatures/c-sha256-${'b'.repeat(64)}`, Buffer.from('c'));
  const found = await savedSignatures(
    { read: async (name) => files.get(name), list: async () => [...files.keys()] },
    DIGEST,
  );
  expect(found.map(String)).toEqual(['a', 'b']);
});
