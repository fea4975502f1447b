import type { Dispatcher } from 'undici';
import type { Endpoint } from '../access/access.ts';
import { watchRate } from '../access/minimum-rate.ts';
import { isTransient } from './registry-errors.ts';
import { headerTexts, type Reply, type ReplyBody } from './reply.ts';
import type { Session } from './session.ts';

/**
 * Sends a GET request from the download thread. Its content can only be written to a file.
 * @param times in ms: `headersTimeout` until the response begins, `bodyTimeout` without a byte of it
 * @returns undefined without a thread, or if it couldn't connect: this thread then sends the request and finds the cause
 * @throws Error of the connection
 */
export async function sendInThread(
  session: Session,
  request: { url: URL; security: Endpoint['security']; subject: string; signal: AbortSignal },
  options: Pick<Dispatcher.RequestOptions, 'path' | 'headers'> & {
    headersTimeout: number;
    bodyTimeout: number;
  },
): Promise<Pick<Reply, 'status' | 'headers' | 'body' | 'watch'> | undefined> {
  const { downloads } = session.access;
  if (!downloads?.usable) return undefined;
  const { url, security, subject, signal } = request;
  const { path, headersTimeout, bodyTimeout } = options;
  try {
    const response = await downloads.get(
      {
        ...{ origin: url.origin, path, security, headers: options.headers as Record<string, string> },
        ...{ headersTimeout, bodyTimeout, minimumBytes: session.minimumBytes },
      },
      signal,
    );
    const { status, body: beginning } = response;
    const headers = headerTexts(response.headers);
    const body: ReplyBody = {
      async *[Symbol.asyncIterator]() {
        if (beginning) yield Buffer.from(beginning);
      },
      async dump() {
        if (!beginning) response.cancel();
      },
    };
    if (!beginning) body.store = response.store;
    const watch = watchRate({ bytes: session.minimumBytes, overMs: bodyTimeout }, subject);
    return { status, headers, body, watch };
  } catch (error) {
    if (signal.aborted || (isTransient(error) && !isConnecting(error))) throw error;
    return undefined;
  }
}

/** Returns whether a fault happened before any byte was sent. */
function isConnecting(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === 'connect' || syscall === 'getaddrinfo' || isConnecting(error.cause);
}
