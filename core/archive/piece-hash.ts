import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AirlockError, asAirlockError } from '../errors/airlock-error.ts';
import type { HashAnswer, HashOrder } from './piece-hash-worker.ts';

/** Below this many bytes a thread costs more than it saves. */
const WORTH_A_THREAD = 16 * 1024 * 1024;

/**
 * SHA-256 of whole pieces while they grow: a second thread follows the part that will not change any more and reads it
 * back while the system still has it in memory.
 */
export class PieceHasher {
  #worker: Worker | undefined;
  readonly #known = new Map<string, number>();
  readonly #waiting = new Map<
    string,
    { resolve: (sha256: string) => void; reject: (error: Error) => void }
  >();

  /** Says that the first `to` bytes of a piece are final. */
  advance(path: string, to: number): void {
    const known = this.#known.get(path) ?? 0;
    if (to - known < WORTH_A_THREAD) return;
    this.#known.set(path, to);
    this.#post({ path, to, finish: false });
  }

  /** The digest (hex) of a piece of `size` bytes that is whole. @throws AirlockError `disk` */
  digest(path: string, size: number): Promise<string> {
    if (!this.#known.has(path) && size < WORTH_A_THREAD) return hashFile(path);
    return new Promise((resolve, reject) => {
      this.#waiting.set(path, { resolve, reject });
      this.#post({ path, to: size, finish: true });
      this.#worker?.ref();
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #post(order: HashOrder): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(order);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./piece-hash-worker.ts', import.meta.url), { execArgv: [] });
    worker.unref();
    worker.on('message', ({ path, sha256, error }: HashAnswer) => {
      const waiter = this.#waiting.get(path);
      if (!waiter) return;
      this.#waiting.delete(path);
      if (this.#waiting.size === 0) worker.unref();
      if (sha256 !== undefined) waiter.resolve(sha256);
      else
        waiter.reject(new AirlockError('disk', `${path} cannot be read back: ${error}`, { side: 'local' }));
    });
    worker.on('error', (error) => {
      for (const waiter of this.#waiting.values()) waiter.reject(asAirlockError(error));
      this.#waiting.clear();
    });
    return worker;
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }))
      hash.update(chunk as Buffer);
  } catch (error) {
    throw asAirlockError(error);
  }
  return hash.digest('hex');
}
