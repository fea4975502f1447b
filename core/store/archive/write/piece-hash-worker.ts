import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** Hash `path` on to `to` bytes; with `finish`, answer with the digest of it all. */
export interface HashOrder {
  path: string;
  to: number;
  finish: boolean;
}
/** Without a digest the piece can't be hashed here. */
export interface HashAnswer {
  path: string;
  sha256?: string;
}

const CHUNK = 1024 * 1024;
const buffer = Buffer.allocUnsafeSlow(CHUNK);

interface OpenPiece {
  fd: number;
  hash: Hash;
  at: number;
}
const pieces = new Map<string, OpenPiece>();

parentPort?.on('message', ({ path, to, finish }: HashOrder) => {
  let sha256: string | undefined;
  try {
    const piece = advance(path, to);
    if (!finish) return;
    sha256 = piece.hash.digest('hex');
    close(path);
  } catch {
    close(path);
  }
  if (finish) parentPort?.postMessage({ path, sha256 } satisfies HashAnswer);
});

function advance(path: string, to: number): OpenPiece {
  const piece = pieces.get(path) ?? { fd: openSync(path, 'r'), hash: createHash('sha256'), at: 0 };
  pieces.set(path, piece);
  while (piece.at < to) {
    const read = readSync(piece.fd, buffer, 0, Math.min(CHUNK, to - piece.at), piece.at);
    if (read === 0) throw new Error(`${path} ends at byte ${piece.at}`);
    piece.hash.update(buffer.subarray(0, read));
    piece.at += read;
  }
  return piece;
}

/** Forgets the descriptor before it is closed, so that its number is never used again. */
function close(path: string): void {
  const piece = pieces.get(path);
  pieces.delete(path);
  if (piece) closeSync(piece.fd);
}
