import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import type { Attachment, PlannedImage } from '../../content/plan/planned-image.ts';
import { type AttachedFile, attachmentsList } from '../../store/set-format/attachments.ts';
import type { ImageLinks } from '../../store/set-format/set-index.ts';
import type { Approved } from '../approval/approved-plan.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { MirrorResult } from '../run/request.ts';
import { carriedFiles, filesOfSet } from '../sides/carried-files.ts';
import type { CollectedForSet } from '../sides/collect-connected.ts';
import type { OpenTransfer } from './open-transfer.ts';

/**
 * Completes the set and records it, if it has new content for the enclave. Otherwise closes it.
 * @returns the transfer, if one was created
 * @throws AirlockError as `SetWriter.finish`
 */
export async function finishTransfer(
  { workspace, host }: RecordedRun,
  filled: {
    approved: Approved;
    collected: CollectedForSet;
    transfer: OpenTransfer;
    succeeded: PlannedImage[];
    /** Attached files that are new for the enclave. */
    added: readonly AttachedFile[];
  },
): Promise<Pick<MirrorResult, 'transfer' | 'directory'>> {
  const { approved, collected, succeeded, added } = filled;
  const { set, place, ledger } = filled.transfer;
  const links = succeeded.flatMap(linksOf);
  const isNew = ({ repository, tag, digest }: ImageLinks) =>
    tag !== undefined && ledger.link(repository, tag) !== digest;
  const isUnneeded = succeeded.length === 0 || (set.empty && !links.some(isNew));
  if (added.length === 0 && isUnneeded) {
    await (set.empty ? set.discard() : set.close());
    return {};
  }
  // A full catalog is read from its image if all of its content is in this set. Otherwise its files are added.
  const readable = ({ digest }: CollectedCatalog) =>
    succeeded
      .find((image) => image.digest === digest)
      ?.blobs.every((blob) => set.state(blob.digest) === 'done');
  const catalogs = collected.collection.catalogs.filter((catalog) => catalog.hashes || !readable(catalog));
  const { configuration, text } = approved.configuration;
  const files = approved.files(workspace.files);
  const carried = await carriedFiles(files, configuration, succeeded, host.tool, collected.graphBase);
  const index = await set.finish({
    enclave: place.enclave,
    number: place.number,
    tool: host.tool,
    links,
    configuration: text,
    files: await filesOfSet(
      [...carried, ...attachmentsList(place.name, added.map(listed))],
      catalogs,
      workspace.cache,
    ),
    attachments: added.map(listed),
  });
  await workspace.record(index);
  return { transfer: place.name, directory: place.directory };
}

/** Returns a file without its path on this host. */
export function listed({ name, digest, size, note }: AttachedFile): AttachedFile {
  return { name, digest, size, note };
}

/** Returns the entries of an image and its attachments in the archive's `repositories/**`. */
function linksOf(image: PlannedImage): ImageLinks[] {
  const link = (closure: PlannedImage | Attachment, tag: string): ImageLinks => ({
    repository: image.destination.repository,
    digest: closure.digest,
    instances: closure.manifests
      .filter(({ digest }) => digest !== closure.digest)
      .map(({ digest }) => digest),
    blobs: closure.blobs.map(({ digest }) => digest),
    tag,
  });
  return [
    link(image, image.destination.tag),
    ...image.attachments.map((attached) => link(attached, attached.tag)),
  ];
}
