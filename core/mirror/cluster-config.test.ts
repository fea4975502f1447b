import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { airlockDirectory } from '../base/files/airlock-directory.ts';
import { type RegistryServer, startRegistryServer } from '../registry/server/start.ts';
import { memoryStorage } from '../registry/server/storage/memory-storage.ts';
import { writeConfigOfPush } from './cluster-resources/write-config-of-push.ts';
import { across, additionalConfig, control, newRig, type Rig, toDisk, toRegistry } from './mirror.fixture.ts';
import type { MirrorResult } from './run/request.ts';

let rig: Rig;
let registry: RegistryServer;
/** A push of everything, and a later one of two images, to one destination from one state folder. */
let wide: MirrorResult;
let narrow: MirrorResult;
let narrowConfig: string;
const inNamespace = { namespace: 'ocp' };

beforeAll(async () => {
  rig = await newRig();
  registry = await startRegistryServer({ storage: memoryStorage() });
  const workspace = rig.place('workspace');
  await toDisk(rig, workspace, rig.world.sets.core.file);
  wide = await toRegistry(rig, workspace, registry.host, inNamespace);
  const [, one] = rig.world.inventory.additional;
  narrowConfig = await additionalConfig(`${rig.place('narrow')}.yaml`, [one!.source]);
  const second = rig.place('workspace');
  await toDisk(rig, second, narrowConfig);
  narrow = await toRegistry(rig, second, registry.host, inNamespace);
}, 60_000);
afterAll(async () => {
  await registry.close();
  await rig[Symbol.asyncDispose]();
});

type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, unknown> };

async function manifestsIn(directory: string): Promise<Map<string, Manifest>> {
  const names = await readdir(directory, { recursive: true });
  const files = names.filter((name) => name.endsWith('.yaml')).sort();
  return new Map(
    await Promise.all(
      files.map(async (name) => [name, parse(await readFile(join(directory, name), 'utf8'))] as const),
    ),
  );
}

const specs = (manifests: Iterable<Manifest>) =>
  [...manifests].map(({ kind, metadata: { name }, spec }) => ({ kind, name, spec }));

async function resourcesOf(result: MirrorResult): Promise<Manifest[]> {
  const names = (await readdir(result.resources!)).filter((name) => name.endsWith('.yaml'));
  const texts = await Promise.all(names.map((name) => readFile(join(result.resources!, name), 'utf8')));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest));
}

test('a narrower push removes nothing: config/ contains both pushes, cluster-resources/ only the last', async () => {
  expect(narrow.config).toBe(join(rig.directory, 'state', 'config'));
  const all = await manifestsIn(narrow.config!);
  expect([...new Set([...all.values()].map(({ kind }) => kind))].sort()).toEqual(
    expect.arrayContaining(['ConfigMap', 'ImageDigestMirrorSet', 'ImageTagMirrorSet']),
  );
  expect([...all.keys()]).toContain('mirrors/idms-release-0.yaml');
  const last = await resourcesOf(narrow);
  expect(last.map(({ metadata }) => metadata.name)).not.toContain('idms-release-0');
  for (const { kind, metadata, spec } of last) {
    const found = [...all.values()].find(
      (each) => each.kind === kind && each.metadata.name === metadata.name,
    );
    for (const entry of Object.values(spec)[0] as { source: string; mirrors: string[] }[])
      expect(Object.values(found!.spec)[0]).toContainEqual(entry);
  }
});

test('config/ has the same content as cluster-resources/ after one push, also after a repeated push', async () => {
  const state = rig.place('state');
  const other = await startRegistryServer({ storage: memoryStorage() });
  try {
    const workspace = rig.place('workspace');
    await toDisk(rig, workspace, rig.world.sets.core.file);
    const chosen = { stateDirectory: state };
    const first = await toRegistry(rig, workspace, other.host, chosen);
    const before = await manifestsIn(first.config!);
    const ofRun = specs(await resourcesOf(first)).filter(({ kind }) => kind !== 'ConfigMap');
    const ours = specs(before.values());
    expect(ofRun.length).toBeGreaterThan(1);
    for (const object of ofRun) expect(ours).toContainEqual(object);
    const texts = async () =>
      Promise.all([...before.keys()].map((name) => readFile(join(first.config!, name), 'utf8')));
    const written = await texts();
    await toRegistry(rig, workspace, other.host, chosen);
    expect(await texts()).toEqual(written);
  } finally {
    await other.close();
  }
});

