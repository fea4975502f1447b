import { execFileSync } from 'node:child_process';
import { mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWebhook, type TestWebhook } from '../../notices/webhook.fixture.ts';
import { requestSchedule } from '../../schedules/settings.ts';
import { newTestService, type TestService } from '../service.fixture.ts';
import { growthOf, lastRate } from './overview.ts';

let service: TestService;
let hook: TestWebhook;
beforeEach(async () => {
  hook = await startWebhook();
  service = await newTestService();
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await hook[Symbol.asyncDispose]();
});

const SCHEDULE = { name: 'nightly', job: 'mirrorToDisk' as const, windows: ['daily 01:00-05:00 UTC'] };

test('the practice world is mirrored by a schedule, and Home shows what follows', async () => {
  const world = await service.ask('practice.start', {});
  const workspace = world.workspace!;
  const schedule = { ...SCHEDULE, configFile: world.configFile! };
  await service.ask('schedules.save', { workspace, schedule });
  const before = await service.ask('overview.read', { workspace });
  expect(before.tonight).toMatchObject([{ name: 'nightly' }]);
  expect(before.disk!.freeBytes).toBeGreaterThan(0);
  expect(before.channels.map(({ checkedAt }) => checkedAt)).toEqual([undefined]);

  await service.ask('schedules.runNow', { workspace, name: 'nightly' });
  const result = async () =>
    (await service.ask('schedules.list', { workspace })).schedules[0]?.occasions[0]?.result;
  await expect.poll(result, { timeout: 30_000 }).toBe('complete');
  expect(await service.ask('schedules.list', { workspace })).toMatchObject({ own: true });
  await expect.poll(latestKind).toBe('run-ended nightly');

  const after = await service.ask('overview.read', { workspace });
  expect(after.channels.length).toBeGreaterThan(0);
  const [channel] = after.channels;
  expect(channel).toMatchObject({ mirrored: expect.any(String), latest: expect.any(String) });
  expect(after.tonight[0]!.bytes).toBeGreaterThan(0);
  const { channels } = await service.ask('overview.checkReleases', { workspace });
  expect(channels).toMatchObject([{ channel: channel!.channel, checkedAt: expect.any(String) }]);
}, 60_000);

/** Writes an empty configuration, which no test runs. */
async function configFile(): Promise<string> {
  const file = join(service.directory, 'c.yaml');
  await writeFile(file, '');
  return file;
}

function latestKind(): string | undefined {
  const last = service.events.findLast((event) => event.type === 'notices');
  const notice = last?.type === 'notices' ? last.notices.at(-1) : undefined;
  return notice && `${notice.kind} ${notice.schedule}`;
}

test('schedules are changed, ordered, paused and removed, and a wrong field is named', async () => {
  const workspace = join(service.directory, 'w');
  const file = await configFile();
  const missing = { code: 'not-found', message: expect.stringContaining(workspace) };
  expect(await service.fail('schedules.list', { workspace })).toMatchObject(missing);
  expect(
    await service.fail('schedules.save', { workspace, schedule: { ...SCHEDULE, configFile: file } }),
  ).toMatchObject(missing);
  await expect(stat(workspace)).rejects.toMatchObject({ code: 'ENOENT' });
  await mkdir(workspace);
  const save = (part: object, replaces?: string) =>
    service.ask('schedules.save', {
      workspace,
      schedule: { ...SCHEDULE, configFile: file, ...part },
      replaces,
    });
  await save({});
  await save({ name: 'second', windows: [], at: 'Mon 06:00 Europe/Oslo' });
  await save({ name: 'early' }, 'nightly');
  await service.ask('schedules.move', { workspace, name: 'second', to: 0 });
  await service.ask('schedules.pause', { workspace, name: 'early', paused: true });
  expect((await service.ask('schedules.list', { workspace })).schedules).toMatchObject([
    { name: 'second', at: 'Mon 06:00 Europe/Oslo', state: 'waiting' },
    { name: 'early', paused: true, state: 'paused' },
  ]);
  const fail = (part: object) =>
    service.fail('schedules.save', {
      workspace,
      schedule: { ...SCHEDULE, name: 'x', configFile: file, ...part },
    });
  expect(await fail({ windows: [] })).toMatchObject({ code: 'usage', path: 'schedule.windows' });
  expect(await fail({ configFile: undefined })).toMatchObject({ path: 'schedule.configFile' });
  expect(await fail({ configFile: 'relative.yaml' })).toMatchObject({ path: 'schedule.configFile' });
  expect(await fail({ configFile: '/nowhere.yaml' })).toMatchObject({ path: 'schedule.configFile' });
  expect(await fail({ windows: ['daily 00:00-24:00'] })).toMatchObject({
    path: 'schedule.windows',
    message: expect.stringContaining('never starts'),
  });
  expect(await fail({ windows: ['2020-01-01T00:00Z/2020-01-02T00:00Z'] })).toMatchObject({
    path: 'schedule.windows',
    message: expect.stringContaining('never starts'),
  });
  expect(await fail({ job: 'compare' })).toMatchObject({ path: 'schedule.destination' });
  expect(await fail({ windows: ['Mon 25:00-26:00'] })).toMatchObject({ code: 'usage', column: 5 });
  expect(await fail({ name: 'early' })).toMatchObject({ path: 'schedule.name' });
  await rm(file);
  expect((await service.ask('schedules.list', { workspace })).schedules[1]).toMatchObject({
    problem: expect.stringContaining(file),
  });
  await service.ask('schedules.remove', { workspace, name: 'early' });
  expect(await service.fail('schedules.runNow', { workspace, name: 'early' })).toMatchObject({
    code: 'not-found',
  });
});

