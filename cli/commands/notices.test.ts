import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotices } from '../../core/app/notices/notices.ts';
import { defaultConfigDirectory } from '../../core/app/service/state/config-directory.ts';
import { newRig, type Rig } from '../../core/mirror/mirror.fixture.ts';
import { inProcess } from '../in-process.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

const run = (...args: string[]) => inProcess(rig, ['notices', ...args]);

test('notices are listed, marked as read and removed', async () => {
  expect(await run('list')).toMatchObject({ code: 0, result: { ok: true, notices: [] } });
  const notices = createNotices({ configDirectory: defaultConfigDirectory(rig.host), host: rig.host });
  await notices.send({ kind: 'run-ended', level: 'error', title: 'nightly failed', text: 'no route' });
  await notices.send({ kind: 'run-ended', level: 'info', title: 'Fetch completed', text: '' });
  const [last, first] = await notices.list();
  await notices.close();

  expect(await run('read', last!.id.slice(0, 8))).toMatchObject({ code: 0, result: { ok: true, count: 1 } });
  expect(await run('list', '--unread')).toMatchObject({
    code: 0,
    result: { notices: [{ id: first!.id, title: 'nightly failed', read: false }] },
  });
  expect(await run('clear', 'zz')).toMatchObject({ code: 1 });
  expect(await run('clear', last!.id)).toMatchObject({ code: 0, result: { count: 1 } });
  expect(await run('read')).toMatchObject({ code: 0, result: { count: 1 } });
  expect(await run('read')).toMatchObject({ code: 0, result: { count: 0 } });
  expect(await run('list')).toMatchObject({ result: { notices: [{ id: first!.id, read: true }] } });
  expect(await run('clear')).toMatchObject({ code: 0, result: { count: 1 } });
  expect(await run('list')).toMatchObject({ result: { notices: [] } });
});
