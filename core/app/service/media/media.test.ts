import { randomUUID } from 'node:crypto';
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey } from 'openpgp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaJob } from '../../../contract/topics/media.ts';
import { additionalConfig, newRig, type Rig, toDisk } from '../../../mirror/mirror.fixture.ts';
import { newTestService, type TestService } from '../service.fixture.ts';
import { afterEvent } from './after-event.ts';

let world: Rig;
let rig: TestService;
let workspace: string;
const transfer = 'fleet-0001';
beforeAll(async () => {
  world = await newRig();
  rig = await newTestService();
  workspace = world.place('workspace');
  await toDisk(world, workspace, world.world.sets['release-one'].file, { enclave: 'fleet' });
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const latest = (id: string): MediaJob | undefined =>
  rig.events
    .flatMap((event) => (event.type === 'job' && event.job.kind === 'media' ? [event.job] : []))
    .findLast((job) => job.id === id);
const until = (job: string, ...wanted: MediaJob['status'][]) =>
  expect
    .poll(() => latest(job)?.status, { timeout: 10_000, interval: 20 })
    .toSatisfy((status) => wanted.includes(status as MediaJob['status']));
const volumeSize = 100_000;
const at = (name: string) => join(rig.directory, name);

test('an export suggests the latest bundle next to Airlock until the site has it', async () => {
  const installation = join(rig.directory, 'opt', 'airlock');
  const packages = join(installation, 'dist', 'packages');
  await mkdir(packages, { recursive: true });
  await using installed = await newTestService({ installation });
  const request = { workspace, transfer };
  expect(await installed.ask('media.suggestedApp', request)).toEqual({ siteHasAirlock: false });
  const old = join(rig.directory, 'opt', 'airlock-0.9.0-linux-x64.tar.gz');
  const latest = join(packages, 'airlock-1.0.0-linux-arm64.tar.gz');
  await writeFile(old, 'old');
  await utimes(old, 1, 1);
  await writeFile(latest, 'latest');
  await writeFile(join(packages, 'airlock-desktop-1.0.0-linux-x64.tar.gz'), 'another package');
  const bundle = { file: latest, bytes: 6 };
  expect(await installed.ask('media.suggestedApp', request)).toEqual({ bundle, siteHasAirlock: false });
  // Anyone may have put an archive there.
  await chmod(packages, 0o777);
  expect(await installed.ask('media.suggestedApp', request)).toMatchObject({ bundle: { file: old } });
  await chmod(packages, 0o755);

  const copied = join(rig.directory, 'copied');
  await cp(workspace, copied, { recursive: true });
  const drive = at('stick-with-app');
  await mkdir(drive);
  const job = await rig.ask('media.export', { workspace: copied, transfer, to: [drive], app: latest });
  await until(job.id, 'done');
  expect(await readdir(join(drive, 'airlock-app'))).toEqual(['airlock-1.0.0-linux-arm64.tar.gz']);
  expect(await installed.ask('media.suggestedApp', { workspace: copied, transfer })).toMatchObject({
    siteHasAirlock: true,
  });
});

test('an export is previewed without writing, then executed with progress', async () => {
  const drive = at('stick-a');
  await mkdir(drive);
  const plan = await rig.ask('media.planExport', { workspace, transfer, volumeSize, to: [drive] });
  expect(plan).toMatchObject({ started: false, complete: false, bytesWritten: 0, drives: [] });
  expect(plan.volumes.length).toBeGreaterThan(2);
  expect(plan.volumes[0]!.deliverable).toMatch(/^release 4\.16\.1/);
  expect(plan.fingerprint).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(await readdir(drive)).toEqual([]);
  const all = plan.volumes.map(({ number }) => number);
  expect(plan.projected).toEqual([{ path: drive, volumes: all, bytes: plan.bytes }]);
  expect(plan.left).toEqual({ volumes: 0, bytes: 0 });
  // The room in a directory that doesn't exist is unknown.
  const lost = await rig.ask('media.planExport', { workspace, transfer, volumeSize, to: [at('nowhere')] });
  expect([lost.projected, lost.left]).toEqual([[], { volumes: 0, bytes: 0 }]);
  expect(await rig.fail('media.inspect', { path: at('nowhere') })).toMatchObject({ code: 'disk' });
  const both = await rig.ask('media.presence', { paths: [drive, at('nowhere')] });
  expect(both.places).toEqual([
    { path: drive, present: true, mounted: false, id: expect.any(String) },
    { path: at('nowhere'), present: false, mounted: false },
  ]);
  // A directory that takes its place is another one.
  await rename(drive, `${drive}-old`);
  await mkdir(drive);
  const { places } = await rig.ask('media.presence', { paths: [drive] });
  expect(places[0]).toMatchObject({ present: true });
  expect(places[0]!.id).not.toBe(both.places[0]!.id);
  // The drive is missing, so the export waits for it.
  const removed = at('stick-gone');
  const { id: job } = await rig.ask('media.export', {
    workspace,
    transfer,
    volumeSize,
    to: [removed],
  });
  await until(job, 'waiting');
  expect(latest(job)!.need).toMatchObject({ reason: 'removed', volume: 1, volumes: plan.volumes.length });
  expect(await rig.fail('media.export', { workspace, transfer, to: [drive] })).toMatchObject({
    code: 'workspace-locked',
  });
  await rig.ask('jobs.answer', { kind: 'media', id: job, path: drive, name: 'Safe 7' });
  await until(job, 'done', 'failed');
  expect(latest(job)).toMatchObject({ status: 'done', phase: 'done', safe: [{ drive: 'Safe 7' }] });
  expect(await rig.ask('media.inspect', { path: drive })).toMatchObject({
    transfers: [{ transfer, volumes: all, of: all.length }],
    problems: [],
  });
  expect(latest(job)!.need).toBeUndefined();
  expect(latest(job)!.volumes.every(({ state }) => state === 'written')).toBe(true);
  expect(await rig.ask('media.planExport', { workspace, transfer })).toMatchObject({
    started: true,
    complete: true,
    drives: ['Safe 7'],
    volumeSize,
  });
  expect((await rig.ask('jobs.list', {})).jobs[0]).toMatchObject({ kind: 'media', id: job, status: 'done' });
  const [line] = (await rig.ask('enclaves.describe', { workspace, enclave: 'fleet' })).transfers;
  const count = plan.volumes.length;
  expect(line).toMatchObject({
    ...{ step: 'on-media', received: false, carriedAt: expect.any(String) },
    written: { volumes: count, of: count, drives: ['Safe 7'] },
  });
  expect(await rig.fail('media.resume', { id: job })).toMatchObject({ code: 'usage' });
});

test('a waiting job is paused, and resumed as a new one', async () => {
  const removed = at('stick-b');
  const { id: job } = await rig.ask('media.export', { workspace, transfer, volumes: [1], to: [removed] });
  await until(job, 'waiting');
  await rig.ask('jobs.stop', { kind: 'media', id: job });
  await until(job, 'paused', 'failed');
  await mkdir(removed);
  const { id: next } = await rig.ask('media.resume', { id: job });
  await until(next, 'done');
  expect(latest(next)!.safe).toMatchObject([{ drive: 'stick-b', path: removed, volumes: [1] }]);
  expect(latest(next)!.path).toBe(removed);
  expect(await rig.fail('jobs.stop', { kind: 'media', id: 'x' })).toMatchObject({ code: 'not-found' });
});

test('a drive is not its own destination, and nothing is written to it', async () => {
  const drive = at('own');
  await cp(at('stick-a'), drive, { recursive: true });
  const before = await readdir(drive);
  await symlink(drive, at('other-name'));
  for (const directory of [drive, at('other-name'), join(drive, 'received')]) {
    const { id } = await rig.ask('media.import', { from: [drive], directory });
    await until(id, 'failed');
    expect(latest(id)!.error).toMatchObject({ code: 'usage', side: 'local' });
    expect(latest(id)!.error!.message).toContain(directory);
  }
  const { id } = await rig.ask('media.import', { from: [drive], directory: drive, watch: true });
  await until(id, 'failed');
  expect(await readdir(drive)).toEqual(before);
});

const listed = async () =>
  (await rig.ask('workspaces.list', {})).workspaces.map(({ directory, arriving, enclaves }) => ({
    directory,
    arriving,
    next: enclaves.map(({ next }) => next),
  }));

test('missing and damaged volumes are listed with the affected content until they arrive', async () => {
  const [drive, directory] = [at('carried'), at('received')];
  await rig.ask('settings.write', { side: 'disconnected' });
  await cp(at('stick-a'), drive, { recursive: true });
  const folder = join(drive, 'airlock', transfer);
  await rm(join(folder, `${transfer}-v0002.tar`));
  const { id: job } = await rig.ask('media.import', { from: [drive], directory });
  await until(job, 'done', 'failed');
  expect(latest(job)!.error).toBeUndefined();
  // Home knows what arrived and what is missing.
  expect(await listed()).toContainEqual({ directory, arriving: [transfer], next: [] });
  const text = '0001 is incomplete: volume 2 is missing or damaged';
  expect(latest(job)!.incomplete).toEqual([text]);
  const noticed = async () => (await rig.ask('notices.list', {})).notices.find((one) => one.job === job);
  await expect.poll(noticed).toMatchObject({ level: 'warning', status: 'partial', directory, text });
  const arrivals = async () => (await rig.ask('media.arrivals', { directory })).arrivals;
  const [part] = await arrivals();
  expect(part).toMatchObject({
    transfer,
    complete: false,
    summary: '0001 is incomplete: volume 2 is missing or damaged',
    checked: true,
  });
  expect(part!.volumes.map(({ state }) => state).slice(0, 3)).toEqual(['complete', 'missing', 'complete']);
  const release = part!.deliverables.find(({ name }) => name.startsWith('release 4.16.1'));
  expect(release).toMatchObject({ volumes: [2] });
  expect(release!.missing).toBeGreaterThan(0);
  // The sending side accepts the code of an import with missing volumes.
  expect(await rig.ask('transfers.readCode', { workspace, code: part!.code })).toMatchObject({
    transfer,
    summary: '0001 is incomplete: volume 2 is missing or damaged',
  });
  const wanted = { workspace, transfer, code: part!.code };
  expect(await rig.ask('media.missingVolumes', wanted)).toEqual({ volumes: [2] });
  expect(await rig.fail('media.missingVolumes', { ...wanted, code: 'AAAA' })).toMatchObject({
    code: 'acknowledgment-invalid',
  });
  await writeFile(join(folder, `${transfer}-v0002.tar`), 'not a tar');
  const { id: again } = await rig.ask('media.import', { from: [drive], directory });
  await until(again, 'done', 'failed');
  const third = join(folder, `${transfer}-v0003.tar`);
  const bytes = await readFile(third);
  bytes.fill(7, bytes.length - 20_000, bytes.length - 19_000);
  await writeFile(third, bytes);
  const { id: other } = await rig.ask('media.import', { from: [drive], directory: at('other') });
  await until(other, 'done', 'failed');
  expect(latest(other)!.problems).toContainEqual(
    expect.objectContaining({ code: 'digest-mismatch', file: third, level: 'error' }),
  );
  const [damaged] = (await rig.ask('media.arrivals', { directory: at('other') })).arrivals;
  expect(damaged!.volumes[2]).toMatchObject({ state: 'damaged' });
  const { id: rest } = await rig.ask('media.import', { from: [at('stick-a')], directory });
  await until(rest, 'done', 'failed');
  expect(latest(rest)!.incomplete).toEqual([]);
  const [complete] = await arrivals();
  const plan = await rig.ask('media.planExport', { workspace, transfer });
  expect(complete).toMatchObject({
    complete: true,
    checked: true,
    fingerprint: plan.fingerprint,
    summary: '0001 is complete',
  });
  expect(complete!.deliverables.every(({ missing }) => missing === 0)).toBe(true);
  expect(await listed()).toContainEqual({ directory, arriving: [], next: ['push'] });
  const received = await rig.ask('enclaves.describe', { workspace: directory, enclave: 'fleet' });
  expect(received.transfers).toMatchObject([{ step: 'imported', received: true }]);
  expect(await rig.ask('media.missingVolumes', { ...wanted, code: complete!.code })).toEqual({ volumes: [] });
  const [pushed] = (await rig.ask('media.arrivals', { directory, reached: 'pushed' })).arrivals;
  expect(await rig.ask('transfers.readCode', { workspace, code: pushed!.code })).toMatchObject({
    summary: '0001 is complete and was pushed',
  });
});

test('formats of other tools are written to the selected drives, and return as a transfer', async () => {
  for (const format of ['oc-mirror', 'oc'] as const) {
    const folder = at(format);
    await mkdir(folder);
    const { id: job } = await rig.ask('media.export', { workspace, transfer, to: [folder], format });
    await until(job, 'done', 'failed');
    expect(latest(job)).toMatchObject({ status: 'done' });
    expect((await readdir(folder)).length).toBeGreaterThan(0);
    const { id: back } = await rig.ask('media.import', { from: [folder], directory: at(`from-${format}`) });
    await until(back, 'done', 'failed');
    expect(latest(back)!.error).toBeUndefined();
    expect((await rig.ask('media.arrivals', { directory: at(`from-${format}`) })).arrivals).toMatchObject([
      { transfer: `${format}-0001`, complete: true },
    ]);
  }
});

test('a signed set is accepted only by its key, and transfer records are written', async () => {
  const { privateKey, publicKey } = await generateKey({ userIDs: [{ name: 'Out' }], format: 'armored' });
  const [key, known, folder] = [at('key.asc'), at('known.asc'), at('signed')];
  await writeFile(key, privateKey);
  await writeFile(known, publicKey);
  await mkdir(folder);
  const { id: job } = await rig.ask('media.export', {
    ...{ workspace, transfer, volumeSize, to: [folder], volumes: [1] },
    ...{ signKey: key, marking: 'RESTRICTED' },
  });
  await until(job, 'done', 'failed');
  expect(latest(job)!.error).toBeUndefined();
  expect(await readdir(join(folder, 'airlock', transfer))).toContain('index.json.asc');
  const { html, fingerprint } = await rig.ask('media.record', { workspace, transfer });
  expect(html).toContain('RESTRICTED');
  const requested = { from: [folder], directory: at('trusting') };
  const { id: good } = await rig.ask('media.import', { ...requested, verifyKey: known });
  await until(good, 'done', 'failed');
  expect(latest(good)!.error).toBeUndefined();
  const page = await rig.ask('media.acknowledgmentPage', { directory: at('trusting'), transfer });
  expect(page.html).toContain(fingerprint);
  const other = await generateKey({ userIDs: [{ name: 'Other' }], format: 'armored' });
  await writeFile(known, other.publicKey);
  const { id: bad } = await rig.ask('media.import', {
    ...requested,
    directory: at('doubting'),
    verifyKey: known,
  });
  await until(bad, 'done', 'failed');
  expect(latest(bad)).toMatchObject({ status: 'failed', error: { code: 'index-unsigned' } });
});

test('a folder is watched until it is paused', async () => {
  const [drop, directory] = [at('drop'), at('watched')];
  await mkdir(drop);
  const { id: job } = await rig.ask('media.import', { from: [drop], directory, watch: true });
  await expect.poll(() => latest(job)?.phase).toBe('waiting-for-drive');
  const isListed = async () => (await listed()).some((line) => line.directory === directory);
  expect(await isListed()).toBe(false);
  await cp(at('stick-a'), drop, { recursive: true });
  await expect
    .poll(async () => (await rig.ask('media.arrivals', { directory })).arrivals[0]?.complete, {
      timeout: 15_000,
    })
    .toBe(true);
  // It is still watched.
  await expect.poll(isListed).toBe(true);
  await rig.ask('jobs.stop', { kind: 'media', id: job });
  await until(job, 'paused');
});

test('a job that is paused after everything was written or received is done', async () => {
  const [drive, copy] = [at('stick-last'), at('workspace-last')];
  await mkdir(drive);
  await cp(workspace, copy, { recursive: true });
  await using stopping = await newTestService();
  /** Pauses the job as soon as it reports a phase. */
  const stopAt = (wanted: MediaJob['phase']) =>
    stopping.service.events((event) => {
      if (event.type !== 'job' || event.job.kind !== 'media' || event.job.status !== 'running') return;
      if (event.job.phase === wanted) void stopping.ask('jobs.stop', { kind: 'media', id: event.job.id });
    });
  const ended = async (id: string) => {
    const job = async () => (await stopping.ask('jobs.list', {})).jobs.find((one) => one.id === id);
    await expect.poll(async () => (await job())?.endedAt, { timeout: 10_000 }).toBeDefined();
    return job();
  };
  stopAt('flushing');
  const volumes = [1];
  const written = await stopping.ask('media.export', { workspace: copy, transfer, volumes, to: [drive] });
  expect(await ended(written.id)).toMatchObject({ status: 'done', safe: [{ drive: 'stick-last' }] });
  stopAt('done');
  const from = [drive];
  const received = await stopping.ask('media.import', { from, directory: at('received-last') });
  expect(await ended(received.id)).toMatchObject({ status: 'done', phase: 'done' });
});

test('a fetched transfer keeps the names of its run, and stays verified until its files change', async () => {
  const directory = world.place('fetched');
  const name = world.world.inventory.additional.find(({ source }) => !source.includes('@'))!.source;
  await toDisk(world, directory, await additionalConfig(`${directory}.yaml`, [name]), { enclave: 'fleet' });
  const set = join(directory, 'transfers', transfer);
  const arrival = async () => (await rig.ask('media.arrivals', { directory })).arrivals[0]!;
  const verify = () => rig.ask('transfers.verify', { directory: set, ticket: randomUUID() });
  expect(await arrival()).toMatchObject({ checked: false, deliverables: [{ name: 'additional images' }] });
  expect((await arrival()).lastVerification).toBeUndefined();
  expect((await verify()).ok).toBe(true);
  expect(await arrival()).toMatchObject({ checked: true, complete: true });
  const { notes } = (await rig.ask('enclaves.describe', { workspace: directory, enclave: 'fleet' }))
    .transfers[0]!;
  expect(notes.map(({ text }) => text)).toEqual(['every byte was verified']);

  const archive = join(set, 'mirror_000001.tar');
  await utimes(archive, 1, 1);
  expect(await arrival()).toMatchObject({ checked: false, lastVerification: 'changed' });
  const bytes = await readFile(archive);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(archive, bytes);
  await rig.ask('transfers.received', { directory: set, ticket: randomUUID() });
  expect(await arrival()).toMatchObject({ checked: false, lastVerification: 'damaged' });
});

test('an import of nothing fails with its cause', async () => {
  const empty = at('empty');
  await mkdir(empty);
  const { id: job } = await rig.ask('media.import', { from: [empty], directory: at('nowhere') });
  await until(job, 'failed');
  expect(latest(job)!.error).toMatchObject({ code: 'usage' });
  expect(await listed()).not.toContainEqual(expect.objectContaining({ directory: at('nowhere') }));
});

test('the state of a job follows its events', () => {
  const job = { volumes: [], safe: [], problems: [] };
  const about = { type: 'volume', number: 2, of: 3, name: 'p2', size: 5, drive: 'A' } as const;
  const started = { ...job, ...afterEvent(job, { ...about, state: 'writing' }) };
  expect(afterEvent(started, { ...about, state: 'written' })).toEqual({
    volumes: [{ number: 2, name: 'p2', size: 5, state: 'written', drive: 'A' }],
  });
  const flushing = afterEvent(job, { type: 'phase', phase: 'flushing' });
  expect({ volume: 3, drive: 'A', ...flushing }).toMatchObject({ phase: 'flushing', volume: undefined });
});
