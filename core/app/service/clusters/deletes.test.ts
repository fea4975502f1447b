import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPracticeCluster } from '../../../cluster/client/cluster.fixture.ts';
import {
  CONTRACT,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../../contract/contract.ts';
import type { DeleteChoiceLine } from '../../../contract/topics/deletes.ts';
import { deletionOfFile, mirrored, tagsAt } from '../../../mirror/delete/delete.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../registry/server/start.ts';
import { memoryStorage } from '../../../registry/server/storage/memory-storage.ts';
import { t as notices } from '../../notices/messages.ts';
import { isOver, newRunsRig, type RunsRig } from '../runs/runs.fixture.ts';
import type { Handler, HandlersOf } from '../state/handlers.ts';
import { deleteHandlers } from './deletes.ts';

let rig: RunsRig;
let storage: ReturnType<typeof memoryStorage>;
let server: RegistryServer;
let workspace: string;
let handlers: HandlersOf<'deletes'>;
beforeEach(async () => {
  rig = await newRunsRig();
  storage = memoryStorage();
  server = await startRegistryServer({ storage });
  workspace = await mirrored(rig.rig, server.host, [rig.rig.world.sets.core.file]);
  handlers = deleteHandlers(
    {
      jobs: rig.jobs,
      host: rig.rig.host,
      hostFor: () => rig.rig.host,
      noteStateDirectory: async () => {},
    },
    rig.runs.begin,
  );
});
afterEach(async () => {
  await server.close();
  await rig[Symbol.asyncDispose]();
});

async function request<N extends keyof HandlersOf<'deletes'> & RequestName>(
  name: N,
  input: RequestInput<N>,
): Promise<RequestOutput<N>> {
  const { input: given, output } = CONTRACT[name];
  const handler = handlers[name] as unknown as Handler<N>;
  const parsed = given.parse(input) as Parameters<typeof handler>[0];
  return output.parse(await handler(parsed, { signal: new AbortController().signal })) as RequestOutput<N>;
}

const place = () => ({
  workspace,
  destination: server.host,
  stateDirectory: `${rig.rig.directory}/state`,
  destinationTlsVerify: false,
  ticket: 't',
});

test('a release is selected, previewed, confirmed, deleted by a run, and pushed again', async () => {
  const opened = await request('deletes.open', place());
  const leaves = (each: DeleteChoiceLine): DeleteChoiceLine[] =>
    each.children.length > 0 ? each.children.flatMap(leaves) : [each];
  const oldest = opened.choices.filter(({ kind }) => kind === 'release').at(-1)!;
  expect(opened).toMatchObject({ configurations: ['imageset.yaml'], cluster: [] });
  expect(opened.rejection).toBeUndefined();
  const began = process.cpuUsage();
  const parts = leaves(oldest).map(({ id }) => id);
  const preview = await request('deletes.preview', { session: opened.session, parts });
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(300);
  expect(preview.images).toBeGreaterThan(0);
  expect(preview.of).toBe(preview.images + preview.protectedTotal + preview.absentTotal);
  expect(preview.protected.reduce((sum, { images }) => sum + images, 0)).toBe(preview.protectedTotal);
  // Content shared with the newer release is one reason for any number of images.
  expect(
    preview.protected.filter(({ reason }) => /^release .* needs the same manifest$/.test(reason)),
  ).toHaveLength(1);
  expect(preview.groups.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(preview.bytesFreed);

  const before = await tagsAt(server.host);
  const { files, command } = await request('deletes.write', { session: opened.session, parts });
  expect(command).toContain(`--delete-yaml-file ${files[0]} docker://${server.host}`);
  const run = {
    listFile: files[0]!,
    destination: server.host,
    destinationTlsVerify: false,
    stateDirectory: place().stateDirectory,
  };
  const wrong = { registry: server.host, images: preview.images + 1 };
  await expect(request('deletes.run', { ...run, confirmed: wrong })).rejects.toMatchObject({
    code: 'file-changed',
  });
  expect(await tagsAt(server.host)).toEqual(before);
  const { run: ref } = await request('deletes.run', {
    ...run,
    confirmed: { registry: server.host, images: preview.images },
  });
  expect(await rig.until(ref, isOver)).toMatchObject({ status: 'complete', workflow: 'delete', own: true });
  const { result } = await request('deletes.result', { run: ref });
  expect(result).toMatchObject({
    images: { deleted: preview.images, failed: 0 },
    verified: { broken: 0 },
    restoreFrom: workspace,
  });
  expect(result!.verified!.images).toBeGreaterThan(0);
  const text = notices('deletionEndedText', { deleted: preview.images, failed: 0 });
  await expect.poll(() => rig.notices).toMatchObject([{ kind: 'run-ended', status: 'complete', text }]);
  expect((await tagsAt(server.host)).size).toBeLessThan(before.size);

  const push = await rig.ask('runs.start', {
    settings: {
      workflow: 'diskToMirror',
      directory: result!.restoreFrom!,
      destination: server.host,
      destinationTlsVerify: false,
      stateDirectory: place().stateDirectory,
    },
  });
  expect(await rig.until(push.run, isOver)).toMatchObject({ status: 'complete' });
  expect(await tagsAt(server.host)).toEqual(before);
  expect(await request('deletes.result', { run: push.run })).toEqual({});
});

test('only the given configurations retain their images', async () => {
  const { core, additional } = rig.rig.world.sets;
  const file = await deletionOfFile(rig.rig, rig.rig.world.sets['release-one'].file);
  const all = await request('deletes.fromFile', { ...place(), file });
  expect(all.preview.images).toBeGreaterThan(0);
  const other = await request('deletes.fromFile', { ...place(), file, keep: [additional.file] });
  expect(other.preview.images).toBeGreaterThanOrEqual(all.preview.images);
  const retained = await request('deletes.fromFile', { ...place(), file, keep: [core.file] });
  expect(retained.preview).toMatchObject({ images: 0, protectedTotal: retained.preview.of });
  expect(retained.configurations).toEqual([expect.stringContaining('imageset.yaml')]);
  await expect(request('deletes.open', { ...place(), keep: ['isc.yaml'] })).rejects.toMatchObject({
    code: 'usage',
  });
});

test('a file gives the same preview, and a registry that forbids deletion is reported before', async () => {
  const file = await deletionOfFile(rig.rig, rig.rig.world.sets['release-one'].file);
  const shown = await request('deletes.fromFile', { ...place(), file });
  expect(shown).toMatchObject({ files: [], command: '' });
  const written = await request('deletes.fromFile', { ...place(), file, write: true });
  expect(written.preview).toEqual(shown.preview);
  expect(written.files).toHaveLength(3);

  expect((await request('deletes.open', place())).rejection).toBeUndefined();
  await server.close();
  server = await startRegistryServer({ storage, allowDelete: false });
  const { rejection, choices } = await request('deletes.open', place());
  expect(rejection).toMatchObject({ code: 'delete-rejected', remedy: expect.stringMatching(/delete/) });
  expect(choices.length).toBeGreaterThan(0);

  await writeFile(file, 'kind: DeleteImageSetConfiguration\ndelete:\n  platform:\n    chanels: []\n');
  await expect(request('deletes.fromFile', { ...place(), file })).rejects.toMatchObject({
    code: 'config-invalid',
  });
  await expect(request('deletes.preview', { session: 'gone', parts: [] })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a paused deletion resumes with its own list, not with one that was written since', async () => {
  const opened = await request('deletes.open', place());
  const leaves = (each: DeleteChoiceLine): string[] =>
    each.children.length > 0 ? each.children.flatMap(leaves) : [each.id];
  const all = opened.choices.flatMap(leaves);
  const { files, preview } = await request('deletes.write', { session: opened.session, parts: all });
  server.faults.set({ rules: [{ method: 'DELETE', after: 8, delayMs: 3_000 }] });
  const { run } = await request('deletes.run', {
    listFile: files[0]!,
    destination: server.host,
    destinationTlsVerify: false,
    stateDirectory: place().stateDirectory,
    confirmed: { registry: server.host, images: preview.images },
  });
  await expect(request('deletes.resume', { run })).rejects.toMatchObject({ code: 'usage' });
  await rig.until(run, ({ images }) => (images?.copied ?? 0) > 0);
  await rig.ask('runs.pause', { run });
  server.faults.clear();
  expect(await rig.until(run, isOver)).toMatchObject({ status: 'paused', target: server.host });
  const first = await request('deletes.result', { run });
  expect(first).toMatchObject({
    requested: { listFile: files[0], destination: server.host, destinationTlsVerify: false },
  });
  const { deleted } = first.result!.images;
  expect(deleted).toBeGreaterThan(0);
  expect(deleted).toBeLessThan(preview.images);

  const list = await readFile(files[0]!, 'utf8');
  await request('deletes.write', { session: opened.session, parts: all.slice(0, 1) });
  await expect(request('deletes.resume', { run })).rejects.toMatchObject({ code: 'file-changed' });
  await request('deletes.write', { session: opened.session, parts: all });
  expect(await readFile(files[0]!, 'utf8')).toBe(list);
  const { run: next } = await request('deletes.resume', { run });
  expect(next.sequence).toBe(run.sequence + 1);
  expect(await rig.until(next, isOver)).toMatchObject({ status: 'complete' });
  expect((await request('deletes.result', { run: next })).result).toMatchObject({
    images: { deleted: preview.images - deleted, absent: deleted, failed: 0 },
    verified: { broken: 0 },
  });
  await expect(request('deletes.resume', { run: next })).rejects.toMatchObject({ code: 'usage' });
});

test('a file shows the content that a cluster needs, and why nothing can be deleted', async () => {
  await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
  const kubeconfig = await cluster.kubeconfig();
  const file = await deletionOfFile(rig.rig, rig.rig.world.sets['release-one'].file);
  const shown = await request('deletes.fromFile', { ...place(), file, kubeconfig });
  expect(shown.cluster).toContainEqual(expect.stringMatching(/ runs 4\.16\.1$/));
  expect(shown.preview).toMatchObject({ images: 0 });
  expect(shown.rejection).toBeUndefined();
  expect(JSON.stringify(shown)).not.toMatch(/token|password/i);
  await server.close();
  server = await startRegistryServer({ storage, allowDelete: false });
  expect((await request('deletes.fromFile', { ...place(), file })).rejection).toMatchObject({
    code: 'delete-rejected',
  });
});
