import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AirlockError } from '../../base/errors/airlock-error.ts';
import { fetchIndex } from '../../content/helm/charts/repository.ts';
import { newRig, type Rig } from '../mirror.fixture.ts';
import { openSession } from './session.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await newRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

test.each([0, 2])('chart indexes and update graphs get %d attempts after the first', async (retryTimes) => {
  let requests = 0;
  const server = createServer((_, reply) => {
    requests++;
    reply.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/charts`);
  const request = {
    ...{
      sourceTlsVerify: true,
      destinationTlsVerify: true,
      parallelImages: 1,
      parallelLayers: 1,
    },
    ...{ retryTimes, retryDelayMs: 1 },
  };
  const session = await openSession(request, rig.host, () => {});
  try {
    expect(await session.get(url.href)).toMatchObject({ status: 503 });
    expect(requests).toBe(1 + retryTimes);
    await expect(fetchIndex(url, session)).rejects.toMatchObject({ code: 'server-error' });
    expect(requests).toBe(2 * (1 + retryTimes));
  } finally {
    await session.close();
    server.close();
  }
});

test.each([
  [{ unattended: true }, 'waits'],
  [{ windows: ['daily 01:00-05:00 UTC'] }, 'waits'],
  [{ windows: [] }, 'connection'],
  [{}, 'connection'],
])('a run with %o of a host that never answers: %s', async (given, expected) => {
  const port = await closedPort();
  const request = {
    ...{ sourceTlsVerify: false, destinationTlsVerify: false, parallelImages: 1, parallelLayers: 1 },
    // The first retry comes after the time that a first contact has for retries.
    ...{ retryTimes: 5, retryDelayMs: 60_000 },
    ...given,
  };
  const { promise: waited, resolve } = Promise.withResolvers<string>();
  const session = await openSession(request, rig.host, (event) => {
    if (event.type === 'wait') resolve('waits');
  });
  const answer = session.registries.at(`127.0.0.1:${port}`).manifest('a/b', '1');
  const ended = answer.catch((error: AirlockError) => error.code);
  expect(await Promise.race([waited, ended])).toBe(expected);
  await session.close();
  await ended;
});

test('a host that answered a request of the run gets all retries from its registry clients', async () => {
  const server = createServer((_, reply) => reply.writeHead(200, { connection: 'close' }).end('{}'));
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const request = {
    ...{ sourceTlsVerify: false, destinationTlsVerify: false, parallelImages: 1, parallelLayers: 1 },
    ...{ retryTimes: 5, retryDelayMs: 60_000 },
  };
  const { promise: waited, resolve } = Promise.withResolvers<string>();
  const session = await openSession(request, rig.host, (event) => {
    if (event.type === 'wait') resolve('waits');
  });
  await session.get(`http://${host}/graph`);
  await new Promise((closed) => server.close(closed));
  const answer = session.registries.at(host).manifest('a/b', '1');
  const ended = answer.catch((error: AirlockError) => error.code);
  expect(await Promise.race([waited, ended])).toBe('waits');
  await session.close();
  await ended;
});

/** Returns a port of this host without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
