import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** Hash `path` on to `to` bytes; with `finish`, answer with the digest of it all. */
export interface HashOrder {
  path: string;
  to: number;
  finish: boolean;
}
export interface HashAnswer {
  path: string;
  sha256?: string;
  error?: string;
}

const CHUNK = 1024 * 1024;
const buffer = Buffer.allocUnsafeSlow(CHUNK);
const pieces = new Map<string, { fd: number; hash: Hash; at: number }>();

parentPort?.on('message', (order: HashOrder) => {
  try {
    const sha256 = advance(order);
    if (sha256 !== undefined) parentPort?.postMessage({ path: order.path, sha256 } satisfies HashAnswer);
  } catch (error) {
    parentPort?.postMessage({ path: order.path, error: String(error) } satisfies HashAnswer);
  }
});

function advance({ path, to, finish }: HashOrder): string | undefined {
  let piece = pieces.get(path);
  if (!piece) {
    piece = { fd: openSync(path, 'r'), hash: createHash('sha256'), at: 0 };
    pieces.set(path, piece);
  }
  while (piece.at < to) {
    const read = readSync(piece.fd, buffer, 0, Math.min(CHUNK, to - piece.at), piece.at);
    if (read === 0) throw new Error(`${path} ends at byte ${piece.at}`);
    piece.hash.update(buffer.subarray(0, read));
    piece.at += read;
  }
  if (!finish) return undefined;
  closeSync(piece.fd);
  pieces.delete(path);
  return piece.hash.digest('hex');
}
