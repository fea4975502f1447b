import { stat } from 'node:fs/promises';
import { asAirlockError } from '../../../base/errors/airlock-error.ts';
import { lineValue, readLinesFrom } from '../../../base/files/line-files.ts';
import { openRecord, reportDamagedRecord } from '../../../base/files/sealed-records.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { KNOWN_IMAGES } from '../../../content/plan/closure-memory.ts';
import type { ContentTable } from './content-table.ts';

/** The numbers of all content of an image, including attachments and manifests, each once. */
export type Contents = Uint32Array;

/** The content of images that this workspace or this user has read (`known-images.jsonl`). */
export interface KnownContents {
  /** Incremented with new data. */
  readonly generation: number;
  /** @param key of `memoryKey` */
  get(key: string): Contents | undefined;
  /** Returns similar images by `likenessOf`, in the order in which they were read. */
  alike(likeness: string): readonly Contents[];
  /** Returns all likenesses with this prefix. */
  likenesses(prefix: string): readonly string[];
  /** Returns how many known images contain this content. */
  uses(number: number): number;
  /** Returns the average bytes of an image's manifests, or undefined without a known image. */
  manifestBytes(): number | undefined;
  /** Reads new lines of the file. @throws AirlockError `disk` */
  refresh(): Promise<void>;
}

interface Closure {
  manifests: { digest: Digest; size: number }[];
  blobs: { digest: Digest; size: number }[];
}

interface Line extends Closure {
  key: string;
  like?: string;
  attachments?: Closure[];
}

export function knownContents(path: string, table: ContentTable): KnownContents {
  const images = new Map<string, Contents>();
  const likenesses = new Map<string, Contents[]>();
  let uses: number[] = [];
  let generation = 0;
  let read = { inode: 0, bytes: 0 };
  let manifests = { bytes: 0, images: 0 };

  const take = (text: string): void => {
    const line = parsedLine(text);
    if (!line || images.has(line.key)) return;
    const numbers = new Set<number>();
    for (const { manifests: own, blobs } of [line, ...(line.attachments ?? [])]) {
      for (const { digest, size } of own) {
        manifests.bytes += size;
        numbers.add(table.numberOf(digest, size));
      }
      for (const { digest, size } of blobs) numbers.add(table.numberOf(digest, size));
    }
    manifests.images++;
    const contents = Uint32Array.from(numbers);
    images.set(line.key, contents);
    for (const number of contents) uses[number] = (uses[number] ?? 0) + 1;
    if (line.like === undefined) return;
    const others = likenesses.get(line.like);
    if (others) others.push(contents);
    else likenesses.set(line.like, [contents]);
  };

  return {
    get generation() {
      return generation;
    },
    get: (key) => images.get(key),
    alike: (likeness) => likenesses.get(likeness) ?? [],
    likenesses: (prefix) => [...likenesses.keys()].filter((each) => each.startsWith(prefix)),
    uses: (number) => uses[number] ?? 0,
    manifestBytes: () => (manifests.images > 0 ? manifests.bytes / manifests.images : undefined),
    async refresh() {
      const found = await stat(path).catch(() => undefined);
      const inode = found?.ino ?? 0;
      const size = found?.size ?? 0;
      if (inode === read.inode && size === read.bytes) return;
      if (inode !== read.inode || size < read.bytes) {
        // The cache was cleared.
        images.clear();
        likenesses.clear();
        uses = [];
        manifests = { bytes: 0, images: 0 };
        read = { inode, bytes: 0 };
      }
      generation++;
      if (size <= read.bytes) return;
      read.bytes = await readLinesFrom(path, read.bytes, take).catch((error: unknown) => {
        throw asAirlockError(error);
      });
    },
  };
}

/** Checks a line by its checksum, because a schema would take most of the time of the first answer. */
function parsedLine(text: string): Line | undefined {
  const record = openRecord(text);
  if (record === undefined) {
    reportDamagedRecord(KNOWN_IMAGES);
    return undefined;
  }
  const line = lineValue(record) as Line | undefined;
  return typeof line?.key === 'string' && Array.isArray(line.manifests) && Array.isArray(line.blobs)
    ? line
    : undefined;
}
