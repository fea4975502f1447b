import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { newSigner } from '../../content/signature/signature.fixture.ts';
import { trustKey } from '../../content/signature/trusted-keys.ts';
import { receivedAttachments } from '../../mirror/attachments/received-attachments.ts';
import { newRig, type Rig, toDisk } from '../../mirror/mirror.fixture.ts';
import { asOcMirror } from '../../mirror/oc-mirror-archive.fixture.ts';
import { defaultStateDirectory } from '../../mirror/run/state-directory.ts';
import { type ExportRecordRequest, prepareExportRecord } from '../export/export-record.ts';
import { exportToMedia } from '../export/media.ts';
import { savedRecord } from '../record/record-files.ts';
import { prepareImportRecord } from './import-record.ts';
import { importMedia } from './media.ts';

let rig: Rig;
let workspace: string;
const tool = 'airlock 0.0.0';
const ATTACHED = { name: 'tools.txt', size: 12, digest: sha256('virus tools\n'), note: 'from the vendor' };

beforeAll(async () => {
  rig = await newRig();
  workspace = rig.place('ws');
  const folder = rig.place('isc');
  await mkdir(folder);
  await writeFile(join(folder, 'isc.yaml'), rig.world.sets.additional.yaml);
  await writeFile(join(folder, 'tools.txt'), 'virus tools\n');
  const list = 'attachments:\n- path: tools.txt\n  note: from the vendor\n';
  await writeFile(join(folder, 'attachments.yaml'), list);
  await toDisk(rig, workspace, join(folder, 'isc.yaml'), { enclave: 'fleet' });
}, 60_000);
afterAll(() => rig[Symbol.asyncDispose]());

async function scanner(word: string): Promise<string> {
  const file = join(rig.directory, `scan-${word}`);
  const lines = ['#!/bin/sh', '[ "$1" = --version ] && echo 1 && exit', `! grep -r "${word}" "$1"`, ''];
  await writeFile(file, lines.join('\n'));
  await chmod(file, 0o755);
  return `${file} {files}`;
}

async function exported(chosen: Partial<ExportRecordRequest>): Promise<string> {
  const path = rig.place('drive');
  await mkdir(path);
  const shared = { directory: workspace, transfer: 'fleet-0001', tool };
  const transferRecord = await prepareExportRecord({
    ...shared,
    ...{ env: { PATH: process.env.PATH }, home: rig.host.home },
    ...chosen,
  });
  await exportToMedia({
    ...shared,
    destinations: [{ path }],
    volumes: [1],
    companions: transferRecord.companions,
  });
  await transferRecord.keep();
  return path;
}

async function imported(from: string): Promise<string> {
  const directory = rig.place('here');
  await mkdir(directory);
  const control = { signal: new AbortController().signal, emit: () => {} };
  const transferRecord = await prepareImportRecord({
    ...{ directory, from: [from], tool, env: { PATH: process.env.PATH }, ...control },
    stateDirectory: defaultStateDirectory(rig.host),
  });
  const result = await importMedia(
    { directory, from: [from], enclave: 'fleet', tool },
    { ...control, ...transferRecord.hooks },
  );
  await transferRecord.finish(result.transfers);
  return directory;
}

test('a check of images also gets attached files, and can reject them', async () => {
  await expect(exported({ check: await scanner('virus') })).rejects.toMatchObject({
    code: 'check-rejected',
    message: expect.stringContaining('attached file tools.txt'),
  });
});

test('both records list attached files with digest, size and note', async () => {
  const drive = await exported({ check: await scanner('nothing-has-this') });
  const sent = await savedRecord(workspace, 'fleet-0001', 'export');
  expect(sent!.attachments).toEqual([{ ...ATTACHED, check: 'passed' }]);
  const folder = join(drive, 'airlock', 'fleet-0001', 'record');
  const [html, csv] = await Promise.all(
    ['record.html', 'record.csv'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  for (const text of [ATTACHED.name, ATTACHED.note])
    expect([html, csv].every((each) => each!.includes(text))).toBe(true);
  expect(csv).toContain(`attachment,tools.txt,from the vendor,12,${ATTACHED.digest.slice(7)}`);

  const directory = await imported(drive);
  const arrived = await savedRecord(directory, 'fleet-0001', 'import');
  expect(arrived!.attachments).toEqual([{ ...ATTACHED, complete: true }]);
  const to = rig.place('out');
  await receivedAttachments({ directory, names: ['tools.txt'], to }, { host: rig.host });
  expect(await readFile(join(to, 'tools.txt'), 'utf8')).toBe('virus tools\n');
});

test("attached files survive oc-mirror's format", async () => {
  const archives = await asOcMirror(join(workspace, 'transfers', 'fleet-0001'), rig.place('oc-mirror'));
  const directory = await imported(archives);
  const [file] = await receivedAttachments({ directory, names: [] }, { host: rig.host });
  expect(file).toEqual({ ...ATTACHED, transfer: 'fleet-0001', available: true });
});

test('files of a transfer without the required signature are never extracted', async () => {
  const signer = await newSigner();
  const [key, publicKey] = [join(rig.directory, 'signer.key'), join(rig.directory, 'signer.asc')];
  await writeFile(key, signer.privateKey.armor());
  await writeFile(publicKey, signer.armored);
  const directory = await imported(await exported({ sign: false }));
  const state = defaultStateDirectory(rig.host);
  await trustKey(state, { file: publicKey, directory, before: [] });
  const to = rig.place('out');
  await expect(receivedAttachments({ directory, names: [], to }, { host: rig.host })).rejects.toMatchObject({
    code: 'index-unsigned',
  });
  const signed = await imported(await exported({ sign: { key } }));
  await trustKey(state, { file: publicKey, directory: signed, before: [] });
  expect(await receivedAttachments({ directory: signed, names: [], to }, { host: rig.host })).toMatchObject([
    { name: 'tools.txt', present: false },
  ]);
});
