import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDownloadThreads } from '../../registry/access/download-thread.ts';
import { blobOf, client, noise, plainAccess, scripted } from '../../registry/exchange/registry.fixture.ts';
import type { BlobSink } from '../../store/archive/write/blob-sink.ts';
import { SetWriter } from '../../store/archive/write/set-writer.ts';

const KIB = 1024;
const content = noise(4 * 1024 * KIB);
const blob = blobOf(content);

/** A server that delivers 32 KiB of a range every few ms. The first range is the slowest. */
function slowServer() {
  return scripted(async (request, response) => {
    if (request.method === 'HEAD')
      return void response.writeHead(200, { 'content-length': content.length }).end();
    const [from, end] = /^bytes=(\d+)-(\d+)$/
      .exec(request.headers.range ?? '')!
      .slice(1)
      .map(Number);
    response.writeHead(206, {
      'content-range': `bytes ${from}-${end}/${content.length}`,
      'content-length': end! + 1 - from!,
    });
    for (let at = from!; at <= end! && !response.destroyed; at += 32 * KIB) {
      response.write(content.subarray(at, Math.min(end! + 1, at + 32 * KIB)));
      await sleep(from === 0 ? 60 : 10);
    }
    response.end();
  });
}

test('parts that arrived before a stop are not requested by the next process', async () => {
  const root = await mkdtemp(join(tmpdir(), 'airlock-parts-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const options = { directory: join(root, 'lab-0001.partial'), name: 'lab-0001' };
  await using server = await slowServer();
  /** Downloads the blob with threads of its own, as a process does. @returns bytes that were fetched */
  const download = async (sink: BlobSink, stop: AbortController, stopAfter: number): Promise<number> => {
    const reach = { env: {}, home: '/nonexistent', systemRoot: '/nonexistent' };
    const downloads = createDownloadThreads(reach, 1);
    const own = plainAccess();
    await using c = client({
      parts: { bytes: 256 * KIB, from: 1024 * KIB, answerMs: 0 },
      parallelBlobs: 6,
      access: {
        ...own,
        downloads,
        async close() {
          await downloads.close();
          await own.close();
        },
      },
    });
    // Measures the time of a response.
    await c.registries.at(server.host).hasBlob('a/b', blob.digest);
    let written = 0;
    const place = () =>
      sink.place((bytes) => {
        written += bytes;
        if (written >= stopAfter) stop.abort();
      });
    const running = { offset: sink.offset, hash: sink.hash };
    const { signal } = stop;
    for await (const _ of c.registries.at(server.host).blob('a/b', blob, { running, place, signal }))
      throw new Error('content was yielded');
    return c.registries.counters.fetched;
  };

  const first = await SetWriter.open(options);
  first.reserve(blob);
  const sink = await first.begin(blob.digest);
  await expect(download(sink, new AbortController(), 2048 * KIB)).rejects.toMatchObject({
    code: 'interrupted',
  });
  await first.close();

  const second = await SetWriter.open(options);
  second.reserve(blob);
  const resumed = await second.begin(blob.digest);
  expect(resumed.left).toBeLessThanOrEqual(content.length - 2048 * KIB);
  // Most of it arrived after the first part, which is slow.
  expect(resumed.offset).toBeLessThan(1024 * KIB);
  const { left } = resumed;
  expect(await download(resumed, new AbortController(), Number.POSITIVE_INFINITY)).toBe(left);
  await resumed.finish();
  await second.close();
});
