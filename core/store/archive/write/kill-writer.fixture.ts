import { createHash } from 'node:crypto';
import { sha256 } from '../../../base/image/sha256.ts';
import { SetWriter } from './set-writer.ts';

/** Returns blob `i`, which is the same in every process and has a unique size. */
export function blobNumber(i: number): { digest: `sha256:${string}`; size: number; bytes: Buffer } {
  const size = 20_000 + ((i * 77_731) % 400_000);
  const block = createHash('sha512').update(`blob ${i}`).digest();
  const bytes = Buffer.alloc(size, block);
  return { digest: sha256(bytes), size, bytes };
}

export const COUNT = 60;

/**
 * Writes the unfinished blobs, four at a time, and prints the finished ones.
 * @param atMost number of blobs to finish before the process waits to be killed
 */
async function writeAll(directory: string, atMost: number): Promise<void> {
  const set = await SetWriter.open({ directory, name: 'kill-0001', archiveSizeBytes: 4 * 2 ** 20 });
  const blobs = Array.from({ length: COUNT }, (_, i) => blobNumber(i));
  for (const blob of blobs) set.reserve(blob);
  const open = blobs.filter(({ digest }) => set.state(digest) !== 'done');
  process.stdout.write(`kept ${COUNT - open.length}\n`);
  let finished = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let blob = open.shift(); blob; blob = open.shift()) {
        const sink = await set.begin(blob.digest);
        for (let at = sink.offset; at < blob.size; at += 16_384) {
          await sink.write(blob.bytes.subarray(at, Math.min(blob.size, at + 16_384)));
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (finished++ >= atMost) await new Promise(() => setInterval(() => {}, 1000));
        await sink.finish();
        process.stdout.write(`done ${blob.digest}\n`);
      }
    }),
  );
  await set.finish({ enclave: 'kill', number: 1, tool: 'test', links: [], files: [] });
  process.stdout.write('complete\n');
}

const [, script, directory, atMost] = process.argv;
if (script?.endsWith('kill-writer.fixture.ts') && directory)
  await writeAll(directory, atMost === undefined ? Number.POSITIVE_INFINITY : Number(atMost));
