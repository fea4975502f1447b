import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { newSigner } from '../../content/signature/signature.fixture.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { writeTestSet } from '../../store/archive/set.fixture.ts';
import { layeredImage } from '../check/layered-image.fixture.ts';
import { type ExportRecordRequest, prepareExportRecord } from '../export/export-record.ts';
import { exportToMedia } from '../export/media.ts';
import { diodeProfile } from '../origin/diode-profile.ts';
import { recordsFolder, savedRecord } from '../record/record-files.ts';
import { type ImportRecordRequest, prepareImportRecord, type ReceivedRecord } from './import-record.ts';
import { type ImportResult, importMedia } from './media.ts';
import { watchDirectory } from './watch-directory.ts';

const TRANSFER = 'lab-0001';
const env = { PATH: process.env.PATH };
let root: string;
let workspace: string;
let here: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-record-'));
  workspace = join(root, 'workspace');
  here = join(root, 'here');
  await mkdir(here);
  const good = await layeredImage('apps/clean', '1', [[{ name: 'bin/app', content: 'good' }]]);
  const bad = await layeredImage('apps/bad', '2', [
    [{ name: 'bin/app', content: `virus ${randomBytes(100_000).toString('base64')}` }],
  ]);
  await writeTestSet(workspace, 1, [good, bad]);
  await writeFileAtomic(airlockDirectory(workspace, 'format.json'), '{"format":2}\n');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function program(name: string, ...lines: string[]): Promise<string> {
  const file = join(root, name);
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
  return file;
}
const scanner = (version: string, word: string) =>
  program('scanner', `[ "$1" = --version ] && echo "${version}" && exit`, `! grep -rl ${word} "$1"`);

async function exported(
  to: string,
  chosen: Partial<ExportRecordRequest> = {},
  volumeSize?: number,
): Promise<string> {
  const path = join(root, to);
  await mkdir(path, { recursive: true });
  const tool = 'airlock 0.0.0';
  const transferRecord = await prepareExportRecord({
    ...{ directory: workspace, transfer: TRANSFER, tool, env, home: '/nowhere' },
    ...chosen,
  });
  await exportToMedia({
    ...{ directory: workspace, transfer: TRANSFER, destinations: [{ path }], tool },
    companions: transferRecord.companions,
    volumeSize,
  });
  return path;
}

async function imported(
  from: string,
  chosen: Partial<ImportRecordRequest> = {},
): Promise<{ result: ImportResult; records: ReceivedRecord[] }> {
  const signal = new AbortController().signal;
  const control = { signal, emit: () => {} };
  const transferRecord = await prepareImportRecord({
    ...{ directory: here, from: [from], tool: 'airlock 0.0.0', env, ...control },
    stateDirectory: join(root, 'state'),
    ...chosen,
  });
  const request = { directory: here, from: [from], enclave: 'lab', tool: 'airlock 0.0.0' };
  const result = await importMedia(request, { ...control, ...transferRecord.hooks });
  return { result, records: await transferRecord.finish(result.transfers) };
}

const pushable = async (): Promise<string[]> => {
  const source = await openImageSource(here);
  try {
    return [...source.tags().keys()].toSorted();
  } finally {
    await source.close();
  }
};

test('both sides compute the same record fingerprint, and the import record includes information from the other side', async () => {
  const drive = await exported('drive', { marking: 'RESTRICTED' });
  const { records } = await imported(drive);
  const sent = (await savedRecord(workspace, TRANSFER, 'export'))!;
  const received = (await savedRecord(here, TRANSFER, 'import'))!;
  expect(records).toMatchObject([
    { transfer: TRANSFER, fingerprint: sent.fingerprint, senderRecord: 'same', quarantined: false },
  ]);
  expect(received).toMatchObject({ fingerprint: sent.fingerprint, marking: 'RESTRICTED', kind: 'import' });
  expect(received.files).toEqual(sent.files.map((file) => ({ ...file, state: 'complete' })));
  expect(received.images.map(({ complete }) => complete)).toEqual([true, true]);
  expect(received.acknowledgment?.summary).toBe('0001 is complete');
  expect((await readdir(recordsFolder(here, TRANSFER))).toSorted()).toEqual([
    'import.csv',
    'import.html',
    'import.json',
  ]);
});

