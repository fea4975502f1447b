import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayRequest } from '../../core/contract/access.ts';
import { CONTRACT, type RequestName } from '../../core/contract/contract.ts';
import type { Answer } from '../../core/contract/envelope.ts';
import type { SessionRole } from '../../core/contract/topics/session.ts';
import { type ServeRig, startServeRig } from './serve.fixture.ts';

let serving: ServeRig;
let approver: string;
beforeAll(async () => {
  serving = await startServeRig({ session: { role: 'reader', name: 'ann' }, approvers: ['Kim Jensen'] });
  approver = await cookieOf(serving.server.approvers[0]!.url);
});
afterAll(() => serving.close());

async function cookieOf(address: string): Promise<string> {
  const entered = await fetch(address, { redirect: 'manual' });
  return entered.headers.get('set-cookie')!.split(';')[0]!;
}

async function request(cookie: string, name: RequestName, input: object = {}) {
  const response = await fetch(`${serving.server.origin}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(input),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

describe.each(['reader', 'approver'] as const)('a session of a %s', (role: SessionRole) => {
  const cookie = () => (role === 'reader' ? serving.cookie : approver);

  test('is rejected for every request without permission before the engine receives it', async () => {
    const rejected = (Object.keys(CONTRACT) as RequestName[]).filter((name) => !mayRequest(role, name));
    expect(rejected.length).toBeGreaterThan(60);
    for (const name of rejected)
      expect(await request(cookie(), name)).toMatchObject({
        status: 403,
        answer: { ok: false, error: { code: 'not-permitted', message: expect.stringContaining(name) } },
      });
  });

  test('reads content, and its own description', async () => {
    const { answer } = await request(cookie(), 'host.describe');
    expect(answer).toMatchObject({
      ok: true,
      value: { session: role === 'reader' ? { role, name: 'ann' } : { role, name: 'Kim Jensen' } },
    });
    expect((await request(cookie(), 'workspaces.list')).status).toBe(200);
  });
});

test('the single-use address opens the session of the first token', async () => {
  const { answer } = await request(await cookieOf(serving.server.openingAddress()), 'host.describe');
  expect(answer).toMatchObject({ value: { session: { role: 'reader' } } });
});

test('a reader who names a pipe or a device gets an error at once', async () => {
  const pipe = join(serving.rig.directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const file of [pipe, '/dev/zero'])
    expect((await request(serving.cookie, 'plans.open', { file })).answer).toMatchObject({
      error: { code: 'config-unreadable', message: expect.stringContaining(file) },
    });
});

test('an approver opens a plan and approves exactly what was opened', async () => {
  const file = join(serving.rig.directory, 'plan.json');
  const plan = {
    format: 1,
  };
  await writeFile(file, JSON.stringify(plan));
  // A file that isn't a plan is reported, and nothing is written.
  expect((await request(approver, 'plans.open', { file })).answer).toMatchObject({ ok: false });
  expect((await request(approver, 'plans.approve', { plan: 'unknown' })).answer).toMatchObject({
    ok: false,
    error: { code: 'not-found' },
  });
  await expect(readFile(`${file}.approval.json`)).rejects.toMatchObject({ code: 'ENOENT' });
});
