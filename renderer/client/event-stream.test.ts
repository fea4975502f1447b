import { describe, expect, it } from 'vitest';
import { readEventStream } from './event-stream.ts';

/** A body that comes in these pieces. */
function bodyOf(pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
}

async function eventsOf(pieces: readonly (string | Uint8Array)[]) {
  let heard = 0;
  const events = await Array.fromAsync(readEventStream(bodyOf(pieces), () => heard++));
  return { events, heard };
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

  it('may be cut anywhere, inside of a character too', async () => {
    const bytes = new TextEncoder().encode(TEXT);
    for (let at = 1; at < bytes.length; at++)
      expect((await eventsOf([bytes.slice(0, at), bytes.slice(at)])).events, `cut at ${at}`).toEqual(EVENTS);
    expect((await eventsOf([...bytes].map((byte) => Uint8Array.of(byte)))).events).toEqual(EVENTS);
  });

  it('is heard by comments too, which are no events', async () => {
    expect(await eventsOf([': ping\n\n', ': ping\n\n'])).toEqual({ events: [], heard: 2 });
  });

  it('gives no event that was not written to its end', async () => {
    expect((await eventsOf(['data: whole\n\n', 'data: half\n'])).events).toEqual([
      { id: undefined, data: 'whole' },
    ]);
  });

  it('passes on that the connection broke', async () => {
    const broken = new Error('reset');
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(broken);
      },
    });
    await expect(Array.fromAsync(readEventStream(body, () => {}))).rejects.toBe(broken);
  });

  it('gives the body back when nobody reads on', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('data: x\n\n'));
      },
      cancel() {
        cancelled = true;
      },
    });
    for await (const { data } of readEventStream(body, () => {})) {
      expect(data).toBe('x');
      break;
    }
    expect(cancelled).toBe(true);
  });
});
