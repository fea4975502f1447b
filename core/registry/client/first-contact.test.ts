import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAccess } from '../access/create-access.ts';
import { createFirstContact } from '../access/first-contact.ts';
import { httpGet } from '../access/http-get.ts';
import { createWaitReport, type HostWait } from '../exchange/host-waits.ts';
import { client } from '../exchange/registry.fixture.ts';

/** A port of this host that no service listens on. */
async function closedPort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(port: number): Promise<Server> {
  const server = createServer((_, response) => response.writeHead(200, { connection: 'close' }).end('{}'));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

const close = (server: Server) => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
};

// Longer than the time for the retries of a host that never answered, so that a retry would be a wait.
const LONG = { retry: { times: 5, delayMs: 9_000 }, maxBackoffMs: 60_000 };

test('reports a closed port of a host that never answered without the retries of the run', async () => {
  await using c = client(LONG);
  const at = c.registries.at(`127.0.0.1:${await closedPort()}`);
  const startedAt = performance.now();
  await expect(at.manifest('a/b', '1')).rejects.toMatchObject({ code: 'connection' });
  await expect(at.manifest('a/b', '2')).rejects.toMatchObject({ code: 'connection' });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(c.registries.counters.retries).toBe(0);
});

test('a host that answered before, and any host of a patient run, gets all retries', async () => {
  const port = await closedPort();
  const host = `127.0.0.1:${port}`;
  const server = await listening(port);
  const waits: HostWait[] = [];
  const c = client({ ...LONG, onWait: createWaitReport((wait) => waits.push(wait)) });
  await c.registries
    .at(host)
    .manifest('a/b', '1')
    .catch(() => undefined);
  await close(server);
  const later = c.registries.at(host).manifest('a/b', '2');
  const ended = expect(later).rejects.toMatchObject({ code: 'interrupted' });
  await expect.poll(() => waits).toMatchObject([{ host, attempt: 2, attempts: 6 }]);
  await c[Symbol.asyncDispose]();
  await ended;

  const patient = client({
    ...LONG,
    contactOf: () => createFirstContact(true),
    onWait: createWaitReport((wait) => waits.push(wait)),
  });
  const first = patient.registries.at(host).manifest('a/b', '1');
  const stopped = expect(first).rejects.toMatchObject({ code: 'interrupted' });
  await expect.poll(() => waits).toHaveLength(2);
  await patient[Symbol.asyncDispose]();
  await stopped;
});

test('reports the short waits for a host that never answered, and succeeds when it starts', async () => {
  const port = await closedPort();
  const waits: HostWait[] = [];
  await using c = client({
    retry: { times: 5, delayMs: 0 },
    backoffBaseMs: 400,
    onWait: createWaitReport((wait) => waits.push(wait)),
  });
  const found = c.registries.at(`127.0.0.1:${port}`).manifest('a/b', 'latest');
  await expect.poll(() => waits.length, { timeout: 5_000 }).toBe(2);
  const server = await listening(port);
  await found;
  await close(server);
  // 0.4 s and 0.8 s are over; 1.6 s and 3.2 s also end within 8 s, 6.4 s don't.
  expect(waits[1]).toMatchObject({ host: `127.0.0.1:${port}`, code: 'connection', attempt: 3, attempts: 5 });
});

test('limits the retries of other servers in the same way', async () => {
  const access = await createAccess({ env: {}, home: '/nonexistent' });
  const url = `http://127.0.0.1:${await closedPort()}/graph`;
  const contact = createFirstContact();
  const startedAt = performance.now();
  await expect(
    httpGet(access, url, { retry: { times: 5, delay: 9_000, contactOf: () => contact } }),
  ).rejects.toMatchObject({ code: 'connection' });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  contact.answer();
  const controller = new AbortController();
  const retries: object[] = [];
  const later = httpGet(access, url, {
    signal: controller.signal,
    retry: { times: 5, delay: 9_000, contactOf: () => contact, onRetry: (retry) => retries.push(retry) },
  });
  const ended = expect(later).rejects.toMatchObject({ code: 'interrupted' });
  await expect.poll(() => retries).toMatchObject([{ attempt: 2, attempts: 6 }]);
  controller.abort();
  await ended;
  await sleep(0);
  await access.close();
});
