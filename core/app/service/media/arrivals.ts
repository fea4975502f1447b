import { join } from 'node:path';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../../base/files/airlock-directory.ts';
import type { Origin } from '../../../content/signature/origin.ts';
import { originText } from '../../../content/signature/origin-text.ts';
import type { ArrivalLine } from '../../../contract/topics/media.ts';
import { savedExports } from '../../../media/import/incoming-set.ts';
import {
  arrivalOf,
  byDeliverable,
  type ConcernedDeliverable,
  completeArrival,
  imagesFromOpen,
  imagesOfIncoming,
  openAllSets,
  type TransferArrival,
} from '../../../media/import/report.ts';
import { judgedOrigin } from '../../../media/origin/origin.ts';
import { recordFingerprint } from '../../../media/record/fingerprint.ts';
import { savedRecord } from '../../../media/record/record-files.ts';
import { deliverableOf, deliverablesByImage } from '../../../media/retention/usage.ts';
import {
  acknowledgmentCode,
  acknowledgmentWords,
  type Reached,
  setShortId,
} from '../../../media/transfer/acknowledgment-code.ts';
import { readJournal } from '../../../media/transfer/journal.ts';
import { lastVerification } from '../../../media/transfer/verification.ts';
import { unchanged } from '../../../media/volumes/found-index.ts';
import type { ArchiveSource } from '../../../store/archive/archive-source.ts';
import type { ImageOfSet } from '../../../store/archive/complete-images.ts';
import { INCOMING, readReceived } from '../../../store/archive/received-spans.ts';
import {
  checkVolumesPresent,
  INDEX_NAME,
  readIndexFile,
  type SetIndex,
} from '../../../store/set-format/set-index.ts';
import { namesIn, parseTransferName } from '../../../store/workspace/next-transfer.ts';

/** Numbers of the volumes with a damaged copy, by transfer. */
export type SeenDamage = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Returns the transfers of a folder on the receiving side, newest first. They come from the index, the journal of received
 * files, and the manifests in the folder. Content isn't read.
 * @throws AirlockError `archive-malformed`, `archive-hostile`, `workspace-format`, `config-unreadable` for a damaged list of
 *   trusted keys, `disk`
 */
