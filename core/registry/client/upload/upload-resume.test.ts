import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  blobOf,
  bodyOf,
  client,
  dockerRegistry,
  inChunks,
  noise,
  readAll,
  type Seen,
  scripted,
} from '../../exchange/registry.fixture.ts';
import { startRegistryServer } from '../../server/start.ts';
import { memoryStorage } from '../../server/storage/memory-storage.ts';

const blob = noise(4_000_000);
const LOST = 700_000;
/** After a gateway has stopped forwarding, the server behind it sees the end of the connection after this time. */
const CUT_MS = 250;

test.each(['complete', 'chunks'] as const)("%s: resumes at the registry's offset", async (uploads) => {
  await using server = await startServer();
  const reset = { path: '/blobs/uploads/', resetUploadAfterBytes: LOST };
  server.faults.set({
    rules: [
      { ...reset, method: 'PUT', times: uploads === 'complete' ? 1 : 0 },
      { ...reset, method: 'PATCH', times: uploads === 'complete' ? 3 : 4 },
    ],
  });
  await using c = client({
    uploads,
    chunkBytes: 1_000_000,
    backoffBaseMs: 100,
    retry: { times: 1, delayMs: 0 },
  });
  const at = c.registries.at(server.host);
  await at.uploadBlob('a/b', blobOf(blob), () => inChunks(blob));
  expect(server.stats.faults).toEqual({ 'reset in the upload': 4 });
  // More breaks than attempts without progress, but each attempt advanced. One POST only, and each break repeats only data in flight.
  expect(server.stats.byRoute['POST blobs/uploads']!.requests).toBe(1);
  expect(server.stats.bytesIn).toBeLessThan(blob.length + 4 * LOST);
  server.faults.clear();
  expect((await readAll(at.blob('a/b', blobOf(blob)))).equals(blob)).toBe(true);
});

test.each([
  ['a reset', { resetUploadAfterBytes: LOST }, 'reset in the upload'],
  ['a truncated body', { truncateUploadAfterBytes: LOST }, 'upload truncated'],
  ['a stall', { stallUploadAfterBytes: LOST }, 'upload stalled'],
  ['a wrong byte', { corruptUploadAtByte: 10 }, 'wrong byte in the upload'],
  ['a lost response', { loseAnswer: true }, 'answer lost'],
  ['no response', { hang: true }, 'hang'],
  ['a wrong range', { misstate: 'range' }, 'wrong range'],
] as const)('in a PATCH, %s repeats one blob at most', async (_, effect, name) => {
  await using server = await startServer();
  server.faults.set({
    rules: [{ method: 'PATCH', path: '/blobs/uploads/', after: 1, times: 1, ...effect }],
  });
  await using c = client({ uploads: 'chunks', chunkBytes: 1_000_000, stallMs: 300, backoffBaseMs: 100 });
  const at = c.registries.at(server.host);
  await at.uploadBlob('a/b', blobOf(blob), () => inChunks(blob));
  expect(server.stats.faults).toEqual({ [name]: 1 });
  expect(server.stats.bytesIn).toBeLessThanOrEqual(2 * blob.length);
  server.faults.clear();
  expect((await readAll(at.blob('a/b', blobOf(blob)))).equals(blob)).toBe(true);
});

test('drops a connection after stallMs if the registry accepts nothing, and sends the rest', async () => {
  await using server = await startServer();
  const [host, port] = server.host.split(':');
  let stored = 0;
  // Behind a gateway that forwards half of the first upload, and then nothing more of it.
  await using door = await stallingDoor(
    { host: host!, port: Number(port), after: 1_500_000, times: 1 },
    () => {
      stored++;
    },
  );
  await using c = client({ stallMs: 400, backoffBaseMs: 200 });
  const at = c.registries.at(door.host);
  const codes: string[] = [];
  const big = noise(12_000_000, 7);
  await at.uploadBlob('a/b', blobOf(big), () => inChunks(big), {
    onRetry: ({ error }) => codes.push(error.code),
  });
  expect(stored).toBe(1);
  expect(codes).toEqual(['stalled']);
  expect(c.registries.links()).toMatchObject([{ host: door.host, stalls: 1, setbacks: 1 }]);
  expect(server.stats.byRoute['POST blobs/uploads']!.requests).toBe(1);
  expect((await readAll(at.blob('a/b', blobOf(big)))).equals(big)).toBe(true);
});

test('gives up on an upload below the minimum rate', async () => {
  await using server = await startServer();
  // Much more than the connection's buffers, so the server sets the pace.
  const big = noise(16_000_000, 9);
  server.faults.set({ bytesPerSec: 2_000_000 });
  await using c = client({ stallMs: 1_500, minimumRate: 100_000_000, retry: { times: 0, delayMs: 0 } });
  const upload = c.registries.at(server.host).uploadBlob('a/b', blobOf(big), () => inChunks(big, 1_000));
  await expect(upload).rejects.toMatchObject({ code: 'stalled' });
});

type Step = 'open' | 'status' | 'send' | 'finish' | 'other';
const stepOf = ({ method, url }: Seen): Step => {
  if (method === 'POST') return 'open';
  if (method === 'GET' && url.includes('/uploads/')) return 'status';
  if (method === 'PATCH') return 'send';
  return method === 'PUT' ? 'finish' : 'other';
};