test('writes one signature ConfigMap for each release, in the file of the enhancement, also for mirror to disk', async () => {
  const releases = rig.world.inventory.releases.map(({ payload }) => payload.digest.slice(7));
  const workspace = rig.place('workspace');
  const toDiskResult = await toDisk(rig, workspace, rig.world.sets.core.file);
  expect(toDiskResult.config).toBe(join(workspace, 'config'));
  const names = (await readdir(join(narrow.config!, 'signature', 'sha256'))).sort();
  expect(names.length).toBeGreaterThan(0);
  expect((await readdir(join(workspace, 'config', 'signature', 'sha256'))).sort()).toEqual(names);
  for (const name of names) {
    const hex = releases.find((digest) => `${digest.slice(0, 16)}.yaml` === name);
    const text = await readFile(join(narrow.config!, 'signature', 'sha256', name), 'utf8');
    const { metadata, binaryData } = parse(text);
    expect(metadata.name).toBe(`sha256-${hex}`);
    expect(metadata.namespace).toBe('openshift-config-managed');
    expect(Object.keys(binaryData)).toEqual([`sha256-${hex}-1`]);
  }
});

test("a signature that was changed in transit isn't written to a ConfigMap", async () => {
  const workspace = rig.place('workspace');
  await toDisk(rig, workspace, rig.world.sets.core.file, { ignoreReleaseSignature: true });
  const folder = join(workspace, 'working-dir', 'signatures');
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    bytes[bytes.length - 20]! ^= 1;
    await writeFile(join(folder, name), bytes);
  }
  const destination = await startRegistryServer({ storage: memoryStorage() });
  try {
    const { services, inventory, sets } = rig.world;
    for (const { digest } of inventory.releases) services.signatures.alter(digest);
    const chosen = { ignoreReleaseSignature: true };
    const result = await across(rig, workspace, destination.host, sets.core.file, chosen);
    const found = [...(await manifestsIn(result.config!)).keys()];
    expect(found).toContain('mirrors/idms-release-0.yaml');
    // The earlier mirror to disk wrote valid ones; the push has none and removes them.
    expect(found.filter((name) => name.startsWith('signature/'))).toEqual([]);
    const resources = await readdir(result.resources!);
    expect(resources.filter((name) => name.startsWith('signature'))).toEqual([]);
    const events = await readFile(join(result.run!, 'events.jsonl'), 'utf8');
    expect(events).toContain("The signature isn't included in the manifests.");
  } finally {
    rig.world.services.signatures.restore();
    await destination.close();
  }
});

test('the handoff sheet is of this run, with the upgrade command by digest', async () => {
  const html = await readFile(wide.handoff!, 'utf8');
  expect(html).toContain('<!doctype html>');
  // The second push overwrote it, and contained no release.
  expect(html).not.toContain('oc adm upgrade');
  const to = rig.place('config');
  const { handoff } = await writeConfigOfPush({ from: wide.run!, to }, rig.host);
  const markdown = await readFile(handoff.markdown, 'utf8');
  const [{ payload }] = rig.world.inventory.releases as [(typeof rig.world.inventory.releases)[number]];
  expect(markdown).toContain(
    `oc adm upgrade --allow-explicit-upgrade --to-image ${registry.host}/ocp/openshift/release-images@${payload.digest}`,
  );
  expect(markdown).toContain(`oc apply -Rf ${to}`);
});

test('--config-to-dir sets the folder; each destination or enclave has its own records', async () => {
  const state = rig.place('state');
  const config = rig.place('config');
  const workspace = rig.place('workspace');
  await toDisk(rig, workspace, narrowConfig);
  const chosen = { stateDirectory: state, configDirectory: config };
  const result = await toRegistry(rig, workspace, registry.host, { ...chosen, namespace: 'elsewhere' });
  expect(result.config).toBe(config);
  await expect(stat(join(state, 'config'))).rejects.toThrow('ENOENT');
  const texts = [...(await manifestsIn(config)).values()].map((manifest) => JSON.stringify(manifest));
  expect(texts.join()).toContain(`${registry.host}/elsewhere`);
  await toRegistry(rig, workspace, registry.host, { ...chosen, namespace: 'other', enclave: 'north' });
  const after = [...(await manifestsIn(config)).values()].map((manifest) => JSON.stringify(manifest));
  expect(after.join()).toContain(`${registry.host}/other`);
  expect(after.join()).not.toContain('elsewhere');
});

