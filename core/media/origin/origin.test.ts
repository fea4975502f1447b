import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { originProblem, originText } from '../../content/signature/origin-text.ts';
import { newSigner } from '../../content/signature/signature.fixture.ts';
import { noteVerified } from '../../content/signature/verified-origins.ts';
import { exportWorkspace } from '../export/export.fixture.ts';
import { exportOver, receive } from '../import/import.fixture.ts';
import { verifyPlace } from '../import/verify-place.ts';
import { signIndex } from './index-signature.ts';
import { originsIn } from './origin.ts';

let root: string;
let drive: string;
let request: { stateDirectory: string; env: Record<string, string> };
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-origin-'));
  const { directory } = await exportWorkspace(root, 3);
  [drive] = (await exportOver(root, directory, { media: [4_000_000], volumeSize: 200_000 })) as [string];
  request = { stateDirectory: join(root, 'state'), env: {} };
});
afterEach(() => rm(root, { recursive: true, force: true }));

const NOT_VERIFIED = [{ transfer: 'lab-0001', origin: { state: 'not-verified' } }];

async function sign(): Promise<{ verifyKey: string; fingerprint: string }> {
  const signer = await newSigner();
  await writeFile(join(root, 'key'), signer.privateKey.armor());
  await writeFile(join(root, 'key.asc'), signer.armored);
  const file = join(drive, 'airlock', 'lab-0001', 'index.json');
  const made = await signIndex(
    { file, content: await readFile(file) },
    { key: join(root, 'key') },
    { env: {} },
  );
  await writeFile(`${file}.asc`, made.content);
  return {
    verifyKey: join(root, 'key.asc'),
    fingerprint: signer.privateKey.getFingerprint().toUpperCase(),
  };
}

test('a set that anyone could have replaced is reported as such', async () => {
  expect(await verifyPlace(drive, request)).toMatchObject({ ok: true, origins: NOT_VERIFIED });
  const here = join(root, 'here');
  await receive(here, drive);
  expect(await originsIn(here, request)).toEqual(NOT_VERIFIED);
  expect(originText({ state: 'not-verified' })).toBe(
    'Origin not verified: this host accepts unsigned transfers.',
  );
  expect(originProblem('lab-0001', { state: 'not-verified' }).remedy).toMatch(
    /`airlock keys create`.*`airlock keys trust`/,
  );
  expect(originProblem('lab-0001', { state: 'rejected', why: 'no signature' }).remedy).toMatch(
    /^Don't use this transfer\./,
  );
});

test('a verified signature is remembered by this user for the same index, wherever the set is', async () => {
  const { verifyKey, fingerprint } = await sign();
  const origin = { state: 'verified', by: { by: 'key', fingerprint } } as const;
  const verified = [{ transfer: 'lab-0001', origin }];
  expect((await verifyPlace(drive, request)).origins).toEqual(NOT_VERIFIED);
  expect(await verifyPlace(drive, { ...request, verifyKey })).toMatchObject({ ok: true, origins: verified });
  const here = join(root, 'here');
  await receive(here, drive);
  expect(await originsIn(here, request)).toEqual(verified);
  expect(originText(origin)).toBe(`Origin verified by key ${fingerprint}.`);

  const index = join(here, 'transfers', 'lab-0001', 'index.json');
  await writeFile(index, `${await readFile(index, 'utf8')} `);
  expect(await originsIn(here, request)).toEqual(NOT_VERIFIED);
});

test('ignores a note next to a set', async () => {
  await noteVerified(join(drive, 'state'), {
    transfer: 'lab-0001',
    indexSha256: 'a'.repeat(64),
    by: { by: 'command' },
  });
  await cp(join(drive, 'state'), airlockDirectory(drive), { recursive: true });
  expect((await verifyPlace(drive, request)).origins).toEqual(NOT_VERIFIED);
});

test('a signature by another key, or of another index, rejects the set', async () => {
  const { verifyKey } = await sign();
  await mkdir(join(root, 'other'));
  const stranger = join(root, 'other', 'stranger.asc');
  await writeFile(stranger, (await newSigner()).armored);
  for (const [key, index] of [
    [stranger, undefined],
    [verifyKey, airlockDirectory(join(root, 'workspace'), 'format.json')],
  ] as const) {
    if (index) await copyFile(index, join(drive, 'airlock', 'lab-0001', 'index.json.asc'));
    const { ok, problems, origins } = await verifyPlace(drive, { ...request, verifyKey: key });
    expect(ok).toBe(false);
    if (!index) expect(problems).toEqual([]);
    expect(origins).toMatchObject([{ transfer: 'lab-0001', origin: { state: 'rejected' } }]);
  }
});
