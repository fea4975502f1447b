import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encryptKey } from 'openpgp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedFile } from '../../content/signature/detached-signature.ts';
import type { FileSigner } from '../../content/signature/sign-detached.ts';
import { gpgHome, newSigner, type Signer } from '../../content/signature/signature.fixture.ts';
import { checkIndexSignature, signerInRecord, signIndex } from './index-signature.ts';

let folder: string;
let officer: Signer;
let publicKey: string;
let privateKey: string;
let index: SignedFile;
let count = 0;
const env = { PATH: process.env.PATH };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-index-'));
  officer = await newSigner();
  publicKey = join(folder, 'officer.asc');
  privateKey = join(folder, 'officer.key');
  await writeFile(publicKey, officer.armored);
  await writeFile(privateKey, officer.privateKey.armor());
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  index = {
    file: join(folder, `index-${++count}.json`),
    content: Buffer.from(`{"format":1,"n":${count}}\n`),
  };
  await writeFile(index.file, index.content);
});

async function program(...lines: string[]): Promise<string> {
  const file = join(folder, `program-${++count}.sh`);
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
  return file;
}

/** Signs the index, writes the signature next to it, and returns the extension of its name. */
async function signed(signer: FileSigner): Promise<string> {
  const { name, content } = await signIndex(index, signer, { env });
  const ending = name.slice(-4);
  await writeFile(`${index.file}${ending}`, content);
  return ending;
}

test('a key signs, and the other side verifies by its public key', async () => {
  expect(await signed({ key: privateKey })).toBe('.asc');
  const fingerprint = officer.privateKey.getFingerprint().toUpperCase();
  const approval = await checkIndexSignature(index, publicKey, { env });
  expect(signerInRecord(approval)).toEqual({ by: 'key', fingerprint });
});

test('gpg verifies a signature by a key, and a signature by gpg as a command is accepted', async () => {
  const gpg = gpgHome();
  try {
    await signed({ key: privateKey });
    gpg.run(['--import', publicKey]);
    gpg.run(['--verify', `${index.file}.asc`, index.file]);
    gpg.run(['--quick-generate-key', 'Officer <officer@example.org>', 'default', 'default', '1d']);
    const keyring = join(folder, 'gpg-officer.gpg');
    await writeFile(keyring, gpg.run(['--export', 'officer@example.org']));
    const made = `${index.file}.made`;
    await writeFile(made, gpg.run(['--detach-sign', '--output', '-', index.file]));
    await rm(`${index.file}.asc`);
    expect(await signed({ command: `${await program('cat "$1"')} ${made} {index}` })).toBe('.sig');
    expect(await checkIndexSignature(index, keyring, { env })).toMatchObject({ by: 'key', key: keyring });
  } finally {
    gpg.stop();
  }
});

test('a command writes the signature to the given file, or to standard output', async () => {
  const toFile = await program('cp "$2" "$4"');
  const made = await signIndex(index, { command: `${toFile} --in {index} --out {signature}` }, { env });
  expect(made.content).toEqual(index.content);
  const toOutput = await program('printf "%s" "$1:$#"');
  const { content } = await signIndex(index, { command: toOutput }, { env });
  expect(content.toString()).toBe(`${index.file}:1`);
});

test.each([
  ['exit 3', /failed \(3\)/],
  ['exit 0', /didn't write a signature/],
  ['echo changed >> "$1"; echo x', /changed during/],
  ['head -c 400000 /dev/zero', /too much/],
])('a command that does %j makes no signature', async (line, why) => {
  const command = await program(line);
  await expect(signIndex(index, { command }, { env })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringMatching(why),
  });
});

test("names keys that can't sign, with a remedy", async () => {
  const locked = await encryptKey({ privateKey: officer.privateKey, passphrase: 'x' });
  const file = join(folder, 'locked.key');
  await writeFile(file, locked.armor());
  await expect(signIndex(index, { key: file }, { env })).rejects.toMatchObject({
    code: 'signing-key',
    remedy: expect.stringContaining('--passphrase-file'),
  });
  expect((await signIndex(index, { key: file, passphrase: 'x' }, { env })).by).toMatchObject({ by: 'key' });
  for (const key of [publicKey, join(folder, 'absent')])
    await expect(signIndex(index, { key }, { env })).rejects.toMatchObject({
      code: 'config-unreadable',
      message: expect.stringContaining(key),
      remedy: expect.stringContaining('--sign-command'),
    });
});

test('rejects an unsigned, altered or foreign index, and names it', async () => {
  const rejected = (why: RegExp) => ({
    code: 'index-unsigned',
    side: 'source',
    message: expect.stringMatching(why),
  });
  await expect(checkIndexSignature(index, publicKey, { env })).rejects.toMatchObject(rejected(/neither/));
  const stranger = await newSigner();
  const strange = join(folder, 'stranger.key');
  await writeFile(strange, stranger.privateKey.armor());
  await signed({ key: strange });
  await expect(checkIndexSignature(index, publicKey, { env })).rejects.toMatchObject(
    rejected(/isn't one of the required keys/),
  );
  await signed({ key: privateKey });
  const altered = { ...index, content: Buffer.concat([index.content, Buffer.from(' ')]) };
  await expect(checkIndexSignature(altered, publicKey, { env })).rejects.toMatchObject(
    rejected(/isn't a valid signature/),
  );
});

test('a command verifies with both files', async () => {
  await signed({ key: privateKey });
  const seen = join(folder, 'seen');
  const accepts = await program(`printf '%s\\n' "$@" > '${seen}'`);
  expect(await checkIndexSignature(index, `${accepts} -s {signature} {index}`, { env })).toMatchObject({
    by: 'command',
  });
  expect((await readFile(seen, 'utf8')).trim().split('\n')).toEqual(['-s', `${index.file}.asc`, index.file]);
  const isRejecting = await program('echo no >&2; exit 1');
  await expect(checkIndexSignature(index, isRejecting, { env })).rejects.toMatchObject({
    code: 'index-unsigned',
    message: expect.stringMatching(/\(1\): no$/),
  });
});
