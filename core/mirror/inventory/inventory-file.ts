import { rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { listOf } from '../../base/document/list-schema.ts';
import { notJson, parseJson } from '../../base/document/parse-json.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { unreadableReason } from '../../base/errors/system-error.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { readRegularFile } from '../../base/files/regular-file.ts';
import { type FileFormat, inCurrentFormat } from '../../base/formats/file-format.ts';
import { type Digest, isDigest } from '../../base/image/digest.ts';
import {
  checkDetachedSignature,
  type DetachedApproval,
  SIGNATURE_ENDINGS,
} from '../../content/signature/detached-signature.ts';
import type { Vouched } from '../../content/signature/origin.ts';
import { type FileSigner, signDetached } from '../../content/signature/sign-detached.ts';
import { requiredKeys, trustedKeys } from '../../content/signature/trusted-keys.ts';
import { parseTransferName } from '../../store/workspace/next-transfer.ts';
import { t } from './messages.ts';

const FORMAT = 1;
const INVENTORY = { kind: 'inventory', current: FORMAT } as const satisfies FileFormat;
const KIND = 'airlock-registry-inventory';
/** In bytes. An inventory of 100,000 images has about 150 MB. */
const LARGEST = 256 * 2 ** 20;

/** Kinds of entries: content that configurations select, images of other pushes, and images without any record. */
const ENTRY_KINDS = [
  ...(['release', 'graph', 'catalog', 'package', 'channel', 'bundle', 'image', 'chart'] as const),
  ...(['recorded', 'unrecorded', 'repository'] as const),
] as const;

/**
 * How an image differs from the records of pushes: the registry doesn't serve it, serves another digest, doesn't deliver
 * its manifest intact, or has it without a record.
 */
export const DRIFTS = ['missing', 'changed', 'damaged', 'unrecorded'] as const;
export type Drift = (typeof DRIFTS)[number];

const digest = z.custom<Digest>((value) => typeof value === 'string' && isDigest(value));
const name = z.string().max(4096);
const count = z.number().int().nonnegative();
const index = count;

const image = z.object({
  repository: name,
  tag: name,
  digest: digest.optional(),
  expected: listOf(digest),
  drift: z.enum(DRIFTS).optional(),
  kind: z.string().max(100).optional(),
  origin: name.optional(),
  bytes: count,
  pushedAt: z.string().max(100).optional(),
  verdict: z.string().max(1024).optional(),
  requestedBy: listOf(name),
  transfers: listOf(name),
});
/** An image of an inventory. `bytes`: its manifests, layers and attachments. */
export type InventoryImage = z.infer<typeof image>;

const entry = z.object({
  kind: z.enum(ENTRY_KINDS),
  name,
  part: z.string().max(4096).optional(),
  parent: index.optional(),
  images: listOf(index),
  count,
  bytes: count,
  shared: count,
  pushedAt: z.string().max(100).optional(),
  requestedBy: listOf(name),
  transfers: listOf(name),
  verdicts: z.record(z.string().max(100), count),
  drift: z.partialRecord(z.enum(DRIFTS), count),
});
/** A release, operator, chart or image of an inventory, or a group of them. */
export type InventoryEntry = z.infer<typeof entry>;

const transfer = z.object({
  enclave: name,
  name,
  number: count,
  created: z.string().max(100),
  status: z.enum(['complete', 'partial']),
  pushedAt: z.string().max(100),
  volumes: listOf(z.object({ name, sha256: z.string().regex(/^[0-9a-f]{64}$/), blobs: count, files: count })),
  blobs: listOf(digest),
  links: listOf(z.object({ repository: name, tag: name, digest, volumes: listOf(count) })),
  files: listOf(z.object({ name, digest })),
  lost: z.object({ blobs: listOf(digest), repositories: listOf(name) }).optional(),
});
/** A transfer that was pushed to the registry, as recorded in the ledger of the sending side. */
export type InventoryTransfer = z.infer<typeof transfer>;

/** An inventory file: what `registry inventory -o` writes. */
export const REGISTRY_INVENTORY = z.object({
  kind: z.literal(KIND).describe('Type of the file'),
  format: z.literal(FORMAT),
  tool: z.string().max(200).describe('Name and version of the writer'),
  created: z.string().max(100).describe('Time at which the registry was read'),
  registry: z.object({ host: name, namespace: name }).describe('The registry, and the path below it'),
  listed: z
    .boolean()
    .describe('Whether the registry listed its repositories. If not, images without a record are unknown'),
  bytes: count.describe('Bytes of all content, each blob once'),
  images: listOf(image).describe(
    'Images. `digest` is the served digest, absent if the registry has no such tag. `expected` are the digests in the records of pushes. `drift` is `missing`, `changed`, `damaged` or `unrecorded`. `bytes` counts manifests, layers and attachments. `verdict` is the signature verdict of the last push. `requestedBy` are names of configurations',
  ),
  entries: listOf(entry).describe(
    'Content by release, operator, chart and image, parents first. `parent` is the position of the parent in this list. `images` are positions in `images`, for entries without children. `count` is the number of images including children. `shared` are bytes that other entries need, too. `part` identifies the entry in deletions',
  ),
  manifests: listOf(
    z.object({ digest, size: count, children: listOf(digest), blobs: listOf(index) }),
  ).describe('Manifests, with their instances and the positions of their content in `blobs`'),
  blobs: listOf(z.object({ digest, size: count })).describe('Configurations and layers'),
  transfers: listOf(transfer).describe(
    'Transfers that were pushed from this host, with their content as in the [ledger](workspace.md#ledger). `pushedAt` is the time of the first push. `lost` is content that the registry no longer serves',
  ),
});
export type RegistryInventory = z.infer<typeof REGISTRY_INVENTORY>;

/** An inventory, and who signed its file. */
export interface ReadInventory {
  inventory: RegistryInventory;
  signedBy?: DetachedApproval;
}

/** Writes an inventory, then its signature as `FILE.asc` or `FILE.sig`. @throws AirlockError `disk`, `disk-full`, as `signDetached` */
export async function writeInventory(
  file: string,
  inventory: RegistryInventory,
  {
    sign,
    ...options
  }: { sign?: FileSigner; env: Readonly<Record<string, string | undefined>>; signal?: AbortSignal },
): Promise<{ files: string[]; signedBy?: Vouched }> {
  const content = Buffer.from(`${JSON.stringify(inventory)}\n`);
  const facts = await stat(file).catch(() => undefined);
  if (facts?.isDirectory())
    throw new AirlockError('usage', t('inventoryIsDirectory', { file }), {
      side: 'local',
      remedy: t('inventoryIsDirectoryRemedy', { file }),
    });
  try {
    // Signed first: if that fails, an earlier inventory stays with its signature.
    const signature =
      sign && (await signDetached({ file, content }, sign, { ...options, subject: 'inventory' }));
    // A signature of an earlier inventory would make this one look forged.
    for (const ending of SIGNATURE_ENDINGS) await rm(`${file}${ending}`, { force: true });
    await writeFileAtomic(file, content);
    if (!signature) return { files: [file] };
    await writeFileAtomic(`${file}${signature.ending}`, signature.content);
    return { files: [file, `${file}${signature.ending}`], signedBy: signature.by };
  } catch (error) {
    throw asAirlockError(error);
  }
}

/**
 * Reads an inventory file. Its signature is checked with `verifyKey`, or else with the keys that this user trusts for its
 * directory. A signed file without any key to check it is rejected.
 * @param options.verifyKey a file with OpenPGP public keys, or a command
 * @throws AirlockError `config-unreadable`, `inventory-invalid`, `inventory-unsigned`, `workspace-format` for another format,
 *   as `checkDetachedSignature`
 */
export async function readInventory(
  file: string,
  options: {
    verifyKey?: string;
    stateDirectory: string;
    env: Readonly<Record<string, string | undefined>>;
    signal?: AbortSignal;
  },
): Promise<ReadInventory> {
  const content = await readLimited(file);
  const signedBy = await signerOf({ file, content }, options);
  return { inventory: parseInventory(content.toString('utf8'), file), signedBy };
}

async function readLimited(file: string): Promise<Buffer> {
  try {
    const content = await readRegularFile(file, LARGEST);
    if (content === 'not-regular') throw invalid(file, t('inventoryNotFile'));
    if (content === 'too-large') throw invalid(file, t('inventoryTooLarge', { limit: LARGEST }));
    return content;
  } catch (error) {
    if (error instanceof AirlockError) throw error;
    throw new AirlockError('config-unreadable', unreadableReason(file, error as NodeJS.ErrnoException), {
      at: { file },
    });
  }
}

async function signerOf(
  signed: { file: string; content: Buffer },
  { verifyKey, stateDirectory, ...options }: Parameters<typeof readInventory>[1],
): Promise<DetachedApproval | undefined> {
  const { file } = signed;
  const unaccepted = (reason: string, cause?: unknown) =>
    new AirlockError('inventory-unsigned', t('inventoryUnsigned', { file, reason }), {
      at: { file },
      side: 'local',
      cause,
    });
  const check = (
    required: NonNullable<typeof verifyKey> | NonNullable<Awaited<ReturnType<typeof trustedKeys>>>,
  ) =>
    checkDetachedSignature(
      signed,
      { required, option: '--verify-key', subject: 'inventory', unaccepted },
      options,
    );
  const required = verifyKey ?? (await requiredKeys(stateDirectory, [file]));
  if (required !== undefined) return check(required);
  const signatures = await Promise.all(
    SIGNATURE_ENDINGS.map((ending) => stat(`${file}${ending}`).catch(() => undefined)),
  );
  if (signatures.every((facts) => facts === undefined)) return undefined;
  const trusted = await trustedKeys(stateDirectory);
  if (trusted) return check(trusted);
  throw unaccepted(t('inventoryKeyMissing'));
}

/** Returns the inventory in a text. @throws AirlockError `inventory-invalid`, `workspace-format` */
export function parseInventory(text: string, file: string): RegistryInventory {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw invalid(file, notJson(cause));
  }
  if (Object(value).kind === KIND) value = inCurrentFormat(value, file, INVENTORY);
  const parsed = REGISTRY_INVENTORY.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw invalid(file, `${issue.path.join('.')}: ${issue.message}`);
  }
  const inventory = parsed.data;
  const fault = inconsistency(inventory);
  if (fault) throw invalid(file, fault);
  return inventory;
}

