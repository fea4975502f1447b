import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import type { ByteBuffer } from '../model/byte-buffer.ts';
import type { CatalogFile } from '../model/catalog-files.ts';
import { readMeta } from '../model/read-meta.ts';
import { type PlacedMeta, placedMeta } from './collected-packages.ts';
import type { EarlierDocument, EarlierFiles } from './earlier-files.ts';
import { catalogInvalid, fbcDocuments } from './fbc-documents.ts';
import type { FileAppender } from './file-appender.ts';
import { type HashedContent, hashedContent } from './hashed-content.ts';

const NOTHING = Buffer.alloc(0);

/** The files that are written while the catalog is read. */
export interface Growing {
  documents: FileAppender;
  details: FileAppender;
}

/** A file that has been read as far as possible. It may be ignored once all ignore rules are known. */
export interface ReadFile {
  path: string;
  metas: PlacedMeta[];
  /** Of its complete content; absent with a fault. */
  digest?: Digest;
  bytes?: number;
  fault?: AirlockError;
}

/**
 * Reads a file of a catalog and appends its documents to `into`. Copies the documents of an equal file of an earlier index
 * instead of parsing them.
 * @param from.memory for the content of files with a path of an earlier index, empty
 */
export async function readCatalogFile(
  file: CatalogFile,
  into: Growing,
  from: { earlier: EarlierFiles; memory: ByteBuffer; signal: AbortSignal | undefined },
): Promise<ReadFile> {
  const { earlier, memory, signal } = from;
  const { path } = file;
  const content = hashedContent(file.content, memory);
  const digest = await content.readAhead(earlier.largestAt(path));
  const known = digest && (await earlier.documents(digest));
  if (!known) return parsedFile(path, content, into, signal);
  memory.take();
  return { path, metas: await copied(known, into, signal), ...content.summary() };
}

async function copied(
  documents: EarlierDocument[],
  into: Growing,
  signal: AbortSignal | undefined,
): Promise<PlacedMeta[]> {
  const metas: PlacedMeta[] = [];
  for (const { meta, json, details } of documents) {
    signal?.throwIfAborted();
    const document = await into.documents.append(json, meta.document.crc);
    metas.push(
      meta.type === 'bundle'
        ? { ...meta, document, details: await into.details.append(details!, meta.details.crc) }
        : { ...meta, document },
    );
  }
  return metas;
}

async function parsedFile(
  path: string,
  content: HashedContent,
  into: Growing,
  signal: AbortSignal | undefined,
): Promise<ReadFile> {
  const metas: PlacedMeta[] = [];
  try {
    for await (const found of fbcDocuments({ path, content: content.chunks() })) {
      signal?.throwIfAborted();
      const meta = readMeta(found.value);
      if (typeof meta === 'string') throw catalogInvalid(found, `${found.value.schema}: ${meta}`);
      const details = meta.type === 'bundle' ? Buffer.from(JSON.stringify(meta.details)) : NOTHING;
      metas.push(
        placedMeta(meta, await into.documents.append(found.json), await into.details.append(details)),
      );
    }
    return { path, metas, ...content.summary() };
  } catch (error) {
    if (!(error instanceof AirlockError && error.code === 'catalog-invalid')) throw error;
    return { path, metas, fault: error };
  }
}
