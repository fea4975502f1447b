import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readVerified } from '../../../base/image/verified-read.ts';
import { blobOf, client, noise, scripted } from '../../exchange/registry.fixture.ts';

const MiB = 2 ** 20;

/** A registry that reads content slowly, and returns the digest of each complete upload. */
async function slowRegistry(digests: string[]) {
  return scripted(async (request, response) => {
    if (request.method !== 'PUT')
      return void response
        .writeHead(202, { location: `/v2/a/b/blobs/uploads/${request.headers.host}` })
        .end();
    const hash = createHash('sha256');
    let received = 0;
    for await (const chunk of request) {
      hash.update(chunk);
      received += chunk.length;
      // The socket of the client is full most of the time.
      if (received % 7 === 0) await sleep(2);
    }
    digests.push(`sha256:${hash.digest('hex')}`);
    response.writeHead(201).end();
  });
}

test.each([
  ['without a limit', {}],
  ['with a rate limit', { rate: 24 * MiB }],
])('uploads from reused buffers deliver the same bytes %s', async (_, options) => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-reused-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const contents = [1, 2, 3].map((seed) => noise(9 * MiB + seed * 1013, seed));
  const file = join(directory, 'content');
  await writeFile(file, Buffer.concat(contents));
  await using handle = await open(file);
  const received: string[] = [];
  await using server = await slowRegistry(received);
  await using c = client(options);
  let offset = 0;
  const uploads = contents.map((content) => {
    const extent = { handle, name: file, offset, size: content.length };
    offset += content.length;
    const read = () => readVerified(extent, blobOf(content).digest, { reuseBuffers: true });
    return c.registries.at(server.host).uploadBlob('a/b', blobOf(content), read);
  });
  expect(await Promise.all(uploads)).toEqual(['uploaded', 'uploaded', 'uploaded']);
  expect(received.toSorted()).toEqual(contents.map((content) => blobOf(content).digest).toSorted());
});

test('a chunk of long content stays valid while the next two are read, and memory is reused', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airlock-reused-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const content = noise(6 * MiB + 17);
  const file = join(directory, 'content');
  await writeFile(file, content);
  await using handle = await open(file);
  const extent = { handle, name: file, offset: 0, size: content.length };
  const chunks: Buffer[] = [];
  const buffers = new Set<ArrayBufferLike>();
  let at = 0;
  for await (const chunk of readVerified(extent, blobOf(content).digest, { reuseBuffers: true })) {
    buffers.add(chunk.buffer);
    chunks.push(chunk);
    at += chunk.length;
    const last = Buffer.concat(chunks.slice(-3));
    expect(last.equals(content.subarray(at - last.length, at))).toBe(true);
  }
  expect(at).toBe(content.length);
  expect(buffers.size).toBe(4);
});
