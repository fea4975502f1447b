import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { gpgHome, newSigner } from '../../content/signature/signature.fixture.ts';
import { createSigningKey, type SigningKey } from '../../content/signature/signing-keys.ts';
import { removeTrustedKey, trustKey } from '../../content/signature/trusted-keys.ts';
import { testImage, writeTestSet } from '../../store/archive/set.fixture.ts';
import { type ExportRecordRequest, prepareExportRecord } from '../export/export-record.ts';
import { exportToMedia } from '../export/media.ts';
import { prepareImportRecord, type ReceivedRecord } from '../import/import-record.ts';
import { importMedia } from '../import/media.ts';
import { verifyPlace } from '../import/verify-place.ts';
import { diodeProfile } from './diode-profile.ts';
import { originsIn, requireOrigins, unsignedIn } from './origin.ts';

const TRANSFER = 'lab-0001';
const tool = 'airlock test';
let root: string;
let here: string;
let drive: string;
let key: SigningKey & { publicKey: string };
let request: { stateDirectory: string; env: Record<string, string> };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-trusted-'));
  here = join(root, 'here');
  await mkdir(here);
  request = { stateDirectory: join(root, 'state'), env: {} };
  const workspace = await sender('workspace', 'good');
  key = await createSigningKey(workspace, join(root, 'config'), { name: 'Mirror team' });
  drive = await carry(workspace);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function sender(name: string, content: string, number = 1): Promise<string> {
  const workspace = join(root, name);
  await writeTestSet(workspace, number, [testImage('apps/app', 'v1', [content])]);
  await writeFileAtomic(airlockDirectory(workspace, 'format.json'), '{"format":2}\n');
  return workspace;
}

async function carry(
  directory: string,
  chosen: Partial<ExportRecordRequest> = {},
  transfer = TRANSFER,
): Promise<string> {
  const to = await mkdtemp(join(root, 'drive-'));
  const common = { directory, transfer, tool };
  const transferRecord = await prepareExportRecord({
    ...common,
    env: {},
    home: root,
    configDirectory: join(root, 'config'),
    ...chosen,
  });
  await exportToMedia({ ...common, destinations: [{ path: to }], companions: transferRecord.companions });
  return to;
}

async function receive(from: string): Promise<ReceivedRecord[]> {
  const control = { signal: new AbortController().signal, emit: () => {} };
  const transferRecord = await prepareImportRecord({
    ...request,
    directory: here,
    from: [from],
    tool,
    ...control,
  });
  const result = await importMedia(
    { directory: here, from: [from], enclave: 'lab', tool },
    { ...control, ...transferRecord.hooks },
  );
  return transferRecord.finish(result.transfers);
}

const trust = () => trustKey(request.stateDirectory, { file: key.publicKey, directory: here, before: [] });
const signatureOn = (path: string) => join(path, 'airlock', TRANSFER, 'index.json.asc');
const verified = () => ({ state: 'verified', by: { by: 'key', fingerprint: key.fingerprint } });
const unsigned = { code: 'index-unsigned', message: expect.stringContaining('index.json') };

/** A drive with another image and a matching index. */
async function replaced(chosen: Partial<ExportRecordRequest> = {}): Promise<string> {
  return carry(await sender('attacker', 'evil'), chosen);
}

test('an export is signed by default, gpg verifies it, and the other side reports the key', async () => {
  const gpg = gpgHome();
  try {
    gpg.run(['--import', key.publicKey]);
    gpg.run(['--verify', signatureOn(drive), join(drive, 'airlock', TRANSFER, 'index.json')]);
  } finally {
    gpg.stop();
  }
  await trust();
  expect(await receive(drive)).toMatchObject([{ origin: verified() }]);
  expect(await originsIn(here, request)).toMatchObject([{ origin: verified() }]);
  expect(await verifyPlace(here, request)).toMatchObject({ ok: true, origins: [{ origin: verified() }] });
});

test('a drive outside of the directory is verified by the keys that this user trusts, and stays usable without', async () => {
  await trust();
  expect((await verifyPlace(drive, request)).origins).toMatchObject([{ origin: verified() }]);
  expect(await verifyPlace(await replaced(), request)).toMatchObject({
    ok: true,
    origins: [{ origin: { state: 'not-verified' } }],
  });
});

