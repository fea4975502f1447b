import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { REQUEST_ACCESS } from '../../contract/access.ts';
import {
  CONTRACT,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../contract/contract.ts';
import { answer } from '../../contract/envelope.ts';
import type { Session } from '../../contract/topics/session.ts';
import { newRig, type Rig } from '../../mirror/mirror.fixture.ts';
import { runDirectory } from './runs/run-places.ts';
import { createService, type Service } from './service.ts';
import { FOLDER_FIELDS } from './state/session-places.ts';

const OPERATOR: Session = { role: 'operator', name: 'Ann Olsen' };
const APPROVER: Session = { role: 'approver', name: 'Kim Jensen' };
const READER: Session = { role: 'reader', name: 'Bo' };

let rig: Rig;
let service: Service;
beforeAll(async () => {
  rig = await newRig();
  service = createService({
    host: rig.host,
    carrier: 'browser',
    configDirectory: rig.place('config'),
    keyStore: { available: false, reason: 'There is none in tests.' },
    nativeDialogs: false,
  });
});
afterAll(async () => {
  await service?.close();
  await rig?.[Symbol.asyncDispose]();
});

async function given(session: Session, name: RequestName, input: object) {
  return answer.parse(await service.request(name, input, { signal: new AbortController().signal, session }));
}

async function query<N extends RequestName>(session: Session, name: N, input: RequestInput<N>) {
  const found = await given(session, name, input);
  if (!found.ok) throw new Error(`${name}: ${JSON.stringify(found.error)}`);
  return CONTRACT[name].output.parse(found.value) as RequestOutput<N>;
}

async function savedPlan(name: string) {
  const settings = {
    workflow: 'mirrorToDisk' as const,
    directory: rig.place(name),
    configFile: rig.world.sets.core.file,
  };
  const { plan } = await query(OPERATOR, 'plans.make', { settings, ticket: name });
  const file = join(rig.place(`${name}-plans`), 'plan.json');
  await query(OPERATOR, 'plans.save', { plan, file });
  return { file, directory: settings.directory };
}

test('the record of a run names the session that started it and the approver of its plan', async () => {
  const { file, directory } = await savedPlan('workspace');
  const { plan } = await query(APPROVER, 'plans.open', { file });
  const { approvedBy } = await query(APPROVER, 'plans.approve', { plan });
  expect(approvedBy).toMatchObject(APPROVER);

  await query(OPERATOR, 'workspaces.open', { directory });
  const { run } = await query(OPERATOR, 'runs.start', {
    settings: { workflow: 'mirrorToDisk', directory, planFile: file },
  });
  await expect
    .poll(async () => (await query(READER, 'runs.live', { run })).status, { timeout: 30_000 })
    .toBe('complete');
  expect(await query(READER, 'runs.describe', { run })).toMatchObject({
    session: OPERATOR,
    plan: { file, approvedBy: { ...APPROVER, at: approvedBy.at } },
  });
  const stored = JSON.parse(await readFile(join(await runDirectory(run), 'run.json'), 'utf8'));
  expect(stored).toMatchObject({ session: OPERATOR, plan: { approvedBy: APPROVER } });
});

test.each([APPROVER, READER])('opening a plan runs no program in the session of a $role', async (session) => {
  const { file } = await savedPlan(`opened-by-${session.role}`);
  await writeFile(`${file}.sig`, 'of some kind');
  const program = `${file}.sh`;
  await writeFile(program, '#!/bin/sh\ntouch "$0.ran"\n');
  await chmod(program, 0o755);
  const opened = await query(session, 'plans.open', { file, requireSignature: program });
  expect(opened.approval).toMatchObject({ state: 'rejected', failure: { code: 'not-permitted' } });
  await expect(readFile(`${program}.ran`)).rejects.toMatchObject({ code: 'ENOENT' });
  const own = await query(OPERATOR, 'plans.open', { file, requireSignature: program });
  expect(own.approval).toMatchObject({ state: 'valid', signer: { by: 'command' } });
});

test('only an operator can read files other than configurations', async () => {
  const folder = rig.place('files');
  await mkdir(folder, { recursive: true });
  const login = join(folder, 'auth.json');
  await writeFile(login, '{"auths":{"quay.io":{"auth":"c2VjcmV0"}}}');
  for (const session of [APPROVER, READER]) {
    const found = await given(session, 'configurations.read', { file: login });
    expect(found).toMatchObject({ ok: false, error: { code: 'not-permitted' } });
    expect(JSON.stringify(found)).not.toContain('c2VjcmV0');
    const { text } = await query(session, 'configurations.read', { file: rig.world.sets.core.file });
    expect(text).toContain('kind: ImageSetConfiguration');
  }
  expect((await query(OPERATOR, 'configurations.read', { file: login })).text).toContain('c2VjcmV0');
});

test('a session that may not change anything can read only records of opened workspaces', async () => {
  const [opened, other] = [rig.place('opened'), rig.place('elsewhere')];
  for (const directory of [opened, other])
    await mkdir(airlockDirectory(directory, 'runs'), { recursive: true });
  await symlink(other, join(opened, 'link'));
  await query(OPERATOR, 'workspaces.open', { directory: opened });
  for (const session of [APPROVER, READER]) {
    expect(await query(session, 'storage.expiring', { workspace: opened })).toBeDefined();
    for (const place of [other, join(opened, 'link'), `${opened}/../elsewhere`, `${opened}-more`])
      for (const [name, input] of [
        ['runs.list', { root: place }],
        ['runs.describe', { run: { root: place, sequence: 1 } }],
        ['runs.compare', { a: { root: opened, sequence: 1 }, b: { root: place, sequence: 1 } }],
        ['storage.usage', { workspace: place }],
        ['enclaves.describe', { workspace: place, enclave: 'lab' }],
        ['media.arrivals', { directory: place }],
        ['clusters.records', { stateDirectory: place }],
        ['keys.signing', { workspace: place }],
      ] as const)
        expect([name, await given(session, name, input)]).toMatchObject([
          name,
          { ok: false, error: { code: 'not-permitted' } },
        ]);
  }
  expect((await query(OPERATOR, 'runs.list', { root: other })).runs).toEqual([]);
});

test('every folder field of a reading request is restricted for limited sessions', () => {
  // The text of a path that is being typed, and files whose kind is checked as they are read.
  const others = new Set(['text', 'file', 'requireSignature']);
  for (const [name, access] of Object.entries(REQUEST_ACCESS)) {
    if (access === 'change') continue;
    const { properties = {} } = z.toJSONSchema(CONTRACT[name as RequestName].input, {
      io: 'input',
      unrepresentable: 'any',
    }) as { properties?: Record<string, { type?: string; maxLength?: number }> };
    const paths = Object.entries(properties).filter(
      ([field, { type, maxLength }]) => type === 'string' && maxLength === 4096 && field !== 'code',
    );
    for (const [field] of paths)
      expect([name, field, FOLDER_FIELDS.has(field) || others.has(field)]).toEqual([name, field, true]);
  }
});

test('ignores an approval that is a named pipe or too large', async () => {
  const { file } = await savedPlan('odd-approval');
  const { plan } = await query(APPROVER, 'plans.open', { file });
  const { file: approval } = await query(APPROVER, 'plans.approve', { plan });
  const text = await readFile(approval, 'utf8');
  await writeFile(approval, text + ' '.repeat(64 * 1024));
  expect(await query(READER, 'plans.open', { file })).not.toHaveProperty('approvedBy', expect.anything());
  await rm(approval);
  execFileSync('mkfifo', [approval]);
  expect(await query(READER, 'plans.open', { file })).not.toHaveProperty('approvedBy', expect.anything());
});
