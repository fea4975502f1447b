import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { t } from '../../core/app/doctor/messages.ts';
import { newRig, type Rig } from '../../core/mirror/mirror.fixture.ts';
import { knownProfile } from '../../core/mirror/run/destination-profile.ts';
import { inProcess } from '../in-process.fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(async () => rig[Symbol.asyncDispose]());

test('a working environment: exit 0, the hosts in JSON', async () => {
  const { world } = rig;
  const { code, result } = await inProcess(rig, ['doctor', '-c', world.sets.core.file]);
  expect(result).toMatchObject({ type: 'result', ok: true, notes: [] });
  expect(code).toBe(0);
  const { hosts, problems } = result as { hosts: { port: number }[]; problems: { level: string }[] };
  expect(hosts.map(({ port }) => port)).toContain(Number(world.upstream.host.split(':')[1]));
  expect(problems.filter(({ level }) => level === 'error')).toEqual([]);
});

test('a problem that would stop a run: exit 2, with all details as text', async () => {
  const file = rig.place('in-the-way');
  await writeFile(file, '');
  const args = ['doctor', '--workspace', `file://${file}/below`];
  const { code, result } = await inProcess(rig, args);
  expect(code).toBe(2);
  expect(result).toMatchObject({
    ok: false,
    problems: expect.arrayContaining([
      {
        code: 'disk',
        level: 'error',
        message: expect.stringContaining(file),
        remedy: t('directoryIsFileRemedy'),
      },
    ]),
  });
  const { stdout, code: status } = await inProcess(rig, args, []);
  expect(status).toBe(2);
  expect(stdout).toContain(`error  directory  ${file}/below  (disk)`);
  expect(stdout).toContain(t('directoryIsFileRemedy'));
  expect(stdout).toMatch(/^ok {2}versions/m);
  expect(stdout).toContain('1 problem would stop a run');
});

test('saves what a destination supports, for plans and pushes', async () => {
  const { host } = rig.world.destination;
  const args = ['doctor', `docker://${host}/team`, '--dest-tls-verify=false'];
  const { code } = await inProcess(rig, args);
  expect(code).toBe(0);
  const known = await knownProfile(rig.place('elsewhere'), rig.host, { host, namespace: 'team' }, []);
  expect(known).toMatchObject({ valid: true, profile: { host, namespace: 'team' } });
});

test.each([
  [['doctor', 'docker://reg'], 'must contain a dot or a port'],
  [['doctor', 'file:///tmp/x'], 'docker://'],
  [['doctor', '--workspace', '/tmp/x'], 'file:// prefix'],
])('%j is a usage error', async (args, message) => {
  const { code, result } = await inProcess(rig, args);
  expect(code).toBe(1);
  expect(result).toMatchObject({ code: 'usage', message: expect.stringContaining(message) });
});
