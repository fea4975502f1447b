import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { newRig, type Rig, toDisk } from '../../mirror/mirror.fixture.ts';
import { exportRecords } from '../../runs/audit/export-records.ts';
import { listRuns } from '../../runs/audit/read-runs.ts';
import { openRun } from '../../runs/audit/run-record.ts';
import { verifyRunLog } from '../../runs/audit/verify-run-log.ts';
import { noWarning } from '../../store/workspace/no-warning.fixture.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import { planRecordPrune, pruneRecords } from './prune-records.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

let workspace: string;
let runs: string;
let tar: string;
beforeEach(async () => {
  workspace = rig.place('records');
  runs = airlockDirectory(workspace, 'runs');
  tar = `${rig.place('export')}.tar`;
  await (await openWorkspace(workspace, { create: true, onWarning: noWarning })).close();
});

/** A record that has ended, of a push to this registry. */
async function pushed(host: string): Promise<string> {
  const record = await openRun({
    runsDirectory: runs,
    workflow: 'diskToMirror',
    arguments: ['mirror'],
    configurations: [{ name: 'isc.yaml', text: 'kind: ImageSetConfiguration\n' }],
    toolVersion: 'airlock 0.1.0',
    overrides: [],
    request: { workflow: { kind: 'diskToMirror', destination: { host, namespace: '' } } },
  });
  record.event({ type: 'phase', phase: 'copy' });
  await record.close({ status: 'complete', exitCode: 0 });
  return record.name;
}

const current = async () => {
  const { remove, retain } = await planRecordPrune(workspace);
  return [
    ...remove.map(({ name }) => [Number(name.slice(0, 4)), 'goes'] as const),
    ...retain.map(({ name, reason }) => [Number(name.slice(0, 4)), reason] as const),
  ].sort(([a], [b]) => a - b);
};

test('removes only records that were exported unchanged, and the chain stays valid after each run', async () => {
  for (const host of ['a', 'a', 'b', 'a', 'a']) await pushed(host);
  expect(await current()).toEqual([1, 2, 3, 4, 5].map((n) => [n, 'not-exported']));
  expect((await pruneRecords(workspace, noWarning)).remove).toEqual([]);

  const written = await exportRecords(runs, tar);
  expect(written.records).toHaveLength(5);
  expect(written.digest).toBe(sha256(await readFile(tar)));
  const names: string[] = [];
  const entries = extract();
  Readable.from([await readFile(tar)]).pipe(entries);
  for await (const entry of entries) {
    names.push(entry.header.name);
    entry.resume();
  }
  for (const file of ['run.json', 'events.jsonl', 'configuration/1-isc.yaml'])
    expect(names.filter((name) => name.endsWith(`/${file}`))).toHaveLength(5);

  expect(await current()).toEqual([
    [1, 'goes'],
    [2, 'goes'],
    [3, 'last-of-kind'],
    [4, 'goes'],
    [5, 'newest'],
  ]);
  const { remove, bytes } = await pruneRecords(workspace, noWarning);
  expect(remove.map(({ file }) => file)).toEqual(Array(3).fill(tar.slice(tar.lastIndexOf('/') + 1)));
  expect(bytes).toBeGreaterThan(0);
  expect((await listRuns(runs)).map(({ sequence }) => sequence)).toEqual([3, 5]);
  expect((await readdir(runs)).filter((name) => name.startsWith('.'))).toEqual([]);
  expect(await verifyRunLog(runs)).toEqual({ ok: true, runs: 2, removed: 3, problems: [] });

  // The next run follows the newest one, and the next removal the previous one.
  await pushed('b');
  await exportRecords(runs, tar);
  expect(await current()).toEqual([
    [3, 'goes'],
    [5, 'last-of-kind'],
    [6, 'newest'],
  ]);
  await pruneRecords(workspace, noWarning);
  expect(await verifyRunLog(runs)).toEqual({ ok: true, runs: 2, removed: 4, problems: [] });
});

