import type { ThreadResponse } from '../access/download-thread.ts';
import { type RateWatch, watchedBody } from '../access/minimum-rate.ts';
import type { ReceivedHeaders } from '../access/thread-orders.ts';

/** The content of a response, in this thread or in the download thread. */
export interface ReplyBody extends AsyncIterable<Buffer> {
  /** Ends the response. A short rest is read so that the connection can be used again. */
  dump(options: { limit: number }): Promise<unknown>;
  /** Writes the content to a file, if the response is in the download thread. It can't be read here then. */
  store?: ThreadResponse['store'];
}

/** The response to one exchange, after redirects and challenges. Its body must be read or discarded. */
export interface Reply {
  status: number;
  /** Names in lower case. Several lines of one name are joined by commas. */
  headers: Record<string, string>;
  body: ReplyBody;
  /** The rate at which the body arrives. */
  watch: RateWatch;
  /** The address that responded. Its query may be a signature, so never show it. */
  url: URL;
  /** Whether a redirect led to a blob store: another origin than the endpoint's, or outside of `/v2/`. */
  foreign: boolean;
}

/**
 * Returns the body if it has at most `limit` bytes; otherwise undefined, and discards the rest.
 * @throws AirlockError `stalled` below the minimum rate; errors of the connection
 */
export async function readAtMost(
  { body, watch }: Pick<Reply, 'body' | 'watch'>,
  limit: number,
  onBytes?: (count: number) => void,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const { chunk } of watchedBody(body, watch)) {
    size += chunk.length;
    onBytes?.(chunk.length);
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Reads a short body to its end so that the connection can be reused. Destroys a long one. */
export function discard(reply: Pick<Reply, 'body'>): void {
  reply.body.dump({ limit: 64 * 1024 }).catch(() => {});
}

/** Returns the headers of a response as texts. Several lines of one name are joined by commas. */
export function headerTexts(given: ReceivedHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const text = typeof value === 'string' ? value : value?.join(', ');
    if (text !== undefined) headers[name] = text;
  }
  return headers;
}
