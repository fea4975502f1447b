import { Worker } from 'node:worker_threads';
import type {
  GetOrder,
  Reach,
  ReceivedHeaders,
  StoreOrder,
  ThreadEnd,
  ThreadFault,
  ThreadProgress,
  ThreadReport,
} from './thread-orders.ts';

const THREAD = new URL('./download-worker.ts', import.meta.url);
/** MiB. Received chunks are short-lived, and a small young generation releases them before they count as memory pressure. */
const YOUNG_GENERATION = 4;

/** The response to a request of the thread. */
export interface ThreadResponse {
  status: number;
  headers: ReceivedHeaders;
  /** The body of a response that isn't content, up to 64 KiB. Undefined: it waits for `store` or `cancel`. */
  body: Uint8Array | undefined;
  /** Writes the content to a file. Never throws. @param onProgress called with written bytes, except those of the result */
  store(
    place: Omit<StoreOrder, 'type' | 'id'>,
    onProgress: (progress: ThreadProgress) => void,
  ): Promise<ThreadEnd>;
  /** Ends the request. What was received is written first. */
  cancel(): void;
}

/** Downloads content in another thread. Its bytes go from the connection to the file, and never to this thread. */
export interface DownloadThread {
  /** @throws Error of the connection or of a thread that ended, with its code */
  get(request: Omit<GetOrder, 'type' | 'id'>, signal: AbortSignal): Promise<ThreadResponse>;
  /** Whether the thread can be used. */
  readonly usable: boolean;
  /** Number of requests whose content isn't complete. */
  readonly requests: number;
  close(): Promise<void>;
}

interface Call {
  onHead(report: Extract<ThreadReport, { type: 'head' }>): void;
  onProgress(progress: ThreadProgress): void;
  onEnd(end: ThreadEnd): void;
}

/** Returns a thread, which starts with its first request. @param script the script of the thread */
function createDownloadThread(reach: Reach, script: URL): DownloadThread {
  const calls = new Map<number, Call>();
  let worker: Worker | undefined;
  let usable = true;
  let last = 0;

  /** Ends every call. The thread has ended, so it doesn't write to any file. */
  const lose = (reason: unknown) => {
    usable = false;
    worker = undefined;
    // Like a failed connection, so that requests without a response are sent by the main thread.
    const fault: ThreadFault = {
      name: 'Error',
      message: `the download thread ended: ${String(reason)}`,
      code: 'UND_ERR_SOCKET',
      syscall: 'connect',
    };
    for (const call of [...calls.values()])
      call.onEnd({ fetched: 0, written: 0, met: false, failed: 'network', fault });
  };
  const settle = (id: number) => {
    calls.delete(id);
    if (calls.size === 0) worker?.unref();
  };
  const start = (): Worker => {
    const started = new Worker(script, {
      execArgv: [],
      workerData: reach,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION },
    });
    started.on('message', (report: ThreadReport) => {
      const call = calls.get(report.id);
      if (report.type === 'head') call?.onHead(report);
      else if (report.type === 'progress') call?.onProgress(report);
      else call?.onEnd(report);
    });
    let reason: unknown;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('messageerror', () => void started.terminate());
    started.on('exit', (code) => lose(reason ?? code));
    return started;
  };

  return {
    get usable() {
      return usable;
    },
    get requests() {
      return calls.size;
    },
    get(request, signal) {
      return new Promise<ThreadResponse>((resolve, reject) => {
        const id = ++last;
        const cancel = () => worker?.postMessage({ type: 'cancel', id });
        let onProgress: ((progress: ThreadProgress) => void) | undefined;
        let onEnd = (end: ThreadEnd) => reject(errorOf(end.fault));
        const ended = () => {
          signal.removeEventListener('abort', cancel);
          settle(id);
        };
        calls.set(id, {
          onHead({ status, headers, body }) {
            if (body !== undefined) ended();
            let early: ThreadEnd | undefined;
            onEnd = (end) => {
              early = end;
            };
            resolve({
              status,
              headers,
              body,
              cancel,
              store(place, progress) {
                if (early) return Promise.resolve(early);
                onProgress = progress;
                return new Promise((stored) => {
                  onEnd = stored;
                  worker?.postMessage({ type: 'store', id, ...place });
                });
              },
            });
          },
          onProgress: (progress) => onProgress?.(progress),
          onEnd(end) {
            ended();
            onEnd(end);
          },
        });
        signal.addEventListener('abort', cancel, { once: true });
        try {
          worker ??= start();
          worker.ref();
          worker.postMessage({ type: 'get', id, ...request });
          if (signal.aborted) cancel();
        } catch (error) {
          lose(error);
        }
      });
    },
    async close() {
      usable = false;
      // Its exit ends the calls in progress.
      await worker?.terminate();
    },
  };
}

/**
 * Requests of a thread before another one starts. With the default of 20 parallel blobs, there are two threads, because one
 * moves more than most links and disks do, and each takes 25 MB (bench/RESULTS.md#number-of-download-threads).
 */
const FULL = 10;
/** Threads that may end before the main thread downloads, because the content itself may be the cause. */
const MOST_LOST = 1;

/**
 * Returns several threads that are used like one. A request is sent by the first thread that isn't full, otherwise by the one
 * with the fewest requests.
 */
export function createDownloadThreads(reach: Reach, count: number, script: URL = THREAD): DownloadThread {
  const threads = Array.from({ length: count }, () => createDownloadThread(reach, script));
  return {
    get usable() {
      const usable = threads.filter((thread) => thread.usable).length;
      return usable > 0 && threads.length - usable <= MOST_LOST;
    },
    get requests() {
      return threads.reduce((sum, { requests }) => sum + requests, 0);
    },
    get(request, signal) {
      const usable = threads.filter((thread) => thread.usable);
      const free = usable.find(({ requests }) => requests < FULL);
      const [idlest] = usable.toSorted((a, b) => a.requests - b.requests);
      return (free ?? idlest ?? threads[0]!).get(request, signal);
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** Returns the fault of a thread as the error that it was. */
export function errorOf(fault: ThreadFault | undefined): Error {
  const { name, message, code, syscall, cause } = fault ?? { name: 'Error', message: '' };
  const error = new Error(message, { cause: cause && errorOf(cause) });
  return Object.assign(error, { name }, code === undefined ? {} : { code, syscall });
}
