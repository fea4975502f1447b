import { asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import { receivedLedgers } from '../copy/received-transfers.ts';
import {
  type DeleteNetwork,
  everythingKnown,
  openDeleteSession,
  savedConfigurations,
} from '../delete/generate-delete.ts';
import { type AskingConfiguration, type NeededImage, nameAt } from '../delete/plan/plan.ts';
import { readRegistry } from '../delete/plan/read-registry.ts';
import {
  contentBelow,
  manifestsBelow,
  type RegistryPicture,
  subjectOfTag,
} from '../delete/plan/registry-picture.ts';
import { openWorkspaceView } from '../delete/plan/workspace-view.ts';
import type { HostFacts } from '../run/request.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import type { Destination } from '../run/workflow.ts';
import { inventoryEntries } from './entries.ts';
import type { Drift, InventoryImage, RegistryInventory } from './inventory-file.ts';
import { t } from './messages.ts';
import { type PushRecord, pushRecords } from './push-records.ts';
import { inventoryTransfers, transfersByName } from './transfers.ts';

/** The request of `registry inventory`, with absolute paths. */
export interface InventoryRequest extends DeleteNetwork {
  destination: Destination;
  /** Workspace of mirror to mirror runs, or folder with transfers, in addition to the state folder. */
  workspace?: string;
  /** Folder with the records of pushes. Default: the user's state folder. */
  stateDirectory?: string;
}

/** Receives the stage of an inventory, and the number of read tags and manifests. */
export interface InventoryControl {
  emit: EmitRunEvent;
  onProgress?(done: number, total: number): void;
  signal: AbortSignal;
}

/**
 * Returns the content of a registry below a path: what its tags and manifests are now, compared with the records of pushes
 * on this host. Contacts only the registry, and writes nothing but caches.
 * @throws AirlockError of the network, on the destination's side, and those of damaged records
 */
export async function takeInventory(
  request: InventoryRequest,
  host: HostFacts,
  { emit, onProgress, signal }: InventoryControl,
): Promise<{ inventory: RegistryInventory; problems: Problem[] }> {
  const { destination } = request;
  const state = request.stateDirectory ?? defaultStateDirectory(host);
  const folders = [...new Set([state, request.workspace ?? state])];
  emit({ type: 'phase', phase: 'collect' });
  const records = await pushRecords(folders, destination, signal);
  const known = await knownContent(request, host, signal);
  const session = await openDeleteSession(request, destination, host, emit);
  try {
    emit({ type: 'phase', phase: 'probe', detail: t('registryContent', { host: destination.host }) });
    const named = [...known.needed.keys(), ...records.keys()].map(placeOf);
    const { picture, problems } = await readRegistry({
      registry: session.registries.at(destination.host),
      repositories: new Set(named.map(({ repository }) => repository)),
      stored: [],
      everywhere: true,
      below: destination.namespace,
      selected: named,
      tolerant: true,
      onProgress,
      signal,
    });
    const listed = !problems.some(({ code }) => code === 'destination-not-probed');
    const ledgers = (await Promise.all(folders.map(receivedLedgers))).flat();
    const names = transfersByName(ledgers, destination);
    const images = imagesOf({ ...known, records, picture, names });
    const content = images.map((image) => contentOfImage(image, picture));
    const all = new Map(content.flatMap((each) => [...each]));
    for (const [i, image] of images.entries()) image.bytes = sum(content[i]!.values());
    return {
      inventory: {
        kind: 'airlock-registry-inventory',
        format: 1,
        tool: host.tool,
        created: new Date().toISOString(),
        registry: destination,
        listed,
        bytes: sum(all.values()),
        images,
        entries: inventoryEntries(known.configurations, images, content),
        ...contentTables(picture),
        transfers: inventoryTransfers(ledgers, images, picture, destination),
      },
      problems: [...known.problems, ...problems],
    };
  } finally {
    await session.close();
  }
}

/** Content that configurations on this host select. */
interface KnownContent {
  configurations: AskingConfiguration[];
  /** Images below the path of the registry, by `repository:tag`, with the names of their configurations. */
  needed: Map<string, { image: NeededImage; requestedBy: Set<string> }>;
  problems: Problem[];
}

async function knownContent(
  request: InventoryRequest,
  host: HostFacts,
  signal: AbortSignal,
): Promise<KnownContent> {
  const { destination, stateDirectory } = request;
  const directory = request.workspace ?? stateDirectory ?? defaultStateDirectory(host);
  const view = await openWorkspaceView(directory, host, {
    registry: destination.host,
    stateDirectory,
    signal,
  }).catch((error: unknown) => {
    // A host that never pushed has no state folder.
    if (request.workspace === undefined && asAirlockError(error).code === 'workspace-invalid')
      return undefined;
    throw error;
  });
  if (!view) return { configurations: [], needed: new Map(), problems: [] };
  try {
    const context = await everythingKnown(view, host, signal);
    const layout = { namespace: destination.namespace, maxNestedPaths: 0 };
    const known = await savedConfigurations({ ...request, keep: [] }, host, view, context, layout);
    const prefix = destination.namespace ? `${destination.namespace}/` : '';
    const needed: KnownContent['needed'] = new Map();
    for (const { name, images } of known.configurations)
      for (const image of images) {
        if (!image.repository.startsWith(prefix)) continue;
        const found = needed.get(nameAt(image)) ?? { image, requestedBy: new Set() };
        needed.set(nameAt(image), { ...found, requestedBy: found.requestedBy.add(name) });
      }
    return { ...known, needed };
  } finally {
    await view.close();
  }
}

/** Returns everything that the registry serves or that pushes recorded, sorted by name. Attachments belong to their image. */
function imagesOf({
  needed,
  records,
  picture,
  names,
}: Pick<KnownContent, 'needed'> & {
  records: ReadonlyMap<string, PushRecord>;
  picture: RegistryPicture;
  names: ReadonlyMap<string, string[]>;
}): InventoryImage[] {
  const all = new Set(records.keys());
  for (const [repository, tags] of picture.tags)
    for (const tag of tags.keys()) all.add(nameAt({ repository, tag }));
  const served = new Map(
    [...picture.tags].map(([repository, tags]) => [
      repository,
      manifestsBelow(tags.values(), picture.manifests),
    ]),
  );
  const images: InventoryImage[] = [];
  for (const name of [...all].sort()) {
    const { repository, tag } = placeOf(name);
    const digest = picture.tags.get(repository)?.get(tag);
    const record = records.get(name);
    const wanted = needed.get(name);
    const expected = record ? [...record.digests] : [...(wanted?.image.digests ?? [])];
    if (isAttachment({ repository, tag, digest, expected }, served)) continue;
    const isPushed = record !== undefined || wanted !== undefined;
    images.push({
      repository,
      tag,
      digest,
      expected,
      drift: driftOf({ digest, expected, isPushed, picture }),
      kind: wanted?.image.kind ?? record?.last?.kind,
      origin: wanted?.image.origin ?? record?.last?.origin,
      bytes: 0,
      pushedAt: record?.last?.digest === digest ? record?.last?.pushedAt : undefined,
      verdict: record?.last?.digest === digest ? record?.last?.verdict : undefined,
      requestedBy: [...(wanted?.requestedBy ?? [])].sort(),
      transfers: names.get(name) ?? [],
    });
  }
  return images;
}

function driftOf({
  digest,
  expected,
  isPushed,
  picture,
}: {
  digest: Digest | undefined;
  expected: readonly Digest[];
  isPushed: boolean;
  picture: RegistryPicture;
}): Drift | undefined {
  if (!isPushed) return 'unrecorded';
  if (digest === undefined) return 'missing';
  if (expected.length > 0 && !expected.includes(digest)) return 'changed';
  return picture.manifests.has(digest) ? undefined : 'damaged';
}

/** Returns whether a tag belongs to an image of its repository: it is a signature or a list of referrers. */
function isAttachment(
  { repository, tag, digest, expected }: Pick<InventoryImage, 'repository' | 'tag' | 'digest' | 'expected'>,
  served: ReadonlyMap<string, ReadonlySet<Digest>>,
): boolean {
  const subject = subjectOfTag(tag);
  // The tag of an image without one is its own digest.
  if (subject === undefined || digest === subject || expected.includes(subject)) return false;
  const isServed = served.get(repository)?.has(subject) ?? false;
  // A missing signature is drift, unless its image is missing, too.
  return digest === undefined ? !isServed : isServed;
}

/** Returns the manifests and blobs of an image and its attachments. */
function contentOfImage(
  { repository, digest }: InventoryImage,
  picture: RegistryPicture,
): Map<Digest, number> {
  if (digest === undefined) return new Map();
  const found = new Set<Digest>();
  for (let next = [digest]; next.length > 0; ) {
    const added = [...manifestsBelow(next, picture.manifests)].filter((each) => !found.has(each));
    for (const each of added) found.add(each);
    next = added
      .flatMap((each) => attachmentsOf(repository, each, picture))
      .filter((each) => !found.has(each));
  }
  return contentBelow(found, picture.manifests);
}

function attachmentsOf(repository: string, digest: Digest, { tags, referrers }: RegistryPicture): Digest[] {
  const named = tags.get(repository);
  const hex = digest.slice('sha256:'.length);
  const tagged = ['', '.sig', '.att', '.sbom'].flatMap(
    (ending) => named?.get(`sha256-${hex}${ending}`) ?? [],
  );
  return [...tagged, ...(referrers.get(`${repository}@${digest}`) ?? [])];
}

function contentTables({ manifests }: RegistryPicture): Pick<RegistryInventory, 'manifests' | 'blobs'> {
  const positions = new Map<Digest, number>();
  const blobs: RegistryInventory['blobs'] = [];
  const positionOf = ({ digest, size }: { digest: Digest; size: number }): number => {
    const known = positions.get(digest);
    if (known !== undefined) return known;
    positions.set(digest, blobs.length);
    return blobs.push({ digest, size }) - 1;
  };
  return {
    manifests: [...manifests].map(([digest, { size, children, blobs: below }]) => ({
      digest,
      size,
      children: [...children],
      blobs: [...new Set(below.map(positionOf))],
    })),
    blobs,
  };
}

function placeOf(name: string): { repository: string; tag: string } {
  const colon = name.lastIndexOf(':');
  return { repository: name.slice(0, colon), tag: name.slice(colon + 1) };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
