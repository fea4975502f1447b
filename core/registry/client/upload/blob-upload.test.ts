import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { sha256 } from '../../../base/image/sha256.ts';
import {
  blobOf,
  bodyOf,
  client,
  inChunks,
  noise,
  type ScriptedServer,
  scripted,
  stallTimePasses,
  until,
} from '../../exchange/registry.fixture.ts';

const content = noise(300_000);
const blob = blobOf(content);
const open = () => inChunks(content);

interface UploadScript {
  /** Replaces the usual response if it returns true. */
  before?: (request: IncomingMessage, response: ServerResponse, step: string) => boolean | Promise<boolean>;
  location?: (id: number, host: string) => string;
  startHeaders?: Record<string, string>;
}

/** A registry that accepts uploads: steps are `POST`, `MOUNT`, `PATCH`, `PUT`, `DELETE` and `HEAD`, and the stored content. */
async function uploads(script: UploadScript = {}) {
  const steps: string[] = [];
  const stored = new Map<string, Buffer>();
  const parts = new Map<string, Buffer[]>();
  let opened = 0;
  const server: ScriptedServer = await scripted(async (request, response) => {
    const url = new URL(request.url!, 'http://x');
    const step = request.method === 'POST' && url.searchParams.has('mount') ? 'MOUNT' : request.method!;
    steps.push(step);
    if (await script.before?.(request, response, step)) return;
    const where = (id: string | number) =>
      script.location?.(Number(id), request.headers.host!) ?? `/v2/a/b/blobs/uploads/${id}?_state=a%2Fb`;
    if (step === 'HEAD') {
      const size = stored.get(url.pathname.split('/').at(-1)!)?.length;
      return void response.writeHead(size === undefined ? 404 : 200, { 'content-length': size ?? 0 }).end();
    }
    if (step === 'POST' || step === 'MOUNT') {
      const id = String(++opened);
      parts.set(id, []);
      return void response.writeHead(202, { location: where(id), ...script.startHeaders }).end();
    }
    const id = url.pathname.split('/').at(-1)!;
    const received = parts.get(id);
    if (!received || url.searchParams.get('_state') !== 'a/b') return void response.writeHead(404).end();
    if (step === 'DELETE') return void response.writeHead(204).end();
    received.push(await bodyOf(request));
    if (step === 'PATCH') return void response.writeHead(202, { location: where(id) }).end();
    const complete = Buffer.concat(received);
    const digest = url.searchParams.get('digest')!;
    if (sha256(complete) !== digest)
      return void response.writeHead(400).end('{"errors":[{"code":"DIGEST_INVALID","message":"no match"}]}');
    stored.set(digest, complete);
    response.writeHead(201, { 'docker-content-digest': digest }).end();
  });
  return { server, steps, stored };
}

const times = (
  n: number,
  step: string,
  fault: (request: IncomingMessage, response: ServerResponse) => void,
) => {
  let left = n;
  return (request: IncomingMessage, response: ServerResponse, now: string) => {
    if (now !== step || left-- <= 0) return false;
    fault(request, response);
    return true;
  };
};
const status =
  (code: number, headers = {}) =>
  (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    response.writeHead(code, headers).end();
  };

test.each<[string, UploadScript['location']]>([
  ['relative', undefined],
  ['absolute', (id, host) => `http://${host}/v2/a/b/blobs/uploads/${id}?_state=a%2Fb`],
])('POST, then PUT to a %s address with its query', async (_, location) => {
  const { server, steps, stored } = await uploads(location && { location });
  await using _server = server;
  await using c = client();
  let counted = 0;
  const onBytes = (count: number) => {
    counted += count;
  };
  expect(await c.registries.at(server.host).uploadBlob('a/b', blob, open, { onBytes })).toBe('uploaded');
  expect(stored.get(blob.digest)?.equals(content)).toBe(true);
  expect(steps).toEqual(['POST', 'PUT']);
  expect(server.requests[1]!.headers['content-length']).toBe(String(content.length));
  expect([counted, c.registries.counters.sent]).toEqual([content.length, content.length]);
});