test.each([
  ['no content', { status: 204, headers: { range: '0-0' } }],
  ['no offset', { status: 405, headers: {} }],
  ['an unknown upload', { status: 404, headers: {} }],
  ['more content than was sent', { status: 204, headers: { range: '0-99999999' } }],
])('sends the blob from its start if the registry reports %s', async (_, answer) => {
  let puts = 0;
  let got: Buffer | undefined;
  await using server = await scripted(async (request, response, seen) => {
    const step = stepOf(seen.at(-1)!);
    if (step === 'open')
      return void response.writeHead(202, { location: `/v2/a/b/blobs/uploads/${seen.length}` }).end();
    if (step === 'status')
      return void response.writeHead(answer.status, answer.headers as { range?: string }).end();
    if (step !== 'finish') return void response.writeHead(404).end();
    if (puts++ === 0) return void request.socket.resetAndDestroy();
    got = await bodyOf(request);
    response.writeHead(201).end();
  });
  await using c = client();
  await c.registries.at(server.host).uploadBlob('a/b', blobOf(blob), () => inChunks(blob));
  expect(got?.equals(blob)).toBe(true);
  expect(server.requests.map(stepOf).filter((step) => step === 'open')).toHaveLength(2);
});

test('sends the blob from its start if the registry has other content than reported', async () => {
  let puts = 0;
  let got: Buffer | undefined;
  await using server = await scripted(async (request, response, seen) => {
    const step = stepOf(seen.at(-1)!);
    const location = `/v2/a/b/blobs/uploads/${seen.length}`;
    if (step === 'open') return void response.writeHead(202, { location }).end();
    if (step === 'status') return void response.writeHead(204, { location, range: '0-999' }).end();
    const body = await bodyOf(request).catch(() => undefined);
    if (step === 'send') return void response.writeHead(202, { location }).end();
    if (step !== 'finish') return void response.writeHead(404).end();
    if (puts++ === 0) return void request.socket.resetAndDestroy();
    if (body?.length !== blob.length)
      return void response.writeHead(400).end('{"errors":[{"code":"DIGEST_INVALID"}]}');
    got = body;
    response.writeHead(201).end();
  });
  await using c = client();
  await c.registries.at(server.host).uploadBlob('a/b', blobOf(blob), () => inChunks(blob));
  expect(got?.equals(blob)).toBe(true);
  expect(server.requests.map(stepOf).filter((step) => step === 'status')).toHaveLength(1);
});

test.each([
  ['once', 1, 1],
  ['always', Number.POSITIVE_INFINITY, 2],
] as const)(
  'continues an upload that the registry answers with 500 %s, or sends the blob to another one',
  async (_, failures, expected) => {
    const half = blob.length / 2;
    let broken = false;
    let failed = 0;
    const uploads: Buffer[] = [];
    await using server = await scripted(async (request, response, seen) => {
      const step = stepOf(seen.at(-1)!);
      if (step === 'open') uploads.push(Buffer.alloc(0));
      const number = Number(/uploads\/(\d+)/.exec(request.url!)?.[1] ?? uploads.length - 1);
      const location = `/v2/a/b/blobs/uploads/${number}`;
      if (step === 'open') return void response.writeHead(202, { location }).end();
      if (step === 'status') {
        const range = `0-${uploads[number]!.length - 1}`;
        return void response.writeHead(204, { location, range }).end();
      }
      if (step === 'finish') return void response.writeHead(201).end();
      if (step !== 'send') return void response.writeHead(404).end();
      if (uploads[number]!.length > 0 && !broken) {
        broken = true;
        return void request.socket.resetAndDestroy();
      }
      const body = await bodyOf(request);
      if (number === 0 && broken && failed < failures) {
        failed++;
        return void response.writeHead(500).end();
      }
      uploads[number] = Buffer.concat([uploads[number]!, body]);
      response.writeHead(202, { location }).end();
    });
    await using c = client({ uploads: 'chunks', chunkBytes: half });
    await c.registries.at(server.host).uploadBlob('a/b', blobOf(blob), () => inChunks(blob));
    expect(uploads).toHaveLength(expected);
    expect(uploads.at(-1)!.equals(blob)).toBe(true);
  },
);

test('uploads everything to distribution 2.8, which cannot resume after a break', async () => {
  await using registry = await dockerRegistry();
  const [host, port] = registry.host.split(':');
  await using door = await stallingDoor({ host: host!, port: Number(port), after: 1_500_000, times: 2 });
  await using c = client({ stallMs: 400 });
  const at = c.registries.at(door.host);
  const big = noise(12_000_000, 9);
  await at.uploadBlob('a/b', blobOf(big), () => inChunks(big));
  expect((await readAll(at.blob('a/b', blobOf(big)))).equals(big)).toBe(true);
});

async function startServer() {
  const server = await startRegistryServer({ storage: memoryStorage() });
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
}

/** A gateway to a server that stops reading after this number of bytes on this number of connections, and then neither closes nor responds. */
async function stallingDoor(
  to: { host: string; port: number; after: number; times: number },
  onStall: () => void = () => {},
) {
  const sockets = new Set<Socket>();
  let left = to.times;
  const door = createServer((client) => {
    const server = connect(to.port, to.host);
    let passed = 0;
    let stalled = false;
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        if (!stalled) other.destroy();
      });
    }
    server.pipe(client);
    client.on('data', (chunk) => {
      passed += chunk.length;
      server.write(chunk);
      if (passed < to.after || left === 0) return;
      left--;
      onStall();
      stalled = true;
      client.pause();
      setTimeout(() => server.destroy(), CUT_MS);
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(door.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}