test('uses the audit records if its own records are lost or damaged', async () => {
  const state = join(rig.directory, 'state');
  const memory = airlockDirectory(state, 'cluster');
  const to = rig.place('config');
  const request = { from: state, to };
  const before = await writeConfigOfPush(request, rig.host);
  const [file] = await readdir(memory);
  await writeFile(join(memory, file!), '{');
  await expect(writeConfigOfPush(request, rig.host)).rejects.toMatchObject({ code: 'workspace-invalid' });
  await rm(memory, { recursive: true });
  const mirrors = ({ files }: typeof before) => files.filter(({ path }) => path.startsWith('mirrors/'));
  const after = await writeConfigOfPush(request, rig.host);
  expect(mirrors(after)).toEqual(mirrors(before));
  expect(after.run).toBe(before.run);
  // The next push ignores a damaged one with a warning, and completes it.
  await mkdir(memory, { recursive: true });
  await writeFile(join(memory, file!), '{');
  const workspace = rig.place('workspace');
  await toDisk(rig, workspace, narrowConfig);
  const events = control();
  await toRegistry(rig, workspace, registry.host, inNamespace, events);
  expect(events.events).toContainEqual(
    expect.objectContaining({ problem: expect.objectContaining({ code: 'workspace-invalid' }) }),
  );
  expect(mirrors(await writeConfigOfPush(request, rig.host))).toEqual(mirrors(before));
});

test('distinguishes a folder without a push from a run that pushed nothing', async () => {
  const to = rig.place('config');
  const workspace = rig.place('workspace');
  const { run } = await toDisk(rig, workspace, narrowConfig);
  const tried = (from: string) => writeConfigOfPush({ from, to }, rig.host);
  await expect(tried(run!)).rejects.toMatchObject({ code: 'usage' });
  await expect(tried(workspace)).rejects.toMatchObject({ code: 'not-found' });
  await expect(tried(rig.directory)).rejects.toMatchObject({ code: 'workspace-invalid' });
});

test('writes trust and login on request: the CA of the file, and the merged pull secret readable only by the owner', async () => {
  const to = rig.place('config');
  const ca = `${rig.place('ca')}.pem`;
  await writeFile(ca, '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');
  const auth = `${rig.place('auth')}.json`;
  const login = Buffer.from('mirror:S3cr3t').toString('base64');
  await writeFile(auth, JSON.stringify({ auths: { [registry.host]: { auth: login } } }));
  const secret = `${rig.place('pull')}.json`;
  const quay = { auth: Buffer.from('a:b').toString('base64'), email: 'a@example.com' };
  await writeFile(secret, JSON.stringify({ auths: { 'quay.io': quay } }));
  const { files, problems, handoff } = await writeConfigOfPush(
    { from: wide.run!, to, trustBundle: ca, pullSecret: secret, authFile: auth },
    rig.host,
  );
  expect(problems).toEqual([]);
  expect(files.slice(0, 3)).toEqual([
    { path: 'access/airlock-registry-ca.yaml', kind: 'ConfigMap', name: 'airlock-registry-ca' },
    { path: 'access/image.yaml', kind: 'Image', name: 'cluster' },
    { path: 'access/pull-secret.yaml', kind: 'Secret', name: 'pull-secret' },
  ]);
  const path = join(to, 'access/pull-secret.yaml');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { data } = parse(await readFile(path, 'utf8'));
  expect(JSON.parse(Buffer.from(data['.dockerconfigjson'], 'base64').toString())).toEqual({
    auths: { 'quay.io': quay, [registry.host]: { auth: login } },
  });
  for (const sheet of Object.values(handoff)) expect(await readFile(sheet, 'utf8')).not.toContain(login);
  // Written again without it, it is removed.
  await writeConfigOfPush({ from: wide.run!, to }, rig.host);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});