export async function arrivalsIn(
  directory: string,
  options: {
    damaged: SeenDamage;
    reached: Reached;
    stateDirectory: string;
    env: Readonly<Record<string, string | undefined>>;
  },
): Promise<ArrivalLine[]> {
  const transfers = join(directory, 'transfers');
  const lines: ArrivalLine[] = [];
  const root = openRoot(directory);
  try {
    for (const name of await namesIn(transfers)) {
      const incoming = name.endsWith(INCOMING);
      const transfer = incoming ? name.slice(0, -INCOMING.length) : name;
      if (parseTransferName(transfer)?.partial !== false) continue;
      const folder = join(transfers, name);
      const path = join(folder, INDEX_NAME);
      const read = await readIndexFile(path);
      if (!read) continue;
      const { index, sha256: indexSha256 } = read;
      const { stateDirectory, env } = options;
      const request = { stateDirectory, env, places: [directory], from: [folder] };
      const origin = await judgedOrigin(
        { path, content: () => unchanged(path, indexSha256), sha256: indexSha256, index },
        request,
      );
      const known = { directory, folder, index, indexSha256, origin, root };
      lines.push(
        incoming
          ? await arriving(known, options.damaged.get(transfer) ?? new Set())
          : await arrived(known, options.reached),
      );
    }
  } finally {
    await root.close();
  }
  return lines.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** What all transfers of a root need. Each part is read once, by the first transfer that needs it. */
interface OpenedRoot {
  /** Undefined if not all sets can be opened together. */
  sets(): Promise<ArchiveSource | undefined>;
  /** From {@link deliverablesByImage}. */
  deliverables(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

function openRoot(directory: string): OpenedRoot {
  let sets: Promise<ArchiveSource | undefined> | undefined;
  let deliverables: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    sets: () => (sets ??= openAllSets(directory)),
    deliverables: () => (deliverables ??= deliverablesByImage(directory)),
    close: async () => (await sets)?.close(),
  };
}

/** Releases, operators and charts by the name of their image; without an entry, only releases can be named. */
type Deliverables = ReadonlyMap<string, string | undefined>;

interface Known {
  /** Above `transfers/`. */
  directory: string;
  /** Of the set. */
  folder: string;
  index: SetIndex;
  /** Hex. */
  indexSha256: string;
  origin: Origin;
  root: OpenedRoot;
}

/** Returns no images if they can't be read. */
async function imagesOf({ directory, folder, index, root }: Known): Promise<ImageOfSet[]> {
  const sets = await root.sets();
  return (
    imagesFromOpen(sets, folder, index)
      // An import that was completed meanwhile renamed its folder.
      .catch(() => imagesOfIncoming(directory, folder, index))
      .catch(() => [])
  );
}

async function arriving(known: Known, damaged: ReadonlySet<number>): Promise<ArrivalLine> {
  const { folder, index, indexSha256 } = known;
  const { received } = await readReceived(folder, index);
  const documents = await savedExports(folder, indexSha256);
  const images = await imagesOf(known);
  const arrival = arrivalOf({ index, directory: folder, received, documents, damaged }, images);
  return lineOf(known, arrival, images, { checked: true, deliverables: await recordedDeliverables(known) });
}

async function arrived(known: Known, reached: Reached): Promise<ArrivalLine> {
  const { directory, folder, index, indexSha256, root } = known;
  const { transfer, enclave, number } = index;
  const saved = airlockDirectory(directory, 'enclaves', enclave, 'imports', transfer);
  const arrival = completeArrival(index, folder, await savedExports(saved, indexSha256));
  const images = await imagesOf(known);
  const there = await checkVolumesPresent(folder, index).then(
    () => true,
    (thrown: unknown) => {
      const error = asAirlockError(thrown);
      if (error.code !== 'archive-malformed') throw error;
      return false;
    },
  );
  const journal = await readJournal(directory, transfer);
  const imported = journal.some(({ step }) => step === 'imported');
  const verification = await lastVerification(journal, folder, { index, sha256: indexSha256 });
  const checked = there && (verification === 'intact' || (imported && verification !== 'damaged'));
  const recorded = await recordedDeliverables(known);
  const deliverables = recorded.size > 0 ? recorded : await ownDeliverables(root, images);
  const acknowledgment = { number, reached, missing: [] };
  return lineOf(
    known,
    {
      ...arrival,
      complete: there,
      summary: acknowledgmentWords(acknowledgment),
      code: acknowledgmentCode({ ...acknowledgment, shortId: setShortId(index) }),
    },
    images,
    {
      ...{ checked, deliverables },
      lastVerification: checked || verification === 'intact' ? undefined : verification,
    },
  );
}

/** Returns the purposes of images from the record of the sender. Operators and charts have names only in it. */
async function recordedDeliverables({ directory, index }: Known): Promise<Deliverables> {
  const record = await savedRecord(directory, index.transfer, 'import');
  return new Map(record?.images.map((image) => [image.name, image.deliverable]));
}

/** Returns the purposes of images that a run of this workspace fetched. */
async function ownDeliverables(root: OpenedRoot, images: readonly ImageOfSet[]): Promise<Deliverables> {
  const named = await root.deliverables();
  return new Map(images.map((image) => [image.name, deliverableOf(image, named)]));
}

async function lineOf(
  { index, indexSha256, origin }: Known,
  arrival: TransferArrival,
  images: readonly ImageOfSet[],
  {
    deliverables,
    ...verification
  }: Pick<ArrivalLine, 'checked' | 'lastVerification'> & { deliverables: Deliverables },
): Promise<ArrivalLine> {
  const { missing: missingContent, foreign: _foreign, ...line } = arrival;
  const own = new Set(images.flatMap(({ name, attached }) => (attached ? [] : [name])));
  const grouped = (groups: readonly ConcernedDeliverable[]) => regrouped(groups, deliverables);
  const countOf = (names: readonly string[]) => names.filter((name) => own.has(name)).length;
  const missing = new Map(grouped(missingContent).map(({ name, images: names }) => [name, countOf(names)]));
  const volumes = arrival.volumes.map((volume) => ({
    ...volume,
    deliverables: grouped(volume.deliverables),
  }));
  return {
    ...line,
    ...verification,
    origin: { state: origin.state, summary: originText(origin) },
    volumes,
    deliverables: grouped(byDeliverable(images)).map(({ name, images: names }) => ({
      name,
      images: countOf(names),
      missing: missing.get(name) ?? 0,
      volumes: volumes
        .filter(({ deliverables }) => deliverables.some((one) => one.name === name))
        .map(({ number }) => number),
    })),
    fingerprint: recordFingerprint({ indexSha256, files: index.volumes.map(({ sha256 }) => sha256) }),
    createdAt: index.created,
  };
}

/** Returns the same images, grouped by their known purposes. */
function regrouped(
  groups: readonly ConcernedDeliverable[],
  deliverables: Deliverables,
): ConcernedDeliverable[] {
  const found = new Map<string, string[]>();
  const attached = new Set(groups.flatMap((group) => group.attached ?? []));
  for (const { name, images } of groups)
    for (const image of images) {
      const deliverable = deliverables.get(image) ?? name;
      const list = found.get(deliverable) ?? [];
      found.set(deliverable, list);
      list.push(image);
    }
  return [...found]
    .map(([name, images]) => {
      const attachments = images.filter((image) => attached.has(image));
      return { name, images, attached: attachments.length > 0 ? attachments : undefined };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
