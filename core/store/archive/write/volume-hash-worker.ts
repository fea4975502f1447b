import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** Request to hash `path` up to byte `to`. */
export interface HashOrder {
  path: string;
  to: number;
  /**
   * `final`: these bytes don't change. `unverified`: they may be discarded, so that the hash continues from the last final
   * byte. `finish`: the file is complete, and the answer is its digest.
   */
  kind: 'final' | 'unverified' | 'discard' | 'finish';
}
/** Without a digest, the volume can't be hashed in this thread. */
export interface HashAnswer {
  path: string;
  sha256?: string;
}

const CHUNK = 1024 * 1024;
const buffer = Buffer.allocUnsafeSlow(CHUNK);

/** The hash of the first `at` bytes. */
interface Hashed {
  hash: Hash;
  at: number;
}

interface OpenVolume {
  fd: number;
  final: Hashed;
  /** Covers the final bytes and others, which may still be discarded. */
  unverified: Hashed | undefined;
}
const volumes = new Map<string, OpenVolume>();

parentPort?.on('message', (order: HashOrder) => {
  const { path, kind } = order;
  let sha256: string | undefined;
  try {
    const volume = follow(order);
    if (kind !== 'finish') return;
    sha256 = volume.final.hash.digest('hex');
    close(path);
  } catch {
    close(path);
  }
  if (kind === 'finish') parentPort?.postMessage({ path, sha256 } satisfies HashAnswer);
});

function follow({ path, to, kind }: HashOrder): OpenVolume {
  const volume = volumes.get(path) ?? {
    fd: openSync(path, 'r'),
    final: { hash: createHash('sha256'), at: 0 },
    unverified: undefined,
  };
  volumes.set(path, volume);
  if (kind === 'unverified') {
    const { hash, at } = volume.final;
    volume.unverified ??= { hash: hash.copy(), at };
    read(path, volume.fd, volume.unverified, to);
    return volume;
  }
  if (kind === 'final' && volume.unverified && volume.unverified.at <= to) volume.final = volume.unverified;
  volume.unverified = undefined;
  if (kind !== 'discard') read(path, volume.fd, volume.final, to);
  return volume;
}

function read(path: string, fd: number, hashed: Hashed, to: number): void {
  while (hashed.at < to) {
    const length = readSync(fd, buffer, 0, Math.min(CHUNK, to - hashed.at), hashed.at);
    if (length === 0) throw new Error(`${path} ends at byte ${hashed.at}`);
    hashed.hash.update(buffer.subarray(0, length));
    hashed.at += length;
  }
}

/** Forgets the descriptor before it is closed, so that its number is never used again. */
function close(path: string): void {
  const volume = volumes.get(path);
  volumes.delete(path);
  if (volume) closeSync(volume.fd);
}