test('no answer and no diagnostics file contains the secrets of the webhook', async () => {
  const header = { name: 'X-Token', value: 'header-secret' };
  const set = await service.ask('notifications.write', { webhook: { url: hook.url, header } });
  const { delivery } = await service.ask('notifications.test', {});
  expect(delivery).toMatchObject({ ok: true });
  const read = await service.ask('notifications.read', {});
  expect(read).toMatchObject({ webhook: { header: 'X-Token' }, recent: [{ kind: 'test' }] });
  const { files } = await service.ask('diagnostics.preview', {});
  const visible = JSON.stringify([
    set,
    delivery,
    read,
    files,
    service.events,
    await service.ask('settings.read', {}),
  ]);
  for (const secret of ['header-secret', 'path-secret', 'query-secret'])
    expect(visible).not.toContain(secret);
  expect(hook.received[0]!.headers['x-token']).toBe('header-secret');
});

test('Home reads the configurations of own schedules only, and no pipes', async () => {
  const workspace = join(service.directory, 'w');
  const file = join(service.directory, 'c.yaml');
  await mkdir(workspace);
  await writeFile(
    file,
    'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\nmirror: {platform: {channels: [{name: stable-4.18}]}}\n',
  );
  await service.ask('schedules.save', { workspace, schedule: { ...SCHEDULE, configFile: file } });
  const channels = async (home = service) =>
    (await home.ask('overview.read', { workspace })).channels.map(({ channel }) => channel);
  expect(await channels()).toEqual(['stable-4.18']);
  await using colleague = await newTestService();
  expect(await channels(colleague)).toEqual([]);
  await rm(file);
  execFileSync('mkfifo', [file]);
  expect(await channels()).toEqual([]);
});

// Like FUSE, procfs reports no sizes.
test.runIf(process.platform === 'linux')('Home has no forecast of a disk without sizes', async () => {
  const workspace = join(service.directory, 'w');
  await mkdir(workspace);
  expect((await service.ask('overview.read', { workspace })).disk).toMatchObject({
    freeBytes: expect.any(Number),
    totalBytes: expect.any(Number),
  });
  await symlink('/proc', join(workspace, 'transfers'));
  expect((await service.ask('overview.read', { workspace })).disk).toBeUndefined();
});

