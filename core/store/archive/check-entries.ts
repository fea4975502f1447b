import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { asAirlockError } from '../../base/errors/airlock-error.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { classify } from '../set-format/entry-names.ts';
import { type IndexEntry, mtimeOf, type SetIndex } from '../set-format/set-index.ts';
import { encodeHeader, padded } from '../set-format/tar-header.ts';

/** Bytes of a file with known content. Offsets and lengths in bytes. */
export interface Check {
  name: string;
  offset: number;
  /** Expected header before the content. */
  header?: Buffer;
  size: number;
  /** SHA-256 (hex) of the content, `zeros`, or undefined when any content is valid. */
  expected?: string;
  /** Whether zeros must follow up to the end of the block. */
  padding: boolean;
}

export type Fault = 'corrupt' | 'missing';

/**
 * Yields the checks of a volume, which cover every byte of it except the end marker. Each is created when it's
 * requested.
 */
export function* checksOf({ entries }: { entries: Iterable<IndexEntry> }, index: SetIndex): Generator<Check> {
  const checkOf = checkMaker(index);
  for (const entry of entries) yield checkOf(entry);
}

/** The tags of sets. Each volume of a set needs all of them. */
const TAGS = new WeakMap<SetIndex, ReadonlyMap<string, Digest>>();

/** Maps the tags of a set (`repository:tag`) to their digests. */
export function tagsOf(index: SetIndex): ReadonlyMap<string, Digest> {
  const tags =
    TAGS.get(index) ??
    new Map(index.images.map(({ repository, tag, digest }) => [`${repository}:${tag}`, digest]));
  TAGS.set(index, tags);
  return tags;
}

/** Returns a function that creates the check of an entry of a set. */
export function checkMaker(index: SetIndex): (entry: IndexEntry) => Check {
  const tags = tagsOf(index);
  const mtime = mtimeOf(index);
  return (entry) => {
    const [name, offset, size] = entry;
    const header = encodeHeader({ name, size, mtime });
    const expected = expectedContent(entry, tags);
    return { name, offset, header, size, padding: true, expected };
  };
}

function expectedContent([name, , , hex]: IndexEntry, tags: ReadonlyMap<string, Digest>): string | undefined {
  const entry = classify(name);
  if (entry.kind === 'blob') return hexOf(entry.digest);
  if (entry.kind === 'filler') return 'zeros';
  const digest = linkDigest(name, tags);
  return digest === undefined ? hex : hexOf(sha256(digest));
}

/** Returns the content of the link file with this name in a set with these tags (`repository:tag` to digest). */
export function linkDigest(name: string, tags: ReadonlyMap<string, Digest>): Digest | undefined {
  const entry = classify(name);
  if (entry.kind === 'tag') return tags.get(`${entry.repository}:${entry.tag}`);
  return entry.kind === 'layer' || entry.kind === 'revision' || entry.kind === 'tag-history'
    ? entry.digest
    : undefined;
}

export interface WalkOptions {
  signal?: AbortSignal;
  onBytes?: (count: number) => void;
  onFault: (check: Check, fault: Fault) => void;
}

const CHUNK = 1024 * 1024;

/**
 * Reads a file once from start to end and returns the failed checks, in the order of their offsets.
 * @returns size in bytes and SHA-256 (hex) of the entire file
 * @throws AirlockError `disk`, `interrupted`
 */
export async function walkFile(
  path: string,
  checks: Iterable<Check>,
  options: WalkOptions,
): Promise<{ size: number; sha256: string }> {
  const complete = createHash('sha256');
  let size = 0;
  const coming = checks[Symbol.iterator]();
  const nextCheck = (): EntryCheck | undefined => {
    const { value, done } = coming.next();
    return done ? undefined : new EntryCheck(value);
  };
  let current = nextCheck();
  try {
    const handle = await open(path, 'r');
    try {
      for await (const chunk of chunksOf(handle)) {
        options.signal?.throwIfAborted();
        complete.update(chunk);
        while (current && current.end <= size + chunk.length) {
          current.feed(chunk, size);
          const fault = current.fault();
          if (fault) options.onFault(current.check, fault);
          current = nextCheck();
        }
        current?.feed(chunk, size);
        size += chunk.length;
        options.onBytes?.(chunk.length);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw asAirlockError(error);
  }
  for (; current; current = nextCheck())
    options.onFault(current.check, current.check.offset < size ? 'corrupt' : 'missing');
  return { size, sha256: complete.digest('hex') };
}

/** Reads with two alternating buffers: one is filled while the other is hashed. */
async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  let spare = Buffer.allocUnsafeSlow(CHUNK);
  let busy = Buffer.allocUnsafeSlow(CHUNK);
  let next = handle.read(busy, 0, CHUNK, null);
  for (;;) {
    const { bytesRead } = await next;
    if (bytesRead === 0) return;
    next = handle.read(spare, 0, CHUNK, null);
    next.catch(() => {});
    const chunk = busy.subarray(0, bytesRead);
    [busy, spare] = [spare, busy];
    yield chunk;
  }
}

/** A check that is fed the bytes of its file. */
export class EntryCheck {
  readonly check: Check;
  readonly end: number;
  readonly #content: number;
  readonly #hash: Hash | undefined;
  #wrong = false;

  constructor(check: Check) {
    this.check = check;
    this.#content = check.offset + (check.header?.length ?? 0);
    this.end = this.#content + (check.padding ? padded(check.size) : check.size);
    if (check.expected !== undefined && check.expected !== 'zeros') this.#hash = createHash('sha256');
  }

  /** Processes a chunk that begins at `start` of the file. Ignores bytes outside this check. */
  feed(chunk: Buffer, start: number): void {
    const { offset, header, size, expected, padding } = this.check;
    const part = (from: number, to: number): Buffer =>
      chunk.subarray(Math.max(0, from - start), Math.max(0, Math.min(chunk.length, to - start)));
    if (header && start < this.#content) {
      const found = part(offset, this.#content);
      const skipped = Math.max(0, start - offset);
      if (!found.equals(header.subarray(skipped, skipped + found.length))) this.#wrong = true;
    }
    const content = part(this.#content, this.#content + size);
    this.#hash?.update(content);
    if (expected === 'zeros' && !isZero(content)) this.#wrong = true;
    if (padding && !isZero(part(this.#content + size, this.end))) this.#wrong = true;
  }

  fault(): Fault | undefined {
    const wrong = this.#wrong || (this.#hash && this.#hash.digest('hex') !== this.check.expected);
    return wrong ? 'corrupt' : undefined;
  }
}

const ZEROS = Buffer.alloc(CHUNK);

function isZero(bytes: Buffer): boolean {
  return bytes.equals(ZEROS.subarray(0, bytes.length));
}
