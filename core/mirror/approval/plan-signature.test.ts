import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMessage, sign } from 'openpgp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gpgHome, newSigner, type Signer } from '../../content/signature/signature.fixture.ts';
import { airlock } from '../airlock-process.fixture.ts';
import { newRig, type Rig } from '../mirror.fixture.ts';
import { checkPlanSignature } from './plan-signature.ts';

let folder: string;
let security: Signer;
let keyFile: string;
let plan: { file: string; content: Buffer };
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-approval-'));
  security = await newSigner();
  keyFile = join(folder, 'security.asc');
  await writeFile(keyFile, security.armored);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  plan = { file: join(folder, `plan-${++count}.json`), content: Buffer.from(`{"plan":${count}}\n`) };
  await writeFile(plan.file, plan.content);
});

const env = { PATH: process.env.PATH };
const check = (required: string) => checkPlanSignature(plan, required, { env });
const fingerprintOf = (signer: Signer) => signer.privateKey.getFingerprint().toUpperCase();

/** A detached signature of text, armored or binary. */
async function detached(signers: Signer[], text: Buffer, format: 'armored' | 'binary' = 'armored') {
  const signature = await sign({
    message: await createMessage({ binary: new Uint8Array(text) }),
    signingKeys: signers.map(({ privateKey }) => privateKey),
    detached: true,
    format: format as 'armored',
  });
  return signature;
}

/** A program with these lines. */
async function program(...lines: string[]): Promise<string> {
  const file = join(folder, `check-${++count}.sh`);
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
  return file;
}

const unapproved = (why: RegExp) => ({ code: 'plan-unapproved', message: expect.stringMatching(why) });

