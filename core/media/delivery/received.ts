import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { newHash } from '../../base/image/sha256.ts';
import { partsOf } from '../../store/archive/source-layout.ts';
import type { IndexVolume, SetIndex } from '../../store/set-format/set-index.ts';
import { arrivalIn } from '../import/arrivals.ts';
import {
  acknowledgementCode,
  acknowledgementWords,
  type Reached,
  setShortId,
} from '../transfer/acknowledgement-code.ts';
import { t } from './messages.ts';

/** A set that arrived here, and what to tell the other side of it. */
export interface ReceivedSet {
  transfer: string;
  directory: string;
  /** Bytes of all its pieces. */
  bytes: number;
  /** Pieces that are missing, cut short or altered: carry pieces while media of it still arrive, else files of the set. */
  missing: string[];
  words: string;
  code: string;
}

/**
 * Reads every byte of the sets of a folder and says which pieces arrived whole. Of a set that media still bring, what was
 * verified as it came counts. Nothing is written there.
 * @param path a workspace, a folder above `transfers/`, or one transfer
 * @throws AirlockError `workspace-invalid` where no set with an index is, `archive-malformed`, `interrupted`
 */
export async function receivedSets(
  path: string,
  options: {
    reached?: Reached;
    signal?: AbortSignal;
    /** Bytes; often. */
    onProgress?: (progress: { bytes: number; total: number }) => void;
  } = {},
): Promise<ReceivedSet[]> {
  const sets = (await partsOf(path)).flatMap((part) => (part.kind === 'set' ? [part] : []));
  if (sets.length === 0)
    throw new AirlockError('workspace-invalid', t('indexMissing', { path }), {
      side: 'local',
      remedy: t('indexMissingRemedy'),
    });
  const read = sets.filter((set) => set.received === undefined);
  const progress = { bytes: 0, total: read.reduce((sum, { index }) => sum + bytesOf(index), 0) };
  const received: ReceivedSet[] = [];
  for (const { directory, index, received: arriving } of sets) {
    if (arriving) {
      received.push(await stillArriving(directory, options.reached));
      continue;
    }
    const missing: number[] = [];
    for (const [i, volume] of index.volumes.entries()) {
      const complete = await isComplete(join(directory, volume.name), volume, options.signal, (count) => {
        progress.bytes += count;
        options.onProgress?.(progress);
      });
      if (!complete) missing.push(i + 1);
    }
    const missingContent = missing.length === index.volumes.length && missing.length > 0 ? 'all' : missing;
    const acknowledgement = {
      number: index.number,
      reached: options.reached ?? 'imported',
      missing: missingContent,
    } as const;
    received.push({
      transfer: index.transfer,
      directory,
      bytes: bytesOf(index),
      missing: index.volumes.filter((_, i) => missing.includes(i + 1)).map(({ name }) => name),
      words: acknowledgementWords(acknowledgement),
      code: acknowledgementCode({ ...acknowledgement, shortId: setShortId(index) }),
    });
  }
  return received;
}

/** The answer is that of `media import`: it names carry pieces, so that nothing is carried twice. */
async function stillArriving(folder: string, reached: Reached | undefined): Promise<ReceivedSet> {
  const arrival = await arrivalIn(folder, reached);
  if (!arrival) throw new AirlockError('internal', `${folder} lost its index while it was read`);
  const { transfer, directory, bytes, volumes, words, code } = arrival;
  const missingContent = volumes.flatMap(({ name, state }) => (state === 'complete' ? [] : [name]));
  return { transfer, directory, bytes, missing: missingContent, words, code };
}

async function isComplete(
  path: string,
  volume: IndexVolume,
  signal: AbortSignal | undefined,
  onBytes: (count: number) => void,
): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size !== volume.size) return false;
  const hash = newHash();
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: 1024 * 1024 }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk);
          onBytes(chunk.length);
        }
      },
      ...(signal ? [{ signal }] : []),
    );
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code === 'interrupted' || signal?.aborted) throw error;
    // A medium that cannot be read at some place has not brought this piece.
    return false;
  }
  return hash.digest('hex') === volume.sha256;
}

function bytesOf(index: SetIndex): number {
  return index.volumes.reduce((sum, { size }) => sum + size, 0);
}
