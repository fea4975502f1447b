import { execFileSync } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCEPT_MANIFESTS } from '../../base/image/media-types.ts';
import { newSigner } from '../../content/signature/signature.fixture.ts';
import { dockerRegistry } from '../../registry/exchange/registry.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import { ledgerContentOf } from '../../store/workspace/ledger-content.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { across, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import { inventoryOf, selection } from './inventory.fixture.ts';
import { parseInventory, type RegistryInventory, readInventory, writeInventory } from './inventory-file.ts';
import { rebuildLedger } from './rebuild-ledger.ts';

let rig: Rig;
/** A mirror registry that is used by tests that change it. */
let server: RegistryServer;
/** A manifest of which it delivers other bytes. */
let damaged: string | undefined;
beforeAll(async () => {
  rig = await newRig({ releaseKey: 'rsa' });
});
beforeEach(async () => {
  damaged = undefined;
  const storage = memoryStorage();
  const manifest: typeof storage.manifest = async (repository, digest) => {
    const found = await storage.manifest(repository, digest);
    return found && digest === damaged ? { ...found, bytes: Buffer.from(`${found.bytes} `) } : found;
  };
  server = await startRegistryServer({ storage: { ...storage, manifest } });
  return () => server.close();
});
afterAll(() => rig[Symbol.asyncDispose]());

const quiet = { onWarning() {} };

/** Returns the content of a transfer, as the ledger records it. */
async function contentOf(workspace: string, transfer: string) {
  const index = (await readSetIndex(join(workspace, 'transfers', transfer)))!;
  const { blobs, links, files } = ledgerContentOf(index);
  const names = links.map(({ repository, tag }) => `${repository}:${tag}`);
  return { blobs: blobs.toSorted(), links: names.sort(), files: files.map(({ name }) => name).sort() };
}

async function written(inventory: RegistryInventory): Promise<string> {
  const file = rig.place('inventory.json');
  await writeInventory(file, inventory, { env: rig.host.env });
  return file;
}

function read(file: string, verifyKey?: string) {
  return readInventory(file, { verifyKey, stateDirectory: join(rig.directory, 'trust'), env: rig.host.env });
}

const entry = ({ entries }: RegistryInventory, kind: string, name?: string) =>
  entries.find((each) => each.kind === kind && (name === undefined || each.name === name))!;

test('a ledger is rebuilt from the inventory of a registry, and the next transfer carries only what is new', {
  timeout: 60_000,
}, async () => {
  await using registry = await dockerRegistry();
  const [workspace, other, fresh] = [rig.place('workspace'), rig.place('other'), rig.place('fresh')];
  await toDisk(rig, workspace, await selection(rig, { releases: 1, images: 2 }));
  await toDisk(rig, workspace, await selection(rig, { packages: ['anvil-operator'] }));
  const pushed = await toRegistry(rig, workspace, registry.host, { namespace: 'site/mirror' });
  expect(pushed).toMatchObject({ status: 'complete', exitCode: 0 });
  const inventory = await inventoryOf(rig, registry.host, { namespace: 'site/mirror' });
  expect(inventory.images.filter(({ drift }) => drift)).toEqual([]);
  expect(inventory.images).toHaveLength(pushed.images.total);
  const file = await written(inventory);
  await cp(workspace, other, { recursive: true });
  await rm(workspace, { recursive: true });

  const rebuilt = await rebuildLedger(fresh, { ...(await read(file)), file }, quiet);
  const names = ['default-0001', 'default-0002'];
  expect(rebuilt).toMatchObject({ enclave: 'default', transfers: names, lost: 0 });
  const next = await selection(rig, {
    ...{ releases: 2, packages: ['anvil-operator', 'bellows-operator'], images: 3 },
  });
  expect(await toDisk(rig, fresh, next)).toMatchObject({ exitCode: 0, transfer: 'default-0003' });
  await toDisk(rig, other, next);
  const made = await contentOf(fresh, 'default-0003');
  const layers = new Set<string>(inventory.blobs.map(({ digest }) => digest));
  expect(made.blobs.filter((digest) => layers.has(digest))).toEqual([]);
  // A workspace that still has its ledger creates the same transfer.
  expect(made).toEqual(await contentOf(other, 'default-0003'));
  const received = join(other, 'transfers/default-0003');
  await rm(received, { recursive: true });
  await cp(join(fresh, 'transfers/default-0003'), received, { recursive: true });
  expect(await toRegistry(rig, other, registry.host, { namespace: 'site/mirror' })).toMatchObject({
    exitCode: 0,
    images: { failed: 0 },
  });

  await expect(rebuildLedger(fresh, { ...(await read(file)), file }, quiet)).rejects.toMatchObject({
    code: 'ledger-exists',
  });
  await rm(join(fresh, 'transfers'), { recursive: true });
  const again = await rebuildLedger(fresh, { ...(await read(file)), file }, { ...quiet, replace: true });
  expect(again.transfers).toEqual(names);
  expect(await readFile(again.replaced!, 'utf8')).toContain('default-0003');
});

test('entries have sizes, shared bytes, configurations, transfers and verdicts', async () => {
  const workspace = rig.place('workspace');
  const file = await selection(rig, { releases: 2, packages: ['anvil-operator'], images: 1 });
  await toDisk(rig, workspace, file);
  const stateDirectory = rig.place('state');
  await toRegistry(rig, workspace, server.host, { stateDirectory });
  const inventory = await inventoryOf(rig, server.host, { stateDirectory });
  const [newest, oldest] = inventory.entries.filter(({ kind }) => kind === 'release');
  expect(newest!.shared).toBeGreaterThan(0);
  expect(newest!.bytes).toBeGreaterThan(newest!.shared);
  // Both releases together need each blob once.
  expect(inventory.bytes).toBeLessThan(
    inventory.entries.filter(({ parent }) => parent === undefined).reduce((sum, { bytes }) => sum + bytes, 0),
  );
  expect(oldest).toMatchObject({ transfers: ['default-0001'], count: 7 });
  expect(oldest!.requestedBy).toHaveLength(1);
  expect(oldest!.verdicts.verified).toBeGreaterThan(0);
  expect(Date.parse(oldest!.pushedAt!)).toBeGreaterThan(Date.now() - 60_000);
  const anvil = entry(inventory, 'package', 'anvil-operator');
  expect(inventory.entries[anvil.parent!]).toMatchObject({ kind: 'catalog' });
  expect(anvil.count).toBeGreaterThan(2);
});

test('drift: a deleted image, a moved tag, a damaged manifest, and an image that nobody recorded', async () => {
  const [workspace, fresh] = [rig.place('workspace'), rig.place('fresh')];
  await toDisk(rig, workspace, await selection(rig, { releases: 1, images: 4 }));
  const state = rig.place('state');
  await toRegistry(rig, workspace, server.host, { stateDirectory: state });
  const before = await inventoryOf(rig, server.host, { stateDirectory: state });
  const [first, second, third, fourth] = before.images.filter(({ kind }) => kind === 'generic');
  const url = ({ repository }: { repository: string }, reference: string) =>
    `http://${server.host}/v2/${repository}/manifests/${reference}`;
  const accept = { accept: ACCEPT_MANIFESTS.join(', ') };
  const manifest = await fetch(url(second!, second!.tag), { headers: accept });
  const bytes = Buffer.from(await manifest.arrayBuffer());
  const headers = { 'content-type': manifest.headers.get('content-type')! };
  await fetch(url(first!, first!.digest!), { method: 'DELETE' });
  const changed = Buffer.concat([bytes, Buffer.from(' ')]);
  await fetch(url(second!, second!.tag), { method: 'PUT', headers, body: changed });
  await fetch(url(second!, 'by-hand'), { method: 'PUT', headers, body: bytes });

  damaged = fourth!.digest;
  const inventory = await inventoryOf(rig, server.host, { stateDirectory: state });
  const found = new Map(
    inventory.images.flatMap(({ repository, tag, drift }) =>
      drift ? [[`${repository}:${tag}`, drift]] : [],
    ),
  );
  expect(found).toEqual(
    new Map([
      [`${first!.repository}:${first!.tag}`, 'missing'],
      [`${second!.repository}:${second!.tag}`, 'changed'],
      [`${second!.repository}:by-hand`, 'unrecorded'],
      [`${fourth!.repository}:${fourth!.tag}`, 'damaged'],
    ]),
  );
  expect(entry(inventory, 'unrecorded')).toMatchObject({ count: 1, drift: { unrecorded: 1 } });
  expect(entry(inventory, 'image', third!.origin)).toMatchObject({ drift: {} });

  // The next transfer after a rebuild contains the deleted image again.
  const file = await written(inventory);
  expect(await rebuildLedger(fresh, { ...(await read(file)), file }, quiet)).toMatchObject({
    lost: expect.any(Number),
  });
  await toDisk(rig, fresh, await selection(rig, { releases: 1, images: 4 }));
  const { blobs } = await contentOf(fresh, 'default-0002');
  expect(blobs).toContain(first!.digest);
  expect(blobs).not.toContain(third!.digest);
});

test('content that was pushed from registry to registry is restored without a transfer', async () => {
  const [workspace, fresh] = [rig.place('workspace'), rig.place('fresh')];
  const file = await selection(rig, { images: 2 });
  await across(rig, workspace, server.host, file);
  const stateDirectory = rig.place('state');
  const inventory = await inventoryOf(rig, server.host, { workspace, stateDirectory });
  expect(inventory.images.map(({ drift }) => drift)).toEqual([undefined, undefined]);
  expect(inventory.transfers).toEqual([]);
  // Without the records of the workspace, nobody knows these images.
  const unknown = await inventoryOf(rig, server.host, { stateDirectory });
  expect(unknown.images.map(({ drift }) => drift)).toEqual(['unrecorded', 'unrecorded']);
  const saved = await written(inventory);
  const rebuilt = await rebuildLedger(
    fresh,
    { ...(await read(saved)), file: saved },
    { ...quiet, enclave: 'lab' },
  );
  expect(rebuilt).toMatchObject({ enclave: 'lab', transfers: ['lab-0000'], lost: 0 });
  const made = await toDisk(rig, fresh, await selection(rig, { images: 3 }), { enclave: 'lab' });
  expect(made.transfer).toBe('lab-0001');
  const { blobs } = await contentOf(fresh, 'lab-0001');
  const ledger = await (await openPlanningSpace(fresh)).ledger('lab');
  expect(ledger.transfers().map(({ name }) => name)).toEqual(['lab-0000', 'lab-0001']);
  const known = new Set<string>([...inventory.blobs, ...inventory.manifests].map(({ digest }) => digest));
  expect(blobs.filter((digest) => known.has(digest))).toEqual([]);

  damaged = inventory.images[0]!.digest;
  const worn = await inventoryOf(rig, server.host, { workspace, stateDirectory });
  const after = rig.place('after');
  await rebuildLedger(after, { inventory: worn, file: saved }, { ...quiet, enclave: 'lab' });
  const partly = await (await openPlanningSpace(after)).ledger('lab');
  expect(worn.images.map(({ digest, drift }) => [drift, partly.sent(digest!)])).toEqual([
    ['damaged', false],
    [undefined, true],
  ]);
});

test('a signed inventory is accepted only with the key of its signer', async () => {
  const [signer, stranger] = await Promise.all([newSigner(), newSigner()]);
  const keyFile = async (text: string) => {
    const file = rig.place('key.asc');
    await writeFile(file, text);
    return file;
  };
  const inventory = await inventoryOf(rig, server.host, { stateDirectory: rig.place('state') });
  const file = rig.place('inventory.json');
  const key = await keyFile(signer.privateKey.armor());
  const made = await writeInventory(file, inventory, { sign: { key }, env: rig.host.env });
  expect(made.files).toEqual([file, `${file}.asc`]);
  expect(made.signedBy).toMatchObject({ by: 'key' });
  const publicKey = await keyFile(signer.armored);
  expect((await read(file, publicKey)).signedBy).toMatchObject({ by: 'key', key: publicKey });
  for (const wrong of [undefined, await keyFile(stranger.armored)])
    await expect(read(file, wrong)).rejects.toMatchObject({ code: 'inventory-unsigned' });
  // A signature that can't be made leaves the earlier inventory and its signature.
  await expect(
    writeInventory(file, { ...inventory, bytes: 1 }, { sign: { key: publicKey }, env: rig.host.env }),
  ).rejects.toMatchObject({ code: 'config-unreadable' });
  expect((await read(file, publicKey)).inventory).toEqual(inventory);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"listed":true', '"listed":false'));
  await expect(read(file, publicKey)).rejects.toMatchObject({ code: 'inventory-unsigned' });
  // A later unsigned inventory isn't checked against the signature of the earlier one.
  await writeInventory(file, inventory, { env: rig.host.env });
  expect((await read(file)).signedBy).toBeUndefined();
});

test('a damaged or forged inventory is rejected', async () => {
  const pipe = rig.place('pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(read(pipe)).rejects.toMatchObject({ code: 'inventory-invalid' });
  const workspace = rig.place('workspace');
  await toDisk(rig, workspace, await selection(rig, { images: 1 }));
  const stateDirectory = rig.place('state');
  await toRegistry(rig, workspace, server.host, { stateDirectory });
  const inventory = await inventoryOf(rig, server.host, { stateDirectory });
  const [transfer] = inventory.transfers;
  const text = (changed: object) => JSON.stringify({ ...inventory, ...changed });
  expect(parseInventory(text({}), 'x.json')).toEqual(JSON.parse(text({})));
  for (const changed of [
    { kind: 'other' },
    { images: [{ ...inventory.images[0], digest: 'sha256:1' }] },
    { entries: [{ ...inventory.entries[0], images: [99] }] },
    { entries: [{ ...inventory.entries[0], parent: 0 }] },
    { transfers: [{ ...transfer, name: '../../etc-0001' }] },
    { transfers: [{ ...transfer, number: 7 }] },
    { transfers: [transfer, transfer] },
    { transfers: [{ ...transfer, blobs: [] }] },
    { manifests: [{ ...inventory.manifests[0], blobs: [99] }] },
  ])
    expect(() => parseInventory(text(changed), 'x.json'), JSON.stringify(changed)).toThrow(
      expect.objectContaining({ code: 'inventory-invalid' }),
    );
  expect(() => parseInventory('{', 'x.json')).toThrow(expect.objectContaining({ code: 'inventory-invalid' }));
  expect(() => parseInventory(text({ format: 2 }), 'x.json')).toThrow(
    expect.objectContaining({ code: 'workspace-format' }),
  );
});
