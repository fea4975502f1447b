import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { across, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import { execute, generate } from './delete.fixture.ts';

let rig: Rig;
let directory: string;
/** Configurations and the same content as a deletion, by name. */
const files: Record<string, { mirror: string; delete: string }> = {};
beforeAll(async () => {
  rig = await newRig();
  directory = rig.place('configurations');
  await mkdir(directory);
  const catalog = rig.world.inventory.catalog.source;
  const [anvil, bellows] = [{ name: 'anvil-operator' }, { name: 'bellows-operator' }];
  for (const [name, entry] of Object.entries({
    anvil: { packages: [anvil] },
    both: { packages: [anvil, bellows] },
    bellows: { packages: [bellows] },
    renamed: { targetCatalog: 'own/index', targetTag: 'v1', packages: [bellows] },
  }))
    for (const kind of ['mirror', 'delete'] as const) {
      const path = join(directory, `${name}-${kind}.yaml`);
      files[name] = { ...files[name]!, [kind]: path };
      const content = { operators: [{ catalog, ...entry }] };
      const head = kind === 'delete' ? 'DeleteImageSetConfiguration' : 'ImageSetConfiguration';
      await writeFile(path, JSON.stringify({ kind: head, [kind]: content }));
    }
});
afterAll(() => rig[Symbol.asyncDispose]());

const name = fc.constantFrom('anvil', 'both', 'bellows', 'renamed');
const enclave = fc.constantFrom('default', 'lab');
const step = fc.oneof(
  fc.record({ does: fc.constant('to disk' as const), name, enclave, resend: fc.boolean() }),
  // As with `mirror --request`: the text of the other side, and only acknowledged content counts.
  fc.record({ does: fc.constant('request' as const), name, enclave }),
  fc.record({ does: fc.constant('push' as const) }),
  fc.record({ does: fc.constant('across' as const), name }),
  fc.record({ does: fc.constant('delete' as const), name, forceCacheDelete: fc.boolean() }),
  fc.record({ does: fc.constant('carry away' as const) }),
);

test('after any history, a workspace knows what its catalogs consist of', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (history) => {
      const workspace = rig.place('workspace');
      const server = await startRegistryServer({ storage: memoryStorage() });
      const { host } = server;
      const mirrored = new Set<string>();
      try {
        for (const each of history) {
          if (each.does === 'to disk') {
            const { resend, enclave } = each;
            await toDisk(rig, workspace, files[each.name]!.mirror, { enclave, resend });
            mirrored.add(each.name);
          } else if (each.does === 'request') {
            const path = join(airlockDirectory(workspace, 'requests'), `${each.name}.yaml`);
            await mkdir(airlockDirectory(workspace, 'requests'), { recursive: true });
            const text = JSON.stringify(
              JSON.parse(await readFile(files[each.name]!.mirror, 'utf8')),
              null,
              2,
            );
            await writeFile(path, text);
            await toDisk(rig, workspace, path, { enclave: each.enclave, arrivedOnly: true });
            mirrored.add(each.name);
          } else if (each.does === 'across') {
            await across(rig, workspace, host, files[each.name]!.mirror, { allowRemoval: true });
            mirrored.add(each.name);
          } else if (each.does === 'push')
            await toRegistry(rig, workspace, host, { allowRemoval: true }).catch(() => {});
          else if (each.does === 'carry away') await carryAway(workspace);
          else if (mirrored.has(each.name)) {
            const { files: lists } = await generate(rig, host, {
              workspace,
              configFile: files[each.name]!.delete,
            });
            await execute(rig, host, lists[0]!, { forceCacheDelete: each.forceCacheDelete });
          }
          for (const name of mirrored) {
            const { problems } = await generate(rig, host, { workspace, configFile: files[name]!.delete });
            expect(
              problems.filter(({ message }) => /no longer shows|doesn't contain|isn't in/.test(message)),
            ).toEqual([]);
          }
        }
      } finally {
        await server.close();
        await rm(workspace, { recursive: true, force: true });
      }
    }),
    { numRuns: 8 },
  );
});

async function carryAway(workspace: string): Promise<void> {
  const transfers = join(workspace, 'transfers');
  for (const each of await readdir(transfers).catch(() => []))
    if (/-\d{4}$/.test(each)) await rename(join(transfers, each), rig.place('carried'));
}