test('ignores a record of other content on the drive', async () => {
  const drive = await exported('drive', { marking: 'RESTRICTED' });
  const file = join(drive, 'airlock', TRANSFER, 'record', 'record.json');
  const record = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...record, fingerprint: '0000-0000', marking: 'HARMLESS' }));
  const { records } = await imported(drive);
  expect(records).toMatchObject([{ senderRecord: 'different', fingerprint: record.fingerprint }]);
  expect((await savedRecord(here, TRANSFER, 'import'))?.marking).toBeUndefined();
});

test('lists missing content in the import record', async () => {
  const drive = await exported('drive', {}, 70_000);
  const folder = join(drive, 'airlock', TRANSFER);
  const volumes = (await readdir(folder)).filter((name) => name.endsWith('.tar'));
  expect(volumes.length).toBeGreaterThan(1);
  await rm(join(folder, volumes[0]!));
  await imported(drive);
  const record = (await savedRecord(here, TRANSFER, 'import'))!;
  expect(record.volumes.filter(({ state }) => state !== 'complete')).toMatchObject([
    { name: volumes[0], state: 'missing' },
  ]);
  expect(record.files.map(({ state }) => state)).toContain('incomplete');
  expect(record.images.some(({ complete }) => complete === false)).toBe(true);
  expect(record.acknowledgment?.summary).toBe('0001 is incomplete: volume 1 is missing or damaged');
});

describe('--verify-key', () => {
  test('accepts only a set that is signed by the key', async () => {
    const [officer, stranger] = [await newSigner(), await newSigner()];
    const key = join(root, 'officer.key');
    await writeFile(key, officer.privateKey.armor());
    await writeFile(join(root, 'officer.asc'), officer.armored);
    await writeFile(join(root, 'stranger.asc'), stranger.armored);
    const unsigned = await exported('unsigned');
    const verifyKey = join(root, 'officer.asc');
    const rejected = { code: 'index-unsigned', message: expect.stringContaining('index.json') };
    await expect(imported(unsigned, { verifyKey })).rejects.toMatchObject(rejected);
    expect(await readdir(here)).not.toContain('transfers');
    await rm(airlockDirectory(workspace, 'enclaves'), { recursive: true });
    const signed = await exported('signed', { sign: { key } });
    await expect(imported(signed, { verifyKey: join(root, 'stranger.asc') })).rejects.toMatchObject(rejected);
    expect(await readdir(here)).not.toContain('transfers');
    const { records } = await imported(signed, { verifyKey });
    const fingerprint = officer.privateKey.getFingerprint().toUpperCase();
    const verified = { state: 'verified', by: { by: 'key', fingerprint } };
    expect(records[0]!.origin).toEqual(verified);
    expect((await savedRecord(here, TRANSFER, 'import'))?.origin).toEqual(verified);
  });
});

