import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { usedAfterClose } from '../../set-format/volume-files.ts';
import { t } from './messages.ts';
import type { HashAnswer, HashOrder } from './volume-hash-worker.ts';

/** Below this many bytes a thread costs more than it saves. */
const WORTH_A_THREAD = 16 * 1024 * 1024;
/** MiB. The thread allocates almost nothing but its messages. */
const YOUNG_GENERATION = 1;
const THREAD = new URL('./volume-hash-worker.ts', import.meta.url);

interface Waiter {
  /** Receives undefined when the thread can't answer. */
  resolve(sha256: string | undefined): void;
  reject(error: AirlockError): void;
}

/**
 * Computes the SHA-256 of entire volumes while they grow. A second thread reads the part that is final, and what has
 * arrived of the blob behind it, while the system still has it in memory. When the thread doesn't start, dies or fails, for
 * example because the process has no descriptors left, this thread reads the volume instead.
 */
export class VolumeHasher {
  readonly #thread: URL;
  #worker: Worker | undefined;
  #lost = false;
  #closed = false;
  /** Number of final bytes in the last request to the thread. */
  readonly #known = new Map<string, number>();
  /** The same for bytes that may still be discarded. */
  readonly #unverified = new Map<string, number>();
  readonly #waiting = new Map<string, Waiter>();

  /** @param thread the script of the second thread */
  constructor(thread: URL = THREAD) {
    this.#thread = thread;
  }

  /** Marks the first `to` bytes of a volume as final. */
  advance(path: string, to: number): void {
    if (this.#closed || this.#lost) return;
    const known = this.#known.get(path) ?? 0;
    const unverified = this.#unverified.get(path);
    if (unverified === undefined ? to - known < WORTH_A_THREAD : to < unverified) return;
    this.#known.set(path, to);
    this.#unverified.delete(path);
    this.#post({ path, to, kind: 'final' });
  }

  /** Marks the first `to` bytes of a volume as written. Those that aren't final are hashed again after {@link discard}. */
  written(path: string, to: number): void {
    if (this.#closed || this.#lost) return;
    const known = this.#unverified.get(path) ?? this.#known.get(path) ?? 0;
    if (to - known < WORTH_A_THREAD) return;
    this.#unverified.set(path, to);
    this.#post({ path, to, kind: 'unverified' });
  }

  /** Marks the bytes of a volume that aren't final as discarded. Others may be written in their place. */
  discard(path: string): void {
    if (this.#unverified.delete(path) && !this.#closed && !this.#lost)
      this.#post({ path, to: 0, kind: 'discard' });
  }

  /**
   * Returns the digest (hex) of a complete volume of `size` bytes.
   * @throws AirlockError `disk`, `interrupted` when the hasher is closed meanwhile, `internal` after that
   */
  async digest(path: string, size: number): Promise<string> {
    if (this.#closed) throw usedAfterClose(t('hashWorker', { path }));
    const inThread =
      !this.#lost && (this.#known.has(path) || this.#unverified.has(path) || size >= WORTH_A_THREAD);
    return (inThread ? await this.#request(path, size) : undefined) ?? (await this.#hashHere(path));
  }

  /** Ends the thread. Pending digests fail with `interrupted`. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    for (const [path, { reject }] of this.#waiting) reject(closedMeanwhile(path));
    this.#waiting.clear();
    await worker?.terminate();
  }

  #request(path: string, size: number): Promise<string | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(path, { resolve, reject });
      this.#post({ path, to: size, kind: 'finish' });
      this.#worker?.ref();
    });
  }

  #post(order: HashOrder): void {
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(order);
    } catch {
      this.#lose();
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#thread, {
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    worker.unref();
    worker.on('message', ({ path, sha256 }: HashAnswer) => this.#answer(path, sha256));
    const lost = () => {
      if (this.#worker === worker) this.#lose();
    };
    worker.on('error', lost);
    worker.on('messageerror', lost);
    worker.on('exit', lost);
    return worker;
  }

  #answer(path: string, sha256: string | undefined): void {
    this.#waiting.get(path)?.resolve(sha256);
    this.#waiting.delete(path);
    if (this.#waiting.size === 0) this.#worker?.unref();
  }

  /** From now on this thread reads every volume. */
  #lose(): void {
    this.#lost = true;
    this.#worker = undefined;
    for (const path of [...this.#waiting.keys()]) this.#answer(path, undefined);
  }

  async #hashHere(path: string): Promise<string> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
        if (this.#closed) throw closedMeanwhile(path);
        hash.update(chunk as Buffer);
      }
    } catch (error) {
      throw asAirlockError(error);
    }
    return hash.digest('hex');
  }
}

function closedMeanwhile(path: string): AirlockError {
  return new AirlockError('interrupted', t('closedDuringHash', { path }), { side: 'local' });
}
