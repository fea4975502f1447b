import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ClusterFacts } from '../../../core/cluster/check/cluster-facts.ts';
import type { ClusterComparison } from '../../../core/mirror/inventory/compare-cluster.ts';
import type {
  InventoryComparison,
  InventoryDifference,
} from '../../../core/mirror/inventory/compare-inventories.ts';
import type { RegistryInventory } from '../../../core/mirror/inventory/inventory-file.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { bytes, localTime } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { each, userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { keyOrCommand } from '../media/record-options.ts';
import { kindWord, printDrift } from './inventory.ts';
import { t } from './messages.ts';
import { inventoryAt, registryOptions } from './registry-options.ts';

/** Most images listed on a terminal. */
const MOST_NAMED = 20;
const DIFFERENT = 2;

/** `airlock registry compare` */
export function addRegistryCompare(registry: Command): void {
  addCommand(
    registry,
    'compare <registry> [other]',
    t('compare'),
    (command) =>
      registryOptions(command)
        .option('--verify-key <keyfile>', t('compareVerifyKeyOption'))
        .option('--cluster <file>', t('clusterOption'), each)
        .option('--kubeconfig <file>', t('kubeconfigOption'))
        .option('--context <name>', t('contextOption')),
    async (context, options, [first, second]) => {
      const { terminal } = context;
      const { cluster = [], kubeconfig } = options;
      const hasCluster = cluster.length > 0 || kubeconfig !== undefined;
      if (second !== undefined && hasCluster) throw new AirlockError('usage', t('compareConflict'));
      const inventory = await inventoryFrom(context, first!, options);
      if (second !== undefined) {
        const other = await inventoryFrom(context, second, options);
        return compareTwo(terminal, inventory, other);
      }
      if (hasCluster) return compareClusters(terminal, inventory, await clustersOf(context, options));
      const isFile = !first!.startsWith('docker://');
      printDrift(terminal, inventory.images, isFile ? inventory.created : undefined);
      const drift = inventory.images.filter((image) => image.drift !== undefined);
      terminal.result({ status: drift.length > 0 ? 'different' : 'same', drift });
      return drift.length > 0 ? DIFFERENT : 0;
    },
  );
}

/** Returns the inventory of a registry, or of a file. */
async function inventoryFrom(
  context: CommandContext,
  place: string,
  options: Record<string, unknown>,
): Promise<RegistryInventory> {
  if (place.startsWith('docker://')) return inventoryAt(context, place, options);
  const { verifyKey } = options as { verifyKey?: string };
  const { env, home } = hostFacts();
  const { readInventory } = await import('../../../core/mirror/inventory/inventory-file.ts');
  const { inventory } = await readInventory(userPath(place), {
    verifyKey: verifyKey === undefined ? undefined : keyOrCommand(verifyKey),
    stateDirectory: defaultStateDirectory({ env, home }),
    env,
    signal: AbortSignal.any([context.signal, context.pause]),
  });
  return inventory;
}

async function clustersOf(
  context: CommandContext,
  options: Record<string, unknown>,
): Promise<ClusterFacts[]> {
  const { cluster = [], kubeconfig } = options as { cluster?: string[]; kubeconfig?: string };
  const { readInspection } = await import('../../../core/cluster/check/inspection-file.ts');
  const facts = await Promise.all(cluster.map((file) => readInspection(userPath(file))));
  if (kubeconfig === undefined) return facts;
  const { inspected } = await import('../cluster/inspected.ts');
  return [...facts, (await inspected(context, options)).facts];
}

function compareTwo(
  terminal: Terminal,
  first: RegistryInventory,
  second: RegistryInventory,
): Promise<number> {
  return import('../../../core/mirror/inventory/compare-inventories.ts').then(({ compareInventories }) => {
    const compared = compareInventories(first, second);
    const { onlyFirst, onlySecond, changed, same } = compared;
    terminal.print(t('same', { count: same }));
    printDifferences(terminal, compared, [placeText(first), placeText(second)]);
    const differs = onlyFirst.length + onlySecond.length + changed.length > 0;
    terminal.result({
      status: differs ? 'different' : 'same',
      first: { registry: first.registry, created: first.created },
      second: { registry: second.registry, created: second.created },
      ...compared,
    });
    return differs ? DIFFERENT : 0;
  });
}

function placeText({ registry: { host, namespace }, created }: RegistryInventory): string {
  return t('place', { host, path: namespace && `/${namespace}`, time: localTime(created) });
}

function printDifferences(
  terminal: Terminal,
  { onlyFirst, onlySecond, changed }: InventoryComparison,
  [first, second]: [string, string],
): void {
  const list = (
    title: string,
    images: readonly InventoryDifference[],
    line: (image: InventoryDifference) => string,
  ) => {
    if (images.length === 0) return;
    terminal.print(['', title, ...images.slice(0, MOST_NAMED).map(line)]);
    if (images.length > MOST_NAMED) terminal.print(t('more', { count: images.length - MOST_NAMED }));
  };
  const named = ({ image }: InventoryDifference) => t('listedImage', { image });
  list(t('onlyFirst', { count: onlyFirst.length, place: first }), onlyFirst, named);
  list(t('onlySecond', { count: onlySecond.length, place: second }), onlySecond, named);
  list(
    t('changed', { count: changed.length }),
    changed,
    ({ image, first: before = '', second: after = '' }) =>
      t('changedImage', { image, first: before, second: after }),
  );
}

async function compareClusters(
  terminal: Terminal,
  inventory: RegistryInventory,
  clusters: readonly ClusterFacts[],
): Promise<number> {
  const { compareWithClusters } = await import('../../../core/mirror/inventory/compare-cluster.ts');
  const compared = compareWithClusters(inventory, clusters);
  printClusters(terminal, compared);
  const isMissing = compared.missing.length > 0;
  terminal.result({ status: isMissing ? 'different' : 'same', ...compared });
  return isMissing ? DIFFERENT : 0;
}

function printClusters(terminal: Terminal, { missing, unused, unread }: ClusterComparison): void {
  for (const part of unread) terminal.say('warning', t('clusterUnread', part));
  if (missing.length === 0) terminal.print(t('clusterComplete'));
  else {
    terminal.print(t('clusterMissing'));
    for (const { images, ...gap } of missing)
      terminal.print(t('clusterGap', { ...gap, images: images.length, names: images.join(', ') }));
  }
  if (unused.length === 0) return;
  const own = unused.reduce((sum, entry) => sum + entry.bytes - entry.shared, 0);
  terminal.print(['', t('clusterUnused', { size: bytes(own) })]);
  for (const { kind, name, bytes: size } of unused.slice(0, MOST_NAMED))
    terminal.print(t('unusedEntry', { kind: kindWord(kind), name, size: bytes(size) }));
  if (unused.length > MOST_NAMED) terminal.print(t('more', { count: unused.length - MOST_NAMED }));
}
