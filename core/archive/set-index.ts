import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { notJson, parseJson } from '../document/parse-json.ts';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import { type Digest, isDigest } from '../image/digest.ts';
import { PIECE_NAME, unsafeName } from './entry-names.ts';
import { BLOCK, headerBytes } from './tar-header.ts';

/** One image of a set: what the archive's `repositories/**` links say of it. */
export interface ImageLinks {
  /** Destination repository with an empty namespace, e.g. `openshift/release-images`. */
  repository: string;
  tag?: string;
  /** The manifest or manifest list that the tag points to. */
  digest: Digest;
  /** Instance manifests of a manifest list that were copied. */
  instances?: Digest[];
  /** Configs and layers, of all instances. */
  blobs: Digest[];
}

/** `[name, offset of the header, bytes of content, sha256 (hex) of files that are not addressed by digest]`. */
export type IndexEntry = [name: string, offset: number, size: number, sha256?: string];

export interface IndexPiece {
  name: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** In the order of their offsets, without gaps. */
  entries: IndexEntry[];
}

/** `index.json` of a transfer folder: enough to read the set without a scan, and to rebuild each piece byte for byte. */
export interface SetIndex {
  format: 1;
  /** `<enclave>-<NNNN>`. */
  transfer: string;
  enclave: string;
  number: number;
  /** RFC 3339, UTC, whole seconds; also the modification time of every entry. */
  created: string;
  tool: string;
  status: 'complete' | 'partial';
  pieces: IndexPiece[];
  images: { repository: string; tag?: string; digest: Digest }[];
  /** Content that was reserved and could not be fetched; it is in no ledger. */
  failed: Digest[];
  /** Content that links of this set name and earlier transfers carried. */
  earlier: Digest[];
}

export const INDEX_NAME = 'index.json';

/** Entries of a set: 40,000 images have about 600,000. */
const MOST_ENTRIES = 2_000_000;

/** Modification time of all entries, in seconds since 1970. */
export function mtimeOf(index: Pick<SetIndex, 'created'>): number {
  return Math.floor(Date.parse(index.created) / 1000);
}

/**
 * The index of a transfer folder, checked like any input; undefined when there is none.
 * @throws AirlockError `workspace-format` for a newer format, `archive-malformed`, `archive-hostile`
 */
export async function readSetIndex(directory: string): Promise<SetIndex | undefined> {
  const path = join(directory, INDEX_NAME);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw asAirlockError(error);
  }
  return parseSetIndex(text, path);
}

export function parseSetIndex(text: string, path: string): SetIndex {
  let index: SetIndex;
  try {
    index = parseJson(text) as SetIndex;
  } catch (cause) {
    throw malformed(path, `can't be read: ${notJson(cause)}`, cause);
  }
  if (index === null || typeof index !== 'object') throw malformed(path, 'is not an object');
  if (typeof index.format === 'number' && index.format > 1)
    throw new AirlockError('workspace-format', `${path} has format ${index.format}; this version reads 1`, {
      expected: 'format 1',
      found: `format ${index.format}`,
    });
  if (index.format !== 1) throw malformed(path, 'has no format');
  const texts = [index.transfer, index.enclave, index.created, index.tool];
  if (!texts.every((value) => typeof value === 'string') || !Number.isFinite(mtimeOf(index)))
    throw malformed(path, 'lacks a field');
  if (!Number.isSafeInteger(index.number) || !['complete', 'partial'].includes(index.status))
    throw malformed(path, 'has a wrong number or status');
  if (![index.pieces, index.images, index.failed, index.earlier].every(Array.isArray))
    throw malformed(path, 'lacks a list');
  if (![...index.failed, ...index.earlier].every((d) => typeof d === 'string' && isDigest(d)))
    throw malformed(path, 'has a wrong digest');
  const entries = index.pieces.reduce(
    (sum, piece) => sum + (Array.isArray(piece?.entries) ? piece.entries.length : 0),
    0,
  );
  if (entries > MOST_ENTRIES) throw malformed(path, `has ${entries} entries; the limit is ${MOST_ENTRIES}`);
  for (const image of index.images) checkImage(image, path);
  const seen = new Set<string>();
  for (const piece of index.pieces) checkPiece(piece, path, seen);
  return index;
}

function checkImage(image: SetIndex['images'][number], path: string): void {
  if (typeof image?.repository !== 'string' || unsafeName(image.repository))
    throw malformed(path, 'has a wrong repository');
  if (typeof image.digest !== 'string' || !isDigest(image.digest))
    throw malformed(path, 'has a wrong digest');
  if (image.tag !== undefined && (typeof image.tag !== 'string' || !/^\w[\w.-]{0,127}$/.test(image.tag)))
    throw malformed(path, 'has a wrong tag');
}

function checkPiece(piece: IndexPiece, path: string, seen: Set<string>): void {
  if (typeof piece?.name !== 'string' || !PIECE_NAME.test(piece.name) || /[/\\]/.test(piece.name))
    throw malformed(path, 'names a wrong archive file');
  if (
    !Number.isSafeInteger(piece.size) ||
    !/^[0-9a-f]{64}$/.test(piece.sha256) ||
    !Array.isArray(piece.entries)
  )
    throw malformed(path, `describes ${piece.name} wrongly`);
  let end = 0;
  for (const entry of piece.entries) {
    const [name, offset, size, sha256] = Array.isArray(entry) ? entry : [];
    const fault = typeof name === 'string' ? unsafeName(name) : 'no name';
    if (fault !== undefined || name === undefined)
      throw new AirlockError('archive-hostile', `${path} has an entry with ${fault}`, { at: { file: path } });
    if (seen.has(name))
      throw new AirlockError('archive-hostile', `${path} has ${name} twice`, { at: { file: path } });
    seen.add(name);
    const numbers = Number.isSafeInteger(offset) && Number.isSafeInteger(size);
    if (!numbers || offset !== end || size! < 0 || (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)))
      throw malformed(path, `describes ${name} wrongly`);
    end = offset! + headerBytes(name, size!) + Math.ceil(size! / BLOCK) * BLOCK;
  }
  if (end + 2 * BLOCK !== piece.size) throw malformed(path, `describes the size of ${piece.name} wrongly`);
}

/** Where the content of an entry begins in its piece. */
export function contentOffset([name, offset, size]: IndexEntry): number {
  return offset + headerBytes(name, size);
}

/** Checks that all pieces are there with their sizes. @throws AirlockError `archive-malformed` naming the piece */
export async function checkPiecesPresent(directory: string, index: SetIndex): Promise<void> {
  for (const piece of index.pieces) {
    const found = await sizeOf(join(directory, piece.name));
    if (found === piece.size) continue;
    const remedy = 'Copy it from where the transfer came, or mend the set with `airlock runs replay`.';
    throw new AirlockError(
      'archive-malformed',
      found === undefined
        ? `${piece.name} of transfer ${index.transfer} is missing in ${directory}`
        : `${piece.name} of transfer ${index.transfer} in ${directory} has another size`,
      {
        side: 'local',
        remedy,
        expected: `${piece.size} bytes`,
        ...(found !== undefined && { found: `${found} bytes` }),
        at: { file: join(directory, piece.name) },
      },
    );
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw asAirlockError(error);
  }
}

function malformed(path: string, what: string, cause?: unknown): AirlockError {
  return new AirlockError('archive-malformed', `${path} ${what}`, {
    side: 'local',
    at: { file: path },
    cause,
  });
}
