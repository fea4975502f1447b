import { spawnSync } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../../core/base/image/sha256.ts';
import { t as transferText } from '../../../core/media/transfer/messages.ts';
import { newRig, type Rig, toDisk } from '../../../core/mirror/mirror.fixture.ts';
import { t as workspaceTexts } from '../../../core/store/workspace/messages.ts';
import { inProcess } from '../../in-process.fixture.ts';
import { t as mirrorText } from '../mirror/messages.ts';
import { t } from '../runs/messages.ts';

let rig: Rig;
let workspace: string;
let url: string;
beforeAll(async () => {
  rig = await newRig();
  workspace = rig.place('workspace');
  url = `file://${workspace}`;
  await toDisk(rig, workspace, rig.world.sets.additional.file, { enclave: 'fleet', archiveSizeGiB: 0.00007 });
});
afterAll(() => rig[Symbol.asyncDispose]());

const run = (args: string[]) => inProcess(rig, args);
const report = async (args: string[]) => (await inProcess(rig, args, [])).stdout;

test('an acknowledgment from the other side updates the ledger of this one', async () => {
  const away = rig.place('away');
  const set = join(away, 'fleet-0001');
  await cp(join(workspace, 'transfers', 'fleet-0001'), set, { recursive: true });
  await rm(join(set, 'mirror_000001.tar'));
  const cut = await run(['transfers', 'code', `file://${set}`]);
  expect(cut.code).toBe(2);
  expect(cut.result).toMatchObject({
    ok: false,
    sets: [
      {
        transfer: 'fleet-0001',
        missing: ['mirror_000001.tar'],
        summary: '0001 is incomplete: volume 1 is missing or damaged',
      },
    ],
  });
  const { code } = (cut.result as { sets: { code: string }[] }).sets[0]!;

  const wrong = await run([
    'transfers',
    'ack',
    code.replace(/.$/, (last) => (last === '7' ? '8' : '7')),
    url,
  ]);
  expect(wrong.code).toBe(1);
  expect(wrong.result).toMatchObject({ code: 'acknowledgment-invalid' });
  expect(await run(['transfers', 'ack', code, url])).toMatchObject({
    code: 0,
    result: { transfer: 'fleet-0001', enclave: 'fleet', missing: ['mirror_000001.tar'] },
  });
  const status = await run(['status', url]);
  expect(status.result).toMatchObject({
    running: [],
    lastRun: { status: 'complete', workflow: 'mirrorToDisk' },
    deliverables: [{ name: 'additional images', complete: true }],
    awaiting: [],
    incomplete: [{ transfer: 'fleet-0001', missing: ['mirror_000001.tar'] }],
    disk: { sets: expect.any(Number), free: expect.any(Number) },
  });
  const words = await report(['status', url]);
  expect(words).toContain(t('idle'));
  expect(words).toContain(t('missingVolumes', { enclave: 'fleet', count: 1, transfer: 'fleet-0001' }));

  const complete = await run(['transfers', 'code', url, '--reached', 'applied']);
  expect(complete.code).toBe(0);
  const again = (complete.result as { sets: { code: string }[] }).sets[0]!.code;
  expect((await run(['transfers', 'ack', again, url])).result).toMatchObject({
    summary: '0001 is complete and was applied',
  });
});

