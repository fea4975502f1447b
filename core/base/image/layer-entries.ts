import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { AirlockError } from '../errors/airlock-error.ts';

export interface LayerReading {
  /** Bytes that may still come out of decompression; counted down here, so that several layers can share it. */
  budget: { unpacked: number; limit?: number };
  /** Makes the error for a layer that cannot be used, out of what is wrong with it. */
  invalid(what: string, cause?: unknown): AirlockError;
  signal?: AbortSignal;
}

export interface LayerEntry {
  header: Header;
  /** Its bytes, to be read whole or not at all, before the next entry is asked for. */
  content: AsyncIterable<Buffer>;
}

/**
 * The tar entries of an image layer (gzip, zstd or plain), streamed. The layer is sound only when the iteration has come to its end: its digest is checked with the
 * last byte.
 * @param blob the layer as it is stored; throws at its end when the digest is wrong
 * @throws AirlockError of `blob` or `reading.invalid`; the signal's reason
 */
export async function* layerEntries(
  blob: AsyncIterable<Buffer>,
  reading: LayerReading,
): AsyncGenerator<LayerEntry> {
  const { signal, invalid } = reading;
  let complete = false;
  const chunks = async function* () {
    yield* blob;
    complete = true;
  };
  const tar = extract();
  const { first, rest } = await peek(chunks());
  const steps = [compression(first), limited(reading)].filter((step) => step !== undefined);
  let reason: unknown;
  // Handled at once: nobody waits for it while a consumer is busy with an entry.
  const unpacking = pipeline(
    [Readable.from(joinedAgain(first, rest)), ...steps, tar],
    signal ? { signal } : {},
  ).catch((error: unknown) => {
    reason = error;
  });
  const because = async (error: unknown): Promise<unknown> => {
    // The pipeline knows why: what happened to the blob reaches the tar reader as a bare end.
    await unpacking;
    signal?.throwIfAborted();
    return causeOf(reason, error, invalid);
  };
  const contentOf = async function* (entry: AsyncIterable<unknown>) {
    try {
      for await (const chunk of entry) yield chunk as Buffer;
    } catch (error) {
      throw await because(error);
    }
  };
  try {
    for await (const entry of tar) {
      yield { header: entry.header, content: contentOf(entry) };
      entry.resume();
    }
  } catch (error) {
    throw await because(error);
  }
  await unpacking;
  signal?.throwIfAborted();
  if (reason !== undefined) throw causeOf(reason, undefined, invalid);
  // A compressed stream may end before the blob does; then nobody has checked the blob's digest.
  if (!complete) throw invalid('goes on after its end');
}

function causeOf(reason: unknown, other: unknown, invalid: LayerReading['invalid']): unknown {
  const known = [reason, other].find((each) => each instanceof AirlockError);
  if (known) return known;
  const cause = reason ?? other;
  return invalid(`cannot be unpacked: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
}

/** Counts what comes out of decompression. */
function limited({ budget, invalid }: LayerReading): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      budget.unpacked -= chunk.length;
      if (budget.unpacked < 0)
        done(
          invalid(
            budget.limit === undefined
              ? 'unpacks to more data than an image of this kind can contain'
              : `unpacks to more than ${budget.limit} bytes, the limit for an image of this size`,
          ),
        );
      else done(null, chunk);
    },
  });
}

/** By content, as media types are often wrong: gzip, zstd, or none. */
function compression(first: Buffer): Transform | undefined {
  if (first.readUInt16BE(0) === 0x1f8b) return createGunzip();
  if (first.readUInt32LE(0) === 0xfd2fb528) return createZstdDecompress();
  return undefined;
}

/** At least four bytes of a stream, zeros where it has fewer. */
async function peek(
  chunks: AsyncGenerator<Buffer>,
): Promise<{ first: Buffer; rest: AsyncGenerator<Buffer> }> {
  let first = Buffer.alloc(0);
  while (first.length < 4) {
    const { value, done } = await chunks.next();
    if (done) return { first: Buffer.concat([first], 4), rest: chunks };
    first = Buffer.concat([first, value]);
  }
  return { first, rest: chunks };
}

async function* joinedAgain(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
