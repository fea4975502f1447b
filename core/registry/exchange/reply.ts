import type { Dispatcher } from 'undici';
import { type RateWatch, watchedBody } from '../access/minimum-rate.ts';

/** The answer to one exchange, with redirects followed and challenges met. Its body has to be read or discarded. */
export interface Reply {
  status: number;
  /** Names in lower case. Several lines of one name are joined by commas. */
  headers: Record<string, string>;
  body: Dispatcher.ResponseData['body'];
  /** The rate at which the body arrives. */
  watch: RateWatch;
  /** Where the answer came from. Its query may be a signature: never show it. */
  url: URL;
  /** True when a redirect led to a blob store: another origin than the endpoint's, or outside of `/v2/`. */
  foreign: boolean;
}

/**
 * The body when it is at most `limit` bytes, else undefined (and the rest is thrown away).
 * @throws AirlockError `stalled` below the minimum rate; what the connection throws
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

/** Reads a short body to its end so that the connection can be used again; destroys it when it is long. */
export function discard(reply: Pick<Reply, 'body'>): void {
  reply.body.dump({ limit: 64 * 1024 }).catch(() => {});
}
