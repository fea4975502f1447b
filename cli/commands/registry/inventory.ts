import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { FileSigner } from '../../../core/content/signature/sign-detached.ts';
import type {
  InventoryEntry,
  InventoryImage,
  RegistryInventory,
} from '../../../core/mirror/inventory/inventory-file.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { bytes, localTime, table } from '../../terminal/format.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { signerOf, signOptions } from '../media/record-options.ts';
import { t } from './messages.ts';
import { inventoryAt, registryOptions } from './registry-options.ts';

/** Most images listed on a terminal. */
const MOST_NAMED = 20;
const DETAILS: ReadonlySet<InventoryEntry['kind']> = new Set(['channel', 'bundle', 'repository']);

/** `airlock registry inventory` */
export function addRegistryInventory(registry: Command): void {
  addCommand(
    registry,
    'inventory <docker://HOST[/PATH]>',
    t('inventory'),
    (command) =>
      signOptions(
        registryOptions(command)
          .option('-o, --output <file>', t('inventoryOutputOption'))
          .option('--all', t('allOption')),
        'inventory',
      ),
    async (context, options, [url]) => {
      const { terminal, signal, pause } = context;
      const { output, all = false } = options;
      const signing = typeof options.sign === 'string' || options.signCommand !== undefined;
      if (output === undefined && (signing || options.passphraseFile !== undefined))
        throw new AirlockError('usage', t('signWithoutOutput'));
      const inventory = await inventoryAt(context, url!, options);
      printInventory(terminal, inventory, all);
      let written: { files: string[]; signedBy?: unknown } | undefined;
      if (output !== undefined) {
        const { writeInventory } = await import('../../../core/mirror/inventory/inventory-file.ts');
        const { signerText } = await import('../../../core/content/signature/origin-text.ts');
        const sign = await signerFor(options);
        const made = await writeInventory(userPath(output), inventory, {
          ...{ sign, env: hostFacts().env, signal: AbortSignal.any([signal, pause]) },
        });
        terminal.print(['', t('written', { files: made.files.join(', ') })]);
        if (made.signedBy) terminal.print(t('signed', { signer: signerText(made.signedBy) }));
        written = made;
      }
      const { manifests: _manifests, blobs: _blobs, transfers, ...rest } = inventory;
      terminal.result({
        status: 'complete',
        ...rest,
        transfers: transfers.map(({ enclave, name, pushedAt }) => ({ enclave, name, pushedAt })),
        ...written,
      });
      return 0;
    },
  );
}

/** Returns the signer of the options, or else the signing key of the workspace or state folder. */
async function signerFor(options: Record<string, unknown>): Promise<FileSigner | undefined> {
  const { passphraseFile, workspace, state } = options as Record<string, string | undefined>;
  const { readPassphrase, workspaceSigningKey } = await import(
    '../../../core/content/signature/signing-keys.ts'
  );
  const { defaultConfigDirectory } = await import('../../../core/app/service/state/config-directory.ts');
  const locked = passphraseFile === undefined ? undefined : await readPassphrase(userPath(passphraseFile));
  const { sign, passphrase } = signerOf(options, locked);
  if (sign !== undefined) return sign || undefined;
  const { env, home } = hostFacts();
  const root =
    workspace === undefined
      ? state === undefined
        ? defaultStateDirectory({ env, home })
        : userPath(state)
      : userPath(directoryOf(workspace, '--workspace'));
  const unlocked = await workspaceSigningKey(root, defaultConfigDirectory({ env, home }), passphrase);
  return unlocked && { unlocked };
}

function printInventory(terminal: Terminal, inventory: RegistryInventory, all: boolean): void {
  const { registry, entries, images, blobs, manifests, bytes: size } = inventory;
  const { host, namespace } = registry;
  if (images.length === 0) {
    terminal.print(t('noContent', { registry: `${host}${namespace && `/${namespace}`}` }));
    return;
  }
  const shown = entries.filter(({ kind }) => all || !DETAILS.has(kind));
  terminal.print(
    table([
      [
        ...[t('contentColumn'), t('imagesColumn'), t('sizeColumn'), t('sharedColumn'), t('pushedColumn')],
        ...[t('neededByColumn'), t('signaturesColumn'), t('driftColumn')],
      ],
      ...shown.map((entry) => rowOf(entry, entries)),
    ]),
  );
  terminal.print([
    '',
    t('total', { images: images.length, size: bytes(size), blobs: blobs.length + manifests.length }),
  ]);
  printDrift(terminal, images);
}

function rowOf(entry: InventoryEntry, entries: readonly InventoryEntry[]): string[] {
  const { kind, name, count, pushedAt, requestedBy, transfers, verdicts, drift } = entry;
  let depth = 0;
  for (let at = entry.parent; at !== undefined; at = entries[at]!.parent) depth++;
  return [
    `${'  '.repeat(depth)}${[kindWord(kind), name].filter(Boolean).join(' ')}`,
    String(count),
    bytes(entry.bytes),
    bytes(entry.shared),
    pushedAt === undefined ? '-' : localTime(pushedAt),
    [...requestedBy, ...transfers].join(', ') || '-',
    Object.entries(verdicts)
      .map(([verdict, number]) => t('verdictCount', { count: number, verdict }))
      .join(', ') || '-',
    driftText(drift) || '-',
  ];
}

/** Returns the kind of an entry in words. Empty for groups whose name is enough. */
export function kindWord(kind: InventoryEntry['kind']): string {
  return t('kind', { kind });
}

function driftText(drift: InventoryEntry['drift']): string {
  return Object.entries(drift)
    .map(([kind, count]) => t('driftCount', { drift: kind, count }))
    .join(', ');
}

/**
 * Prints the images that differ from the push records.
 * @param recorded when an inventory file was written, whose registry wasn't read now
 */
export function printDrift(terminal: Terminal, images: readonly InventoryImage[], recorded?: string): void {
  const found = images.filter(({ drift }) => drift !== undefined);
  if (found.length === 0) {
    terminal.print(
      recorded === undefined ? t('noDrift') : t('noDriftRecorded', { time: localTime(recorded) }),
    );
    return;
  }
  terminal.print(t('drift'));
  for (const image of found.slice(0, MOST_NAMED)) terminal.print(driftLine(image));
  if (found.length > MOST_NAMED) terminal.print(t('more', { count: found.length - MOST_NAMED }));
}

function driftLine({ repository, tag, drift, digest, expected }: InventoryImage): string {
  const image = `${repository}:${tag}`;
  const values = { image, digest: digest ?? '', expected: expected.join(', ') };
  if (drift === 'missing') return t('driftMissing', values);
  if (drift === 'changed') return t('driftChanged', values);
  return drift === 'damaged' ? t('driftDamaged', values) : t('driftUnrecorded', values);
}
