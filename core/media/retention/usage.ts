import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { WorkspaceUsageLine } from '../../contract/topics/transfers.ts';
import { listRuns, readListedRun } from '../../runs/audit/read-runs.ts';
import { attachedIn, nameInSet, subjectOf } from '../../store/archive/attached-images.ts';
import { readParts } from '../../store/set-format/named-images.ts';
import type { SetIndex } from '../../store/set-format/set-index.ts';
import { t } from './messages.ts';
import { retentionOf } from './retention.ts';
import { openSets, type ReadableSets, type StoredSet, storedSets } from './stored-sets.ts';

/** Disk usage of a workspace. All sizes in bytes. */
type WorkspaceUsage = Omit<WorkspaceUsageLine, 'freeBytes'>;

/** Returns the disk usage. @throws AirlockError `archive-malformed`, `workspace-format`, `interrupted` */
export async function workspaceUsage(
  directory: string,
  options: { signal?: AbortSignal } = {},
): Promise<WorkspaceUsage> {
  const sets = await storedSets(directory);
  const enclaves = new Map<string, WorkspaceUsage['enclaves'][number]>();
  const holders = new Map<Digest, number>();
  for (const set of sets) {
    const line = enclaves.get(set.enclave) ?? { name: set.enclave, sets: 0, bytes: 0 };
    enclaves.set(set.enclave, { ...line, sets: line.sets + 1, bytes: line.bytes + set.bytes });
    for (const digest of set.blobs.keys()) holders.set(digest, (holders.get(digest) ?? 0) + 1);
  }
  const other = await otherBytes(directory);
  const setBytes = sets.reduce((sum, set) => sum + set.bytes, 0);
  const retention = await retentionOf(directory, sets);
  return {
    bytes: other.reduce((sum, { bytes }) => sum + bytes, setBytes),
    enclaves: [...enclaves.values()],
    sets: retention.map(({ set, reason }) => ({
      name: set.name,
      enclave: set.enclave,
      bytes: set.bytes,
      exclusiveBytes: sum(
        [...set.blobs].filter(([digest]) => holders.get(digest) === 1).map(([, size]) => size),
      ),
      retentionReason: reason?.why,
    })),
    deliverables: await byDeliverable(directory, sets, options.signal),
    other,
  };
}

async function byDeliverable(
  directory: string,
  sets: StoredSet[],
  signal: AbortSignal | undefined,
): Promise<WorkspaceUsage['deliverables']> {
  const named = await deliverablesByImage(directory);
  const namesByDigest = new Map<Digest, Set<string>>();
  const images = new Map<string, Set<string>>();
  const source = await openSets(sets);
  const partsOf = partsReader(source);
  try {
    for (const { index } of sets) {
      const attached = attachedIn(index);
      // Attached images come last, when the deliverables of list instances are known.
      const inOrder = index.images.toSorted((a, b) => Number(attached(a)) - Number(attached(b)));
      const holders = new Map<string, string>();
      for (const image of inOrder) {
        const { repository, digest: root } = image;
        signal?.throwIfAborted();
        // An attached image has its own name, but belongs to the deliverable of its image.
        const subject = subjectOf(image);
        const name =
          deliverableOf(image, named) ??
          (subject && holders.get(`${repository} ${subject}`)) ??
          t('unrecorded');
        if (!attached(image))
          images.set(name, (images.get(name) ?? new Set()).add(`${nameInSet(image)} ${root}`));
        const open: Digest[] = [root];
        for (let digest = open.pop(); digest !== undefined; digest = open.pop()) {
          const names = namesByDigest.get(digest) ?? new Set();
          holders.set(`${repository} ${digest}`, name);
          if (names.has(name)) continue;
          namesByDigest.set(digest, names.add(name));
          open.push(...(await partsOf(digest)));
        }
      }
    }
  } finally {
    await source.close();
  }
  return [...bytesByName(sets, namesByDigest)]
    .map(([name, line]) => ({ name, images: images.get(name)?.size ?? 0, ...line }))
    .toSorted(
      (a, b) => b.exclusiveBytes - a.exclusiveBytes || b.bytes - a.bytes || (a.name < b.name ? -1 : 1),
    );
}

