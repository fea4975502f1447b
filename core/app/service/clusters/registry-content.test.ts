import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPracticeCluster } from '../../../cluster/client/cluster.fixture.ts';
import {
  CONTRACT,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../../contract/contract.ts';
import { selection } from '../../../mirror/inventory/inventory.fixture.ts';
import { toDisk, toRegistry } from '../../../mirror/mirror.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../../registry/server/start.ts';
import { memoryStorage } from '../../../registry/server/storage/memory-storage.ts';
import { newRunsRig, type RunsRig } from '../runs/runs.fixture.ts';
import type { Handler, HandlersOf } from '../state/handlers.ts';
import { registryContentHandlers } from './registry-content.ts';

let rig: RunsRig;
let server: RegistryServer;
let other: RegistryServer;
let handlers: HandlersOf<'registryContent'>;
let stateDirectory: string;
beforeAll(async () => {
  rig = await newRunsRig();
  const { host, directory } = rig.rig;
  [server, other] = (await Promise.all(
    [1, 2].map(() => startRegistryServer({ storage: memoryStorage() })),
  )) as [RegistryServer, RegistryServer];
  const workspace = rig.rig.place('workspace');
  const file = await selection(rig.rig, { packages: ['anvil-operator'], images: 3 });
  await toDisk(rig.rig, workspace, file);
  stateDirectory = join(directory, 'state');
  await toRegistry(rig.rig, workspace, server.host);
  handlers = registryContentHandlers({
    ...{ jobs: rig.jobs, host, hostFor: () => host, hostAt: () => host },
    options: { configDirectory: join(directory, 'config') },
  });
});
afterAll(async () => {
  await server.close();
  await other.close();
  await rig[Symbol.asyncDispose]();
});

async function request<N extends keyof HandlersOf<'registryContent'> & RequestName>(
  name: N,
  input: RequestInput<N>,
  signal = new AbortController().signal,
): Promise<RequestOutput<N>> {
  const { input: given, output } = CONTRACT[name];
  const handler = handlers[name] as unknown as Handler<N>;
  const parsed = given.parse(input) as Parameters<typeof handler>[0];
  return output.parse(await handler(parsed, { signal })) as RequestOutput<N>;
}

const reading = () => ({
  ...{ ticket: crypto.randomUUID(), destination: server.host, destinationTlsVerify: false, stateDirectory },
});

test('a registry is read once, and its images are filtered, sorted and paged', async () => {
  const { session, entries, images, drift } = await request('registryContent.read', reading());
  expect(drift).toEqual({});
  const all = await request('registryContent.images', { session, limit: 1000 });
  expect(all).toMatchObject({ matching: images });
  const package_ = entries.findIndex(({ kind }) => kind === 'package');
  const inside = await request('registryContent.images', { session, entry: package_ });
  expect(inside.matching).toBe(entries[package_]!.count);
  expect(inside.matching).toBeLessThan(images);
  const sorted = await request('registryContent.images', { session, sort: 'bytes', descending: true });
  const sizes = sorted.rows.map(({ bytes }) => bytes);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect((await request('registryContent.images', { session, offset: 2, limit: 2 })).rows).toEqual(
    all.rows.slice(2, 4),
  );
  const found = await request('registryContent.images', { session, search: 'DOCKER v1' });
  expect(found.rows.map(({ repository }) => repository)).toEqual(['practice/docker']);
  expect(await request('registryContent.images', { session, drifted: true })).toMatchObject({ matching: 0 });
  await expect(request('registryContent.images', { session: 'gone' })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a reading is compared, exported, and restores a ledger', async () => {
  const { session } = await request('registryContent.read', reading());
  const file = rig.rig.place('inventory.json');
  expect(await request('registryContent.export', { session, file })).toEqual({ files: [file] });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ kind: 'airlock-registry-inventory' });
  const compare = (other: RequestInput<'registryContent.compare'>['with']) =>
    request('registryContent.compare', { session, ticket: crypto.randomUUID(), with: other });
  expect(await compare({ kind: 'inventory', file })).toMatchObject({ changed: { total: 0 } });
  const registry = { kind: 'registry' as const, destination: other.host, destinationTlsVerify: false };
  const compared = await compare(registry);
  expect(compared).toMatchObject({ kind: 'registry', same: 0, onlySecond: { total: 0 } });
  await using cluster = await startPracticeCluster({ openShiftVersion: '4.16.1' });
  const kubeconfig = await cluster.kubeconfig();
  expect(await compare({ kind: 'cluster', kubeconfig, context: 'lab' })).toMatchObject({
    kind: 'cluster',
    missing: [{ kind: 'release', name: '4.16.1' }],
  });

  const workspace = rig.rig.place('fresh');
  const rebuild = { workspace, file };
  expect(await request('registryContent.rebuild', rebuild)).toMatchObject({
    ...{ enclave: 'default', transfers: ['default-0001'], lost: 0 },
  });
  await expect(request('registryContent.rebuild', rebuild)).rejects.toMatchObject({ code: 'ledger-exists' });
});

test('reading can be canceled', async () => {
  const abort = new AbortController();
  const pending = request('registryContent.read', reading(), abort.signal);
  abort.abort();
  await expect(pending).rejects.toThrow();
});
