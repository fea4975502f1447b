import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPracticeCluster } from '../../../core/cluster/client/cluster.fixture.ts';
import { selection } from '../../../core/mirror/inventory/inventory.fixture.ts';
import { newRig, type Rig, toDisk, toRegistry } from '../../../core/mirror/mirror.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../core/registry/server/start.ts';
import { memoryStorage } from '../../../core/registry/server/storage/memory-storage.ts';
import { inProcess } from '../../in-process.fixture.ts';

let rig: Rig;
let server: RegistryServer;
let other: RegistryServer;
let options: string[];
let workspace: string;
beforeAll(async () => {
  rig = await newRig({ releaseKey: 'rsa' });
  server = await startRegistryServer({ storage: memoryStorage() });
  other = await startRegistryServer({ storage: memoryStorage() });
  workspace = rig.place('workspace');
  await toDisk(
    rig,
    workspace,
    await selection(rig, { releases: 2, packages: ['anvil-operator'], images: 2 }),
  );
  await toRegistry(rig, workspace, server.host);
  options = ['--state', join(rig.directory, 'state'), '--dest-tls-verify=false'];
});
afterAll(async () => {
  await server.close();
  await other.close();
  await rig[Symbol.asyncDispose]();
});

const url = () => `docker://${server.host}`;

test('an inventory lists the content, and rebuilds a ledger that a lost workspace had', async () => {
  const file = rig.place('inventory.json');
  const text = await inProcess(rig, ['registry', 'inventory', url(), ...options], []);
  expect(text.code).toBe(0);
  expect(text.stdout).toMatch(/^release 4\.16\.1-x86_64 +7 /m);
  expect(text.stdout).toMatch(/^ {2}operator anvil-operator/m);
  expect(text.stdout).not.toContain('bundle');
  expect(text.stdout).toContain('No drift');
  // Phases of a push would be wrong here.
  expect(text.stderr).not.toMatch(/Collecting|Probing/);
  expect(await inProcess(rig, ['registry', 'inventory', url(), '-o', '/', ...options])).toMatchObject({
    code: 1,
    result: { code: 'usage', message: expect.stringContaining('is a directory') },
  });
  const made = await inProcess(rig, ['registry', 'inventory', url(), '-o', file, ...options]);
  expect(made).toMatchObject({ code: 0, result: { status: 'complete', files: [file] } });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ kind: 'airlock-registry-inventory' });

  const fresh = rig.place('fresh');
  const rebuild = ['transfers', 'rebuild', '--from', file, `file://${fresh}`];
  const rebuilt = await inProcess(rig, rebuild, []);
  expect(rebuilt.stderr).toContain("isn't signed");
  expect(rebuilt.stdout).toContain('Restored 1 transfer for enclave default, up to default-0001.');
  const list = await inProcess(rig, ['transfers', 'list', `file://${fresh}`], []);
  expect(list.stdout).toMatch(/^default-0001 +moved +acknowledged +complete/m);
  expect(await inProcess(rig, rebuild)).toMatchObject({ code: 1, result: { code: 'ledger-exists' } });
  expect(await inProcess(rig, [...rebuild, '--replace'])).toMatchObject({ code: 0 });
  expect(await inProcess(rig, [...rebuild, '--for', 'lab'])).toMatchObject({
    code: 1,
    result: { message: expect.stringContaining('default') },
  });
});

test('a signed inventory needs the public key', async () => {
  const home = join(rig.directory, 'state');
  await inProcess(rig, ['keys', 'create', '--name', 'Site team', `file://${home}`]);
  const file = rig.place('signed.json');
  const made = await inProcess(rig, ['registry', 'inventory', url(), '-o', file, ...options]);
  expect(made.result).toMatchObject({ files: [file, `${file}.asc`], signedBy: { by: 'key' } });
  const rebuild = ['transfers', 'rebuild', '--from', file, `file://${rig.place('fresh')}`];
  expect(await inProcess(rig, rebuild)).toMatchObject({ result: { code: 'inventory-unsigned' } });
  const key = join(
    home,
    '.airlock',
    `signing-key-${String((made.result!.signedBy as { fingerprint: string }).fingerprint).slice(-16)}.asc`,
  );
  expect(await inProcess(rig, [...rebuild, '--verify-key', key])).toMatchObject({ code: 0 });
  await rm(join(home, '.airlock', 'signing-keys.json'));
});

test('a registry is compared with its records, a saved inventory, another registry and a cluster', async () => {
  const saved = rig.place('saved.json');
  await inProcess(rig, ['registry', 'inventory', url(), '-o', saved, ...options]);
  const compare = (...words: string[]) =>
    inProcess(rig, ['registry', 'compare', url(), ...words, ...options]);
  expect(await compare()).toMatchObject({ code: 0, result: { status: 'same' } });
  expect(await compare(saved)).toMatchObject({ code: 0, result: { status: 'same', changed: [] } });
  // The file alone says nothing about the registry now.
  const alone = await inProcess(rig, ['registry', 'compare', saved], []);
  expect(alone.stdout).toMatch(/^The inventory of .* has no drift\. The registry was not contacted\.$/m);
  // Without records, all content would seem to differ.
  for (const option of ['--state', '--workspace'])
    expect(
      await inProcess(rig, ['registry', 'compare', url(), option, `file://${rig.place('typo')}`]),
    ).toMatchObject({ code: 1, result: { code: 'usage', message: expect.stringContaining('typo') } });
  const elsewhere = await compare(`docker://${other.host}`);
  expect(elsewhere).toMatchObject({ code: 2, result: { status: 'different', onlySecond: [] } });
  expect((elsewhere.result!.onlyFirst as unknown[]).length).toBeGreaterThan(10);

  await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
  const kubeconfig = await cluster.kubeconfig();
  const withCluster = await compare('--kubeconfig', kubeconfig, '--context', 'lab');
  expect(withCluster).toMatchObject({ code: 0, result: { status: 'same', missing: [] } });
  // The cluster has no operators, and an older release than the newest one.
  const unused = withCluster.result!.unused as { kind: string; name: string }[];
  expect(unused.map(({ kind }) => kind)).toEqual(['bundle', 'bundle']);
  expect(await compare(saved, '--kubeconfig', kubeconfig)).toMatchObject({ code: 1 });

  const inventory = JSON.parse(await readFile(saved, 'utf8'));
  const image = inventory.images.find(({ kind }: { kind: string }) => kind === 'generic');
  await fetch(`http://${server.host}/v2/${image.repository}/manifests/${image.digest}`, { method: 'DELETE' });
  expect(await compare()).toMatchObject({
    code: 2,
    result: { drift: [{ drift: 'missing', tag: image.tag }] },
  });
  expect(await compare(saved)).toMatchObject({ code: 2, result: { onlySecond: [{ second: image.digest }] } });
  const text = await inProcess(rig, ['registry', 'compare', url(), saved, ...options], []);
  expect(text.stdout).toMatch(/1 image is only in .*\n {2}practice\/docker:v1/);
});
