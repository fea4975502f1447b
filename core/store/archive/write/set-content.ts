import type { Digest } from '../../../base/image/digest.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { type LinkEntry, nameOfFile, nameOfLink } from '../../set-format/entry-names.ts';
import type { ImageLinks } from '../../set-format/set-index.ts';
import { encodeHeader, padded } from '../../set-format/tar-header.ts';
import type { VolumeFiles } from '../../set-format/volume-files.ts';
import type { Stretch, VolumePlan } from '../../set-format/volume-plan.ts';
import type { PlacedEntries } from './placed-entries.ts';

/** A file for the other side. Content that is a function is called when the file is written. */
export interface SetFile {
  /** Path below `working-dir/`. */
  name: string;
  content: Uint8Array | string | (() => Promise<Uint8Array>);
}

/** A link file. */
export interface Link {
  kind: LinkEntry['kind'];
  image: ImageLinks;
  /** Its content. */
  digest: Digest;
}

/**
 * Yields the link files of images without duplicates (distribution: registry/storage/paths.go), in the order of the
 * images. For a tag with several digests, the last one counts.
 */
export function* linksOf(images: readonly ImageLinks[]): Generator<Link> {
  const left = new Map<string, number>();
  for (const { repository } of images) left.set(repository, (left.get(repository) ?? 0) + 1);
  // Repositories with one image, which can be most of them, need no memory until their turn.
  const shared = new Map<string, RepositoryLinks>();
  for (const image of images) {
    if (left.get(image.repository) === 1) continue;
    const known = shared.get(image.repository) ?? new RepositoryLinks();
    shared.set(image.repository, known.follow(image));
  }
  for (const image of images) {
    const { repository } = image;
    yield* linksOfImage(image, shared.get(repository) ?? new RepositoryLinks().follow(image));
    const others = left.get(repository)! - 1;
    left.set(repository, others);
    if (others === 0) shared.delete(repository);
  }
}

/** The links of a repository that were yielded, and the last digest of each tag. */
class RepositoryLinks {
  readonly layers = new Set<Digest>();
  readonly revisions = new Set<Digest>();
  readonly histories = new Set<string>();
  readonly tags = new Map<string, Digest>();

  follow({ tag, digest }: ImageLinks): this {
    if (tag !== undefined) this.tags.set(tag, digest);
    return this;
  }
}

function* linksOfImage(image: ImageLinks, known: RepositoryLinks): Generator<Link> {
  const { tag, digest, instances = [], blobs } = image;
  for (const blob of blobs) if (isFirst(known.layers, blob)) yield { kind: 'layer', image, digest: blob };
  for (const revision of [...instances, digest])
    if (isFirst(known.revisions, revision)) yield { kind: 'revision', image, digest: revision };
  if (tag === undefined) return;
  if (isFirst(known.histories, `${tag} ${digest}`)) yield { kind: 'tag-history', image, digest };
  const last = known.tags.get(tag);
  if (last === undefined) return;
  known.tags.delete(tag);
  yield { kind: 'tag', image, digest: last };
}

/** Adds a value to a set. Returns whether it is new. */
function isFirst<Value>(known: Set<Value>, value: Value): boolean {
  const isNew = !known.has(value);
  known.add(value);
  return isNew;
}

const GATHER = 1024 * 1024;

/**
 * Writes the entries after the blobs: links, then files, then the configuration (oc-mirror v2:
 * internal/pkg/archive/archive.go). Combines many in one write.
 * @param placed receives the position of each entry
 */
export async function writeTail(
  plan: VolumePlan,
  files: VolumeFiles,
  mtime: number,
  content: { links: Iterable<Link>; files: SetFile[]; configuration?: SetFile },
  placed: PlacedEntries,
): Promise<void> {
  let gathered: Buffer[] = [];
  let start = { volume: 0, offset: 0, bytes: 0 };
  const flush = async (): Promise<void> => {
    if (gathered.length > 0) await files.write(start.volume, gathered, start.offset);
    gathered = [];
  };
  const write = async (name: string, bytes: Buffer): Promise<Stretch> => {
    const place = plan.append(name, bytes.length);
    const { volume, offset, length } = place;
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
    return place;
  };
  for (const { kind, image, digest } of content.links) {
    const bytes = Buffer.from(digest);
    const { volume, offset } = await write(nameOfLink({ ...image, kind, digest } as LinkEntry), bytes);
    placed.addLink({ volume, offset, size: bytes.length }, kind, image, digest);
  }
  for (const file of content.files) await addFile(nameOfFile(file.name), file.content);
  if (content.configuration) await addFile(content.configuration.name, content.configuration.content);
  await flush();

  async function addFile(name: string, given: SetFile['content']): Promise<void> {
    const bytes = Buffer.from(typeof given === 'function' ? await given() : given);
    const { volume, offset } = await write(name, bytes);
    const digest = sha256(bytes).slice('sha256:'.length);
    placed.add({ volume, name, offset, size: bytes.length, sha256: digest });
  }
}
