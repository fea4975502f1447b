import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { doneOf, requestEvent } from '../../core/app/engine-link/sample-run.fixture.ts';
import type { SequencedEvent } from '../../core/contract/events.ts';
import type { ContractFailure } from '../../core/contract/topics/vocabulary.ts';
import { httpClient, type Visibility } from '../../renderer/client/http.ts';
import { t } from '../../renderer/client/messages.ts';
import { type ServeRig, startServeRig } from './serve.fixture.ts';

let serving: ServeRig;
let listening: AbortController;
let heard: SequencedEvent[];
let connections: (boolean | string)[];
let requested: string[];
/** Breaks open connections, like a network. */
let breaking: AbortController;

beforeAll(async () => {
  serving = await startServeRig();
  await serving.fetch(`${serving.server.origin}/api/host.describe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
});
afterAll(() => serving.close());
beforeEach(() => {
  listening = new AbortController();
  breaking = new AbortController();
  [heard, connections, requested] = [[], [], []];
});
afterEach(() => listening.abort());

function listen(options: { visibility?: Visibility; base?: string } = {}): void {
  const client = httpClient({
    base: serving.server.origin,
    ...options,
    fetch: (address, init) => {
      requested.push(String(address));
      return serving.fetch(address, { ...init, signal: AbortSignal.any([init!.signal!, breaking.signal]) });
    },
  });
  client.events((event) => heard.push(event), {
    signal: listening.signal,
    onConnection: (connected, reason?: ContractFailure) => connections.push(reason?.code ?? connected),
  });
}

async function until(matches: () => boolean): Promise<void> {
  while (!matches()) await pause(10);
}

const publish = (done: number) => serving.rig.engine.hub.publish(requestEvent('verify', done));
const heardDone = () => heard.flatMap(({ event }) => doneOf(event) ?? []);

test('a broken stream is reopened at its position, without lost or repeated events', async () => {
  publish(1);
  await until(() => serving.rig.engine.hub.since().some(({ event }) => event.type === 'job'));
  listen();
  await until(() => heardDone().includes(1));
  const { epoch, seq } = heard.at(-1)!;
  const before = breaking;
  breaking = new AbortController();
  before.abort();
  publish(2);
  await until(() => heardDone().includes(2));
  expect(connections).toEqual([true, 'connection', true]);
  expect(requested.at(-1)).toContain(`?after=${epoch}.${seq}`);
  expect(heardDone()).toEqual([1, 2]);
  const seqs = heard.map((event) => event.seq);
  expect(new Set(seqs).size).toBe(seqs.length);
});

test('a hidden page closes its stream, and catches up when it is visible', async () => {
  let hidden = false;
  const looks = new Set<() => void>();
  const show = (now: boolean) => {
    hidden = now;
    for (const look of [...looks]) look();
  };
  listen({
    visibility: {
      isHidden: () => hidden,
      onChange(look, signal) {
        looks.add(look);
        signal.addEventListener('abort', () => looks.delete(look), { once: true });
      },
      leaveAfterMs: 30,
    },
  });
  await until(() => heard.length > 0);
  show(true);
  await pause(10);
  show(false);
  await pause(60);
  publish(3);
  await until(() => heardDone().includes(3));
  expect(requested).toHaveLength(1);

  show(true);
  await pause(60);
  publish(4);
  await pause(300);
  expect(heardDone()).not.toContain(4);
  show(false);
  await until(() => heardDone().includes(4));
  // It was always reachable.
  expect(connections.filter((one) => one !== true)).toEqual([]);
  listening.abort();
  expect(looks.size).toBe(0);
});

test('a restarted host requires its new address, and a stopped host is unreachable', async () => {
  const stranger = httpClient({ base: serving.server.origin });
  await expect(stranger.request('host.describe', {})).rejects.toMatchObject({
    failure: { code: 'forbidden', remedy: expect.stringContaining('`airlock serve` printed') },
  });
  stranger.events((event) => heard.push(event), {
    signal: listening.signal,
    onConnection: (connected, reason) => connections.push(reason?.code ?? connected),
  });
  const removed = httpClient({ base: 'http://127.0.0.1:1' });
  await expect(removed.request('host.describe', {})).rejects.toMatchObject({
    failure: { code: 'connection' },
  });
  await until(() => connections.length > 1);
  expect(connections.slice(0, 2)).toEqual(['forbidden', 'forbidden']);
  expect(heard).toEqual([]);
});

test('reports a server that is not Airlock', async () => {
  const other = createServer((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    const client = httpClient({ base: `http://127.0.0.1:${(other.address() as AddressInfo).port}` });
    await expect(client.request('host.describe', {})).rejects.toMatchObject({
      failure: { code: 'connection', message: t('otherServerError', { status: 502 }) },
    });
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});
