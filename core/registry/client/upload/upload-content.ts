import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { type MinimumRate, watchRate } from '../../access/minimum-rate.ts';
import type { TransferRate } from '../../exchange/transfer-rate.ts';
import { t } from './messages.ts';

/**
 * Yields the content to upload, and checks that it has the announced size.
 * @param onError receives every error of the source, which ends the upload
 */
export async function* exactly(
  source: AsyncIterable<Uint8Array>,
  size: number,
  subject: string,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = source[Symbol.asyncIterator]();
  let given = 0;
  try {
    for (;;) {
      let chunk: Uint8Array | undefined;
      try {
        const next = await chunks.next();
        chunk = next.done ? undefined : next.value;
        given += chunk?.length ?? 0;
        if (given > size || (!chunk && given < size)) throw wrongSize(subject, size, given);
      } catch (error) {
        onError(error);
        throw error;
      }
      if (!chunk) return;
      yield chunk;
    }
  } finally {
    await chunks.return?.().catch(() => {});
  }
}

function wrongSize(subject: string, size: number, given: number): AirlockError {
  const found = given > size ? t('moreThan', { bytes: size }) : String(given);
  const message = t('uploadSize', { content: subject, found, expected: size });
  return new AirlockError('size-mismatch', message, { expected: String(size), found });
}

/** Yields content in parts at the rate, also if the rate changes in between. */
export async function* limited(
  content: AsyncIterable<Uint8Array>,
  rate: TransferRate,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of content) {
    for (let rest = chunk; rest.length > 0; ) {
      const part = rest.subarray(0, rate.chunkBytes);
      rest = rest.subarray(part.length);
      const wait = rate.take(part.length, signal);
      if (wait) await wait;
      yield part;
    }
  }
}

/**
 * Yields a request body, counts it, and watches for a receiver that accepts nothing, or less than the minimum, in
 * `overMs`. The time for reading the content doesn't count.
 * @param onBytes receives the length of each accepted chunk, and whether the minimum rate was met with it
 * @param onStall receives the error that ends the attempt, unless nothing was accepted
 */
export async function* watched(
  content: AsyncIterable<Uint8Array>,
  minimum: MinimumRate,
  subject: string,
  onBytes: (count: number, met: boolean) => void,
  onStall: (error?: AirlockError) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const watch = watchRate(minimum, subject);
  let waitingForReceiver = false;
  const timer = setTimeout(() => {
    if (waitingForReceiver) onStall();
    else timer.refresh();
  }, minimum.overMs);
  try {
    for await (const chunk of content) {
      waitingForReceiver = true;
      timer.refresh();
      const given = performance.now();
      yield chunk;
      waitingForReceiver = false;
      const verdict = watch.add(chunk.length, performance.now() - given);
      onBytes(chunk.length, verdict === 'met');
      if (verdict === 'missed') onStall(watch.tooSlow('accepted'));
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Content in chunks: `take(n)` yields the next n bytes, fewer only at the end. */
export interface ChunkReader {
  take(bytes: number): AsyncGenerator<Uint8Array, void, undefined>;
  close(): Promise<void>;
}

/** Reads content chunk by chunk, with at most one source chunk in memory. */
export function readChunks(content: AsyncIterable<Uint8Array>): ChunkReader {
  const chunks = content[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return {
    async *take(bytes) {
      for (let left = bytes; left > 0; ) {
        if (rest.length === 0) {
          const next = await chunks.next();
          if (next.done) return;
          rest = next.value;
        }
        const now = rest.subarray(0, left);
        rest = rest.subarray(now.length);
        left -= now.length;
        yield now;
      }
    },
    close: async () => {
      await chunks.return?.().catch(() => {});
    },
  };
}
