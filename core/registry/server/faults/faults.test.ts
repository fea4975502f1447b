import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OCI_MANIFEST } from '../../../base/image/media-types.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import { pushBlob, pushManifest, sampleImage } from '../sample-image.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../start.ts';
import { memoryStorage } from '../storage/memory-storage.ts';
import type { FaultRule } from './fault-script.ts';

const blob = randomBytes(600_000);
const digest = sha256(blob);
let server: RegistryServer;
let address: string;

beforeEach(async () => {
  server = await startRegistryServer({ storage: memoryStorage() });
  await pushBlob(server.url, 'a', blob);
  server.resetStats();
  address = `${server.url}/v2/a/blobs/${digest}`;
});
afterEach(() => server.close());

interface Received {
  status: number;
  body: Buffer;
  /** The code of the error that ended the request. */
  broken?: string;
}

/** Sends one GET on a separate connection. Returns the data that arrived before the connection broke. */
function receive(url: string, headers: Record<string, string> = {}, giveUpMs = 5_000): Promise<Received> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    const end = (broken?: string) =>
      resolve({ status, body: Buffer.concat(chunks), broken: broken || undefined });
    const request = get(url, { agent: false, headers, timeout: giveUpMs }, (response: IncomingMessage) => {
      status = response.statusCode ?? 0;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => end());
      response.on('error', (error: NodeJS.ErrnoException) => end(error.code));
    });
    request.on('timeout', () => {
      end('timeout');
      request.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) => (status === 0 ? end(error.code) : undefined));
    request.on('close', () => setImmediate(() => reject(new Error('closed without a word'))));
  });
}

const rule = (one: FaultRule) => server.faults.set({ rules: [one] });

describe('rules', () => {
  test('answer with a status and Retry-After', async () => {
    rule({ blobsOnly: true, status: 429, retryAfter: 7, times: 1 });
    const rejected = await fetch(address);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await rejected.json()).toMatchObject({ errors: [{ code: 'TOOMANYREQUESTS' }] });
    expect((await receive(address)).status).toBe(200);
    expect(server.stats.faults).toEqual({ 'status 429': 1 });
  });

  test('send a 401 with a challenge', async () => {
    rule({ status: 401 });
    const rejected = await fetch(`${server.url}/v2/`);
    expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="airlock"',
    ]);
  });

  test('reset before the answer, without any effect', async () => {
    const { bytes } = sampleImage();
    server.faults.set({ rules: [{ method: 'DELETE', reset: 'before' }] });
    await expect(fetch(address, { method: 'DELETE' })).rejects.toThrow();
    rule({ reset: 'before' });
    expect(await receive(address)).toMatchObject({ status: 0, broken: 'ECONNRESET' });
    await expect(pushManifest(server.url, 'a', 'v1', bytes, OCI_MANIFEST)).rejects.toThrow();
    server.faults.clear();
    expect((await receive(address)).status).toBe(200);
  });

  test('reset, truncate and stall during the answer', async () => {
    rule({ blobsOnly: true, resetAfterBytes: 100_000 });
    const reset = await receive(address);
    expect(reset.broken).toBe('ECONNRESET');
    expect(reset.body.length).toBeLessThanOrEqual(100_000);
    rule({ blobsOnly: true, truncateAfterBytes: 300_001 });
    const short = await receive(address);
    expect([short.body.equals(blob.subarray(0, 300_001)), short.broken]).toEqual([true, 'ECONNRESET']);
    rule({ blobsOnly: true, stallAfterBytes: 1000 });
    const stalled = await receive(address, {}, 150);
    expect([stalled.body.equals(blob.subarray(0, 1000)), stalled.broken]).toEqual([true, 'timeout']);
    expect(server.stats.faults).toEqual({ 'reset in the answer': 1, truncated: 1, stalled: 1 });
  });

  test('send the head before they reset an answer at its first byte', async () => {
    rule({ blobsOnly: true, truncateAfterBytes: 0 });
    expect(await receive(address)).toMatchObject({
      status: 200,
      body: Buffer.alloc(0),
      broken: 'ECONNRESET',
    });
  });

  test('send one wrong byte, and leave the stored content unchanged', async () => {
    rule({ blobsOnly: true, corruptAtByte: 262_144, times: 1 });
    const { body } = await receive(address);
    const wrong = [...body.keys()].filter((i) => body[i] !== blob[i]);
    expect(wrong).toEqual([262_144]);
    expect((await receive(address)).body.equals(blob)).toBe(true);
  });

  test('hang', async () => {
    rule({ blobsOnly: true, hang: true });
    expect(await receive(address, {}, 100)).toMatchObject({ status: 0, broken: 'timeout' });
  });

  test('reset an upload, and retain the received bytes', async () => {
    const opened = await fetch(`${server.url}/v2/a/blobs/uploads/`, { method: 'POST' });
    const session = new URL(opened.headers.get('location')!, server.url);
    rule({ method: 'PATCH', resetUploadAfterBytes: 50_000 });
    await expect(fetch(session, { method: 'PATCH', body: new Uint8Array(blob) })).rejects.toThrow();
    const status = await fetch(session);
    expect(status.headers.get('range')).toBe('0-49999');
  });

  test('store a blob damaged, with a wrong byte in every answer from then on', async () => {
    rule({ method: 'POST', damageStored: true, times: 1 });
    const upload = `${server.url}/v2/a/blobs/uploads/?digest=${sha256('stored')}`;
    const reply = await fetch(upload, { method: 'POST', body: 'stored' });
    expect(reply.status).toBe(201);
    for (let i = 0; i < 2; i++) {
      const { body } = await receive(`${server.url}/v2/a/blobs/${sha256('stored')}`);
      expect([...body.keys()].filter((at) => body[at] !== Buffer.from('stored')[at])).toEqual([0]);
    }
    expect((await receive(address)).body.equals(blob)).toBe(true);
  });

  test('match by method and path', async () => {
    rule({ method: 'GET', path: '/tags/list', status: 503 });
    expect((await fetch(`${server.url}/v2/a/tags/list`)).status).toBe(503);
    expect((await fetch(`${server.url}/v2/`)).status).toBe(200);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
  });

  test('delay', async () => {
    rule({ delayMs: 120 });
    const started = performance.now();
    await fetch(`${server.url}/v2/`);
    expect(performance.now() - started).toBeGreaterThan(115);
  });
});

