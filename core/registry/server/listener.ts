import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { inUrl } from '../../base/files/loopback-address.ts';
import { t } from './messages.ts';

export interface ListenOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  /** PEM. Without it, plain HTTP. */
  tls?: { cert: string | Buffer; key: string | Buffer } | undefined;
  onConnection: () => void;
}

/** A listening address with its connections. */
export interface Listener {
  /** `127.0.0.1:40123`, as in image references. */
  readonly host: string;
  /** Closes the address and every connection, and resolves when it listens again after `ms`. */
  disconnect(ms: number): Promise<void>;
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 60_000;
/** Maximum wait for the port while another process occupies it. */
const PORT_BACK_MS = 5_000;

/** @throws AirlockError `connection` if the address is unavailable */
export async function listen(handle: RequestListener, options: ListenOptions): Promise<Listener> {
  const { host, tls, onConnection } = options;
  const server = tls ? createHttpsServer(tls, handle) : createHttpServer(handle);
  server.requestTimeout = 0; // a layer of several GB may take long over a slow link
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    onConnection();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await bind(server, host, options.port);
  const { port } = server.address() as AddressInfo;
  const closing = new AbortController();

  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  async function again(): Promise<void> {
    const deadline = performance.now() + PORT_BACK_MS;
    while (!closing.signal.aborted) {
      try {
        return await bind(server, host, port);
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(50);
      }
    }
  }

  return {
    host: `${inUrl(host)}:${port}`,
    async disconnect(ms) {
      await stop();
      await sleep(ms, undefined, { signal: closing.signal }).catch(() => {});
      await again();
      if (closing.signal.aborted) await stop();
    },
    async close() {
      closing.abort();
      await stop();
    },
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error) =>
      reject(
        new AirlockError(
          'connection',
          t('listenFailed', { address: `${host}:${port}`, reason: cause.message }),
          {
            side: 'local',
            remedy: t('listenFailedRemedy'),
            cause,
          },
        ),
      );
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve();
    });
  });
}
