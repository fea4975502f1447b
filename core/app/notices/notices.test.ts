import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Job } from '../../contract/topics/jobs.ts';
import type { Delivery, Notice } from '../../contract/topics/schedules/notifications.ts';
import { serveTcp } from '../../registry/access/loopback-servers.fixture.ts';
import type { RunEvent } from '../../runs/progress/events.ts';
import { createExpiryWatch } from './expiry-watch.ts';
import { jobNotices } from './job-notices.ts';
import { t } from './messages.ts';
import { createNotices, type NewNotice, type Notices } from './notices.ts';
import { runNotices } from './run-notices.ts';
import { startWebhook, type TestWebhook } from './webhook.fixture.ts';

const SECRET = 'Bearer header-secret-value';
const FAILED: NewNotice = {
  ...{ kind: 'run-ended', level: 'error', status: 'failed', title: 'nightly failed' },
  text: 'https://user:pass-secret@registry.lab/v2: authorization: Basic dXNlcjpwYXNzLXNlY3JldA==',
};

let directory: string;
let hook: TestWebhook;
let shown: Notice[][];
let delivered: Delivery[];
let notices: Notices;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airlock-notices-'));
  hook = await startWebhook();
  shown = [];
  delivered = [];
  notices = createNotices({
    configDirectory: directory,
    host: { env: {}, home: directory, tool: 'airlock 0.1.0' },
    onNotices: (latest) => shown.push(latest),
    onDelivery: (delivery) => delivered.push(delivery),
    delaysMs: [5, 5],
  });
});
afterEach(async () => {
  await notices.close();
  await hook[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

/** Records what is sent and what no longer waits. */
function recorded() {
  const sent: NewNotice[] = [];
  const ended: unknown[] = [];
  const sink: Pick<Notices, 'send' | 'endWait'> = {
    send: async (notice) => void sent.push(notice),
    endWait: async (work) => void ended.push(work),
  };
  return { sent, ended, notices: sink };
}

const problem = (level: string, code: string) => ({ problems: [{ level, code, message: 'm' }] });

const withHook = () =>
  notices.change({
    webhook: { url: hook.url, header: { name: 'Authorization', value: SECRET }, allowHttp: false },
  });

/** Sends a notice, and waits for its delivery. */
async function sendAndDeliver(notice: NewNotice): Promise<void> {
  await notices.send(notice);
  await notices.delivered();
}

test('changes and a test notice that are requested together take effect in their order', async () => {
  const changes = [
    withHook(),
    notices.change({ kinds: { 'schedule-started': true } }),
    notices.change({ expiryDays: 30 }),
  ];
  expect(await notices.test()).toMatchObject({ ok: true });
  await Promise.all(changes);
  expect(await notices.settings()).toMatchObject({
    ...{ webhook: { header: 'Authorization' }, kinds: { 'schedule-started': true }, expiryDays: 30 },
  });
});

test('a webhook receives a notice as JSON with its secret header, and no page shows the secrets', async () => {
  const set = await withHook();
  expect(set.webhook).toEqual({
    origin: new URL(hook.url).origin,
    header: 'Authorization',
    allowHttp: false,
  });
  await sendAndDeliver({ ...FAILED, images: ['quay.io/a:1'], schedule: 'nightly', workspace: '/w' });
  expect(hook.received).toMatchObject([
    {
      method: 'POST',
      path: '/hooks/path-secret?key=query-secret',
      headers: { authorization: SECRET, 'content-type': 'application/json', 'user-agent': 'airlock/0.1.0' },
      body: { format: 1, kind: 'run-ended', status: 'failed', schedule: 'nightly', images: ['quay.io/a:1'] },
    },
  ]);
  const sent = JSON.stringify(hook.received[0]!.body);
  expect(sent).not.toContain('pass-secret');
  expect(sent).not.toContain('dXNlc');
  const visible = JSON.stringify([await notices.settings(), shown, delivered]);
  for (const secret of ['header-secret', 'path-secret', 'query-secret'])
    expect(visible).not.toContain(secret);
  const { mode } = await stat(join(directory, 'notifications.json'));
  expect(mode & 0o077).toBe(0);
});

test('a delivery is repeated after 503 and 429, and given up after the last attempt', async () => {
  await withHook();
  hook.answers.push(503, 429);
  await sendAndDeliver(FAILED);
  expect(hook.received).toHaveLength(3);
  expect(delivered).toMatchObject([{ ok: true }]);
  hook.answers.push(503, 503, 503, 503);
  await sendAndDeliver(FAILED);
  expect(hook.received).toHaveLength(6);
  expect(delivered[1]).toMatchObject({ ok: false, detail: expect.stringContaining('503') });
});

test('a redirect is not followed and a rejection is not repeated', async () => {
  await withHook();
  hook.answers.push(302, 403);
  await sendAndDeliver(FAILED);
  await sendAndDeliver(FAILED);
  expect(hook.received.map(({ path }) => path.split('?')[0])).toEqual([
    '/hooks/path-secret',
    '/hooks/path-secret',
  ]);
  expect(delivered).toMatchObject([{ ok: false }, { ok: false }]);
});

test('an unreachable webhook is reported without its path', async () => {
  await withHook();
  await hook[Symbol.asyncDispose]();
  const delivery = await notices.test();
  expect(delivery).toMatchObject({ ok: false });
  expect(JSON.stringify(delivery)).not.toContain('path-secret');
});

test.each([
  ['http://hooks.example.com/x', 'usage'],
  ['ftp://127.0.0.1/x', 'usage'],
  ['nonsense', 'usage'],
  ['https://me:secret@hooks.example.com/x', 'login-in-address'],
])('the address %s is rejected', async (url, code) => {
  await expect(notices.change({ webhook: { url, allowHttp: false } })).rejects.toMatchObject({ code });
  await expect(readFile(join(directory, 'notifications.json'))).rejects.toThrow();
});

test('kinds that are off are not sent, and "nothing new" is off at first', async () => {
  await withHook();
  await sendAndDeliver({ kind: 'nothing-new', level: 'info', title: 'nothing', text: '' });
  await notices.change({ kinds: { 'run-ended': false } });
  await sendAndDeliver(FAILED);
  expect(hook.received).toEqual([]);
  expect(shown).toEqual([]);
  await notices.change({ kinds: { 'nothing-new': true }, desktop: false });
  await sendAndDeliver({ kind: 'nothing-new', level: 'info', title: 'nothing', text: '' });
  expect(hook.received).toHaveLength(1);
  expect(shown).toEqual([]);
  // All are listed. Those that were off don't ask for attention.
  expect((await notices.list()).map(({ kind, read }) => [kind, read])).toEqual([
    ['nothing-new', false],
    ['run-ended', true],
    ['nothing-new', true],
  ]);
});

test('the last 200 notices survive a restart, with their read state', async () => {
  const another = () =>
    createNotices({ configDirectory: directory, host: { env: {}, home: directory, tool: 'airlock 0.1.0' } });
  const other = another();
  // Two processes at once.
  await Promise.all(
    [1, 2, 3, 4, 5].flatMap((n) => [
      notices.send({ ...FAILED, title: `a${n}` }),
      other.send({ ...FAILED, title: `b${n}` }),
    ]),
  );
  expect((await another().list()).map(({ title }) => title).toSorted()).toEqual(
    ['a', 'b'].flatMap((process) => [1, 2, 3, 4, 5].map((n) => `${process}${n}`)),
  );
  for (let n = 0; n < 195; n++) await notices.send({ ...FAILED, title: `later ${n}` });
  const stored = await another().list();
  expect(stored).toHaveLength(200);
  expect(stored.map(({ title }) => title)).toContain('later 0');
  expect(stored.filter(({ title }) => !title.startsWith('later'))).toHaveLength(5);
  expect(JSON.stringify(stored)).not.toContain('pass-secret');
  const [first, second] = stored;
  await other.mark([first!.id], true);
  expect((await another().list()).map(({ read }) => read).slice(0, 2)).toEqual([true, false]);
  await other.mark([first!.id], false);
  await other.clear([second!.id]);
  expect((await another().list()).map(({ id }) => id)).toEqual(
    stored.map(({ id }) => id).filter((id) => id !== second!.id),
  );
  expect((await other.mark(undefined, true)).every(({ read }) => read)).toBe(true);
  expect(await other.clear(undefined)).toEqual([]);
  expect((await stat(join(directory, 'notices.json'))).mode & 0o077).toBe(0);
});

test('an invalid file of notices is kept under another name', async () => {
  await writeFile(join(directory, 'notices.json'), '{"format":1,"notices":[{"id":1}]}');
  expect(await notices.list()).toEqual([]);
  await notices.send(FAILED);
  expect(await notices.list()).toHaveLength(1);
  expect(await readFile(join(directory, 'notices.json.invalid'), 'utf8')).toContain('"id":1');
});

test('a newer file of notices stays unchanged, is reported, and does not prevent a delivery', async () => {
  const newer = '{"format":2,"notices":[{"id":"from a newer version"}]}';
  await writeFile(join(directory, 'notices.json'), newer);
  await withHook();
  await sendAndDeliver(FAILED);
  expect(hook.received).toHaveLength(1);
  expect(shown).toHaveLength(1);
  for (const rejected of [notices.list(), notices.mark(undefined, true), notices.clear(undefined)])
    await expect(rejected).rejects.toMatchObject({ code: 'workspace-format' });
  expect((await notices.settings()).recent).toEqual([]);
  expect(await readFile(join(directory, 'notices.json'), 'utf8')).toBe(newer);
  expect(await readdir(directory)).not.toContain('notices.json.invalid');
});

test('a webhook that never answers delays neither the sender nor the end of the process', async () => {
  await using silent = await serveTcp(() => {});
  await notices.change({ webhook: { url: `http://127.0.0.1:${silent.port}/`, allowHttp: false } });
  const begin = performance.now();
  await notices.send(FAILED);
  await notices.send(FAILED);
  await notices.close();
  expect(performance.now() - begin).toBeLessThan(4_000);
  expect(await notices.list()).toHaveLength(2);
  expect(delivered).toMatchObject([{ ok: false }, { ok: false }]);
});

test('a run reports that it waits for its transfer window and for a login', async () => {
  const { sent, ended, notices: sink } = recorded();
  const notify = runNotices(sink, (record) => ({ root: record, sequence: 7 }));
  notify.event({ type: 'run', directory: '/w' } as RunEvent);
  notify.event({ type: 'window', state: 'open', until: '2026-11-21T05:00:00.000Z' });
  notify.event({ type: 'window', state: 'closed', until: '2026-11-22T01:00:00.000Z' });
  expect(ended).toEqual([]);
  notify.event({ type: 'window', state: 'open', until: '2026-11-22T05:00:00.000Z' });
  expect(ended).toEqual([{ run: { root: '/w', sequence: 7 } }]);
  notify.event({ type: 'login', registry: 'registry.lab' } as RunEvent);
  expect(sent).toEqual([
    {
      ...{ kind: 'run-waiting', level: 'info', run: { root: '/w', sequence: 7 } },
      title: t('windowTitle'),
      text: t('windowText', { time: '2026-11-22 01:00 UTC' }),
    },
    {
      ...{ kind: 'run-waiting', level: 'warning', run: { root: '/w', sequence: 7 } },
      title: t('waitingTitle', { registry: 'registry.lab' }),
      text: t('waitingText'),
    },
  ]);
  // The run ends because of the login, which it still waits for.
  await notify.ended().catch(() => undefined);
  expect(ended).toHaveLength(1);
});

test('exports, imports and cluster jobs report once that they wait, and how they ended', async () => {
  const { sent, ended, notices: sink } = recorded();
  const note = jobNotices(sink);
  const job = (more: object) => ({ id: 'j', progress: { done: 0 }, problems: [], ...more }) as unknown as Job;
  const media = { kind: 'media', settings: { kind: 'export', workspace: '/w', transfer: 'fleet-0007' } };
  note(job({ ...media, status: 'running' }));
  note(job({ ...media, status: 'waiting', need: { message: 'Connect the next drive.' } }));
  note(job({ ...media, status: 'waiting', need: { message: 'Connect the next drive.' } }));
  expect(ended).toEqual([]);
  note(job({ ...media, status: 'running' }));
  expect(ended).toEqual([{ job: 'j' }]);
  note(job({ ...media, status: 'failed', error: { message: 'the drive is read-only' } }));
  note(job({ kind: 'cluster', status: 'waiting' }));
  note(job({ kind: 'cluster', status: 'done', ok: false }));
  note(job({ kind: 'cluster', status: 'stopped' }));
  expect(ended).toEqual([{ job: 'j' }, { job: 'j' }]);
  expect(sent[0]).toMatchObject({ workspace: '/w', transfer: 'fleet-0007' });
  expect(sent.map(({ kind, level, screen, text }) => [kind, level, screen, text])).toEqual([
    ['run-waiting', 'warning', 'carry', 'Connect the next drive.'],
    ['run-ended', 'error', 'carry', 'the drive is read-only'],
    ['run-waiting', 'warning', 'cluster', expect.any(String)],
    ['run-ended', 'error', 'cluster', ''],
  ]);
});

const MISSING = '0007 is incomplete: volume 2 is missing';
test.each([
  ['every volume', { incomplete: [] }, 'complete', 'info', ''],
  ['a missing volume', { incomplete: [MISSING] }, 'partial', 'warning', MISSING],
  ['a damaged file', problem('error', 'digest-mismatch'), 'partial', 'warning', 'm'],
  ['no index', problem('warning', 'content-missing'), 'partial', 'warning', 'm'],
  ['a slow drive', problem('warning', 'disk'), 'complete', 'info', ''],
])('an import that found %s reports it', (_name, more, status, level, text) => {
  const { sent, notices: sink } = recorded();
  const settings = { kind: 'import', directory: '/r' };
  jobNotices(sink)({ kind: 'media', id: 'j', settings, status: 'done', problems: [], ...more } as never);
  const title = t('jobEnded', { work: 'import', status });
  expect(sent).toMatchObject([{ status, level, title, text, screen: 'receive', directory: '/r' }]);
});

test('a notice about waiting work is over and read when the work continues, in the file of all processes', async () => {
  const place = { workspace: '/w', schedule: 'nightly' };
  const waits = { kind: 'run-waiting', level: 'warning', text: '' } as const;
  // It ends before its notice is stored.
  const sent = notices.send({ ...waits, title: 'short', job: 'short' });
  await notices.endWait({ job: 'short' });
  await sent;
  await notices.send({ ...waits, title: 'job', job: 'j' });
  await notices.send({ ...waits, title: 'run', run: { root: '/w', sequence: 7 } });
  await notices.send({ ...waits, title: 'schedule', ...place, run: { root: '/w', sequence: 8 } });
  await notices.send({ ...FAILED, title: 'ended', job: 'j' });
  const other = createNotices({
    configDirectory: directory,
    host: { env: {}, home: directory, tool: 'airlock 0.1.0' },
  });
  const over = async () =>
    (await other.list()).filter((one) => one.over && one.read).map(({ title }) => title);
  expect(await over()).toEqual(['short']);
  await notices.endWait({ job: 'j' });
  expect(await over()).toEqual(['job', 'short']);
  await notices.endWait({ run: { sequence: 7, root: '/w' } });
  expect(await over()).toEqual(['run', 'job', 'short']);
  await notices.endWait(place);
  expect(await over()).toEqual(['schedule', 'run', 'job', 'short']);
  expect((await other.list())[0]).toMatchObject({ title: 'ended', read: false });
  // Nothing waits, so nothing is written.
  const before = await stat(join(directory, 'notices.json'));
  await notices.endWait({ job: 'j' });
  expect((await stat(join(directory, 'notices.json'))).ino).toBe(before.ino);
});

/** Writes a login with a token that expires in some days. */
async function loginExpiringIn(home: string, days: Record<string, number>): Promise<void> {
  const token = (exp: number) =>
    ['{}', JSON.stringify({ exp }), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');
  const auth = (count: number) =>
    Buffer.from(`me:${token(Math.floor(Date.now() / 1000) + count * 86_400)}`).toString('base64');
  const auths = Object.fromEntries(
    Object.entries(days).map(([host, count]) => [host, { auth: auth(count) }]),
  );
  await mkdir(join(home, '.docker'), { recursive: true });
  await writeFile(join(home, '.docker', 'config.json'), JSON.stringify({ auths }));
}

const watchOf = (home: string) =>
  createExpiryWatch({ configDirectory: directory, notices, hostOf: () => ({ env: {}, home }) });

test('credentials that expire soon are reported once a day, one in each line', async () => {
  await loginExpiringIn(directory, { 'soon.lab': 3, 'sooner.lab': 2, 'later.lab': 25 });
  await watchOf(directory)([]);
  expect(shown).toHaveLength(1);
  const [notice] = shown[0]!;
  expect(notice).toMatchObject({ kind: 'credentials-expiring', level: 'warning' });
  const lines = notice!.text.split('\n');
  expect(lines).toHaveLength(2);
  expect(lines.toSorted().map((line) => line.split(':')[0])).toEqual([
    expect.stringContaining('soon.lab'),
    expect.stringContaining('sooner.lab'),
  ]);
  await watchOf(directory)([]);
  expect(shown).toHaveLength(1);
});

test('processes that report their items at the same time each record them', async () => {
  const homes = ['a', 'b', 'c', 'd'].map((name) => join(directory, name));
  for (const home of homes) await loginExpiringIn(home, { [`${home.at(-1)}.lab`]: 3 });
  await Promise.all(homes.map((home) => watchOf(home)([])));
  const { sent } = JSON.parse(await readFile(join(directory, 'expiry-notices.json'), 'utf8'));
  expect(Object.keys(sent)).toHaveLength(homes.length);
});

test('two processes with different workspaces each report their own items once a day', async () => {
  const other = join(directory, 'other');
  await loginExpiringIn(directory, { 'a.lab': 3 });
  await loginExpiringIn(other, { 'b.lab': 3 });
  for (const home of [directory, other, directory, other]) await watchOf(home)([]);
  expect(await notices.list()).toHaveLength(2);
  const file = join(directory, 'expiry-notices.json');
  const { sent } = JSON.parse(await readFile(file, 'utf8'));
  for (const key of Object.keys(sent)) sent[key] = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await writeFile(file, JSON.stringify({ format: 1, sent }));
  await watchOf(directory)([]);
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).sent)).toHaveLength(1);
});