test('a diode export has a signature file with a short name next to its volumes, and it can be required', async () => {
  const drop = await mkdtemp(join(root, 'drop-'));
  const directory = join(root, 'workspace');
  const common = { directory, transfer: TRANSFER, tool };
  const transferRecord = await prepareExportRecord({
    ...{ ...common, env: {}, home: root, configDirectory: join(root, 'config') },
  });
  await exportToMedia({
    ...{ ...common, destinations: [{ path: drop }], companions: transferRecord.companions },
    ...{ profile: diodeProfile(120_000), volumeSize: 120_000 },
  });
  expect((await readdir(drop)).filter((name) => !name.endsWith('.tar'))).toEqual(['l001sign.asc']);
  await trust();
  expect(await receive(drop)).toMatchObject([{ origin: verified() }]);
  await rm(join(here, 'transfers'), { recursive: true });
  await rm(join(request.stateDirectory, 'origins'), { recursive: true });
  await rm(join(drop, 'l001sign.asc'));
  expect(await receive(drop)).toEqual([]);
  expect(await unsignedIn(here, request.stateDirectory)).toEqual([]);
});

test('--no-sign leaves the signature out', async () => {
  await rm(airlockDirectory(join(root, 'workspace'), 'enclaves'), { recursive: true });
  const plain = await carry(join(root, 'workspace'), { sign: false });
  expect(await readdir(join(plain, 'airlock', TRANSFER))).not.toContain('index.json.asc');
  expect(
    (await readdir(join(plain, 'airlock', TRANSFER))).filter((name) => /^signing-key/.test(name)),
  ).toEqual([]);
});

test('a replaced image with a recomputed index is reported, and rejected once a key is trusted', async () => {
  const evil = await replaced();
  expect(await verifyPlace(evil, request)).toMatchObject({
    ok: true,
    origins: [{ origin: { state: 'not-verified' } }],
  });
  await trust();
  await expect(receive(evil)).rejects.toMatchObject(unsigned);
  expect(await readdir(here)).toEqual([]);
  await cp(signatureOn(drive), signatureOn(evil));
  await expect(receive(evil)).rejects.toMatchObject(unsigned);
  expect(await readdir(here)).toEqual([]);
});

test('a set signed by another key is rejected', async () => {
  await trust();
  const { privateKey } = await newSigner();
  await expect(receive(await replaced({ sign: { unlocked: privateKey } }))).rejects.toMatchObject(unsigned);
  expect(await readdir(here)).toEqual([]);
});

test('the signature of an older set vouches for that set only', async () => {
  await trust();
  await receive(drive);
  const newer = await carry(await sender('attacker', 'evil', 2), {}, 'lab-0002');
  await cp(signatureOn(drive), join(newer, 'airlock', 'lab-0002', 'index.json.asc'));
  await expect(receive(newer)).rejects.toMatchObject(unsigned);
  expect(await receive(drive)).toMatchObject([{ transfer: TRANSFER, origin: verified() }]);
});

test('a set that was replaced after its import, or has no index, is not pushed', async () => {
  await trust();
  await receive(drive);
  requireOrigins(await originsIn(here, request));
  const evil = join(root, 'attacker', 'transfers', TRANSFER);
  await replaced();
  await rm(join(here, 'transfers', TRANSFER), { recursive: true });
  await cp(evil, join(here, 'transfers', TRANSFER), { recursive: true });
  const rejected = await originsIn(here, request);
  expect(() => requireOrigins(rejected)).toThrow(expect.objectContaining({ code: 'index-unsigned' }));
  await rm(join(here, 'transfers', TRANSFER, 'index.json'));
  expect(await originsIn(here, request)).toMatchObject([{ origin: { state: 'rejected' } }]);
});

test('transfers that were received before the key was trusted stay usable, others do not', async () => {
  await receive(await replaced());
  const before = await unsignedIn(here, request.stateDirectory);
  expect(before.map(({ transfer }) => transfer)).toEqual([TRANSFER]);
  await trustKey(request.stateDirectory, {
    file: key.publicKey,
    directory: here,
    before: before.map(({ indexSha256 }) => indexSha256),
  });
  expect(await originsIn(here, request)).toEqual([{ transfer: TRANSFER, origin: { state: 'not-verified' } }]);
  const index = join(here, 'transfers', TRANSFER, 'index.json');
  await writeFileAtomic(index, `${await readFile(index, 'utf8')} `);
  expect(await originsIn(here, request)).toMatchObject([{ origin: { state: 'rejected' } }]);
});

test('a key that is no longer trusted vouches for nothing new', async () => {
  await trust();
  const other = await createSigningKey(await sender('second', 'x'), join(root, 'config'), { name: 'Other' });
  await trustKey(request.stateDirectory, { file: other.publicKey, directory: here, before: [] });
  await receive(drive);
  await removeTrustedKey(request.stateDirectory, key.fingerprint, here);
  expect(await originsIn(here, request)).toMatchObject([{ origin: { state: 'rejected' } }]);
});
