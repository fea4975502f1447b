import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { AirlockError } from '../errors/airlock-error.ts';
import { t } from './messages.ts';

export interface LayerReading {
  /** Remaining bytes for decompression. Decremented here, so that several layers can share it. */
  budget: { unpacked: number; limit?: number };
  /** Returns the error for an unusable layer from the reason. */
  invalid(fault: string, cause?: unknown): AirlockError;
  signal?: AbortSignal;
}

export interface LayerEntry {
  header: Header;
  /** Its bytes, to be read completely or not at all before the next entry is requested. */
  content: AsyncIterable<Buffer>;
}

/**
 * Streams the tar entries of an image layer (gzip, zstd or plain). The layer is valid only after the iteration has ended,
 * because its digest is checked with the last byte.
 * @param blob the stored layer, which throws at its end if the digest is wrong
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
  // Handled at once, because nothing awaits it while a consumer processes an entry.
  const unpacking = pipeline(
    [Readable.from(joinedAgain(first, rest)), ...steps, tar],
    signal ? { signal } : {},
  ).catch((error: unknown) => {
    reason = error;
  });
  const because = async (error: unknown): Promise<unknown> => {
    // The pipeline has the reason. The tar reader receives an error of the blob only as its end.
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
  // A compressed stream may end before the blob. The digest of the blob wasn't checked then.
  if (!complete) throw invalid(t('layerTrailingData'));
}

function causeOf(reason: unknown, other: unknown, invalid: LayerReading['invalid']): unknown {
  const known = [reason, other].find((each) => each instanceof AirlockError);
  if (known) return known;
  const cause = reason ?? other;
  return invalid(
    t('layerNotUnpacked', { reason: cause instanceof Error ? cause.message : String(cause) }),
    cause,
  );
}

/** Counts decompressed bytes. */
function limited({ budget, invalid }: LayerReading): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      budget.unpacked -= chunk.length;
      if (budget.unpacked < 0)
        done(
          invalid(
            budget.limit === undefined ? t('layerTooLarge') : t('layerAboveLimit', { limit: budget.limit }),
          ),
        );
      else done(null, chunk);
    },
  });
}

/** Larger than the default of 16 KiB, because each chunk takes a round trip to a thread. */
const CHUNK_BYTES = 128 * 1024;

/** Returns the decompression by content, because media types are often wrong: gzip, zstd, or none. */
function compression(first: Buffer): Transform | undefined {
  if (first.readUInt16BE(0) === 0x1f8b) return createGunzip({ chunkSize: CHUNK_BYTES });
  if (first.readUInt32LE(0) === 0xfd2fb528) return createZstdDecompress({ chunkSize: CHUNK_BYTES });
  return undefined;
}

/** Returns at least four bytes of a stream, filled up with zeros. */
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
