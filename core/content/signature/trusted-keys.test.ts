import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { gpgHome } from './signature.fixture.ts';
import { createSigningKey, removeSigningKey, workspaceSigningKey } from './signing-keys.ts';
import { readTrust, removeTrustedKey, requiredKeys, trustKey } from './trusted-keys.ts';

let root: string;
let workspace: string;
let config: string;
let state: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-keys-'));
  workspace = join(root, 'workspace');
  await writeFileAtomic(airlockDirectory(workspace, 'format.json'), '{"format":2}\n');
  config = join(root, 'config');
  state = join(root, 'state');
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('the private key is outside of the workspace, readable only by its user, and gpg reads the public one', async () => {
  const made = await createSigningKey(workspace, config, { name: 'Mirror team' });
  expect((await stat(made.privateKey)).mode & 0o777).toBe(0o600);
  expect((await stat(join(config, 'keys'))).mode & 0o777).toBe(0o700);
  for (const entry of await readdir(workspace, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain('PRIVATE');
  const gpg = gpgHome();
  try {
    gpg.run(['--import', made.publicKey]);
    expect(`${gpg.run(['--with-colons', '--list-keys'])}`).toContain(made.fingerprint);
  } finally {
    gpg.stop();
  }
  expect((await workspaceSigningKey(workspace, config))?.getFingerprint().toUpperCase()).toBe(
    made.fingerprint,
  );
});

test('a key directory that others can write to gets no private key', async () => {
  await mkdir(join(config, 'keys'), { recursive: true });
  execFileSync('chmod', ['0777', join(config, 'keys')]);
  await expect(createSigningKey(workspace, config, { name: 'x' })).rejects.toMatchObject({
    code: 'signing-key',
  });
  expect(await readdir(join(config, 'keys'))).toEqual([]);
});

test('a passphrase is required and checked', async () => {
  const { fingerprint } = await createSigningKey(workspace, config, { name: 'x', passphrase: 'open' });
  const rejected = { code: 'signing-key', remedy: expect.stringContaining('--passphrase-file') };
  await expect(workspaceSigningKey(workspace, config)).rejects.toMatchObject(rejected);
  await expect(workspaceSigningKey(workspace, config, 'wrong')).rejects.toMatchObject(rejected);
  expect((await workspaceSigningKey(workspace, config, 'open'))?.isDecrypted()).toBe(true);
  expect(await removeSigningKey(workspace, fingerprint)).toMatchObject({ fingerprint });
  expect(await workspaceSigningKey(workspace, config)).toBeUndefined();
});

test('another user, and a damaged list, never mean unsigned exports', async () => {
  await createSigningKey(workspace, config, { name: 'x' });
  await expect(workspaceSigningKey(workspace, join(root, 'other'))).rejects.toMatchObject({
    code: 'signing-key',
  });
  await writeFile(airlockDirectory(workspace, 'signing-keys.json'), '{"format":1');
  await expect(workspaceSigningKey(workspace, config)).rejects.toMatchObject({ code: 'signing-key' });
});

test('trust applies to its directory and everything below, is recorded, and ends with a record', async () => {
  const { publicKey, fingerprint } = await createSigningKey(workspace, config, { name: 'Team' });
  const here = join(root, 'here');
  await mkdir(here);
  const trusted = await trustKey(state, { file: publicKey, directory: here, before: [], fingerprint });
  expect(trusted).toMatchObject({ fingerprint, name: 'Team', directory: here, by: expect.any(String) });
  expect((await requiredKeys(state, [join(here, 'transfers', 'a')]))?.fingerprints).toEqual(
    new Set([fingerprint]),
  );
  expect(await requiredKeys(state, [`${here}-2`])).toBeUndefined();
  expect((await stat(join(state, 'trusted-keys.json'))).mode & 0o777).toBe(0o600);
  expect(await removeTrustedKey(state, fingerprint, here)).toMatchObject({ trusted: { at: trusted.at } });
  expect(await requiredKeys(state, [here])).toBeUndefined();
  expect((await readTrust(state)).removed).toMatchObject([{ fingerprint, directory: here }]);
});

test('a key with another fingerprint, two keys, and a damaged list are rejected', async () => {
  const { publicKey } = await createSigningKey(workspace, config, { name: 'x' });
  const wrong = trustKey(state, { file: publicKey, before: [], fingerprint: 'A'.repeat(40) });
  await expect(wrong).rejects.toMatchObject({ code: 'usage', expected: 'A'.repeat(40) });
  const text = await readFile(publicKey, 'utf8');
  const second = (await createSigningKey(workspace, config, { name: 'y' })).publicKey;
  await writeFile(publicKey, text + (await readFile(second, 'utf8')));
  await expect(trustKey(state, { file: publicKey, before: [] })).rejects.toMatchObject({ code: 'usage' });
  await trustKey(state, { file: second, before: [] });
  expect((await requiredKeys(state, ['/anywhere']))?.keys).toHaveLength(1);
  await cp(second, join(state, 'trusted-keys.json'));
  await expect(requiredKeys(state, ['/anywhere'])).rejects.toMatchObject({ code: 'config-unreadable' });
});