/** Returns the first reference to something that the inventory doesn't contain, or a transfer with another's name. */
function inconsistency({
  images,
  entries,
  manifests,
  blobs,
  transfers,
}: RegistryInventory): string | undefined {
  const position = entries.findIndex(
    (each, at) =>
      (each.parent !== undefined && each.parent >= at) || each.images.some((one) => one >= images.length),
  );
  if (position >= 0) return t('entryInconsistent', { entry: `entries.${position}` });
  const manifest = manifests.findIndex((each) => each.blobs.some((one) => one >= blobs.length));
  if (manifest >= 0) return t('entryInconsistent', { entry: `manifests.${manifest}` });
  const names = new Set<string>();
  for (const { name: transferName, enclave, number, volumes, blobs: sent, files } of transfers) {
    const parsed = parseTransferName(transferName);
    const total = (of: 'blobs' | 'files') => volumes.reduce((sum, each) => sum + each[of], 0);
    const matches = parsed && !parsed.partial && parsed.enclave === enclave && parsed.number === number;
    if (
      !matches ||
      names.has(transferName) ||
      total('blobs') !== sent.length ||
      total('files') !== files.length
    )
      return t('entryInconsistent', { entry: `transfer ${transferName}` });
    names.add(transferName);
  }
  return undefined;
}

function invalid(file: string, reason: string): AirlockError {
  return new AirlockError('inventory-invalid', t('inventoryInvalid', { file, reason }), { at: { file } });
}
