import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import type { PracticeState } from '../core/contract/practice.ts';

/** A registry that is reached through a counter. */
export interface CountedUpstream {
  /** Method and path of each request so far. */
  requests: string[];
  close(): Promise<void>;
}

/** Puts a counter between a practice world and its upstream registry: what an engine asks of it goes through. */
export async function countUpstream(world: PracticeState & { state: 'on' }): Promise<CountedUpstream> {
  const requests: string[] = [];
  const [host, port] = world.upstream!.split(':');
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const { method, url, headers } = incoming;
    const onward = request({ host, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the counter has no port');
  const file = join(world.directory!, 'registries.conf');
  const text = await readFile(file, 'utf8');
  const counted = text.replaceAll(`location = "${world.upstream}"`, `location = "127.0.0.1:${address.port}"`);
  if (counted === text) throw new Error(`${file} does not name ${world.upstream}`);
  await writeFile(file, counted);
  return {
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
