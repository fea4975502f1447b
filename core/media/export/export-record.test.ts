import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userName } from '../../base/files/person.ts';
import { newSigner } from '../../content/signature/signature.fixture.ts';
import { newRig, type Rig, toDisk } from '../../mirror/mirror.fixture.ts';
import { checkIndexSignature } from '../origin/index-signature.ts';
import { parseTransferRecord, type TransferRecord } from '../record/record.ts';
import { savedRecord } from '../record/record-files.ts';
import { writeJournal } from '../transfer/journal.ts';
import { type ExportRecordRequest, prepareExportRecord } from './export-record.ts';
import { exportToMedia } from './media.ts';

let rig: Rig;
let workspace: string;
let transfer: string;
beforeAll(async () => {
  rig = await newRig();
  workspace = rig.place('workspace');
  const made = await toDisk(rig, workspace, rig.world.sets['release-one'].file, { enclave: 'fleet' });
  transfer = made.transfer!;
  await writeJournal(workspace, transfer, { step: 'approved', text: 'by hand' });
}, 120_000);
afterAll(() => rig[Symbol.asyncDispose]());

async function drive(): Promise<string> {
  const path = rig.place('drive');
  await mkdir(path, { recursive: true });
  return path;
}

async function exported(
  to: string,
  chosen: Partial<ExportRecordRequest> = {},
): Promise<{ record: TransferRecord; folder: string }> {
  const events: string[] = [];
  const transferRecord = await prepareExportRecord({
    directory: workspace,
    transfer,
    tool: 'airlock 0.0.0',
    env: { PATH: process.env.PATH },
    home: rig.host.home,
    emit: (event) => events.push(event.type),
    ...chosen,
  });
  await exportToMedia({
    directory: workspace,
    transfer,
    destinations: [{ path: to }],
    volumes: [1],
    tool: 'airlock 0.0.0',
    companions: transferRecord.companions,
  });
  await transferRecord.keep();
  const folder = join(to, 'airlock', transfer);
  const record = parseTransferRecord(await readFile(join(folder, 'record', 'record.json'), 'utf8'));
  expect(record).toBeDefined();
  return { record: record!, folder };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function program(name: string, ...lines: string[]): Promise<string> {
  const file = join(rig.directory, name);
  await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(file, 0o755);
  return file;
}

test('the record has the origin and verdict of every image, and people only on this side', async () => {
  const { record } = await exported(await drive(), { marking: 'RESTRICTED' });
  expect(record.marking).toBe('RESTRICTED');
  const expected = rig.world.sets['release-one'].expected.images;
  for (const { destination } of expected) {
    const image = record.images.find(({ name }) => name === destination);
    expect(image, destination).toMatchObject({ origin: expect.any(String), verdict: expect.any(String) });
  }
  const payload = record.images.find(({ name }) => name.startsWith('openshift/release-images:'));
  expect(payload?.verdict).toMatch(/^verified \([0-9A-Fa-f]+\)$/);
  expect(record.steps).toEqual([]);
  const saved = await savedRecord(workspace, transfer, 'export');
  expect(saved!.steps.map(({ step }) => step)).toEqual(expect.arrayContaining(['fetched', 'approved']));
  expect(saved!.fingerprint).toBe(record.fingerprint);
  expect(saved!.drives).toMatchObject([{ number: 1, label: expect.any(String), volumes: [1] }]);
});

describe('nothing on a drive contains a host, user or path of this side', () => {
  test('in any byte of any file, with check reports that contain them all', async () => {
    const to = await drive();
    const states = await program(
      'talks',
      '[ "$1" = --version ] && echo "talks 1" && exit',
      `echo "$PWD/x $1 ${workspace} ${rig.host.home} $(hostname) $(id -un)@$(hostname)"`,
    );
    const key = join(rig.directory, 'officer.key');
    await writeFile(key, (await newSigner()).privateKey.armor());
    const { folder } = await exported(to, { check: `${states} {files}`, sign: { key }, marking: 'SECRET' });
    const files = await filesBelow(to);
    const names = files.map((file) => basename(file)).toSorted();
    expect(names).toEqual(
      expect.arrayContaining(['AIRLOCK.html', 'index.json', 'index.json.asc', 'record.html', 'record.csv']),
    );
    expect(await readdir(join(folder, 'reports'))).toHaveLength(1);
    const [host, user] = [hostname(), userName()];
    const places = [workspace, rig.directory, rig.host.home, to, `${user}@${host}`];
    // Names of two letters occur in every compressed layer by chance, and root is a folder of images.
    const words = [host, user].filter((name) => name !== 'root');
    const complete = words.map((name) => new RegExp(`(?<![\\w.-])${name}(?![\\w-])`));
    for (const file of files) {
      const content = await readFile(file);
      for (const place of places)
        expect([file, place, content.includes(place)]).toEqual([file, place, false]);
      for (const word of complete)
        if (!file.endsWith('.tar'))
          expect([file, word, word.test(content.toString())]).toEqual([file, word, false]);
    }
  });
});

test('signs the index on request, also on drives that are written later', async () => {
  const signer = await newSigner();
  const key = join(rig.directory, 'signer.key');
  const publicKey = join(rig.directory, 'signer.asc');
  await writeFile(key, signer.privateKey.armor());
  await writeFile(publicKey, signer.armored);
  const first = await exported(await drive(), { sign: { key } });
  const later = await exported(await drive());
  for (const { folder, record } of [first, later]) {
    const file = join(folder, 'index.json');
    const content = await readFile(file);
    const fingerprint = signer.privateKey.getFingerprint().toUpperCase();
    expect(record.signature).toEqual({ by: 'key', fingerprint });
    expect(await checkIndexSignature({ file, content }, publicKey, { env: {} })).toMatchObject({
      fingerprint,
    });
  }
  expect(await readFile(join(later.folder, '..', '..', 'AIRLOCK.html'), 'utf8')).toContain('--verify-key');
});

test('AIRLOCK.html lists every transfer on the drive with its volumes and fingerprint', async () => {
  const to = await drive();
  const first = transfer;
  const { record } = await exported(to);
  const second = await toDisk(rig, workspace, rig.world.sets.additional.file, { enclave: 'lab' });
  transfer = second.transfer!;
  try {
    const other = await exported(to);
    const html = await readFile(join(to, 'AIRLOCK.html'), 'utf8');
    expect(html).not.toMatch(/<script|src=|href=|\son\w+=/i);
    for (const each of [record, other.record]) {
      expect(html).toContain(each.fingerprint);
      expect(html).toContain(`airlock/${each.transfer}/${each.transfer}-v0001.tar`);
    }
    expect(html).toContain('airlock media import --from DRIVE');
  } finally {
    transfer = first;
  }
});

test('an unreadable directory of Airlock on a drive is a fault of the drive', async () => {
  const path = await drive();
  await symlink('airlock-app', join(path, 'airlock-app'));
  await expect(exported(path)).rejects.toMatchObject({
    code: 'disk',
    side: 'destination',
    message: expect.stringContaining('ELOOP'),
  });
});

test('never exports images that a check rejects, and lists them', async () => {
  const to = await drive();
  const isRejecting = await program('refuses', '[ "$1" = --version ] && echo 1 && exit', 'echo no; exit 7');
  await expect(exported(to, { check: isRejecting })).rejects.toMatchObject({
    code: 'check-rejected',
    exitCode: 2,
    message: expect.stringMatching(/rejected openshift\/release.*exit code 7/),
  });
  expect(await readdir(to)).toEqual([]);
});
