import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRig, type Rig, toDisk } from '../../../mirror/mirror.fixture.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

let world: Rig;
let rig: TestService;
let connected: string;
let disconnected: string;
beforeAll(async () => {
  world = await newRig();
  const env = Object.fromEntries(Object.entries(world.host.env).filter(([, value]) => value !== undefined));
  rig = await newTestService({ env: env as Record<string, string> });
  connected = world.place('connected');
  await toDisk(world, connected, world.world.sets['release-one'].file, { enclave: 'fleet' });
  disconnected = world.place('disconnected');
  await mkdir(join(disconnected, 'transfers'), { recursive: true });
  await cp(join(connected, 'transfers/fleet-0001'), join(disconnected, 'transfers/fleet-0001'), {
    recursive: true,
  });
  await rig.ask('settings.write', { side: 'both' });
}, 60_000);
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

test('a request is created, opened, accepted and mirrored, and knows its transfer', async () => {
  const file = world.place('request.json');
  const needed = { directory: disconnected, configFile: world.world.sets.additional.file };
  const preview = await rig.ask('transfers.makeRequest', needed);
  expect(preview).toMatchObject({
    enclave: 'fleet',
    acknowledgments: [{ transfer: 'fleet-0001' }],
    missing: [{ name: 'additional images' }],
  });
  expect(preview.file).toBeUndefined();
  const made = await rig.ask('transfers.makeRequest', { ...needed, file });
  expect(await readFile(file, 'utf8')).toBe(made.text);

  const input = { workspace: connected, file };
  const read = await rig.ask('transfers.readRequest', input);
  expect(read).toMatchObject({
    id: made.id,
    enclave: 'fleet',
    known: [{ transfer: 'fleet-0001' }],
    unknown: [],
  });
  expect(read.configuration).toContain('additionalImages');
  await expect(stat(join(connected, '.airlock/requests'))).rejects.toMatchObject({ code: 'ENOENT' });

  const { configFile } = await rig.ask('transfers.acceptRequest', input);
  const life = await rig.ask('enclaves.describe', { workspace: connected, enclave: 'fleet' });
  expect(life.transfers[0]).toMatchObject({ name: 'fleet-0001', arrived: 'complete' });
  const settings = {
    ...({ workflow: 'mirrorToDisk', directory: connected, configFile, enclave: 'fleet' } as const),
    forRequest: made.id,
  };
  const { run } = await rig.ask('runs.start', { settings });
  await expect
    .poll(async () => (await rig.ask('runs.live', { run })).status, { timeout: 30_000 })
    .toBe('complete');
  const { command } = await rig.ask('runs.describe', { run });
  expect(command).toContain(`--request ${join(connected, '.airlock/requests', `${made.id}.json`)}`);
  await expect.poll(async () => (await rig.ask('transfers.readRequest', input)).transfer).toBe('fleet-0002');
});

test('rejects relative paths and files that are no request', async () => {
  expect(await rig.fail('transfers.makeRequest', { directory: 'here', configFile: '/c.yaml' })).toMatchObject(
    { code: 'usage', path: 'directory' },
  );
  const file = world.world.sets.additional.file;
  for (const name of ['transfers.readRequest', 'transfers.acceptRequest'])
    expect(await rig.fail(name, { workspace: connected, file })).toMatchObject({ code: 'config-invalid' });
});
