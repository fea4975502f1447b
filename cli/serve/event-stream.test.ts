import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createEventHub } from '../../core/app/engine-link/event-hub.ts';
import { requestEvent } from '../../core/app/engine-link/sample-run.fixture.ts';
import { streamEvents } from './event-stream.ts';

const DETAIL = 'x'.repeat(200_000);

afterEach(() => {
  vi.useRealTimers();
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('external text is in the stream as escapes that a page resolves', async () => {
  const hub = createEventHub();
  const server = createServer((request, given) => streamEvents(hub, request, given));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requested = get({ host: '127.0.0.1', port, agent: false });
  const [reading] = (await once(requested, 'response')) as [IncomingMessage];
  try {
    const detail = 'x\x1b[2J\x9bPWN\u202egpj\u2028data: {}\n\ndata: {}';
    hub.publish(requestEvent('1', 1, { detail }));
    let text = '';
    reading.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    while (!text.includes('PWN') || !text.endsWith('\n\n')) await nextTurn();
    expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e]/);
    const [, data = ''] = /^data: (.*PWN.*)$/m.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({ event: { job: { detail } } });
  } finally {
    requested.destroy();
    hub.close();
    server.closeAllConnections();
    server.close();
  }
});

test('a slow reader receives the latest event of each topic later, and uses no memory meanwhile', async () => {
  // The test doesn't wait for the hub's pace; everything else is real.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const hub = createEventHub();
  let response: ServerResponse | undefined;
  const server = createServer((request, given) => {
    response = given;
    streamEvents(hub, request, given);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requested = get({ host: '127.0.0.1', port, agent: false });
  const [reading] = (await once(requested, 'response')) as [IncomingMessage];
  reading.pause();
  try {
    for (let done = 1; done <= 200; done++) {
      hub.publish(requestEvent(`${done % 2}`, done, { detail: DETAIL }));
      vi.advanceTimersByTime(300);
      await nextTurn();
    }
    expect(hub.since().at(-1)?.seq).toBe(200);
    expect(response!.writableLength).toBeLessThan(1_000_000);

    let text = '';
    reading.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    reading.resume();
    while (!text.includes(`id: ${hub.epoch}.200\n`) || !text.endsWith('\n\n')) await nextTurn();
    const seqs = [...text.matchAll(/^id: .*\.(\d+)$/gm)].map(([, seq]) => Number(seq));
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(seqs.slice(-2)).toEqual([199, 200]);
    expect(seqs.length).toBeLessThan(100);
  } finally {
    requested.destroy();
    hub.close();
    server.closeAllConnections();
    server.close();
  }
});
