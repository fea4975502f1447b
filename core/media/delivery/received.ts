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
  acknowledgmentCode,
  acknowledgmentWords,
  type Reached,
  setShortId,
} from '../transfer/acknowledgment-code.ts';
import { t } from './messages.ts';

/** A set that arrived here, and the answer for the other side. */
export interface ReceivedSet {
  transfer: string;
  directory: string;
  /** Bytes of all its volumes. */
  bytes: number;
  /**
   * Missing, truncated or altered volumes: those of the export while its media still arrive, else archive files of the
   * set.
   */
  missing: string[];
  summary: string;
  code: string;
}

/**
 * Reads every byte of the sets of a folder and returns which volumes arrived intact. For a set that is still being
 * imported from media, content that was verified on arrival counts. Writes nothing there.
 * @param path a workspace, a folder above `transfers/`, or one transfer
 * @throws AirlockError `workspace-invalid` when no set has an index, `archive-malformed`, `interrupted`
 */
export async function receivedSets(
  path: string,
  options: {
    reached?: Reached;
    signal?: AbortSignal;
    /** Bytes; called often. */
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
    const acknowledgment = {
      number: index.number,
      reached: options.reached ?? 'imported',
      missing: missingContent,
    } as const;
    received.push({
      transfer: index.transfer,
      directory,
      bytes: bytesOf(index),
      missing: index.volumes.filter((_, i) => missing.includes(i + 1)).map(({ name }) => name),
      summary: acknowledgmentWords(acknowledgment),
      code: acknowledgmentCode({ ...acknowledgment, shortId: setShortId(index) }),
    });
  }
  return received;
}

/** Gives the same answer as `media import`: it names volumes of the export, so that nothing is carried twice. */
async function stillArriving(folder: string, reached: Reached | undefined): Promise<ReceivedSet> {
  const arrival = await arrivalIn(folder, reached);
  if (!arrival) throw new AirlockError('internal', t('indexRemoved', { directory: folder }));
  const { transfer, directory, bytes, volumes, summary, code } = arrival;
  const missingContent = volumes.flatMap(({ name, state }) => (state === 'complete' ? [] : [name]));
  return { transfer, directory, bytes, missing: missingContent, summary, code };
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
    // A volume that can't be read everywhere on a drive hasn't arrived.
    return false;
  }
  return hash.digest('hex') === volume.sha256;
}

function bytesOf(index: SetIndex): number {
  return index.volumes.reduce((sum, { size }) => sum + size, 0);
}
