// What an upload costs at least: each blob of a folder once, POST and PUT, 16 at once, from files, nothing checked.
//   node bench/plain-upload.ts DIRECTORY HOST     files are named by the hex of their digest
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const AT_ONCE = 16;
const READ_BYTES = 1024 * 1024;
const REPOSITORY = 'plain/upload';

const [directory, host] = process.argv.slice(2) as [string, string];
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const files = (await readdir(directory)).values();

/** @throws Error for another status than `wanted` */
async function exchange(
  url: string,
  wanted: number,
  options: RequestOptions,
  file?: string,
): Promise<IncomingMessage> {
  const outgoing = request(url, { agent, ...options });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  if (file) await pipeline(createReadStream(file, { highWaterMark: READ_BYTES }), outgoing);
  else outgoing.end();
  const answer = await answered;
  answer.resume();
  if (answer.statusCode !== wanted) throw new Error(`${url}: ${answer.statusCode}`);
  return answer;
}

async function upload(hex: string): Promise<void> {
  const file = join(directory, hex);
  const { size } = await stat(file);
  const started = await exchange(`http://${host}/v2/${REPOSITORY}/blobs/uploads/`, 202, {
    method: 'POST',
    headers: { 'content-length': 0 },
  });
  const place = new URL(started.headers.location!, `http://${host}`);
  place.searchParams.set('digest', `sha256:${hex}`);
  await exchange(
    place.href,
    201,
    { method: 'PUT', headers: { 'content-length': size, 'content-type': 'application/octet-stream' } },
    file,
  );
}

await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const hex of files) await upload(hex);
  }),
);
agent.destroy();
