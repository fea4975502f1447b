import type { ServerResponse } from 'node:http';
import { present } from '../../../base/objects/present.ts';
import type { Answer } from './exchange.ts';

/**
 * Writes a response to its connection, no faster than the client reads it. If a body breaks or is shorter than
 * announced, ends the connection, so that no client considers it complete.
 * @param onStart called once with the status, before anything is sent
 * @param onBytes called with the size of each chunk of the body
 */
export async function send(
  { status, headers, body }: Answer,
  response: ServerResponse,
  head: boolean,
  onStart: (status: number) => void,
  onBytes: (count: number) => void,
): Promise<void> {
  if (response.destroyed) return;
  if (body === undefined || Buffer.isBuffer(body)) {
    onStart(status);
    const length = status === 204 ? undefined : (body?.length ?? 0);
    // Node rejects undefined headers.
    response.writeHead(status, present({ 'content-length': length, ...headers }));
    if (body && !head) onBytes(body.length);
    response.end(head ? undefined : body);
    return;
  }
  if (head) {
    onStart(status);
    response.writeHead(status, present(headers)).end();
    return;
  }
  const chunks = body[Symbol.asyncIterator]();
  // Opening the content fails most often, and at this point, an error can still be sent.
  let chunk = await chunks.next();
  if (response.destroyed) {
    await chunks.return?.();
    return;
  }
  onStart(status);
  response.writeHead(status, present(headers));
  let sent = 0;
  try {
    while (!chunk.done && !response.destroyed) {
      sent += chunk.value.length;
      onBytes(chunk.value.length);
      if (!response.write(chunk.value)) await drained(response);
      if (!response.destroyed) chunk = await chunks.next();
    }
    if (sent === Number(headers['content-length'])) response.end();
    else response.destroy();
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    if (!chunk.done) await chunks.return?.();
  }
}

/** Resolves when more can be written, or the connection has ended. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
    if (response.destroyed) done();
  });
}
