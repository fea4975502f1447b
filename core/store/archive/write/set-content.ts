import type { Digest } from '../../../base/image/digest.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import {
  layerLink,
  nameOfFile,
  revisionLink,
  tagHistoryLink,
  tagLink,
} from '../../set-format/entry-names.ts';
import type { ImageLinks } from '../../set-format/set-index.ts';
import { encodeHeader, padded } from '../../set-format/tar-header.ts';
import type { VolumeFiles } from '../../set-format/volume-files.ts';
import type { VolumePlan } from '../../set-format/volume-plan.ts';

/** A file for the other side. Content that is a function is called when the file is written. */
export interface SetFile {
  /** Path below `working-dir/`. */
  name: string;
  content: Uint8Array | string | (() => Promise<Uint8Array>);
}

export interface PlacedEntry {
  volume: number;
  name: string;
  offset: number;
  size: number;
  sha256?: string;
}

/**
 * Returns the link files of images without duplicates (distribution: registry/storage/paths.go), in the order of the
 * images.
 */
export function linksOf(images: ImageLinks[]): Map<string, Digest> {
  const links = new Map<string, Digest>();
  for (const { repository, tag, digest, instances = [], blobs } of images) {
    for (const blob of blobs) links.set(layerLink(repository, blob), blob);
    for (const revision of [...instances, digest]) links.set(revisionLink(repository, revision), revision);
    if (tag === undefined) continue;
    links.set(tagHistoryLink(repository, tag, digest), digest);
    links.set(tagLink(repository, tag), digest);
  }
  return links;
}

const GATHER = 1024 * 1024;

/**
 * Writes the entries after the blobs: links, then files, then the configuration (oc-mirror v2:
 * internal/pkg/archive/archive.go). Combines many in one write.
 * @returns the position of each entry
 */
export async function writeTail(
  plan: VolumePlan,
  files: VolumeFiles,
  mtime: number,
  content: { links: Map<string, Digest>; files: SetFile[]; configuration?: SetFile },
): Promise<PlacedEntry[]> {
  const placed: PlacedEntry[] = [];
  let gathered: Buffer[] = [];
  let start = { volume: 0, offset: 0, bytes: 0 };
  const flush = async (): Promise<void> => {
    if (gathered.length > 0) await files.write(start.volume, gathered, start.offset);
    gathered = [];
  };
  const add = async (name: string, bytes: Buffer, digest?: string): Promise<void> => {
    const { volume, offset, length } = plan.append(name, bytes.length);
    if (
      gathered.length === 0 ||
      start.volume !== volume ||
      start.offset + start.bytes !== offset ||
      start.bytes > GATHER
    ) {
      await flush();
      start = { volume, offset, bytes: 0 };
    }
    const pad = Buffer.alloc(padded(bytes.length) - bytes.length);
    gathered.push(encodeHeader({ name, size: bytes.length, mtime }), bytes, pad);
    start.bytes += length;
    placed.push({ volume, name, offset, size: bytes.length, sha256: digest });
  };
  for (const [name, digest] of content.links) await add(name, Buffer.from(digest));
  for (const file of content.files) await addFile(nameOfFile(file.name), file.content);
  if (content.configuration) await addFile(content.configuration.name, content.configuration.content);
  await flush();
  return placed;

  async function addFile(name: string, given: SetFile['content']): Promise<void> {
    const bytes = Buffer.from(typeof given === 'function' ? await given() : given);
    await add(name, bytes, sha256(bytes).slice('sha256:'.length));
  }
}
