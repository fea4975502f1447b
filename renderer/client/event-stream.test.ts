import { describe, expect, it } from 'vitest';
import { readEventStream } from './event-stream.ts';

/** Returns a body that arrives in these chunks. */
function bodyOf(chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
}

async function eventsOf(chunks: readonly (string | Uint8Array)[]) {
  let reports = 0;
  const events = await Array.fromAsync(readEventStream(bodyOf(chunks), () => reports++));
  return { events, reports };
}

const TEXT = 'id: e.1\ndata: {"a":"ä"}\n\n: still here\n\nid: e.2\ndata: one\ndata: two\n\n';
const EVENTS = [
  { id: 'e.1', data: '{"a":"ä"}' },
  { id: 'e.2', data: 'one\ntwo' },
];

describe('an event stream', () => {
  it('has events with ids, and data of several lines', async () => {
    expect((await eventsOf([TEXT])).events).toEqual(EVENTS);
  });

  it('can be split anywhere, even inside a character', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    for (let at = 1; at < bytes.length; at++)
      expect((await eventsOf([bytes.slice(0, at), bytes.slice(at)])).events, `cut at ${at}`).toEqual(EVENTS);
    expect((await eventsOf([...bytes].map((byte) => Uint8Array.of(byte)))).events).toEqual(EVENTS);
  });

  it("reports comments, which aren't events", async () => {
    expect(await eventsOf([': ping\n\n', ': ping\n\n'])).toEqual({ events: [], reports: 2 });
  });

  it('returns only complete events', async () => {
    expect((await eventsOf(['data: complete\n\n', 'data: half\n'])).events).toEqual([
      { id: undefined, data: 'complete' },
    ]);
  });

  it('throws the error of a broken connection', async () => {
    const broken = new Error('reset');
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(broken);
      },
    });
    await expect(Array.fromAsync(readEventStream(body, () => {}))).rejects.toBe(broken);
  });

  it('cancels the body when reading ends', async () => {
    let canceled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('data: x\n\n'));
      },
      cancel() {
        canceled = true;
      },
    });
    for await (const { data } of readEventStream(body, () => {})) {
      expect(data).toBe('x');
      break;
    }
    expect(canceled).toBe(true);
  });
});
