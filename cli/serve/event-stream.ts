import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventHub } from '../../core/app/engine-link/event-hub.ts';
import { inertJson } from '../../core/base/document/inert-text.ts';
import type { EventPosition } from '../../core/contract/events.ts';

/** Keeps the connection alive, because proxies and tunnels close silent ones. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Sends events until the page leaves. It doesn't wait for a page that reads slowly: when the page is ready again, it gets the
 * latest event of every topic.
 */
export function streamEvents(hub: EventHub, request: IncomingMessage, response: ServerResponse): void {
  let position = positionOf(request);
  let full = false;
  const write = (text: string) => {
    full = !response.write(text);
  };
  const report = () => {
    if (full) return;
    for (const event of hub.since(position)) {
      position = { epoch: event.epoch, seq: event.seq };
      write(`id: ${event.epoch}.${event.seq}\ndata: ${inertJson(event)}\n\n`);
    }
  };
  response.setHeader('content-type', 'text/event-stream');
  response.writeHead(200);
  write(': airlock\n\n');
  const end = hub.subscribe(report, { epoch: hub.epoch, seq: Number.MAX_SAFE_INTEGER });
  report();
  response.on('drain', () => {
    full = false;
    report();
  });
  const timer = setInterval(() => {
    if (!full) write(':\n\n');
  }, KEEP_ALIVE_MS);
  response.on('close', () => {
    clearInterval(timer);
    end();
  });
}

/** Parses `epoch.seq`, from the address or the header that browsers add automatically. */
function positionOf({ url = '', headers }: IncomingMessage): EventPosition | undefined {
  const last = headers['last-event-id'];
  const text =
    new URLSearchParams(url.split('?')[1] ?? '').get('after') ?? (typeof last === 'string' ? last : '');
  const [, epoch, seq] = /^([\w-]{1,64})\.(\d{1,15})$/.exec(text) ?? [];
  return epoch && seq ? { epoch, seq: Number(seq) } : undefined;
}
