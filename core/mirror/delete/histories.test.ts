import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RULE } from '../../base/errors/rules.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { across, newRig, type Rig, toDisk, toRegistry } from '../mirror.fixture.ts';
import { execute, generate } from './delete.fixture.ts';
import type { GeneratedDelete } from './generate-delete.ts';

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
  // A site's folder contains only the archives of the last transfer, or none.
  fc.record({ does: fc.constant('send to site' as const), name }),
  fc.record({ does: fc.constant('delete at site' as const), name }),
  fc.record({ does: fc.constant('clear site' as const) }),
);

/** Each transfer replaces the archives of the one before, and the last ones are removed. */
const SITE_LOSES_ARCHIVES: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[] = [
  { does: 'send to site', name: 'both' },
  { does: 'send to site', name: 'renamed' },
  { does: 'clear site' },
];

test('after any history, a workspace knows what its catalogs consist of', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (history) => {
      const [workspace, site] = [rig.place('workspace'), rig.place('site')];
      await mkdir(site);
      const siteServer = await startRegistryServer({ storage: memoryStorage() });
      const server = await startRegistryServer({ storage: memoryStorage() });
      const { host } = server;
      const mirrored = new Set<string>();
      const atSite = new Set<string>();
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
          else if (each.does === 'clear site') await removeArchives(site);
          else if (each.does === 'send to site') {
            if (await sentTo(site, workspace, siteServer.host, files[each.name]!.mirror))
              atSite.add(each.name);
            mirrored.add(each.name);
          } else if (each.does === 'delete at site') {
            if (!atSite.has(each.name)) continue;
            const { files: lists } = await generate(rig, siteServer.host, {
              ...{ workspace: site, stateDirectory: site },
              configFile: files[each.name]!.delete,
            });
            await execute(rig, siteServer.host, lists[0]!, { stateDirectory: site });
          } else if (mirrored.has(each.name)) {
            const { files: lists } = await generate(rig, host, {
              workspace,
              configFile: files[each.name]!.delete,
            });
            await execute(rig, host, lists[0]!, { forceCacheDelete: each.forceCacheDelete });
          }
          for (const name of mirrored)
            expectKnown(await generate(rig, host, { workspace, configFile: files[name]!.delete }));
          for (const name of atSite) {
            const configFile = files[name]!.delete;
            const place = { workspace: site, stateDirectory: site };
            expectKnown(await generate(rig, siteServer.host, { ...place, configFile }));
          }
        }
      } finally {
        await server.close();
        await siteServer.close();
        await rm(site, { recursive: true, force: true });
        await rm(workspace, { recursive: true, force: true });
      }
    }),
    { numRuns: 9, examples: [[SITE_LOSES_ARCHIVES]] },
  );
});

async function carryAway(workspace: string): Promise<void> {
  const transfers = join(workspace, 'transfers');
  for (const each of await readdir(transfers).catch(() => []))
    if (/-\d{4}$/.test(each)) await rename(join(transfers, each), rig.place('carried'));
}

function expectKnown({ plan, problems }: GeneratedDelete): void {
  const rules = [...problems, ...plan.protected].flatMap(({ [RULE]: rule }) => rule?.id ?? []);
  expect(rules.filter((id) => ['content-unknown', 'catalog-unknown'].includes(id))).toEqual([]);
}

/** Sends a transfer to a site, where it replaces the archives of the one before. @returns whether it was pushed */
async function sentTo(site: string, workspace: string, host: string, configFile: string): Promise<boolean> {
  const { directory: transfer } = await toDisk(rig, workspace, configFile, { enclave: 'site' });
  if (transfer === undefined) return false;
  await removeArchives(site);
  for (const each of await readdir(transfer))
    if (ARCHIVE.test(each)) await cp(join(transfer, each), join(site, each));
  const pushing = toRegistry(rig, site, host, { configFile, stateDirectory: site, allowRemoval: true });
  return (await pushing.catch(() => undefined))?.status === 'complete';
}

const ARCHIVE = /^mirror_\d+\.tar$/;

async function removeArchives(site: string): Promise<void> {
  for (const each of await readdir(site)) if (ARCHIVE.test(each)) await rm(join(site, each));
}