test('notes, a protected set, and the sets that prune leaves', async () => {
  const note = ['transfers', 'note', 'fleet-0001', url];
  expect((await run([...note, 'with the courier', '--step', 'on-media', '--protect'])).code).toBe(0);
  expect((await run(note)).result).toMatchObject({ code: 'usage' });
  expect((await run(['transfers', 'note', 'fleet-0009', url, 'x'])).result).toMatchObject({
    code: 'usage',
    remedy: transferText('transferUnknownRemedy', { names: 'fleet-0001' }),
  });
  const { result } = await run(['transfers', 'show', 'fleet-0001', url]);
  expect(result).toMatchObject({
    transfer: {
      state: 'complete',
      lifecycle: { step: 'acknowledged', arrived: 'complete', protected: true },
    },
  });
  expect(await report(['transfers', 'show', 'fleet-0001', url])).toMatch(/ on-media .* with the courier\n/);
  const usage = await run(['workspace', 'usage', url]);
  expect(usage.result).toMatchObject({
    enclaves: [{ name: 'fleet', sets: 1 }],
    sets: [{ name: 'fleet-0001', retentionReason: 'the archive set is protected' }],
    deliverables: [{ name: 'additional images' }],
  });
  expect(await report(['workspace', 'usage', url])).toContain('additional images');
  expect((await run(['workspace', 'prune', url])).result).toMatchObject({ code: 'usage' });
  expect((await run(['workspace', 'prune', url, '--yes'])).result).toMatchObject({
    remove: [],
    retain: [{ name: 'fleet-0001', reason: 'protected' }],
  });
  await run([...note, '--unprotect']);
  expect((await run(['workspace', 'prune', url, '--dry-run'])).result).toMatchObject({
    remove: [{ name: 'fleet-0001' }],
  });
  expect(await report(['workspace', 'prune', url, '--yes'])).toMatch(/^removed {2}fleet-0001/);
  expect((await run(['transfers', 'list', url])).result).toMatchObject({
    transfers: [{ name: 'fleet-0001', state: 'moved', lifecycle: { arrived: 'complete' } }],
  });
});

test('records a transfer or its volumes as lost without a code', async () => {
  expect((await run(['transfers', 'lost', 'fleet-0001', url, '--volumes', '1,99'])).result).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('volume 99'),
  });
  expect((await run(['transfers', 'lost', 'fleet-0001', url, '--volumes', '2,1'])).result).toMatchObject({
    summary: '0001 is incomplete: volumes 1 and 2 are missing or damaged',
  });
  expect((await run(['transfers', 'lost', 'fleet-0001', url])).result).toMatchObject({
    summary: '0001 is lost: nothing arrived',
  });
});

test('shows the status of a state folder without transfers', async () => {
  const { code, result } = await run(['status']);
  expect(code).toBe(0);
  expect(result).toMatchObject({ running: [], awaiting: [], unfinished: [] });
});

test('each command that takes over the lock of a killed process reports it', async () => {
  const directory = rig.place('lock-left');
  const url = `file://${directory}`;
  await toDisk(rig, directory, rig.world.sets.additional.file, { enclave: 'fleet' });
  const dead = spawnSync('/bin/true').pid;
  const lock = join(directory, '.airlock/lock');
  const problem = {
    code: 'workspace-locked',
    level: 'info',
    message: workspaceTexts('lockTakenOver', {
      pid: dead,
      user: 'kim',
      path: lock,
      since: '2026-01-31T10:00:00Z',
    }),
  };
  const stale = () =>
    writeFile(
      lock,
      JSON.stringify({ user: 'kim', host: hostname(), pid: dead, since: '2026-01-31T10:00:00Z' }),
    );
  const { result } = await run(['transfers', 'code', url]);
  const { code } = (result as { sets: { code: string }[] }).sets[0]!;
  for (const args of [
    ['workspace', 'init', url],
    ['transfers', 'lost', 'fleet-0001', url],
    ['transfers', 'ack', code, url],
    ['workspace', 'prune', url, '--audit', '--yes'],
    ['workspace', 'prune', url, '--yes'],
  ]) {
    await stale();
    expect(await run(args), args.join(' ')).toMatchObject({ code: 0, result: { problems: [problem] } });
  }
  await stale();
  const env = { PATH: process.env.PATH, HOME: rig.host.home, ...rig.host.env };
  const { stderr } = await inProcess({ host: { ...rig.host, env } }, ['workspace', 'init', url], []);
  expect(stderr).toContain(problem.message);
});

