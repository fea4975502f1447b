import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { receive } from '../import/import.fixture.ts';
import { verifyDrive } from '../import/verify-drive.ts';
import { encodeChecksumList, parseChecksumList } from '../volumes/checksum-list.ts';
import { exportWorkspace } from './export.fixture.ts';
import { prepareExportRecord } from './export-record.ts';
import { exportToMedia } from './media.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-checksums-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const TRANSFER = 'lab-0001';

async function drives(count: number): Promise<string[]> {
  const { directory } = await exportWorkspace(root, 6);
  const app = join(root, 'app');
  await mkdir(app);
  await writeFile(join(app, 'airlock'), 'a program');
  const transferRecord = await prepareExportRecord({
    directory,
    transfer: TRANSFER,
    tool: 't',
    env: {},
    home: root,
  });
  const paths = Array.from({ length: count }, (_, i) => join(root, `drive-${i + 1}`));
  for (const [i, path] of paths.entries()) {
    await mkdir(path);
    await exportToMedia({
      ...{ directory, transfer: TRANSFER, tool: 't', app, volumeSize: 100_000, destinations: [{ path }] },
      companions: transferRecord.companions,
      volumes: count > 1 ? [i + 1] : undefined,
    });
  }
  return paths;
}

test('the checksum list covers each file of a drive and itself, and sha256sum reads it', async () => {
  const [drive] = (await drives(1)) as [string];
  const complete = await verifyDrive(drive);
  expect(complete).toMatchObject({ ok: true, problems: [], volumes: [{ elsewhere: [] }] });
  await promisify(execFile)('sha256sum', ['--check', '--strict', `airlock/${TRANSFER}/drive-1.sha256`], {
    cwd: drive,
  });
  for (const entry of await readdir(drive, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const before = await readFile(path);
    const after = Buffer.from(before);
    after[before.length >> 1]! ^= 1;
    await writeFile(path, after);
    const altered = await verifyDrive(drive);
    expect(altered.problems.map(({ file }) => file).join('\n'), path).toContain(path);
    await rm(path);
    const removed = await verifyDrive(drive);
    expect(removed.problems.map(({ file }) => file).join('\n'), path).toContain(path);
    await writeFile(path, before);
  }
  const added = join(drive, 'airlock-app', 'added');
  await writeFile(added, 'not ours');
  expect((await verifyDrive(drive)).problems).toMatchObject([{ kind: 'foreign', file: added }]);
});

test('reports volumes on other drives and missing ones, and accepts a folder with the files of all drives', async () => {
  const [first, second] = (await drives(2)) as [string, string];
  const { ok, volumes } = await verifyDrive(first);
  expect({ ok, volumes }).toMatchObject({ ok: true, volumes: [{ onDrive: [1], elsewhere: [2, 3, 4] }] });
  const both = join(root, 'both');
  for (const drive of [first, second]) await cp(drive, both, { recursive: true });
  expect(await verifyDrive(both)).toMatchObject({
    ok: true,
    volumes: [{ onDrive: [1, 2], elsewhere: [3, 4] }],
  });
  const volume = (number: number) => join(both, 'airlock', TRANSFER, `${TRANSFER}-v000${number}.tar`);
  await rename(volume(2), join(both, 'present'));
  expect((await verifyDrive(both)).problems).toMatchObject([{ kind: 'missing', file: volume(2) }]);
  await cp(volume(1), volume(2));
  expect((await verifyDrive(both)).problems.map(({ file }) => file)).toContain(volume(2));
});

test('an import reports an altered record and imports the content', async () => {
  const [drive] = (await drives(1)) as [string];
  const record = join(drive, 'airlock', TRANSFER, 'record', 'record.json');
  await writeFile(record, (await readFile(record, 'utf8')).replace('complete', 'compleTe'));
  const result = await receive(join(root, 'here'), drive);
  expect(result).toMatchObject({ ok: true, files: [{ file: record, damage: 'altered' }] });
});

test('a list contains only files of its drive, with any name that a file can have', () => {
  const files = [
    { path: 'a\nb', size: 1, sha256: 'a'.repeat(64) },
    { path: 'airlock/x-v0001.tar', size: 2 },
    { path: 'back\\slash', size: 3, sha256: 'b'.repeat(64) },
  ];
  const text = encodeChecksumList(files);
  expect(parseChecksumList(text)).toEqual(files);
  for (let bit = 0; bit < text.length * 8; bit += 7) {
    const bytes = Buffer.from(text);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    expect(parseChecksumList(bytes.toString('utf8')), `bit ${bit}`).toBeUndefined();
  }
  for (const path of ['../etc/passwd', '/etc/passwd', 'a//b', 'a/./b'])
    expect(parseChecksumList(encodeChecksumList([{ path, size: 1 }]))).toBeUndefined();
});

test.each([
  ['index.json', 'tool', 'is missing the tool field'],
  ['index.json', 'earlier', 'is missing the earlier field'],
  ['index.json', 'status', 'has an invalid status field: expected complete or partial'],
  ['export.json', 'tool', 'is invalid at tool'],
])(
  'the error of a damaged %s names the field %s and does not suggest the same command',
  async (name, field, words) => {
    const [drive] = (await drives(1)) as [string];
    const file = join(drive, 'airlock', TRANSFER, name);
    const value = JSON.parse(await readFile(file, 'utf8'));
    if (words.startsWith('is missing') || name === 'export.json') delete value[field];
    else value[field] = 'other';
    await writeFile(file, JSON.stringify(value));
    const { problems } = await verifyDrive(drive);
    const problem = problems.find((one) => one.file === file);
    expect(problem?.found).toContain(`${file} ${words}`);
    expect(problem?.remedy).toMatch(/ another drive /);
    expect(problem?.remedy).not.toContain('verify');
  },
);