test('still detects a deleted or altered record between removed ones', async () => {
  for (let i = 0; i < 5; i++) await pushed('a');
  await exportRecords(runs, tar, { sequences: [2, 4] });
  await pruneRecords(workspace, noWarning);
  expect(await verifyRunLog(runs)).toMatchObject({ ok: true, runs: 3, removed: 2 });
  const [first, third] = await listRuns(runs);

  const text = await readFile(join(third!.directory, 'run.json'), 'utf8');
  await writeFile(join(third!.directory, 'run.json'), text.replace('"mirror"', '"mirrer"'));
  expect(await verifyRunLog(runs)).toMatchObject({ ok: false });
  await writeFile(join(third!.directory, 'run.json'), text);
  expect(await verifyRunLog(runs)).toMatchObject({ ok: true });

  await rm(first!.directory, { recursive: true });
  const verdict = await verifyRunLog(runs);
  expect(verdict.ok).toBe(false);
  expect(verdict.problems[0]!.message).toMatch(/^audit record 0001, which precedes the removed audit record/);
  // Nothing goes from records that do not vouch for each other.
  await exportRecords(runs, tar);
  await expect(pruneRecords(workspace, noWarning)).rejects.toMatchObject({ code: 'run-log-altered' });
});

test("the note of a removed record can't be altered to fit another one", async () => {
  for (let i = 0; i < 3; i++) await pushed('a');
  await exportRecords(runs, tar);
  await pruneRecords(workspace, noWarning);
  expect(await verifyRunLog(runs)).toMatchObject({ ok: true, removed: 2 });
  const notes = join(runs, 'removed.jsonl');
  const lines = (await readFile(notes, 'utf8')).trimEnd().split('\n');
  await writeFile(notes, `${lines[0]}\n`);
  expect(await verifyRunLog(runs)).toMatchObject({ ok: false });
  const forged = { ...JSON.parse(lines[1]!), run: sha256('another') };
  await writeFile(notes, `${lines[0]}\n${JSON.stringify(forged)}\n`);
  expect(await verifyRunLog(runs)).toMatchObject({ ok: false });
  await writeFile(notes, `${lines.join('\n')}\n`);
  expect(await verifyRunLog(runs)).toMatchObject({ ok: true });
});

test('retains a record that changed after its export, and one in progress', async () => {
  const name = await pushed('a');
  for (let i = 0; i < 2; i++) await pushed('a');
  await exportRecords(runs, tar);
  await appendFile(join(runs, name, 'run.json'), '\n');
  expect(await current()).toEqual([
    [1, 'changed'],
    [2, 'goes'],
    [3, 'newest'],
  ]);
  const open = await openRun({
    runsDirectory: runs,
    workflow: 'mirrorToDisk',
    arguments: [],
    configurations: [],
    toolVersion: 'airlock 0.1.0',
    overrides: [],
  });
  await exportRecords(runs, tar, { sequences: [4] });
  expect((await current()).at(-1)).toEqual([4, 'under-way']);
  await open.close({ status: 'complete' });
});

test('the next prune completes one that was killed after it wrote its note', async () => {
  for (let i = 0; i < 3; i++) await pushed('a');
  await exportRecords(runs, tar);
  const [record] = await listRuns(runs);
  await pruneRecords(workspace, noWarning);
  // As if this removal hadn't been completed.
  await writeFile(join(runs, `.pruned-${record!.name}`), 'left');
  expect(await verifyRunLog(runs)).toMatchObject({ ok: true });
  await pruneRecords(workspace, noWarning);
  expect((await readdir(runs)).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('retains the record of a set in the workspace', async () => {
  const config = rig.world.sets.additional.file;
  for (let i = 0; i < 3; i++) expect(await toDisk(rig, workspace, config)).toMatchObject({ exitCode: 0 });
  await exportRecords(runs, tar);
  expect(await current()).toEqual([
    [1, 'set'],
    [2, 'goes'],
    [3, 'newest'],
  ]);
});

test('rejects a number without a record, and a folder without ended runs', async () => {
  await expect(exportRecords(runs, tar)).rejects.toMatchObject({ code: 'not-found' });
  await pushed('a');
  await expect(exportRecords(runs, tar, { sequences: [1, 7] })).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('run 7'),
  });
  await expect(readFile(tar)).rejects.toMatchObject({ code: 'ENOENT' });
});
