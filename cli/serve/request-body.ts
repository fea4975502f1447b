import type { IncomingMessage } from 'node:http';
import { LARGEST_REQUEST } from '../../core/contract/envelope.ts';

/** How long the rest of a body that is refused is read and thrown away, ms, so that the refusal can be read. */
const DISCARD_MS = 2_000;

/** The whole body, or undefined when it is larger than any request; no more than that is kept in memory. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_REQUEST) return discard(request);
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LARGEST_REQUEST) {
        chunks.length = 0;
        resolve(discard(request));
      } else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

function discard(request: IncomingMessage): undefined {
  request.removeAllListeners('data');
  request.on('error', () => {});
  request.resume();
  const timer = setTimeout(() => request.destroy(), DISCARD_MS);
  request.once('close', () => clearTimeout(timer));
}
