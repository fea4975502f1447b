import { readFileSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhook, type TestWebhook } from '../../../core/app/notices/webhook.fixture.ts';
import { airlock, untilOr } from '../../../core/mirror/airlock-process.fixture.ts';
import { newRig, type Rig } from '../../../core/mirror/mirror.fixture.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: Rig;
let hook: TestWebhook;
beforeAll(async () => {
  hook = await startWebhook();
  rig = await newRig();
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await hook[Symbol.asyncDispose]();
});

const run = (...args: string[]) => inProcess(rig, ['schedule', ...args]);

test('schedules are created, listed, ordered, paused, run and removed', async () => {
  const workspace = `file://${rig.place('w')}`;
  const config = rig.world.sets.additional.file;
  const night = ['--window', 'daily 01:00-05:00 Europe/Oslo'];
  expect(await run('add', 'nightly', workspace, '-c', config, ...night)).toMatchObject({
    code: 0,
    result: {
      schedule: { name: 'nightly', job: 'mirrorToDisk', windows: ['daily 01:00-05:00 Europe/Oslo'] },
    },
  });
  expect(
    await run(
      'add',
      'watch',
      workspace,
      '--compare',
      '--to',
      'docker://registry.lab:5000/ocp',
      '--at',
      '06:00 UTC',
    ),
  ).toMatchObject({
    code: 0,
    result: { schedule: { destination: 'registry.lab:5000/ocp', at: 'daily 06:00 UTC' } },
  });
  expect(await run('add', 'nightly', workspace, '-c', config, ...night)).toMatchObject({ code: 1 });
  const mistyped = rig.place('mistyped');
  for (const change of [['list'], ['run', '--once'], ['remove', 'nightly'], ['pause', 'nightly']])
    expect(await run(...change, `file://${mistyped}`)).toMatchObject({
      ...{ code: 1, result: { code: 'usage', message: `${mistyped} isn't a directory` } },
    });
  expect(await run('add', 'late', workspace, '-c', config)).toMatchObject({
    code: 1,
    result: { code: 'usage' },
  });
  expect(await run('add', 'late', workspace, '-c', config, '--window', 'daily 25:00-26:00')).toMatchObject({
    code: 1,
  });
  expect(await run('add', 'late', workspace, '-c', `${config}.missing`, ...night)).toMatchObject({ code: 1 });
  expect(await run('add', 'late', workspace, '-c', config, '--window', '00:00-24:00')).toMatchObject({
    result: { code: 'usage', message: expect.stringContaining('never starts') },
  });
  const comparing = ['--compare', '--to', 'docker://registry.lab:5000/ocp', '--at', '06:00'];
  expect(await run('add', 'late', workspace, '-c', config, ...comparing)).toMatchObject({ code: 1 });
  expect(await run('move', 'nightly', workspace, '9')).toMatchObject({ result: { position: 2 } });
  expect((await run('move', 'watch', workspace, '1')).code).toBe(0);
  expect(await run('pause', 'nightly', workspace)).toMatchObject({
    result: { schedule: { state: 'paused' } },
  });
  expect(await run('list', workspace)).toMatchObject({
    result: {
      schedules: [
        { name: 'watch', state: 'waiting' },
        { name: 'nightly', state: 'paused' },
      ],
    },
  });
  const { stdout } = await inProcess(rig, ['schedule', 'list', workspace], []);
  expect(stdout).toMatch(/NAME +JOB +STATE/);

  expect((await run('resume', 'nightly', workspace)).code).toBe(0);
  expect(await run('run', '--now', 'nightly', workspace)).toMatchObject({
    code: 0,
    result: { results: [{ name: 'nightly', result: 'complete', transfer: 'default-0001' }] },
  });
  expect(await run('run', '--now', 'nightly', workspace)).toMatchObject({
    code: 0,
    result: { results: [{ name: 'nightly', result: 'nothing-new' }] },
  });
  // A copy of the workspace has the schedule, but this user confirmed it elsewhere.
  const copy = rig.place('copy');
  await cp(workspace.slice('file://'.length), copy, { recursive: true });
  expect(await run('run', '--now', 'nightly', `file://${copy}`)).toMatchObject({
    code: 1,
    result: { code: 'usage', message: expect.stringContaining('another user') },
  });
  expect((await run('remove', 'nightly', workspace)).code).toBe(0);
  expect(await run('remove', 'nightly', workspace)).toMatchObject({ code: 1, result: { code: 'not-found' } });
});

test('the webhook is set up from files, tested and removed, and its secrets are not printed', async () => {
  const [address, header] = [join(rig.directory, 'hook.txt'), join(rig.directory, 'header.txt')];
  await writeFile(address, `${hook.url}\n`);
  await writeFile(header, 'Bearer header-secret\n');
  const set = await run(
    'notify',
    '--webhook',
    address,
    '--header',
    'Authorization',
    '--header-file',
    header,
    '--test',
  );
  expect(set).toMatchObject({ code: 0, result: { ok: true, delivery: { ok: true } } });
  expect(hook.received).toMatchObject([
    { headers: { authorization: 'Bearer header-secret' }, body: { kind: 'test' } },
  ]);
  for (const secret of ['header-secret', 'path-secret'])
    expect(set.stdout + set.stderr).not.toContain(secret);
  // The header of a webhook that is set up changes without its address.
  await writeFile(header, 'Bearer other-secret\n');
  const changed = ['--header', 'X-Token', '--header-file', header];
  expect(await run('notify', ...changed, '--test')).toMatchObject({ code: 0, result: { ok: true } });
  expect(hook.received.at(-1)).toMatchObject({ headers: { 'x-token': 'Bearer other-secret' } });
  hook.answers.push(403);
  expect((await run('notify', '--test')).code).toBe(4);
  expect(await run('notify', '--webhook', 'http://hooks.example.com/x')).toMatchObject({ code: 1 });
  expect(await run('notify', '--no-webhook')).toMatchObject({ code: 0, result: { ok: true } });
  expect((await run('notify', '--test')).code).toBe(1);
  for (const options of [changed, ['--allow-http'], ['--no-webhook', '--allow-http']])
    expect(await run('notify', ...options)).toMatchObject({ code: 1, result: { code: 'usage' } });
});

test('a foreground process runs a schedule in its window until it is stopped', async () => {
  const workspace = rig.place('foreground');
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();
  const window = `${later(1_500)}/${later(120_000)}`;
  const config = rig.world.sets.additional.file;
  expect((await run('add', 'nightly', `file://${workspace}`, '-c', config, '--window', window)).code).toBe(0);
  const started = airlock(rig, ['schedule', 'run', `file://${workspace}`]);
  const file = join(workspace, '.airlock', 'schedules.json');
  await untilOr(started.ended, () => readFileSync(file, 'utf8').includes('"complete"'));
  started.child.kill('SIGTERM');
  expect(await started.ended).toMatchObject({
    code: 0,
    result: { results: [{ name: 'nightly', result: 'complete' }] },
  });
});