test.each([405, 411, 413, 501])(
  '%i to a blob in one request: uses chunks, and from then on at once',
  async (code) => {
    let requested = 0;
    const rejectComplete = (request: IncomingMessage, response: ServerResponse, step: string) => {
      if (step !== 'PUT' || request.headers['content-length'] === '0') return false;
      requested++;
      status(code)(request, response);
      return true;
    };
    const { server, steps, stored } = await uploads({ before: rejectComplete });
    await using _ = server;
    await using c = client({ chunkBytes: 100_001 });
    const at = c.registries.at(server.host);
    await at.uploadBlob('a/b', blob, open);
    expect(stored.get(blob.digest)?.equals(content)).toBe(true);
    await until(() => steps.includes('DELETE'));
    expect(steps.filter((s) => s !== 'DELETE')).toEqual([
      'POST',
      'PUT',
      'POST',
      'PATCH',
      'PATCH',
      'PATCH',
      'PUT',
    ]);
    const ranges = server.requests.filter((r) => r.method === 'PATCH').map((r) => r.headers['content-range']);
    expect(ranges).toEqual(['0-100000', '100001-200001', '200002-299999']);
    await at.uploadBlob('a/b', blobOf(Buffer.from('x')), () => inChunks(Buffer.from('x')));
    expect(requested).toBe(1);
  },
);

test('413 to a chunk: uses smaller chunks, determined once for the host', async () => {
  const limit = 100_000;
  const rejectLarge = (request: IncomingMessage, response: ServerResponse) => {
    if (Number(request.headers['content-length'] ?? 0) <= limit) return false;
    request.resume();
    status(413)(request, response);
    return true;
  };
  const { server, stored } = await uploads({ before: rejectLarge });
  await using _ = server;
  await using c = client();
  const at = c.registries.at(server.host);
  await at.uploadBlob('a/b', blob, open);
  expect(stored.get(blob.digest)?.equals(content)).toBe(true);
  const patched = () =>
    server.requests.filter((r) => r.method === 'PATCH').map((r) => Number(r.headers['content-length']));
  expect(patched()).toEqual([300_000, 150_000, 75_000, 75_000, 75_000, 75_000]);
  expect(c.registries.counters.retries).toBe(0);
  await at.uploadBlob('c/d', blob, open);
  expect(patched().slice(6)).toEqual([75_000, 75_000, 75_000, 75_000]);
});

test('sends chunks of the minimum length of the registry', async () => {
  const { server, stored } = await uploads({ startHeaders: { 'oci-chunk-min-length': '150000' } });
  await using _ = server;
  await using c = client({ chunkBytes: 1_000 });
  await c.registries.at(server.host).uploadBlob('a/b', blob, open);
  expect(stored.get(blob.digest)?.equals(content)).toBe(true);
  const lengths = server.requests.filter((r) => r.method === 'PATCH').map((r) => r.headers['content-length']);
  expect(lengths).toEqual(['150000', '150000']);
});

test.each<[string, string, (request: IncomingMessage, response: ServerResponse) => void]>([
  ['503 to POST', 'POST', status(503)],
  ['503 to PUT', 'PUT', status(503)],
  ['429 to PUT', 'PUT', status(429)],
  ['a forgotten upload', 'PUT', status(404)],
  ['an upload with another offset', 'PUT', status(416)],
  ['a reset', 'PUT', (request) => void request.socket.resetAndDestroy()],
  [
    'a connection closed in the middle',
    'PUT',
    (request) => void request.once('data', () => request.destroy()),
  ],
])('%s is transient: sends the complete content again', async (_, step, fault) => {
  const { server, stored } = await uploads({ before: times(2, step, fault) });
  await using _server = server;
  await using c = client();
  let opens = 0;
  const counted = () => {
    opens++;
    return open();
  };
  await c.registries.at(server.host).uploadBlob('a/b', blob, counted);
  expect(stored.get(blob.digest)?.equals(content)).toBe(true);
  expect(c.registries.counters.retries).toBe(2);
  expect(opens).toBe(step === 'PUT' ? 3 : 1);
});

test('first 429 to a PUT: sends the blob to the same upload again without another request', async () => {
  const { server, steps, stored } = await uploads({
    before: times(1, 'PUT', status(429, { 'retry-after': '0' })),
  });
  await using _ = server;
  await using c = client();
  expect(await c.registries.at(server.host).uploadBlob('a/b', blob, open)).toBe('uploaded');
  expect(steps).toEqual(['POST', 'PUT', 'PUT']);
  expect(stored.get(blob.digest)?.equals(content)).toBe(true);
  const [first, second] = server.requests.filter(({ method }) => method === 'PUT');
  expect(second!.url).toBe(first!.url);
  expect(second!.headers['content-length']).toBe(String(content.length));
});

