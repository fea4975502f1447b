import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receivedSets } from '../../../media/delivery/received.ts';
import { t as retention } from '../../../media/retention/messages.ts';
import { newRig, type Rig, toDisk } from '../../../mirror/mirror.fixture.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

let world: Rig;
let rig: TestService;
let workspace: string;
beforeAll(async () => {
  world = await newRig();
  rig = await newTestService();
  workspace = world.place('workspace');
  const chosen = { enclave: 'fleet', archiveSizeGiB: 0.00007 };
  await toDisk(world, workspace, world.world.sets['release-one'].file, chosen);
  await toDisk(world, workspace, world.world.sets.additional.file, chosen);
  await rig.ask('settings.write', { side: 'connected' });
  await rig.ask('workspaces.open', { directory: workspace });
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const set = (name: string) => join(workspace, 'transfers', name);
const life = async () => (await rig.ask('enclaves.describe', { workspace, enclave: 'fleet' })).transfers;
const line = async () => (await rig.ask('workspaces.list', {})).workspaces[0]!.enclaves[0]!;

test('the life of a transfer: notes, a code in words before it is accepted, missing content', async () => {
  expect(await life()).toMatchObject([
    { name: 'fleet-0002', step: 'fetched', arrived: 'unknown', missing: 0, protected: false, notes: [] },
    { name: 'fleet-0001', enclave: 'fleet', events: [{ step: 'fetched' }] },
  ]);
  expect((await line()).next).toBe('carry');
  const before = rig.events.length;
  expect(
    await rig.ask('transfers.note', {
      workspace,
      transfer: 'fleet-0002',
      step: 'on-media',
      text: 'bag 4711',
    }),
  ).toMatchObject({ step: 'on-media', events: [{}, { text: 'bag 4711' }] });
  expect(rig.events.slice(before)).toContainEqual({ type: 'workspaces' });
  expect(await line()).toMatchObject({ next: 'acknowledge', transfers: [{}, { step: 'on-media' }] });
  expect(await rig.fail('transfers.note', { workspace, transfer: 'fleet-0009', text: 'x' })).toMatchObject({
    code: 'usage',
  });

  const away = world.place('away');
  await cp(set('fleet-0002'), join(away, 'fleet-0002'), { recursive: true });
  await rm(join(away, 'fleet-0002', 'mirror_000001.tar'));
  const [received] = await receivedSets(join(away, 'fleet-0002'));
  const code = received!.code;
  const requested = { directory: join(away, 'fleet-0002'), ticket: 't' };
  expect((await rig.ask('transfers.received', requested)).sets).toEqual([
    {
      transfer: 'fleet-0002',
      bytes: received!.bytes,
      missing: received!.missing,
      summary: received!.summary,
      code,
    },
  ]);
  const reported = { transfer: 'fleet-0002', enclave: 'fleet', missing: ['mirror_000001.tar'] };
  expect(await rig.ask('transfers.readCode', { workspace, code })).toMatchObject(reported);
  expect((await life())[0]).toMatchObject({ arrived: 'unknown' });
  const wrong = code.replace(/.$/, (last) => (last === '7' ? '8' : '7'));
  for (const request of ['transfers.readCode', 'transfers.acknowledge'])
    expect(await rig.fail(request, { workspace, code: wrong })).toMatchObject({
      code: 'acknowledgment-invalid',
    });
  expect(await rig.ask('transfers.acknowledge', { workspace, code: code.toLowerCase() })).toMatchObject(
    reported,
  );
  const [accepted] = await life();
  expect(accepted).toMatchObject({ step: 'acknowledged', arrived: 'partial', missing: 1 });
  expect(accepted!.files.map(({ missing }) => missing)).toEqual([
    true,
    ...accepted!.files.slice(1).map(() => false),
  ]);
  expect((await line()).transfers[1]).toMatchObject({ arrived: 'partial', missing: 1 });
});

test('shows the usage, and prunes exactly the previewed sets', async () => {
  const usage = await rig.ask('storage.usage', { workspace });
  expect(usage).toMatchObject({ enclaves: [{ name: 'fleet', sets: 2 }], freeBytes: expect.any(Number) });
  expect(usage.sets.map(({ retentionReason }) => retentionReason)).toEqual([
    retention('setUnacknowledged', { enclave: 'fleet' }),
    expect.stringContaining('missing'),
  ]);
  expect(await rig.ask('storage.planPrune', { workspace })).toMatchObject({ remove: [], bytes: 0 });
  const [first] = await receivedSets(set('fleet-0001'));
  await rig.ask('transfers.acknowledge', { workspace, code: first!.code });
  await rig.ask('transfers.note', { workspace, transfer: 'fleet-0001', protect: true });
  expect((await rig.ask('storage.planPrune', { workspace })).retain[0]).toMatchObject({
    reason: 'protected',
  });
  await rig.ask('transfers.note', { workspace, transfer: 'fleet-0001', protect: false });
  const plan = await rig.ask('storage.planPrune', { workspace });
  expect(plan.remove.map(({ name }) => name)).toEqual(['fleet-0001']);
  expect(await rig.fail('storage.prune', { workspace, sets: ['fleet-0002'] })).toMatchObject({
    code: 'file-changed',
  });
  expect(await rig.ask('storage.prune', { workspace, sets: ['fleet-0001'] })).toMatchObject({
    bytes: plan.bytes,
  });
  await expect(stat(set('fleet-0001'))).rejects.toThrow('ENOENT');
  expect((await life())[1]).toMatchObject({ state: 'moved', arrived: 'complete' });
  const { expiring } = await rig.ask('storage.expiring', { workspace });
  expect(expiring).toMatchObject([{ kind: 'graph', subject: expect.stringContaining('stable-4.16') }]);
});

test('marks a transfer as lost without a code', async () => {
  expect(await rig.ask('transfers.lost', { workspace, transfer: 'fleet-0002', files: [2, 1] })).toMatchObject(
    { summary: '0002 is incomplete: volumes 1 and 2 are missing or damaged' },
  );
  expect(await rig.ask('transfers.lost', { workspace, transfer: 'fleet-0002' })).toMatchObject({
    summary: '0002 is lost: nothing arrived',
  });
  expect((await life())[0]).toMatchObject({ arrived: 'nothing' });
});

test('attached files are listed and extracted', async () => {
  const file = world.place('attached.txt');
  await writeFile(file, 'hello');
  const place = world.place('attached');
  await toDisk(world, place, world.world.sets.additional.file, { attach: [file] });
  const name = basename(file);
  const { files } = await rig.ask('transfers.attachments', { directory: place });
  expect(files).toMatchObject([{ transfer: 'default-0001', name, size: 5, available: true }]);
  const to = world.place('out');
  const extracted = await rig.ask('transfers.extract', { directory: place, names: [], to, ticket: 't' });
  expect(extracted.files).toMatchObject([{ path: join(to, name) }]);
  expect(await readFile(join(to, name), 'utf8')).toBe('hello');
  expect(
    await rig.fail('transfers.extract', { directory: place, names: ['other'], to, ticket: 't' }),
  ).toMatchObject({ code: 'not-found' });
});
