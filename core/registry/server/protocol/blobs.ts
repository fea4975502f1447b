import type { Digest } from '../../../base/image/digest.ts';
import type { RegistryStorage, StorageWriter } from '../storage/storage.ts';
import { parseRange } from './byte-range.ts';
import { type Answer, type Exchange, rejection } from './exchange.ts';

/** Answers GET and HEAD of a complete blob or of one range. */
export async function readBlob(
  storage: RegistryStorage,
  exchange: Exchange,
  repository: string,
  digest: Digest,
): Promise<Answer> {
  const size = await storage.blobSize(repository, digest);
  if (size === undefined) return unknownBlob(digest);
  const headers = {
    'content-type': 'application/octet-stream',
    'docker-content-digest': digest,
    etag: `"${digest}"`,
    'accept-ranges': 'bytes',
    'cache-control': 'max-age=31536000',
  };
  const range = parseRange(rangeHeader(exchange, digest), size);
  if (range === 'unsatisfiable') {
    return rejection(416, 'RANGE_INVALID', 'the range is outside of the blob', null, {
      'content-range': `bytes */${size}`,
    });
  }
  const { offset, length } = range ?? { offset: 0, length: size };
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': length,
      'content-range': range && `bytes ${offset}-${offset + length - 1}/${size}`,
    },
    body: storage.readBlob(digest, { offset, length, signal: exchange.signal }),
  };
}

/** Answers DELETE of a blob. */
export async function deleteBlob(writer: StorageWriter, repository: string, digest: Digest): Promise<Answer> {
  if (!(await writer.deleteBlob(repository, digest))) return unknownBlob(digest);
  return { status: 202, headers: { 'docker-content-digest': digest } };
}

function unknownBlob(digest: Digest): Answer {
  return rejection(404, 'BLOB_UNKNOWN', 'blob unknown to registry', { digest });
}

/** Returns whether a range applies. A range with a condition for other content is ignored (`If-Range`). */
function rangeHeader({ method, headers }: Exchange, digest: Digest): string | undefined {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== `"${digest}"`)) return undefined;
  return headers.range;
}
