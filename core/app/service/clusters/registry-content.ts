import { randomUUID } from 'node:crypto';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import { inspectCluster } from '../../../cluster/check/inspect.ts';
import { readInspection } from '../../../cluster/check/inspection-file.ts';
import { liveSource } from '../../../cluster/check/object-source.ts';
import { signerText } from '../../../content/signature/origin-text.ts';
import { readPassphrase, workspaceSigningKey } from '../../../content/signature/signing-keys.ts';
import type { RequestParsed } from '../../../contract/contract.ts';
import type { ContentComparison, ContentSort } from '../../../contract/topics/registry/registry-content.ts';
import { compareWithClusters } from '../../../mirror/inventory/compare-cluster.ts';
import {
  compareInventories,
  type InventoryDifference,
} from '../../../mirror/inventory/compare-inventories.ts';
import {
  type InventoryImage,
  type RegistryInventory,
  readInventory,
  writeInventory,
} from '../../../mirror/inventory/inventory-file.ts';
import { rebuildLedger } from '../../../mirror/inventory/rebuild-ledger.ts';
import { type InventoryControl, takeInventory } from '../../../mirror/inventory/take-inventory.ts';
import { defaultStateDirectory } from '../../../mirror/run/state-directory.ts';
import { parseDestination } from '../../../mirror/run/workflow.ts';
import { placeOf } from '../runs/run-request.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import { requireUnchanged } from '../state/saved-file.ts';
import type { ServiceState } from '../state/state.ts';
import { docker, RETRY } from './deletion-runs.ts';
import { t } from './messages.ts';
import { clusterReach } from './reach.ts';

/** Each reading contains the manifests of a registry, and a page shows only one. */
const MOST_SESSIONS = 2;
/** Most images that a comparison lists. */
const MOST_LISTED = 500;

interface Reading {
  inventory: RegistryInventory;
  /** The folder whose signing key signs exports. */
  root: string;
  requested: Omit<RequestParsed<'registryContent.read'>, 'ticket'>;
}

/** Returns the handlers of `registryContent.*`: list, compare and export the content of a registry. */
export function registryContentHandlers(
  state: Pick<ServiceState, 'jobs' | 'host' | 'hostAt' | 'hostFor'> & {
    options: Pick<ServiceState['options'], 'configDirectory'>;
  },
): HandlersOf<'registryContent'> {
  const readings = new Map<string, Reading>();
  const reach = clusterReach(state);

  /** @throws AirlockError `not-found` */
  const readingOf = (name: string): Reading => {
    const found = readings.get(name);
    if (found) return found;
    throw new AirlockError('not-found', t('sessionExpired'), {
      side: 'local',
      remedy: t('sessionExpiredRemedy'),
    });
  };
  return {
    async 'registryContent.read'({ ticket, ...requested }, { signal }) {
      const { inventory, root, problems } = await readContent(state, requested, ticket, signal);
      const name = randomUUID();
      readings.set(name, { inventory, root, requested });
      for (const oldest of readings.keys()) if (readings.size > MOST_SESSIONS) readings.delete(oldest);
      const { created, listed, bytes, images, entries, transfers } = inventory;
      const drift: Partial<Record<NonNullable<InventoryImage['drift']>, number>> = {};
      for (const { drift: found } of images) if (found) drift[found] = (drift[found] ?? 0) + 1;
      return {
        ...{ session: name, created, listed, images: images.length, bytes, drift, problems },
        entries: entries.map(({ images: _images, ...entry }) => entry),
        transfers: transfers.map(({ enclave, name: transfer }) => ({ enclave, name: transfer })),
      };
    },
    async 'registryContent.images'({ session, offset, limit, ...filters }) {
      const found = matchingImages(readingOf(session).inventory, filters);
      return { matching: found.length, rows: found.slice(offset, offset + limit) };
    },
    async 'registryContent.compare'({ session, ticket, with: other }, { signal }) {
      const { inventory, requested } = readingOf(session);
      if (other.kind === 'registry') {
        const { workspace, stateDirectory } = requested;
        const second = await readContent(state, { ...other, workspace, stateDirectory }, ticket, signal);
        return registryComparison(inventory, second.inventory);
      }
      using _ = state.jobs.request(ticket, { phase: 'collect', unit: 'checks' });
      if (other.kind === 'inventory') {
        const saved = await readInventory(absolutePath(other.file, 'file'), {
          verifyKey: optionalPath(other.verifyKey, 'verifyKey'),
          stateDirectory: defaultStateDirectory(state.host),
          ...{ env: state.host.env, signal },
        });
        // What changed since the inventory was saved.
        return registryComparison(saved.inventory, inventory);
      }
      if (other.kind === 'inspection') {
        const facts = await readInspection(absolutePath(other.file, 'file'));
        return { kind: 'cluster', ...compareWithClusters(inventory, [facts]) };
      }
      await using cluster = await reach.connect(other, signal);
      const { facts } = await inspectCluster(await liveSource(cluster, signal), { signal });
      return { kind: 'cluster', ...compareWithClusters(inventory, [facts]) };
    },
    async 'registryContent.export'({ session, file, signKey, passphraseFile }, { signal }) {
      const { inventory, root } = readingOf(session);
      const passphrase =
        passphraseFile === undefined
          ? undefined
          : await readPassphrase(absolutePath(passphraseFile, 'passphraseFile'));
      const unlocked =
        signKey === undefined
          ? await workspaceSigningKey(root, state.options.configDirectory, passphrase)
          : undefined;
      const sign =
        signKey === undefined
          ? unlocked && { unlocked }
          : { key: absolutePath(signKey, 'signKey'), passphrase };
      const to = absolutePath(file, 'file');
      await requireUnchanged(to, undefined);
      const { files, signedBy } = await writeInventory(to, inventory, {
        ...{ sign, env: state.host.env, signal },
      });
      return { files, signer: signedBy && signerText(signedBy) };
    },
    async 'registryContent.rebuild'({ workspace, file, enclave, verifyKey, replace }, { signal }) {
      const directory = absolutePath(workspace, 'workspace');
      const from = absolutePath(file, 'file');
      const { inventory, signedBy } = await readInventory(from, {
        verifyKey: optionalPath(verifyKey, 'verifyKey'),
        stateDirectory: defaultStateDirectory(state.host),
        ...{ env: state.host.env, signal },
      });
      const problems: Problem[] = [];
      const onWarning = (problem: Problem) => problems.push(problem);
      const rebuilt = await rebuildLedger(
        directory,
        { inventory, file: from },
        { enclave, replace, onWarning },
      );
      return { ...rebuilt, problems, signer: signedBy && signerText(signedBy) };
    },
  };
}