describe('with a key', () => {
  test.each([
    ['asc', 'armored'],
    ['sig', 'binary'],
  ] as const)('accepts a valid signature in .%s, %s', async (ending, format) => {
    const signature = `${plan.file}.${ending}`;
    await writeFile(signature, await detached([security], plan.content, format));
    expect(await check(keyFile)).toEqual({
      by: 'key',
      fingerprint: fingerprintOf(security),
      key: keyFile,
      signature,
    });
  });

  test('accepts one of several signers', async () => {
    const other = await newSigner();
    await writeFile(`${plan.file}.asc`, await detached([other, security], plan.content));
    expect(await check(keyFile)).toMatchObject({ fingerprint: fingerprintOf(security) });
  });

  test('accepts a signature and a keyring as written by gpg', async () => {
    const gpg = gpgHome();
    try {
      gpg.run(['--quick-generate-key', 'Approver <approver@example.org>', 'default', 'default', '1d']);
      const keyring = join(folder, 'approver.gpg');
      await writeFile(keyring, gpg.run(['--export']));
      await writeFile(`${plan.file}.sig`, gpg.run(['--detach-sign', '--output', '-', plan.file]));
      const listed = gpg.run(['--with-colons', '--list-keys']).toString();
      const [, fingerprint] = /^fpr:+([0-9A-F]{40}):/m.exec(listed)!;
      expect(await check(keyring)).toMatchObject({ by: 'key', fingerprint });
    } finally {
      gpg.stop();
    }
  });

  test('rejects a plan without a signature', () =>
    expect(check(keyFile)).rejects.toMatchObject(unapproved(/neither .*\.asc nor .*\.sig/)));

  test('rejects the signature of an unknown key', async () => {
    await writeFile(`${plan.file}.asc`, await detached([await newSigner()], plan.content));
    await expect(check(keyFile)).rejects.toMatchObject(unapproved(/isn't one of the required keys/));
  });

  test('rejects the signature of another plan', async () => {
    await writeFile(`${plan.file}.asc`, await detached([security], Buffer.from('another')));
    await expect(check(keyFile)).rejects.toMatchObject(unapproved(/isn't a valid signature/));
  });

  test('rejects the signature of an expired key', async () => {
    const days = 86_400_000;
    const old = await newSigner({ date: new Date(Date.now() - 10 * days), days: 2 });
    await writeFile(keyFile.replace('security', 'old'), old.armored);
    const signature = await sign({
      message: await createMessage({ binary: new Uint8Array(plan.content) }),
      signingKeys: old.privateKey,
      detached: true,
      date: new Date(Date.now() - 9 * days),
    });
    await writeFile(`${plan.file}.asc`, signature);
    await expect(check(keyFile.replace('security', 'old'))).rejects.toMatchObject(unapproved(/expired/));
  });

  test.each(['', 'no signature', '-----BEGIN PGP SIGNATURE-----\n\nxx\n-----END PGP SIGNATURE-----\n'])(
    'rejects invalid data %j',
    async (text) => {
      await writeFile(`${plan.file}.asc`, text);
      await expect(check(keyFile)).rejects.toMatchObject({ code: 'plan-unapproved' });
    },
  );

  test('never executes a damaged key file', async () => {
    const broken = await program('-----BEGIN PGP PUBLIC KEY BLOCK-----', 'exit 0');
    await writeFile(`${plan.file}.asc`, 'x');
    await expect(check(broken)).rejects.toMatchObject({ code: 'config-unreadable' });
  });
});

describe('with a command', () => {
  beforeEach(() => writeFile(`${plan.file}.sig`, 'of some kind'));

  test('passes plan and signature after its own arguments, without a shell', async () => {
    const seen = join(folder, `seen-${count}`);
    const file = await program(`printf '%s\\n' "$@" > '${seen}'`);
    const command = `${file} --key 'a b' $HOME;x`;
    expect(await check(command)).toEqual({
      by: 'command',
      command: `${file} --key a b $HOME;x`,
      signature: `${plan.file}.sig`,
    });
    const given = ['--key', 'a b', '$HOME;x', plan.file, `${plan.file}.sig`];
    expect((await readFile(seen, 'utf8')).trim().split('\n')).toEqual(given);
  });

  test("doesn't execute it if only a key is allowed", async () => {
    const seen = join(folder, `seen-${count}`);
    const file = await program(`touch '${seen}'`);
    await expect(checkPlanSignature(plan, file, { env, keyOnly: true })).rejects.toMatchObject({
      code: 'not-permitted',
    });
    await expect(readFile(seen)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('inserts them at the placeholders of the command', async () => {
    const seen = join(folder, `seen-${count}`);
    const file = await program(`printf '%s\\n' "$@" > '${seen}'`);
    await check(`${file} --sig={signature} {plan} end`);
    const given = [`--sig=${plan.file}.sig`, plan.file, 'end'];
    expect((await readFile(seen, 'utf8')).trim().split('\n')).toEqual(given);
  });

  test('shows the output of a rejecting command without secrets', async () => {
    const file = await program('echo "no: https://u:S3cr3t@kms.lan/x" >&2', 'exit 3');
    await expect(check(file)).rejects.toMatchObject(unapproved(/\(3\): no: https:\/\/kms\.lan\/x$/));
  });

  test('rejects a plan that the command changes during the check', async () => {
    const file = await program('echo x >> "$1"');
    await expect(check(file)).rejects.toMatchObject(unapproved(/changed during the check/));
  });

  test('reports a missing command', () =>
    expect(check(join(folder, 'absent'))).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('neither a file with an OpenPGP public key nor a program'),
    }));

  test('stops the command with the run', async () => {
    const file = await program('exec sleep 30');
    const signal = AbortSignal.timeout(100);
    await expect(checkPlanSignature(plan, file, { env, signal })).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});

describe('mirror --plan --require-signature', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await newRig();
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  test('rejects an unsigned plan before contacting any server; records a signed one with its key', async () => {
    const place = rig.place('approved');
    const file = join(rig.directory, 'plan.json');
    const isc = rig.world.sets.additional.file;
    const planned = await airlock(rig, ['plan', '-c', isc, '-o', file, `file://${place}`]).ended;
    const { outputDigest } = planned.result as { outputDigest: string };
    rig.world.upstream.resetStats();
    const words = ['mirror', '--plan', file, '--require-signature', keyFile, `file://${place}`];
    const rejected = await airlock(rig, words).ended;
    expect(rejected).toMatchObject({ code: 1, result: { code: 'plan-unapproved' } });
    expect(rig.world.upstream.stats.requests).toBe(0);

    await writeFile(`${file}.asc`, await detached([security], await readFile(file)));
    const { code, result } = await airlock(
      { host: { ...rig.host, env: { ...rig.host.env, SUDO_USER: 'ann' } } },
      words,
    ).ended;
    expect(code).toBe(0);
    const record = JSON.parse(await readFile(join(result!.run as string, 'run.json'), 'utf8'));
    expect(record).toMatchObject({
      sudoUser: 'ann',
      plan: {
        file,
        digest: outputDigest,
        approval: { by: 'key', fingerprint: fingerprintOf(security), key: keyFile, signature: `${file}.asc` },
      },
    });
    const shown = await airlock(rig, ['runs', 'show', '1', `file://${place}`]).ended;
    expect(shown.result).toMatchObject({ run: { run: { sudoUser: 'ann' } } });
  });

  test('--require-signature requires a plan', async () => {
    const words = ['mirror', '-c', rig.world.sets.additional.file, '--require-signature', keyFile];
    const { code, result } = await airlock(rig, [...words, `file://${rig.place('none')}`]).ended;
    expect(result).toMatchObject({ code: 'usage' });
    expect(code).toBe(1);
  });
});
