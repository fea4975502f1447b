import type { IncomingMessage } from 'node:http';
import { LARGEST_REQUEST } from '../../core/contract/envelope.ts';

/** How long the rest of a rejected body is read and discarded, ms, so that the client can read the rejection. */
const DISCARD_MS = 2_000;

/** Returns the entire body, or undefined if it is larger than any request. It never keeps more in memory. */
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