test('attached files are listed, and extracted by name', async () => {
  const file = join(rig.directory, 'site plan.txt');
  await writeFile(file, 'north\n');
  const place = rig.place('attached');
  const mirror = ['mirror', '-c', rig.world.sets.additional.file, `file://${place}`, '--attach', file];
  const sent = await run([...mirror]);
  const attached = { name: 'site plan.txt', size: 6, digest: sha256('north\n') };
  expect(sent).toMatchObject({ code: 0, result: { transfer: 'default-0001', attached: [attached] } });
  expect(await report(['transfers', 'show', 'default-0001', `file://${place}`])).toContain(
    t('attachment', { name: attached.name, size: '6 B', digest: attached.digest, note: '' }).trimEnd(),
  );
  const from = `file://${place}/transfers/default-0001`;
  const listed = await run(['transfers', 'attachments', from]);
  expect(listed.result).toMatchObject({
    files: [{ ...attached, transfer: 'default-0001', available: true }],
  });
  const to = rig.place('out');
  const text = await report(['transfers', 'attachments', from, 'site plan.txt', '--to', to]);
  expect(text).toContain(t('attachmentsExtracted', { count: 1, directory: to }));
  expect(await readFile(join(to, 'site plan.txt'), 'utf8')).toBe('north\n');
  expect(await run(['transfers', 'attachments', from, 'site plan.txt'])).toMatchObject({
    result: { code: 'usage', message: t('attachmentsWithoutTo') },
  });
  expect(await run(['transfers', 'attachments', from, 'other', '--to', to])).toMatchObject({
    result: { code: 'not-found' },
  });
  expect(await report(['transfers', 'attachments', url])).toContain(t('noAttachments'));
});

test('a push to a registry accepts no attached files', async () => {
  const push = ['mirror', '--from', url, `docker://${rig.world.destination.host}`, '--attach', '/etc/hosts'];
  expect(await run(push)).toMatchObject({
    code: 1,
    result: { code: 'usage', message: mirrorText('attachWithoutTransfer') },
  });
});

test('a site report carries acknowledgments and what is known of the next site, and sites shows the chain', async () => {
  const [a, atB, b] = ['a', 'at-b', 'b'].map(rig.place) as [string, string, string];
  const file = rig.world.sets.additional.file;
  await toDisk(rig, a, file, { enclave: 'lab' });
  await cp(join(a, 'transfers'), join(atB, 'transfers'), { recursive: true });
  const passed = ['mirror', '-c', file, '--for', 'branch', '--from', `file://${atB}`, `file://${b}`];
  expect((await run(passed)).code).toBe(0);
  const written = `${rig.place('report')}.json`;
  const code = ['transfers', 'code', `file://${atB}`, '--next', `file://${b}`];
  expect(await run(code)).toMatchObject({ code: 1, result: { code: 'usage' } });
  expect(await run([...code, '--report', written])).toMatchObject({
    code: 0,
    result: { ok: true, sets: [{ transfer: 'lab-0001' }], report: { file: written, sites: ['branch'] } },
  });
  const text = await inProcess(rig, [...code, '--report', written], []);
  expect(text.stdout).toContain(`airlock transfers ack ${basename(written)} file://DIR`);
  expect(await run(['transfers', 'ack', written, `file://${a}`])).toMatchObject({
    code: 0,
    result: { enclave: 'lab', acknowledged: [{ transfer: 'lab-0001' }], sites: ['branch'], problems: [] },
  });
  const { result } = await run(['transfers', 'sites', `file://${a}`]);
  expect(result).toMatchObject({
    sites: [
      { kind: 'here' },
      { name: 'lab', content: { other: ['additional images'] } },
      { name: 'branch', parent: 'here/0', transfers: [{ name: 'branch-0001', state: 'waiting' }] },
    ],
  });
  expect(await run(['transfers', 'sites', `file://${a}-typo`])).toMatchObject({
    code: 1,
    result: { code: 'usage', message: expect.stringContaining('-typo') },
  });
  const words = await report(['transfers', 'sites', `file://${a}`, `file://${b}`]);
  expect(words).toContain(`\n    branch `);
  expect(words).toContain('Waiting for media to branch: branch-0001');
});
