import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a registry that can delay and reject requests. */
export interface Gate extends AsyncDisposable {
  /** Address for clients, `host:port`. */
  host: string;
}

/**
 * Starts a proxy in front of a registry.
 * @param passes is awaited before a request is sent on. With a status, the request is rejected
 */
export async function startGate(
  registry: string,
  passes: (request: IncomingMessage) => Promise<401 | 429 | undefined>,
): Promise<Gate> {
  const [hostname, port] = registry.split(':');
  const server = createServer(async (request, response) => {
    const rejected = await passes(request);
    if (response.destroyed) return;
    if (rejected) {
      response.writeHead(rejected, { 'retry-after': '1' }).end();
      return;
    }
    const { method, url, headers } = request;
    const passed = httpRequest({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
