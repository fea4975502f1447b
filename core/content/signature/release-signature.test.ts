import { enums, reformatKey } from 'openpgp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { verifyReleaseSignature } from './release-signature.ts';
import { gpgHome, newSigner, releaseClaim, type Signer, signed } from './signature.fixture.ts';
import { loadVerificationKeys, parseVerificationKeys, type VerificationKeys } from './verification-keys.ts';

const DIGEST = sha256('release');
const OTHER = sha256('another release');

let signer: Signer;
let keys: VerificationKeys;
beforeAll(async () => {
  signer = await newSigner();
  keys = await parseVerificationKeys(signer.armored, 'test');
});

const verify = (message: Uint8Array, digest: Digest = DIGEST) =>
  verifyReleaseSignature({ message, keys, digest });
const rejected = (message: RegExp) =>
  expect.objectContaining({ code: 'signature-invalid', message: expect.stringMatching(message) });

describe('verifyReleaseSignature', () => {
  it('returns the key and the signed name', async () => {
    await expect(verify(await signed(signer, releaseClaim(DIGEST)))).resolves.toEqual({
      keyId: signer.privateKey.getKeyID().toHex().toUpperCase(),
      dockerReference: 'quay.io/openshift-release-dev/ocp-release:4.16.1-x86_64',
    });
  });

  it('rejects a text that was altered after signing', async () => {
    const message = await signed(signer, releaseClaim(DIGEST));
    const at = message.indexOf('4.16.1-x86_64');
    expect(at).toBeGreaterThan(0);
    message.write('4.16.2', at);
    await expect(verify(message)).rejects.toEqual(rejected(/is invalid/));
  });

  it('rejects the signature of another release at this address', async () => {
    await expect(verify(await signed(signer, releaseClaim(OTHER)))).rejects.toMatchObject({
      code: 'signature-invalid',
      message: expect.stringContaining('another release'),
      expected: DIGEST,
      found: OTHER,
    });
  });

  it('rejects a key that is not trusted', async () => {
    const stranger = await newSigner();
    await expect(verify(await signed(stranger, releaseClaim(DIGEST)))).rejects.toEqual(
      rejected(/key [0-9A-F]{16} isn't trusted/),
    );
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a web page', Buffer.from('<html>not found</html>')],
    ['an unsigned text', Buffer.from(releaseClaim(DIGEST))],
    ['too many bytes', Buffer.alloc(300_000, 0xa3)],
  ])('rejects %s', async (_, message) => {
    await expect(verify(message)).rejects.toEqual(rejected(/is invalid/));
  });

  it('rejects a message truncated anywhere', async () => {
    const message = await signed(signer, releaseClaim(DIGEST));
    for (let length = 0; length < message.length; length += 3) {
      await expect(verify(message.subarray(0, length))).rejects.toEqual(rejected(/./));
    }
  });

  it('never returns anything but the signed text, whichever byte is changed', async () => {
    const message = await signed(signer, releaseClaim(DIGEST));
    const genuine = await verify(message);
    let accepted = 0;
    for (let at = 0; at < message.length; at++) {
      const changed = Buffer.from(message);
      changed[at]! ^= 0x55;
      const result = await verify(changed).catch((error: { code: string }) => error.code);
      expect(['signature-invalid', genuine]).toContainEqual(result);
      if (typeof result !== 'string') accepted++;
    }
    // The name and time inside a literal packet aren't part of the signed content; there is little else.
    expect(accepted).toBeLessThan(30);
  });

  it.each([
    ['a cosign type', { type: 'cosign container image signature' }, /critical\.type/],
    ['no digest', { image: {} }, /docker-manifest-digest/],
    ['a digest of another kind', { image: { 'docker-manifest-digest': 'md5:1' } }, /another release/],
    ['no name', { identity: {} }, /docker-reference/],
    [
      'a name with a path in its tag',
      { identity: { 'docker-reference': 'q.io/a/b:../../x' } },
      /isn't an image reference/,
    ],
  ])('rejects %s', async (_, change, message) => {
    const signature = await signed(signer, releaseClaim(DIGEST, '4.16.1', change));
    await expect(verify(signature)).rejects.toEqual(rejected(message));
  });

  it('rejects a signed text that is not JSON', async () => {
    await expect(verify(await signed(signer, 'hello'))).rejects.toEqual(rejected(/isn't JSON/));
  });

  it('accepts a signature made before the key expired, and rejects later ones', async () => {
    const made = new Date('2020-01-01T00:00:00Z');
    const expired = await newSigner({ date: made, days: 30 });
    const old = { keys: await parseVerificationKeys(expired.armored, 'test'), digest: DIGEST };
    const inTime = await signed(expired, releaseClaim(DIGEST), new Date('2020-01-10T00:00:00Z'));
    await expect(verifyReleaseSignature({ ...old, message: inTime })).resolves.toBeDefined();
    const longer = await reformatKey({
      privateKey: expired.privateKey,
      userIDs: [{ name: 'Test release key' }],
      date: made,
      format: 'object',
    });
    const late = await signed(
      { ...expired, privateKey: longer.privateKey },
      releaseClaim(DIGEST),
      new Date('2020-06-01T00:00:00Z'),
    );
    await expect(verifyReleaseSignature({ ...old, message: late })).rejects.toEqual(rejected(/expired/));
  });
});

describe('a clock that is wrong', () => {
  const tomorrow = new Date(Date.now() + 86_400_000);

  it('is reported if the signature is valid except for its time', async () => {
    const message = await signed(signer, releaseClaim(DIGEST), tomorrow);
    await expect(verify(message)).rejects.toMatchObject({
      code: 'clock-skew',
      exitCode: 5,
      message: expect.stringContaining('which is in the future'),
    });
  });

  it('does not excuse an invalid signature', async () => {
    const message = await signed(signer, releaseClaim(DIGEST), tomorrow);
    message.write('4.16.2', message.indexOf('4.16.1-x86_64'));
    await expect(verify(message)).rejects.toEqual(rejected(/is invalid/));
    const stranger = await signed(await newSigner(), releaseClaim(DIGEST), tomorrow);
    await expect(verify(stranger)).rejects.toEqual(rejected(/key [0-9A-F]{16} isn't trusted/));
  });
});

describe('with Debian gpg', () => {
  it('agrees on compressed, plain, armored and detached messages', async () => {
    const gpg = gpgHome();
    try {
      gpg.run(['--quick-gen-key', 'Release <r@example.com>', 'rsa2048', 'sign', '0']);
      const gpgKeys = await parseVerificationKeys(String(gpg.run(['--armor', '--export'])), 'gpg');
      const check = (message: Buffer) => verifyReleaseSignature({ message, keys: gpgKeys, digest: DIGEST });
      const claim = releaseClaim(DIGEST);
      await expect(check(gpg.run(['--sign'], claim))).resolves.toMatchObject({
        keyId: gpgKeys[0]!.getKeyID().toHex().toUpperCase(),
      });
      await expect(check(gpg.run(['--compress-algo', 'bzip2', '--sign'], claim))).resolves.toBeDefined();
      const plain = gpg.run(['--compress-algo', 'none', '--sign'], claim);
      await expect(check(plain)).resolves.toBeDefined();
      plain.write('y', plain.indexOf('x86_64'));
      await expect(check(plain)).rejects.toEqual(rejected(/is invalid/));
      await expect(check(gpg.run(['--detach-sign'], claim))).rejects.toEqual(rejected(/literal data/));
      await expect(check(gpg.run(['--clearsign'], claim))).rejects.toEqual(rejected(/is invalid/));
      const bomb = gpg.run(['--compress-algo', 'zlib', '--sign'], ' '.repeat(3_000_000) + claim);
      expect(bomb.length).toBeLessThan(100_000);
      await expect(check(bomb)).rejects.toEqual(rejected(/decompress/i));
    } finally {
      gpg.stop();
    }
  });
});

describe('verification keys', () => {
  it('are the two of Red Hat by default', async () => {
    const bundled = await loadVerificationKeys();
    expect(bundled.map((key) => key.getFingerprint().toUpperCase())).toEqual([
      '567E347AD0044ADE55BA8A5F199E2F91FD431D51',
      'B08B659EE86AF623BC90E8DB938A80CAF21541EB',
    ]);
    expect(bundled[0]!.keyPacket.algorithm).toBe(enums.publicKey.rsaEncryptSign);
  });

  it('are read from several blocks with text around them', async () => {
    const another = await newSigner();
    const text = `pub ed25519\n\n${signer.armored}\ntext\n${another.armored}`;
    await expect(parseVerificationKeys(text, 'two')).resolves.toHaveLength(2);
  });

  it('come from one file that replaces them, which must be readable', async () => {
    await expect(loadVerificationKeys('/nonexistent.asc')).rejects.toMatchObject({
      code: 'config-unreadable',
    });
    await expect(parseVerificationKeys('no key', 'f')).rejects.toMatchObject({ code: 'config-unreadable' });
    const armored = signer.armored.replace(/\n[A-Za-z0-9+/]{20}/, '\nAAAA');
    await expect(parseVerificationKeys(armored, 'f')).rejects.toMatchObject({ code: 'config-unreadable' });
  });
});
