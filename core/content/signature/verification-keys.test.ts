import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
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

test('bundled keys that could not be read are read again', async () => {
  vi.resetModules();
  let failing = true;
  vi.doMock('node:fs/promises', async (original) => {
    const real = await original<typeof import('node:fs/promises')>();
    const readFile = async (file: URL, encoding: 'utf8') => {
      if (failing) throw new Error('EMFILE');
      return real.readFile(file, encoding);
    };
    return { ...real, readFile };
  });
  const fresh = await import('./verification-keys.ts');
  await expect(fresh.loadVerificationKeys()).rejects.toMatchObject({ code: 'config-unreadable' });
  failing = false;
  expect((await fresh.loadVerificationKeys()).length).toBeGreaterThan(0);
  vi.doUnmock('node:fs/promises');
});
