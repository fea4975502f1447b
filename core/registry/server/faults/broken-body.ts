import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Exchange } from '../protocol/exchange.ts';
import type { FaultRule } from './fault-script.ts';

/** Ends a connection with RST instead of FIN, like a crashed peer or a firewall. */
export function resetConnection(socket: Socket): void {
  // Node can send RST only on plain TCP. A TLS connection ends without close_notify.
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

/** Waits until the connection has ended. */
export function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Yields a response body with the break or wrong byte of a rule. */
export async function* brokenAnswer(
  body: AsyncIterable<Buffer>,
  rule: FaultRule,
  { socket, signal }: Exchange,
  onFault: (name: string) => void,
): AsyncGenerator<Buffer> {
  const limit = rule.resetAfterBytes ?? rule.truncateAfterBytes ?? rule.stallAfterBytes;
  let sent = 0;
  for await (const complete of body) {
    const breaks = limit !== undefined && sent + complete.length > limit;
    const chunk = withWrongByte(
      breaks ? complete.subarray(0, limit - sent) : complete,
      sent,
      rule.corruptAtByte,
      () => onFault('wrong byte'),
    );
    sent += chunk.length;
    yield chunk;
    if (!breaks) continue;
    await flushed(socket, signal);
    if (rule.resetAfterBytes !== undefined) {
      onFault('reset in the answer');
      resetConnection(socket);
    } else if (rule.truncateAfterBytes !== undefined) {
      onFault('truncated');
      socket.end();
    } else {
      onFault('stalled');
    }
    await ended(signal);
    return;
  }
}

export const UPLOAD_BREAKS = [
  'resetUploadAfterBytes',
  'truncateUploadAfterBytes',
  'stallUploadAfterBytes',
  'corruptUploadAtByte',
] as const;

/** Yields a request body with the break or wrong byte of a rule. */
export async function* brokenUpload(
  body: AsyncIterable<Buffer>,
  rule: FaultRule,
  { socket, signal }: Exchange,
  onFault: (name: string) => void,
): AsyncGenerator<Buffer> {
  const { resetUploadAfterBytes, truncateUploadAfterBytes, stallUploadAfterBytes } = rule;
  const limit = resetUploadAfterBytes ?? truncateUploadAfterBytes ?? stallUploadAfterBytes;
  const wrong = () => onFault('wrong byte in the upload');
  let received = 0;
  for await (const chunk of body) {
    if (limit === undefined || received + chunk.length <= limit) {
      yield withWrongByte(chunk, received, rule.corruptUploadAtByte, wrong);
      received += chunk.length;
      continue;
    }
    yield chunk.subarray(0, limit - received);
    if (truncateUploadAfterBytes !== undefined) return onFault('upload truncated');
    if (resetUploadAfterBytes !== undefined) {
      onFault('reset in the upload');
      resetConnection(socket);
    } else onFault('upload stalled');
    await ended(signal);
    throw new Error('a fault rule closed the connection');
  }
}

function withWrongByte(chunk: Buffer, offset: number, at: number | undefined, onWrong: () => void): Buffer {
  if (at === undefined || at < offset || at >= offset + chunk.length) return chunk;
  onWrong();
  const wrong = Buffer.from(chunk);
  wrong[at - offset]! ^= 0xff;
  return wrong;
}

/** Waits until yielded bytes have left the process, because a reset would discard them. */
async function flushed(socket: Socket, signal: AbortSignal): Promise<void> {
  while (socket.writableLength > 0 && !signal.aborted) await sleep(1);
}