/** Reads the content of a registry. @returns also the folder whose signing key signs exports */
async function readContent(
  state: Pick<ServiceState, 'jobs' | 'hostFor'>,
  { workspace, stateDirectory, destination: url, destinationTlsVerify }: Reading['requested'],
  ticket: string,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof takeInventory>> & { root: string }> {
  const destination = parseDestination(docker(url));
  const folders = {
    workspace: optionalPath(workspace, 'workspace'),
    stateDirectory: optionalPath(stateDirectory, 'stateDirectory'),
  };
  const host = state.hostFor(folders.workspace, folders.stateDirectory, destination.host);
  using report = state.jobs.request(ticket, { phase: 'collect', unit: 'checks' });
  const control: InventoryControl = {
    signal,
    emit(event) {
      if (event.type === 'phase') report(0, undefined, { phase: event.phase, detail: event.detail });
    },
    onProgress: (done, total) => report(done, total),
  };
  const request = { ...RETRY, ...folders, destination, destinationTlsVerify };
  const taken = await takeInventory(request, host, control);
  const root = folders.workspace ?? folders.stateDirectory ?? defaultStateDirectory(host);
  return { ...taken, root };
}

/** Returns the images of filters, sorted. Images without a time are last. */
function matchingImages(
  { images, entries }: RegistryInventory,
  {
    entry,
    drifted,
    search,
    sort,
    descending,
  }: {
    entry?: number | undefined;
    drifted: boolean;
    search?: string | undefined;
    sort: ContentSort;
    descending: boolean;
  },
): InventoryImage[] {
  const below = entry === undefined ? undefined : positionsBelow(entries, entry);
  const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = images.filter((image, position) => {
    if ((below && !below.has(position)) || (drifted && image.drift === undefined)) return false;
    const text = `${image.repository}:${image.tag} ${image.origin ?? ''} ${image.digest ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (sort === 'bytes') found.sort((a, b) => a.bytes - b.bytes);
  if (sort === 'pushedAt') found.sort((a, b) => ((a.pushedAt ?? '') < (b.pushedAt ?? '') ? -1 : 1));
  return descending ? found.reverse() : found;
}

function positionsBelow(entries: RegistryInventory['entries'], top: number): Set<number> {
  const inside = new Set([top]);
  const positions = new Set<number>();
  for (const [position, { parent, images }] of entries.entries()) {
    if (parent !== undefined && inside.has(parent)) inside.add(position);
    if (inside.has(position)) for (const image of images) positions.add(image);
  }
  return positions;
}

function registryComparison(first: RegistryInventory, second: RegistryInventory): ContentComparison {
  const { same, onlyFirst, onlySecond, changed } = compareInventories(first, second);
  const at = ({ registry, created }: RegistryInventory) => ({ registry: placeOf(registry), created });
  const listed = (images: InventoryDifference[]) => ({
    total: images.length,
    images: images.slice(0, MOST_LISTED),
  });
  return {
    ...{ kind: 'registry', first: at(first), second: at(second), same },
    ...{ onlyFirst: listed(onlyFirst), onlySecond: listed(onlySecond), changed: listed(changed) },
  };
}