test('sends the blob to a new upload if the registry dropped the old one with its 429', async () => {
  let rejected = 0;
  const { server, steps, stored } = await uploads({
    before: (request, response, step) => {
      if (step !== 'PUT' || !request.url!.includes('/uploads/1?')) return false;
      status(rejected++ === 0 ? 429 : 404)(request, response);
      return true;
    },
  });
  await using _ = server;
  await using c = client();
  expect(await c.registries.at(server.host).uploadBlob('a/b', blob, open)).toBe('uploaded');
  expect(steps.filter((step) => step === 'POST')).toHaveLength(2);
  expect(steps.filter((step) => step === 'PUT')).toHaveLength(3);
  expect(stored.get(blob.digest)?.equals(content)).toBe(true);
});

test.each<[string, number]>([
  ['protocol', 400],
  ['denied', 403],
  ['unauthorized', 401],
])('%s (%i) is not retried, and the upload is abandoned', async (code, number) => {
  const { server, steps } = await uploads({ before: times(9, 'PUT', status(number)) });
  await using _ = server;
  await using c = client();
  await expect(c.registries.at(server.host).uploadBlob('a/b', blob, open)).rejects.toMatchObject({ code });
  await until(() => steps.includes('DELETE'));
  expect(steps).toEqual(['POST', 'PUT', 'DELETE']);
});

test('finds the blob after a lost response, and does not send it again', async () => {
  const { server, steps } = await uploads({
    before: async (request, response, step) => {
      if (step === 'PUT') {
        await bodyOf(request);
        response.destroy();
      } else if (step === 'HEAD') response.writeHead(200, { 'content-length': content.length }).end();
      return step === 'PUT' || step === 'HEAD';
    },
  });
  await using _ = server;
  await using c = client();
  expect(await c.registries.at(server.host).uploadBlob('a/b', blob, open)).toBe('uploaded');
  expect(steps.filter((s) => s === 'PUT')).toHaveLength(1);
  expect(c.registries.counters.sent).toBe(content.length);
});

test('gives up on a registry that stops accepting data, and retries', async () => {
  const large = noise(8_000_000, 3);
  const { server, stored } = await uploads({
    before: times(1, 'PUT', (request) => void request.pause()),
  });
  await using _ = server;
  await using c = client({ stallMs: 150 });
  const errors: string[] = [];
  const onRetry = (retry: { error: AirlockError }) => errors.push(retry.error.code);
  await c.registries.at(server.host).uploadBlob('a/b', blobOf(large), () => inChunks(large), { onRetry });
  expect(errors).toEqual(['stalled']);
  expect(stored.size).toBe(1);
});

test('accepts a slow source', async () => {
  const { server } = await uploads();
  await using _ = server;
  await using c = client({ stallMs: 100 });
  async function* slow() {
    yield content.subarray(0, 10);
    await stallTimePasses(100);
    yield content.subarray(10);
  }
  await c.registries.at(server.host).uploadBlob('a/b', blob, slow);
  expect(c.registries.counters.retries).toBe(0);
});

test.each(['complete', 'chunks'] as const)(
  'passes an error of the source on unchanged (%s)',
  async (uploadsAs) => {
    const { server, steps } = await uploads();
    await using _ = server;
    await using c = client({ uploads: uploadsAs });
    const damaged = new AirlockError('digest-mismatch', 'the source is damaged', {
      side: 'local',
      retryable: true,
    });
    // biome-ignore lint/correctness/useYield: it breaks before its first byte
    async function* broken(): AsyncGenerator<Buffer> {
      throw damaged;
    }
    await expect(c.registries.at(server.host).uploadBlob('a/b', blob, broken)).rejects.toBe(damaged);
    expect(c.registries.counters.retries).toBe(0);
    await until(() => steps.includes('DELETE'));
  },
);