test('a diode transfers the signature as a separate file, also after the volumes', async () => {
  const officer = await newSigner();
  await writeFile(join(root, 'officer.key'), officer.privateKey.armor());
  await writeFile(join(root, 'officer.asc'), officer.armored);
  const signed = await exported('signed', { sign: { key: join(root, 'officer.key') } });
  await rm(airlockDirectory(workspace, 'enclaves'), { recursive: true });
  const drop = join(root, 'drop');
  await mkdir(drop);
  await exportToMedia({
    ...{ directory: workspace, transfer: TRANSFER, destinations: [{ path: drop }], tool: 'airlock 0.0.0' },
    profile: diodeProfile(120_000),
    volumeSize: 120_000,
  });
  const problems: string[] = [];
  const stop = new AbortController();
  const transferRecord = await prepareImportRecord({
    ...{ directory: here, from: [drop], tool: 'airlock 0.0.0', env, signal: stop.signal, watching: true },
    verifyKey: join(root, 'officer.asc'),
    stateDirectory: join(root, 'state'),
    emit: (event) => {
      if (event.type !== 'problem') return;
      problems.push(event.problem.code);
      void copyFile(join(signed, 'airlock', TRANSFER, 'index.json.asc'), join(drop, 'index.json.asc'));
    },
  });
  const control = { signal: stop.signal, emit: () => {}, ...transferRecord.hooks };
  const result = await watchDirectory({ directory: here, drop, untilComplete: true, interval: 20 }, control);
  expect(result.ok).toBe(true);
  expect(problems).toEqual(['index-unsigned']);
  await transferRecord.finish(result.transfers);
  expect((await savedRecord(here, TRANSFER, 'import'))?.origin).toMatchObject({ state: 'verified' });
}, 60_000);

describe('--check', () => {
  test('reports rejected content, and nothing of the set is usable until it passes', async () => {
    const drive = await exported('drive');
    const check = await scanner('1', 'virus');
    await expect(imported(drive, { check })).rejects.toMatchObject({
      code: 'check-rejected',
      message: expect.stringMatching(/^the check command scanner rejected apps\/bad:2 /),
    });
    expect(await readdir(join(here, 'transfers'))).toEqual([`${TRANSFER}.incoming`]);
    await expect(openImageSource(join(here, 'transfers', `${TRANSFER}.incoming`))).rejects.toMatchObject({
      code: 'check-rejected',
    });
    await expect(openImageSource(here)).rejects.toMatchObject({ code: 'check-rejected' });
    await expect(imported(drive)).rejects.toMatchObject({ code: 'check-rejected' });
    await scanner('2', 'nothing-like-this');
    const { result } = await imported(drive, { check });
    expect(result.ok).toBe(true);
    expect(await pushable()).toEqual(['apps/bad', 'apps/clean']);
    const record = (await savedRecord(here, TRANSFER, 'import'))!;
    expect(record.check).toMatchObject({ program: 'scanner', version: '2', passed: 2, rejected: 0 });
    expect(record.images.map(({ check: result }) => result)).toEqual(['passed', 'passed']);
    expect(await readdir(join(here, 'transfers', TRANSFER))).not.toContain('quarantine.json');
  });

  test('if a check is required, complete images wait for it, too', async () => {
    const drive = await exported('drive', {}, 70_000);
    const folder = join(drive, 'airlock', TRANSFER);
    const [first = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tar')).toSorted();
    const away = await readFile(join(folder, first));
    await rm(join(folder, first));
    const check = await scanner('1', 'nothing-like-this');
    await writeTestSet(here, 9, [await layeredImage('other/set', '1', [[{ name: 'x', content: 'x' }]])]);
    const before = await imported(drive, { check, requireCheck: true });
    expect(before.records).toMatchObject([{ quarantined: true }]);
    expect(await pushable()).toEqual(['other/set']);
    await writeFile(join(folder, first), away);
    await imported(drive, { check, requireCheck: true });
    expect(await pushable()).toEqual(['apps/bad', 'apps/clean', 'other/set']);
  });

  test('checks a set that was imported before without a check, too', async () => {
    const drive = await exported('drive');
    await imported(drive);
    await expect(imported(drive, { check: await scanner('1', 'virus') })).rejects.toMatchObject({
      code: 'check-rejected',
    });
  });

  test("the sender's check is in its record, and doesn't replace the check on this side", async () => {
    const clean = await scanner('1', 'nothing-like-this');
    const drive = await exported('drive', { check: clean });
    expect((await savedRecord(workspace, TRANSFER, 'export'))?.check).toMatchObject({ passed: 2 });
    const { records } = await imported(drive);
    expect(records).toMatchObject([{ senderRecord: 'same' }]);
    expect((await savedRecord(here, TRANSFER, 'import'))?.check).toBeUndefined();
  });
});
