import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/**
 * Request to continue the hash of `path` up to byte `to`. With `finish`, the answer is the digest of the entire file.
 */
export interface HashOrder {
  path: string;
  to: number;
  finish: boolean;
}
/** Without a digest, the volume can't be hashed in this thread. */
export interface HashAnswer {
  path: string;
  sha256?: string;
}

const CHUNK = 1024 * 1024;
const buffer = Buffer.allocUnsafeSlow(CHUNK);

interface OpenVolume {
  fd: number;
  hash: Hash;
  at: number;
}
const volumes = new Map<string, OpenVolume>();

parentPort?.on('message', ({ path, to, finish }: HashOrder) => {
  let sha256: string | undefined;
  try {
    const volume = advance(path, to);
    if (!finish) return;
    sha256 = volume.hash.digest('hex');
    close(path);
  } catch {
    close(path);
  }
  if (finish) parentPort?.postMessage({ path, sha256 } satisfies HashAnswer);
});

function advance(path: string, to: number): OpenVolume {
  const volume = volumes.get(path) ?? { fd: openSync(path, 'r'), hash: createHash('sha256'), at: 0 };
  volumes.set(path, volume);
  while (volume.at < to) {
    const read = readSync(volume.fd, buffer, 0, Math.min(CHUNK, to - volume.at), volume.at);
    if (read === 0) throw new Error(`${path} ends at byte ${volume.at}`);
    volume.hash.update(buffer.subarray(0, read));
    volume.at += read;
  }
  return volume;
}

/** Forgets the descriptor before it is closed, so that its number is never used again. */
function close(path: string): void {
  const volume = volumes.get(path);
  volumes.delete(path);
  if (volume) closeSync(volume.fd);
}
