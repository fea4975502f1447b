import { constants, copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { makeDirectory, syncDirectory } from '../../base/files/atomic-file.ts';
import type { Digest } from '../../base/image/digest.ts';
import { openLedger } from '../../store/workspace/ledger.ts';
import { openWorkspace } from '../../store/workspace/workspace.ts';
import type { InventoryTransfer, RegistryInventory } from './inventory-file.ts';
import { t } from './messages.ts';

/** A restored ledger. */
export interface RebuiltLedger {
  enclave: string;
  /** Names of the restored transfers, oldest first. */
  transfers: string[];
  /** Number of blobs and manifests that count as sent. */
  sent: number;
  /** Number of blobs and manifests that the registry no longer serves, so that the next transfer can contain them. */
  lost: number;
  /** Copy of the ledger that was replaced. */
  replaced?: string;
}

/**
 * Restores the ledger of an enclave from an inventory of its registry, in a new or existing workspace. The next transfer then
 * contains only what the registry doesn't have.
 * @param options.enclave default: the only one in the inventory
 * @param options.replace replaces an existing ledger, of which a copy is saved
 * @throws AirlockError `usage`, `inventory-invalid` without content for the enclave, `ledger-exists`, as `openWorkspace`
 */
export async function rebuildLedger(
  directory: string,
  { inventory, file }: { inventory: RegistryInventory; file: string },
  options: { enclave?: string; replace?: boolean; onWarning(problem: Problem): void },
): Promise<RebuiltLedger> {
  const enclave = options.enclave ?? onlyEnclave(inventory, file);
  const transfers = transfersFor(inventory, enclave, file);
  const workspace = await openWorkspace(directory, { create: true, onWarning: options.onWarning });
  try {
    const before = (await workspace.ledger(enclave)).transfers().length;
    if (before > 0 && !options.replace)
      throw new AirlockError('ledger-exists', t('ledgerExists', { directory, enclave, count: before }), {
        side: 'local',
      });
    await makeDirectory(join(directory, 'transfers'));
    const path = airlockDirectory(directory, 'enclaves', enclave, 'ledger.jsonl');
    const replaced = before > 0 ? `${path}.${Date.now()}` : undefined;
    // Complete before it replaces the old one: a ledger without its answers would claim content that was lost.
    const building = `${path}.building`;
    await makeDirectory(dirname(path));
    await rm(building, { force: true });
    const ledger = await openLedger(building, enclave);
    for (const { name, number, created, status, volumes, blobs, links, files } of transfers)
      await ledger.record({ name, number, created, status, volumes }, { blobs, links, files });
    for (const { name, pushedAt, volumes, lost } of transfers)
      await ledger.noteAnswer({
        transfer: name,
        at: pushedAt,
        missing: lost ? volumes.map((_, i) => i + 1) : [],
        missingContent: lost && { volumes: [], files: [], ...lost },
      });
    if (replaced) await copyFile(path, replaced, constants.COPYFILE_EXCL);
    await rename(building, path);
    await syncDirectory(dirname(path));
    const all = new Set(transfers.flatMap(({ blobs }) => blobs));
    const sent = [...all].filter((digest) => ledger.sent(digest)).length;
    return { enclave, transfers: transfers.map(({ name }) => name), sent, lost: all.size - sent, replaced };
  } catch (error) {
    throw asAirlockError(error);
  } finally {
    await workspace.close();
  }
}

function onlyEnclave({ transfers }: RegistryInventory, file: string): string {
  const enclaves = [...new Set(transfers.map(({ enclave }) => enclave))];
  if (enclaves.length > 1)
    throw new AirlockError('usage', t('enclaveAmbiguous', { file, enclaves: enclaves.join(', ') }), {
      remedy: t('enclaveAmbiguousRemedy'),
    });
  return enclaves[0] ?? 'default';
}

/**
 * Returns the transfers to an enclave. Without any, such as after pushes from registry to registry, the content of the
 * registry is recorded as one transfer with number 0.
 */
function transfersFor(
  { created, registry, images, manifests, blobs, transfers }: RegistryInventory,
  enclave: string,
  file: string,
): InventoryTransfer[] {
  const own = transfers.filter((each) => each.enclave === enclave);
  if (own.length > 0) return own.toSorted((a, b) => a.number - b.number);
  if (transfers.length > 0) {
    const enclaves = [...new Set(transfers.map((each) => each.enclave))].join(', ');
    throw new AirlockError('usage', t('inventoryOfOtherEnclave', { file, enclave, enclaves }));
  }
  const served = images.filter(({ drift }) => drift !== 'missing' && drift !== 'damaged');
  const content = contentOf(served, manifests, blobs);
  if (content.length === 0)
    throw new AirlockError('inventory-invalid', t('inventoryWithoutTransfers', { file, enclave }));
  const name = `${enclave}-0000`;
  const volume = { name: 'registry', sha256: '0'.repeat(64), blobs: content.length, files: 0 };
  const prefix = registry.namespace && `${registry.namespace}/`;
  const links = served.flatMap(({ repository, tag, digest }) =>
    digest === undefined ? [] : [{ repository: repository.slice(prefix.length), tag, digest, volumes: [1] }],
  );
  return [
    {
      ...{ enclave, name, number: 0, created, status: 'complete', pushedAt: created },
      ...{ volumes: [volume], blobs: content, links, files: [] },
    },
  ];
}

/** Returns the manifests and blobs of images, so that content of damaged images is transferred again. */
function contentOf(
  images: RegistryInventory['images'],
  manifests: RegistryInventory['manifests'],
  blobs: RegistryInventory['blobs'],
): Digest[] {
  const byDigest = new Map(manifests.map((manifest) => [manifest.digest, manifest]));
  const found = new Set<Digest>();
  const waiting = images.flatMap(({ digest }) => digest ?? []);
  for (let digest = waiting.pop(); digest !== undefined; digest = waiting.pop()) {
    const manifest = byDigest.get(digest);
    if (!manifest || found.has(digest)) continue;
    found.add(digest);
    waiting.push(...manifest.children);
    for (const position of manifest.blobs) {
      const blob = blobs[position];
      if (blob) found.add(blob.digest);
    }
  }
  return [...found];
}