test('a read-only host runs no schedules, and sends no notices about expiring credentials', async () => {
  const workspace = join(service.directory, 'w');
  await service.ask('workspaces.open', { directory: workspace, create: true });
  const schedule = { ...SCHEDULE, configFile: await configFile() };
  await service.ask('schedules.save', { workspace, schedule });
  await service.ask('notifications.write', { webhook: { url: hook.url } });
  await expect
    .poll(async () => (await service.ask('schedules.list', { workspace })).own, { timeout: 10_000 })
    .toBe(true);
  await service.service.close();
  const claims = Buffer.from(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 86_400 }));
  const auth = Buffer.from(`me:${['e30', claims.toString('base64url'), 'x'].join('.')}`).toString('base64');
  await mkdir(join(service.home, '.docker'), { recursive: true });
  const login = JSON.stringify({ auths: { 'soon.lab': { auth } } });
  await writeFile(join(service.home, '.docker', 'config.json'), login);
  const state = async (host: TestService) => {
    const { own, schedules } = await host.ask('schedules.list', { workspace });
    const { notices } = await host.ask('notices.list', {});
    return {
      own,
      ran: schedules[0]!.occasions.length > 0,
      notices: notices.map(({ kind }) => kind).toSorted(),
    };
  };
  const reader = service.again({ readOnly: true, schedulesAfterMs: 0 });
  await requestSchedule(workspace, 'nightly');
  await wait(1_000);
  expect(await state(reader)).toEqual({ own: false, ran: false, notices: [] });
  expect(hook.received).toEqual([]);
  await reader.service.close();
  // A host that may write does both in the same time.
  const writer = service.again({ schedulesAfterMs: 0 });
  await expect
    .poll(() => state(writer), { timeout: 10_000 })
    .toEqual({ own: true, ran: true, notices: ['credentials-expiring', 'run-ended', 'schedule-started'] });
  await writer.service.close();
}, 30_000);

test('a damaged list of schedules is reported by a notice', async () => {
  const workspace = join(service.directory, 'w');
  await service.ask('workspaces.open', { directory: workspace, create: true });
  await mkdir(join(workspace, '.airlock'), { recursive: true });
  await writeFile(join(workspace, '.airlock', 'schedules.json'), 'damaged');
  const host = service.again({ schedulesAfterMs: 0 });
  const found = async () => (await host.ask('notices.list', {})).notices;
  await expect
    .poll(found, { timeout: 10_000 })
    .toMatchObject([
      { kind: 'run-ended', level: 'error', workspace, text: expect.stringContaining('schedules.json') },
    ]);
});

test('the forecast follows the growth of the last transfers', () => {
  const GiB = 2 ** 30;
  const transfer = (day: number, size: number) => ({
    created: `2026-11-0${day}T00:00:00Z`,
    bytes: size * GiB,
  });
  const now = Date.parse('2026-11-10T00:00:00Z');
  expect(growthOf([transfer(1, 10)], 100 * GiB, now)).toEqual({});
  // 10 GiB in two days: 100 GiB last 20 days.
  expect(growthOf([transfer(1, 40), transfer(3, 10)], 100 * GiB, now)).toEqual({
    transferBytes: 25 * GiB,
    fullAt: '2026-11-30T00:00:00.000Z',
  });
  // Transfers of one day say nothing about the growth.
  expect(growthOf([transfer(1, 10), transfer(1, 10)], 100 * GiB, now)).toEqual({ transferBytes: 10 * GiB });
});

test('the rate is that of the last run that fetched enough to measure it', () => {
  const run = (workflow: string, fetched: number, seconds: number) =>
    ({
      run: {
        ...{ workflow, startedAt: '2026-11-01T00:00:00Z' },
        endedAt: new Date(Date.parse('2026-11-01T00:00:00Z') + seconds * 1000).toISOString(),
        counts: { bytes: { fetched } },
      },
    }) as Parameters<typeof lastRate>[0][number];
  const MiB = 2 ** 20;
  const first = run('mirrorToDisk', 100 * MiB, 10);
  expect(lastRate([first])).toBe(10 * MiB);
  expect(lastRate([first, run('mirrorToMirror', 40 * MiB, 2)])).toBe(20 * MiB);
  // A deletion reads manifests, and a push fetches from the drive.
  expect(lastRate([first, run('delete', 3500, 10), run('diskToMirror', 900 * MiB, 1)])).toBe(10 * MiB);
  expect(lastRate([first, run('mirrorToDisk', 3500, 10)])).toBe(10 * MiB);
  expect(lastRate([run('delete', 3500, 10)])).toBeUndefined();
});
