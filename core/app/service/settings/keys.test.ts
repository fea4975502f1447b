import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaJob } from '../../../contract/topics/media.ts';
import { exportWorkspace } from '../../../media/export/export.fixture.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

let rig: TestService;
let workspace: string;
const transfer = 'lab-0001';
beforeAll(async () => {
  rig = await newTestService();
  workspace = (await exportWorkspace(rig.directory, 2)).directory;
});
afterAll(() => rig[Symbol.asyncDispose]());

const at = (name: string) => join(rig.directory, name);

async function folder(name: string): Promise<string> {
  await mkdir(at(name));
  return at(name);
}

/** The job at its end. */
async function ended({ id }: MediaJob): Promise<MediaJob> {
  const latest = () =>
    rig.events
      .flatMap((event) =>
        event.type === 'job' && event.job.kind === 'media' && event.job.id === id ? [event.job] : [],
      )
      .at(-1);
  await expect
    .poll(() => latest()?.status, { timeout: 10_000, interval: 20 })
    .toSatisfy((status) => status === 'done' || status === 'failed');
  return latest()!;
}

const arrived = async (directory: string) => (await rig.ask('media.arrivals', { directory })).arrivals[0];

test('a key pair is created, its public key travels with the transfer, and is trusted and required', async () => {
  expect(await rig.fail('keys.create', { workspace: at('nothing'), name: 'Team' })).toMatchObject({
    code: 'workspace-invalid',
  });
  expect(await rig.fail('keys.create', { workspace, name: 'two\nlines' })).toMatchObject({ code: 'usage' });
  const unsigned = await folder('unsigned');
  await ended(await rig.ask('media.export', { workspace, transfer, to: [unsigned] }));
  const made = await rig.ask('keys.create', { workspace, name: 'Mirror team' });
  expect(made).toMatchObject({ name: 'Mirror team', privateKey: 'open' });
  expect((await rig.ask('keys.signing', { workspace })).keys).toEqual([made]);
  const { fingerprint } = made;

  const drive = await folder('stick');
  expect(
    await ended(await rig.ask('media.export', { workspace, transfer, volumes: [1], to: [drive] })),
  ).toMatchObject({ status: 'done' });
  const below = join(drive, 'airlock', transfer);
  const keyFile = join(below, `signing-key-${fingerprint.slice(-16)}.asc`);
  expect(await readFile(keyFile, 'utf8')).toBe(await readFile(made.publicKey, 'utf8'));

  const here = await folder('here');
  // Nothing is required yet, so anyone could have replaced it.
  expect(await ended(await rig.ask('media.import', { from: [unsigned], directory: here }))).toMatchObject({
    status: 'done',
  });
  expect((await arrived(here))!.origin).toEqual({
    state: 'not-verified',
    summary: 'Origin not verified: this host accepts unsigned transfers.',
  });
  expect(await rig.ask('keys.find', { directory: here, paths: [drive, unsigned] })).toEqual({
    keys: [{ file: keyFile, fingerprint, name: 'Mirror team', trusted: false }],
  });
  const other = fingerprint.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await rig.fail('keys.trust', { directory: here, file: keyFile, fingerprint: other })).toMatchObject({
    code: 'usage',
    found: fingerprint,
  });
  expect((await rig.ask('keys.trusted', { directory: here })).keys).toEqual([]);
  expect(await rig.ask('keys.trust', { directory: here, file: keyFile, fingerprint })).toMatchObject({
    key: { fingerprint, name: 'Mirror team', directory: here },
    unsigned: [transfer],
  });
  expect((await rig.ask('keys.find', { directory: here, paths: [keyFile] })).keys).toMatchObject([
    { trusted: true },
  ]);
  // Sets that were here before stay usable with their origin.
  expect((await arrived(here))!.origin.state).toBe('not-verified');

  const strict = await folder('strict');
  await rig.ask('keys.trust', { directory: strict, file: keyFile, fingerprint });
  expect(await ended(await rig.ask('media.import', { from: [unsigned], directory: strict }))).toMatchObject({
    status: 'failed',
    error: { code: 'index-unsigned' },
  });
  await ended(await rig.ask('media.import', { from: [drive], directory: strict }));
  expect((await arrived(strict))!.origin).toEqual({
    state: 'verified',
    summary: `Origin verified by key ${fingerprint}.`,
  });
  // A set that was copied there without an import is shown as rejected.
  const copied = await folder('copied');
  await rig.ask('keys.trust', { directory: copied, file: keyFile, fingerprint });
  await cp(join(workspace, 'transfers'), join(copied, 'transfers'), { recursive: true });
  await rig.service.close();
  rig = rig.again();
  const config = join(rig.home, '.local', 'state', 'airlock', 'origins');
  const notes = await readdir(config);
  expect(notes).toHaveLength(1);
  execFileSync('rm', [join(config, notes[0]!)]);
  expect((await arrived(copied))!.origin).toMatchObject({ state: 'rejected' });

  await rig.ask('keys.distrust', { fingerprint, directory: strict });
  expect(await rig.fail('keys.distrust', { fingerprint, directory: strict })).toMatchObject({
    code: 'not-found',
  });
  expect((await rig.ask('keys.trusted', { directory: strict })).keys).toEqual([]);
  await rig.ask('keys.retire', { fingerprint, workspace });
  expect((await rig.ask('keys.signing', { workspace })).keys).toEqual([]);
}, 60_000);

test('a passphrase protects the private key, and a file with it unlocks the key', async () => {
  const passphraseFile = at('passphrase');
  await writeFile(passphraseFile, 'correct horse\n');
  const made = await rig.ask('keys.create', { workspace, name: 'Night shift', passphraseFile });
  expect(made.privateKey).toBe('protected');
  expect((await rig.ask('keys.signing', { workspace })).keys.at(-1)).toEqual(made);
  const locked = await folder('locked');
  expect(
    await ended(await rig.ask('media.export', { workspace, transfer, volumes: [1], to: [locked] })),
  ).toMatchObject({ status: 'failed', error: { code: 'signing-key' } });
  expect(
    await ended(
      await rig.ask('media.export', { workspace, transfer, volumes: [1], to: [locked], passphraseFile }),
    ),
  ).toMatchObject({ status: 'done' });
  expect(await readdir(join(locked, 'airlock', transfer))).toContain('index.json.asc');
  await rig.ask('keys.retire', { fingerprint: made.fingerprint, workspace });
}, 60_000);

test('invalid keys on a drive are skipped, and reported on request', async () => {
  const drive = await folder('odd');
  execFileSync('mkfifo', [join(drive, 'pipe.asc')]);
  await writeFile(join(drive, 'large.asc'), Buffer.alloc(2 * 1024 * 1024));
  await writeFile(join(drive, 'text.asc'), 'no key');
  execFileSync('ln', ['-s', '/dev/zero', join(drive, 'link.asc')]);
  const here = at('here');
  expect(await rig.ask('keys.find', { directory: here, paths: [drive] })).toEqual({ keys: [] });
  for (const name of ['pipe.asc', 'large.asc', 'text.asc', 'link.asc'])
    expect(await rig.fail('keys.find', { directory: here, paths: [join(drive, name)] })).toMatchObject({
      code: 'config-unreadable',
    });
});
