import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRig, type Rig, toDisk, toRegistry } from '../../../mirror/mirror.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../registry/server/start.ts';
import { memoryStorage } from '../../../registry/server/storage/memory-storage.ts';
import { newTestService, type TestService } from '../service.fixture.ts';

const CA = '-----BEGIN CERTIFICATE-----\nMIIBsjCCAVmgAwIBAgIUQ2Vy\n-----END CERTIFICATE-----\n';
let world: Rig;
let rig: TestService;
let server: RegistryServer;
let state: string;

beforeAll(async () => {
  world = await newRig();
  server = await startRegistryServer({ storage: memoryStorage() });
  const workspace = world.place('ws');
  await toDisk(world, workspace, world.world.sets['release-one'].file);
  state = world.place('state');
  await toRegistry(world, workspace, server.host, { stateDirectory: state, namespace: 'ocp' });
  const env = Object.fromEntries(Object.entries(world.host.env).filter(([, value]) => value !== undefined));
  rig = await newTestService({ env: env as Record<string, string> });
}, 60_000);
afterAll(async () => {
  await server.close();
  await rig[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

test('previews and writes the CA and the merged pull secret, and hides its values', async () => {
  const place = (name: string) => join(world.directory, name);
  const auth = (login: string) => ({ auth: Buffer.from(`robot:${login}`).toString('base64') });
  await writeFile(place('ca.pem'), CA);
  await writeFile(place('pull.json'), JSON.stringify({ auths: { 'quay.io': auth('upstream-login') } }));
  await writeFile(place('auth.json'), JSON.stringify({ auths: { [server.host]: auth('mirror-login') } }));
  const input = {
    from: state,
    trustBundle: place('ca.pem'),
    pullSecret: place('pull.json'),
    authFile: place('auth.json'),
  };
  const preview = await rig.ask('clusters.previewManifests', input);
  expect(preview).toMatchObject({ enclave: 'default', target: `${server.host}/ocp`, problems: [] });
  const kinds = preview.objects.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['ImageDigestMirrorSet', 'ConfigMap', 'Image', 'Secret']));
  expect(preview.objects.some(({ yaml }) => yaml.includes('MIIBsjCCAVmgAwIBAgIUQ2Vy'))).toBe(true);

  const to = world.place('config');
  const written = await rig.ask('clusters.writeManifests', { ...input, to });
  expect(written.files).toEqual(preview.objects.map(({ file }) => file));
  const { file } = preview.objects.find(({ kind }) => kind === 'Secret')!;
  const text = await readFile(join(to, file), 'utf8');
  const [, data = ''] = /\.dockerconfigjson: (\S+)/.exec(text) ?? [];
  const merged = JSON.parse(Buffer.from(data, 'base64').toString()) as { auths: object };
  expect(Object.keys(merged.auths)).toEqual(['quay.io', expect.stringContaining(server.host)]);
  expect((await stat(join(to, file))).mode & 0o777).toBe(0o600);
  const shown = JSON.stringify([preview, written]);
  for (const secret of [data, auth('mirror-login').auth, auth('upstream-login').auth])
    expect(shown).not.toContain(secret);
});

test('rejects relative paths, and a folder without a push', async () => {
  expect(await rig.fail('clusters.writeManifests', { from: state, to: 'config' })).toMatchObject({
    code: 'usage',
    path: 'to',
  });
  expect(await rig.fail('clusters.previewManifests', { from: world.place('none') })).toMatchObject({
    code: 'workspace-invalid',
  });
});
