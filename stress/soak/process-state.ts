import { readdir, readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a process has in use after a garbage collection. Memory in bytes. */
export interface ProcessState {
  heap: number;
  /** Memory of buffers outside of the heap. */
  buffers: number;
  /** Open sockets, servers, timers, watchers and requests of Node's event loop. */
  handles: number;
  threads: number;
  descriptors: number;
  /** Files and folders below the home and temporary folders of the process. */
  files: number;
}

export type Resource = keyof ProcessState;

/** Time for sockets to close after the last request, in ms. */
const SETTLE_MS = 100;

/**
 * Returns what this process has in use, after everything that can be collected is collected.
 * @throws Error if Node wasn't started with `--expose-gc`
 */
export async function processState(): Promise<ProcessState> {
  const { gc } = globalThis;
  if (!gc) throw new Error('start Node with --expose-gc');
  await sleep(SETTLE_MS);
  // Finalizers of the first collection release what the second one collects.
  for (let pass = 0; pass < 3; pass++) {
    gc();
    await new Promise(setImmediate);
  }
  const status = await readFile('/proc/self/status', 'utf8');
  const descriptors = await readdir('/proc/self/fd');
  const folders = [homedir(), tmpdir()];
  const files = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })));
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return {
    heap: heapUsed,
    buffers: arrayBuffers,
    handles: process.getActiveResourcesInfo().length,
    threads: Number(/^Threads:\s+(\d+)$/m.exec(status)![1]),
    // The folder itself was open while it was read.
    descriptors: descriptors.length - 1,
    files: files.flat().length,
  };
}
