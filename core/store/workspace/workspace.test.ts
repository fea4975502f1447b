import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { t } from '../../base/formats/messages.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { testImage, writeTestSet } from '../archive/set.fixture.ts';
import { SetWriter } from '../archive/write/set-writer.ts';
import { noWarning } from './no-warning.fixture.ts';
import { openPlanningSpace } from './planning-space.ts';
import { openWorkspace } from './workspace.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airlock-workspace-'));
});
afterEach(() => rm(root, { recursive: true }));

const image = testImage('a/app', 'v1');

test('creates a new workspace with its lock and its format', async () => {
  const directory = join(root, 'deep', 'ws');
  await expect(openWorkspace(directory, { onWarning: noWarning })).rejects.toMatchObject({
    code: 'workspace-invalid',
  });
  const workspace = await openWorkspace(directory, { create: true, onWarning: noWarning });
  expect(await readFile(join(directory, '.airlock/format.json'), 'utf8')).toBe('{"format":2}\n');
  await expect(openWorkspace(directory, { onWarning: noWarning })).rejects.toMatchObject({
    code: 'workspace-locked',
  });
  await workspace.files.write('signatures/x', 'y');
  expect(await readFile(join(workspace.workingDir, 'signatures', 'x'), 'utf8')).toBe('y');
  await workspace.close();
  await (await openWorkspace(directory, { onWarning: noWarning })).close();
  expect((await readdir(airlockDirectory(directory))).toSorted()).toEqual(['format.json']);
});

test.each([
  ['newer', 3, 'newerFormatRemedy'],
  ['older', 1, 'olderWorkspaceRemedy'],
] as const)('leaves a workspace in a %s format unchanged', async (_, format, remedy) => {
  const own = airlockDirectory(root);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'format.json'), JSON.stringify({ format }));
  await expect(openWorkspace(root, { create: true, onWarning: noWarning })).rejects.toMatchObject({
    code: 'workspace-format',
    exitCode: 1,
    remedy: t(remedy),
  });
  expect(await readdir(own)).toEqual(['format.json']);
});

test('numbers transfers per enclave, and resumes an unfinished one', async () => {
  const workspace = await openWorkspace(root, { create: true, onWarning: noWarning });
  expect(await workspace.nextTransfer('lab')).toEqual({
    name: 'lab-0001',
    enclave: 'lab',
    number: 1,
    partial: join(root, 'transfers', 'lab-0001.partial'),
    directory: join(root, 'transfers', 'lab-0001'),
    resumed: false,
  });
  const { index } = await writeTestSet(root, 1, [image]);
  await workspace.record(index);
  expect(await workspace.nextTransfer('lab')).toMatchObject({ number: 2, resumed: false });
  expect(await workspace.nextTransfer('lab-2')).toMatchObject({ number: 1, name: 'lab-2-0001' });
  await mkdir(join(root, 'transfers', 'lab-0002.partial'));
  expect(await workspace.nextTransfer('lab')).toMatchObject({ number: 2, resumed: true });
  // A moved set still counts.
  await rm(join(root, 'transfers'), { recursive: true });
  expect(await workspace.nextTransfer('lab')).toMatchObject({ number: 2, resumed: false });
  for (const name of ['', 'Lab', 'a/b', '..', '-a', 'a:b'])
    await expect(workspace.nextTransfer(name)).rejects.toMatchObject({ code: 'usage' });
  await workspace.close();
});

test('records a set that a killed run completed but did not record', async () => {
  const files = { 'signatures/x': 'y' };
  await (await openWorkspace(root, { create: true, onWarning: noWarning })).close();
  await writeTestSet(root, 1, [image], { files });
  const workspace = await openWorkspace(root, { onWarning: noWarning });
  const ledger = await workspace.ledger('lab');
  for (const digest of image.content.keys()) expect(ledger.sent(digest)).toBe(true);
  expect(ledger.link('a/app', 'v1')).toBe(image.digest);
  expect(ledger.file('signatures/x')).toBe(sha256('y'));
  expect(ledger.transfers()).toMatchObject([{ name: 'lab-0001', number: 1, status: 'complete' }]);
  await workspace.close();
  expect((await readFile(join(root, '.airlock/enclaves/lab/ledger.jsonl'), 'utf8')).split('\n').length).toBe(
    2,
  );
});

test('names a set that only has no name yet', async () => {
  const { directory } = await writeTestSet(root, 1, [image]);
  await rename(directory, `${directory}.partial`);
  const workspace = await openWorkspace(root, { create: true, onWarning: noWarning });
  expect(await readdir(join(root, 'transfers'))).toEqual(['lab-0001']);
  expect(await workspace.nextTransfer('lab')).toMatchObject({ number: 2, resumed: false });
  await workspace.close();
  const partial = join(root, 'transfers', 'lab-0002.partial');
  await (await SetWriter.open({ directory: partial, name: 'lab-0002' })).close();
  await (await openWorkspace(root, { onWarning: noWarning })).close();
  expect(await readdir(join(root, 'transfers'))).toContain('lab-0002.partial');
});

test('content archived by oc-mirror counts as sent, and its folder stays unchanged', async () => {
  const history = join(root, 'working-dir', '.history');
  await mkdir(history, { recursive: true });
  const [old, recent] = [sha256('old'), sha256('recent')];
  await writeFile(join(history, '.history-2026-01-30T10:00:00Z'), `${old}\n`);
  await writeFile(join(history, '.history-2026-01-31T09:00:00Z'), `${recent}\nnonsense\n`);
  await writeFile(join(history, 'notes'), sha256('notes'));
  const workspace = await openWorkspace(root, { create: true, onWarning: noWarning });
  const ledger = await workspace.ledger('default');
  expect([old, recent].map(ledger.sent)).toEqual([false, true]);
  expect((await readdir(history)).length).toBe(3);
  await workspace.close();
});

test("oc-mirror's history counts only for the enclave of its archives, also in plans", async () => {
  const history = join(root, 'working-dir', '.history');
  await mkdir(history, { recursive: true });
  await writeFile(join(history, '.history-2026-01-31T09:00:00Z'), `${sha256('sent')}\n`);
  const workspace = await openWorkspace(root, { create: true, onWarning: noWarning });
  for (const { ledger } of [workspace, await openPlanningSpace(root)])
    expect(
      await Promise.all(
        ['default', 'lab'].map(async (enclave) => {
          const { fromHistory, sent } = await ledger(enclave);
          return [fromHistory, sent(sha256('sent'))];
        }),
      ),
    ).toEqual([
      [1, true],
      [0, false],
    ]);
  await workspace.close();
});