/** Returns a function that reads the parts of each manifest or index once. Configurations and layers have no parts. */
function partsReader(source: ReadableSets): (digest: Digest) => Promise<Digest[]> {
  const known = new Map<Digest, Digest[]>();
  return async (digest) => {
    const before = known.get(digest);
    if (before) return before;
    const read = await readParts(source, digest);
    const parts = read ? [...read.instances, ...read.blobs] : [];
    known.set(digest, parts);
    for (const blob of read?.blobs ?? []) if (!known.has(blob)) known.set(blob, []);
    return parts;
  };
}

/** Returns the bytes of each deliverable: all of its content, and the content that no other deliverable needs. */
function bytesByName(
  sets: StoredSet[],
  namesByDigest: Map<Digest, Set<string>>,
): Map<string, { bytes: number; exclusiveBytes: number }> {
  const found = new Map<string, { bytes: number; exclusiveBytes: number }>();
  for (const { blobs } of sets)
    for (const [digest, size] of blobs) {
      const names = namesByDigest.get(digest) ?? new Set([t('unrecorded')]);
      for (const name of names) {
        const { bytes, exclusiveBytes: alone } = found.get(name) ?? { bytes: 0, exclusiveBytes: 0 };
        found.set(name, { bytes: bytes + size, exclusiveBytes: names.size === 1 ? alone + size : alone });
      }
    }
  return found;
}

/** Returns the deliverable of each image by `repository:tag digest` and by `repository digest`. Later records override. */
export async function deliverablesByImage(directory: string): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  for (const listed of await listRuns(airlockDirectory(directory, 'runs'))) {
    if (listed.run?.workflow !== 'mirrorToDisk') continue;
    for (const { destination, digest, deliverable } of (await readListedRun(listed)).images) {
      named.set(`${destination} ${digest}`, deliverable);
      named.set(`${destination.slice(0, destination.lastIndexOf(':'))} ${digest}`, deliverable);
    }
  }
  return named;
}

/** Returns the deliverable of an image, or of the image that it is attached to. @param named from {@link deliverablesByImage} */
export function deliverableOf(
  image: SetIndex['images'][number],
  named: ReadonlyMap<string, string>,
): string | undefined {
  const { repository, tag, digest } = image;
  const subject = subjectOf(image);
  return named.get(`${repository}:${tag} ${digest}`) ?? (subject && named.get(`${repository} ${subject}`));
}

async function otherBytes(directory: string): Promise<WorkspaceUsage['other']> {
  const workingDir = join(directory, 'working-dir');
  const own = airlockDirectory(directory);
  const transfers = join(directory, 'transfers');
  const unfinished = (await readdir(transfers).catch(() => [])).filter(
    (name) => name.endsWith('.partial') || name.startsWith('.'),
  );
  let unfinishedBytes = 0;
  for (const name of unfinished) unfinishedBytes += await bytesBelow(join(transfers, name));
  const [cache, audit, all] = [
    await bytesBelow(join(own, 'cache')),
    await bytesBelow(join(own, 'runs')),
    (await bytesBelow(workingDir)) + (await bytesBelow(own)),
  ];
  return [
    { name: 'unfinished-sets', bytes: unfinishedBytes },
    { name: 'cache', bytes: cache },
    { name: 'audit', bytes: audit },
    { name: 'everything-else', bytes: all - cache - audit },
  ];
}

/** Returns the disk space used by the files below a folder, or 0 without one. Unfinished sets are sparse files. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await bytesBelow(path);
    else if (entry.isFile()) {
      const found = await stat(path).catch(() => undefined);
      if (found) bytes += Math.min(found.size, found.blocks * 512);
    }
  }
  return bytes;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