test.each([299_999, 300_001])("a source of %i bytes isn't the blob", async (size) => {
  const { server, stored } = await uploads();
  await using _ = server;
  await using c = client();
  const wrong = () => inChunks(noise(size));
  await expect(c.registries.at(server.host).uploadBlob('a/b', blob, wrong)).rejects.toMatchObject({
    code: 'size-mismatch',
    expected: '300000',
  });
  expect(stored.size).toBe(0);
  expect(c.registries.counters.retries).toBe(0);
});

test('mounts: stops at the first success, and uses or abandons an upload that a rejection opened', async () => {
  const mounts = (request: IncomingMessage, response: ServerResponse, step: string) => {
    const from = new URL(request.url!, 'http://x').searchParams.get('from');
    if (step !== 'MOUNT' || from === 'no/1' || from === 'no/2') return false;
    response.writeHead(from === 'forbidden' ? 403 : 201).end();
    return true;
  };
  const { server, steps, stored } = await uploads({ before: mounts });
  await using _ = server;
  await using c = client();
  const at = c.registries.at(server.host);
  const mountFrom = ['forbidden', 'no/1', 'no/2'];
  expect(await at.uploadBlob('a/b', blob, open, { mountFrom })).toBe('uploaded');
  await until(() => steps.includes('DELETE'));
  expect(steps.filter((s) => s !== 'DELETE')).toEqual(['MOUNT', 'MOUNT', 'MOUNT', 'PUT']);
  expect(stored.size).toBe(1);
  expect(await at.uploadBlob('a/b', blobOf(noise(9)), open, { mountFrom: ['no/1', 'yes', 'no/2'] })).toBe(
    'mounted',
  );
});

test('sends a blob once for concurrent callers of one repository, and does not delay others', async () => {
  const { server, steps, stored } = await uploads();
  await using _ = server;
  await using c = client();
  const at = c.registries.at(server.host);
  const results = await Promise.all([at.uploadBlob('a/b', blob, open), at.uploadBlob('a/b', blob, open)]);
  expect(results).toEqual(['uploaded', 'mounted']);
  expect(steps).toEqual(['POST', 'PUT', 'HEAD']);
  expect(stored.size).toBe(1);
});

test('queues uploads but not mounts', async () => {
  const waiting: (() => void)[] = [];
  let inFlight = 0;
  let most = 0;
  const { server } = await uploads({
    before: async (_, response, step) => {
      if (step === 'MOUNT') response.writeHead(201).end();
      if (step !== 'PUT') return step === 'MOUNT';
      most = Math.max(most, ++inFlight);
      await new Promise<void>((resolve) => waiting.push(resolve));
      inFlight--;
      return false;
    },
  });
  await using _ = server;
  await using c = client({ parallelBlobs: 2 });
  const at = c.registries.at(server.host);
  const blobs = [1, 2, 3, 4, 5].map((seed) => noise(1_000, seed));
  const all = Promise.all(blobs.map((b) => at.uploadBlob('a/b', blobOf(b), () => inChunks(b))));
  await until(() => waiting.length === 2);
  expect(await at.uploadBlob('a/b', blobOf(noise(9)), open, { mountFrom: ['x/y'] })).toBe('mounted');
  const release = setInterval(() => waiting.shift()?.(), 5);
  await all.finally(() => clearInterval(release));
  expect(most).toBe(2);
});

test('ends and abandons an upload at once on an abort', async () => {
  const { server, steps } = await uploads({ before: times(1, 'PUT', (request) => void request.pause()) });
  await using _ = server;
  await using c = client({ parallelBlobs: 1 });
  const at = c.registries.at(server.host);
  const large = noise(8_000_000, 3);
  const controller = new AbortController();
  const upload = at.uploadBlob('a/b', blobOf(large), () => inChunks(large), { signal: controller.signal });
  upload.catch(() => {});
  await until(() => steps.includes('PUT'));
  controller.abort();
  await expect(upload).rejects.toMatchObject({ code: 'interrupted' });
  await until(() => steps.includes('DELETE'));
  expect(await at.uploadBlob('a/b', blob, open)).toBe('uploaded');
});

test('opens and abandons an upload to check for push', async () => {
  const { server, steps } = await uploads();
  await using _ = server;
  await using c = client();
  await c.registries.at(server.host).checkAccess('a/b', 'push');
  expect(steps).toEqual(['POST', 'DELETE']);
});
