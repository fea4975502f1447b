import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadVerificationKeys, verificationKeysWhenNeeded } from './verification-keys.ts';

test.each([undefined, ''])(
  'without a replacement (%j), the bundled keys are loaded once, when they are needed',
  async (replacement) => {
    const keys = await verificationKeysWhenNeeded(replacement);
    const loading = keys();
    expect(keys()).toBe(loading);
    const fingerprints = (await loading).map((key) => key.getFingerprint());
    expect(fingerprints).toEqual((await loadVerificationKeys()).map((key) => key.getFingerprint()));
    expect(fingerprints.length).toBeGreaterThan(0);
  },
);

test('a replacement that has no key is an error at once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-keys-'));
  const file = join(directory, 'empty.asc');
  await writeFile(file, 'no key');
  try {
    await expect(verificationKeysWhenNeeded(file)).rejects.toMatchObject({ code: 'config-unreadable' });
    const missing = join(directory, 'missing.asc');
    await expect(verificationKeysWhenNeeded(missing)).rejects.toMatchObject({ code: 'config-unreadable' });
  } finally {
    await rm(directory, { recursive: true });
  }
});
