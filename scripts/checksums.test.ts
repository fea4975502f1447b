import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signingKeyFile } from './packages/signing-key.fixture.ts';
import { ROOT } from './run.ts';

let directory: string;
let packages: string;
let list: string;

beforeEach(async () => {
  // The path of gpg's sockets has at most 108 characters.
  directory = await mkdtemp(join(tmpdir(), 'sums-'));
  packages = await mkdtemp(join(directory, 'packages-'));
  list = join(packages, 'SHA256SUMS');
  for (const name of ['b.deb', 'a.rpm']) await writeFile(join(packages, name), name);
});
afterEach(() => rm(directory, { recursive: true, force: true, maxRetries: 3 }));

function checksums(...options: string[]) {
  return spawnSync(process.execPath, [join(ROOT, 'scripts/checksums.ts'), ...options], {
    encoding: 'utf8',
    env: { ...process.env, GNUPGHOME: join(directory, 'keyring') },
  });
}

test('it lists all files, and sha256sum checks them', async () => {
  expect(checksums(packages)).toMatchObject({ status: 0, stderr: '', stdout: `${list}\n` });
  const lines = (await readFile(list, 'utf8')).split('\n');
  expect(lines.map((line) => line.slice(64))).toEqual(['  a.rpm', '  b.deb', '']);
  const check = () => spawnSync('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: packages }).status;
  expect(check()).toBe(0);
  await writeFile(join(packages, 'a.rpm'), 'changed');
  expect(check()).toBe(1);
});

test('a key file with a passphrase signs the list', async () => {
  const key = await signingKeyFile(directory, 'open sesame');
  const passphrase = join(directory, 'passphrase');
  await writeFile(passphrase, 'open sesame\n');
  expect(checksums(packages, '--sign-key', key.file)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Use --passphrase-file FILE'),
  });
  // A list without a valid signature has none.
  expect(await readdir(packages)).not.toContain('SHA256SUMS.asc');
  const signed = checksums(packages, '--sign-key', key.file, '--passphrase-file', passphrase);
  expect(signed).toMatchObject({ status: 0, stderr: '', stdout: `${list}\n${list}.asc\n` });
  expect(key.verify(list)).toBe(0);
  // The passphrase is written nowhere, and the list doesn't contain its own files.
  expect(await readFile(list, 'utf8')).not.toMatch(/SHA256SUMS|sesame/);
  expect(checksums(packages).status).toBe(0);
  expect(await readdir(packages)).not.toContain('SHA256SUMS.asc');
});

test('a key in the keyring of gpg signs the list', async () => {
  const key = await signingKeyFile(directory);
  const keyring = join(directory, 'keyring');
  spawnSync('mkdir', ['-m', '700', keyring]);
  const imported = spawnSync('gpg', ['--batch', '--homedir', keyring, '--import', key.file], {
    encoding: 'utf8',
  });
  try {
    expect(imported.status, imported.stderr).toBe(0);
    expect(checksums(packages, '--sign-key', 'Release')).toMatchObject({ status: 0, stderr: '' });
    expect(key.verify(list)).toBe(0);
    expect(checksums(packages, '--sign-key', 'nobody')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("nobody can't be used"),
    });
  } finally {
    spawnSync('gpgconf', ['--homedir', keyring, '--kill', 'all']);
  }
});

test('other input is rejected', () => {
  expect(checksums().stderr).toContain('Specify one directory');
  expect(checksums(packages, '--passphrase-file', 'p').stderr).toContain('requires --sign-key');
});