describe('the server', () => {
  test('applies latency and rate', async () => {
    server.faults.set({ latencyMs: 50, bytesPerSec: 2_000_000 });
    const started = performance.now();
    const { body } = await receive(address);
    const elapsed = performance.now() - started;
    expect(body.equals(blob)).toBe(true);
    expect(elapsed).toBeGreaterThan(50 + 250);
    expect(elapsed).toBeLessThan(2_000);
  });

  test('shares a total rate', async () => {
    server.faults.set({ totalBytesPerSec: 4_000_000 });
    const started = performance.now();
    const all = await Promise.all([receive(address), receive(address)]);
    expect(all.every(({ body }) => body.equals(blob))).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(250);
  });

  test('applies the rate to uploads', async () => {
    server.faults.set({ bytesPerSec: 3_000_000 });
    const started = performance.now();
    expect((await pushBlob(server.url, 'b', blob)).status).toBe(201);
    expect(performance.now() - started).toBeGreaterThan(150);
  });

  test("doesn't offer ranges that it ignores", async () => {
    server.faults.set({ range: false });
    const response = await fetch(address, { headers: { range: 'bytes=10-19' } });
    expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, null]);
    expect((await response.arrayBuffer()).byteLength).toBe(blob.length);
  });

  test('rejects more concurrent requests than allowed', async () => {
    server.faults.set({ maxConnections: 2, latencyMs: 60 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => fetch(`${server.url}/v2/`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
    expect(server.stats.maxInFlight).toBeGreaterThan(2);
    expect(server.stats.faults).toEqual({ 'too many at once': 2 });
  });

  test('redirects blobs to a signed address at another host', async () => {
    server.faults.set({ redirectBlobs: true, blobStoreRejectsAuth: true });
    const first = await fetch(address, { redirect: 'manual' });
    expect(first.status).toBe(307);
    const location = new URL(first.headers.get('location')!);
    expect([location.hostname, location.port]).toEqual(['localhost', new URL(server.url).port]);
    const part = await receive(location.href, { range: 'bytes=599990-' });
    expect([part.status, part.body.equals(blob.subarray(599_990))]).toEqual([206, true]);
    expect((await receive(location.href, { authorization: 'Basic eA==' })).status).toBe(400);
    expect((await receive(location.href.replace('signature=', 'signature=x'))).status).toBe(403);
    expect((await fetch(location, { method: 'DELETE' })).status).toBe(405);
    expect([...server.stats.blobGets]).toEqual([[digest, 1]]);
    server.faults.set({ redirectBlobs: true, blobAddressTtlMs: 20 });
    const short = await fetch(address, { redirect: 'manual' });
    await sleep(30);
    expect((await receive(short.headers.get('location')!)).status).toBe(403);
  });

  test('applies rules for blobs in the blob store if it redirects', async () => {
    server.faults.set({ redirectBlobs: true, rules: [{ blobsOnly: true, status: 500, times: 1 }] });
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(307);
    const location = (await fetch(address, { redirect: 'manual' })).headers.get('location')!;
    expect((await receive(location)).status).toBe(500);
    expect((await receive(location)).status).toBe(200);
  });

  test('is unavailable for a while and returns at the same address', async () => {
    server.faults.set({ rules: [{ blobsOnly: true, hang: true, times: 1 }] });
    const hanging = receive(address);
    while (server.stats.inFlight === 0) await sleep(2);
    const back = server.faults.disconnect(150);
    expect(await hanging).toMatchObject({ broken: 'ECONNRESET' });
    expect(await receive(address)).toMatchObject({ broken: 'ECONNREFUSED' });
    await back;
    expect((await receive(address)).body.equals(blob)).toBe(true);
  });

  test('can be closed while it is unavailable and while clients wait', async () => {
    server.faults.set({ rules: [{ hang: true }] });
    const hanging = receive(address);
    while (server.stats.inFlight === 0) await sleep(2);
    const back = server.faults.disconnect(60_000);
    await server.close();
    await back;
    expect((await hanging).broken).toBe('ECONNRESET');
    expect((await receive(address)).broken).toBe('ECONNREFUSED');
  });
});

test('counts requests, statuses and bytes', async () => {
  await receive(address);
  await receive(address, { range: 'bytes=0-9' });
  await receive(`${server.url}/v2/a/blobs/${sha256('x')}`);
  await pushBlob(server.url, 'b', Buffer.from('12345'));
  const { stats } = server;
  expect(stats.requests).toBe(4);
  expect(stats.byRoute['GET blobs']).toMatchObject({ requests: 3, statuses: { 200: 1, 206: 1, 404: 1 } });
  expect(stats.byRoute['POST blobs/uploads']).toMatchObject({
    requests: 1,
    bytesIn: 5,
    statuses: { 201: 1 },
  });
  expect(stats.bytesIn).toBe(5);
  expect(stats.bytesOut).toBeGreaterThanOrEqual(600_010);
  expect(stats.blobGets.get(digest)).toBe(2);
  server.resetStats();
  expect([stats.requests, stats.blobGets.size, stats.byRoute]).toEqual([0, 0, {}]);
});
