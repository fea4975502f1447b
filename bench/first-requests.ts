// Loaded into a mirror by first-layer.ts: writes when the main thread sent its first request, and its first request for a blob.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { FIRST_REQUESTS: output } = process.env;
const expected = [/^/, /\/blobs\//];

if (isMainThread && output)
  subscribe('undici:client:sendHeaders', (message) => {
    const { path } = (message as { request: { path: string } }).request;
    // The first request can be for a blob, too.
    while (expected[0]?.test(path)) {
      expected.shift();
      appendFileSync(output, `${Math.round(performance.now())}\n`);
    }
  });
