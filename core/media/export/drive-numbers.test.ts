import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSigningKey } from '../../content/signature/signing-keys.ts';
import { verifyDrive } from '../import/verify-drive.ts';
import { PAGE_NAME } from '../record/airlock-page.ts';
import { readRecord } from '../record/record-files.ts';
import type { MediaEvent } from './events.ts';
import { exportWorkspace } from './export.fixture.ts';
import { prepareExportRecord } from './export-record.ts';
import { exportToMedia } from './media.ts';
import { exportStatePath } from './state.ts';

const TRANSFER = 'lab-0001';
let root: string;
let directory: string;
let events: MediaEvent[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-numbers-'));
  ({ directory } = await exportWorkspace(root, 6));
  events = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

const drive = (name: string): string => join(root, name);

/** Runs `media export --to NAME` with its transfer record and, if the workspace has a key, a signature. */
async function exportTo(name: string, volumes?: number[], volumeSize = 100_000): Promise<void> {
  await mkdir(drive(name), { recursive: true });
  const transferRecord = await prepareExportRecord({
    ...{ directory, transfer: TRANSFER, tool: 't', env: {}, home: root },
    configDirectory: join(root, 'config'),
  });
  await exportToMedia({
    ...{
      directory,
      transfer: TRANSFER,
      tool: 't',
      volumeSize,
      destinations: [{ path: drive(name) }],
    },
    volumes,
    companions: transferRecord.companions,
    emit: (event) => events.push(event),
  });
  await transferRecord.keep();
}

/** The content of a drive: its lists, the volumes on its page, and its own entry in the record. */
async function reportedOn(name: string, number: number): Promise<unknown> {
  const folder = join(drive(name), 'airlock', TRANSFER);
  const page = await readFile(join(drive(name), PAGE_NAME), 'utf8');
  const record = await readRecord(join(folder, 'record', 'record.json'));
  const onPage = page.matchAll(/airlock\/lab-0001\/lab-0001-v0*(\d+)\.tar/g);
  return {
    problems: (await verifyDrive(drive(name))).problems,
    lists: (await readdir(folder)).filter((one) => one.endsWith('.sha256')),
    page: [...new Set([...onPage].map(([, volume]) => Number(volume)))],
    record: record?.drives.find((drive) => drive.number === number)?.volumes,
    ofVolumes: record?.volumes.filter(({ drive }) => drive === number).map((part) => part.number),
  };
}

const complete = (number: number, volumes: number[]): unknown => ({
  problems: [],
  lists: [`drive-${number}.sha256`],
  page: volumes,
  record: volumes,
  ofVolumes: volumes,
});

test.each([
  ['no key', false],
  ['a key', true],
])('a drive remains valid after its only volume was written to another drive, with %s', async (_, key) => {
  if (key) await createSigningKey(directory, join(root, 'config'), { name: 'Mirror team' });
  await exportTo('A', undefined, 10_000_000);
  await exportTo('B', [1], 10_000_000);
  await exportTo('A', undefined, 10_000_000);
  expect(await reportedOn('A', 1)).toEqual(complete(1, [1]));
  expect(await reportedOn('B', 2)).toEqual(complete(2, [1]));
});

test('a drive keeps its number when the volumes of an earlier one move to a later one', async () => {
  await exportTo('A', [1]);
  await exportTo('B', [2]);
  await exportTo('C', [1]);
  await exportTo('B', [2]);
  await exportTo('A', [1]);
  expect(await reportedOn('A', 1)).toEqual(complete(1, [1]));
  expect(await reportedOn('B', 2)).toEqual(complete(2, [2]));
  expect(await reportedOn('C', 3)).toEqual(complete(3, [1]));
  // When copied into one folder, no list replaces another.
  for (const name of ['A', 'B', 'C']) await cp(drive(name), drive('all'), { recursive: true });
  expect((await verifyDrive(drive('all'))).problems.filter(({ file }) => file.includes('.tar'))).toEqual([]);
});

test('lists of earlier numbers are removed, and those of a workspace without numbers are reused', async () => {
  await exportTo('A', [1]);
  await exportTo('B', [2]);
  const path = exportStatePath(directory, TRANSFER);
  const { drives: _drives, ...older } = JSON.parse(await readFile(path, 'utf8'));
  // Without the recorded numbers, they follow from the volumes.
  older.written = older.written.filter(({ drive }: { drive: string }) => drive === 'B');
  await writeFile(path, JSON.stringify(older));
  for (const number of [5, 7])
    await cp(
      join(drive('B'), 'airlock', TRANSFER, 'drive-2.sha256'),
      join(drive('B'), 'airlock', TRANSFER, `drive-${number}.sha256`),
    );
  await exportTo('B', [2]);
  expect(await reportedOn('B', 2)).toEqual(complete(2, [2]));
});

test('another drive in the same place gets another number, the same drive in another place its own', async () => {
  await exportTo('A', [1]);
  await exportTo('B', [1]);
  await cp(drive('A'), drive('X'), { recursive: true });
  await rm(drive('A'), { recursive: true });
  await exportTo('A', [1]);
  expect(await reportedOn('A', 3)).toEqual(complete(3, [1]));
  await exportTo('X', [2]);
  expect(await reportedOn('X', 1)).toEqual(complete(1, [1, 2]));
});

test('a pause after the last volume still completes the drive, with copies of volumes of other drives', async () => {
  await exportTo('A', [1]);
  await exportTo('B', [1]);
  const stop = new AbortController();
  await exportToMedia({
    ...{ directory, transfer: TRANSFER, tool: 't', destinations: [{ path: drive('A') }], volumes: [2] },
    signal: stop.signal,
    emit: (event) => {
      if (event.type === 'phase' && event.phase === 'flushing') stop.abort();
    },
  });
  expect((await verifyDrive(drive('A'))).problems).toEqual([]);
});

test('a damaged copy of a volume is reported and is on no page', async () => {
  await exportTo('A', [1, 2]);
  await exportTo('B', [1]);
  const volume = join(drive('A'), 'airlock', TRANSFER, `${TRANSFER}-v0001.tar`);
  const bytes = await readFile(volume);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(volume, bytes);
  await exportTo('A', [2]);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'problem',
      problem: expect.objectContaining({
        message: `${TRANSFER}-v0001.tar on A doesn't match the export: it is damaged or belongs to another export`,
      }),
    }),
  );
  expect(await reportedOn('A', 1)).toMatchObject({ page: [2], record: [2], ofVolumes: [2] });
  await exportTo('A', [1]);
  expect(await reportedOn('A', 1)).toEqual(complete(1, [1, 2]));
});
