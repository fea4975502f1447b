import type { Digest } from '../../base/image/digest.ts';
import type { Endpoint } from '../access/access.ts';
import { following } from './cancellation.ts';
import { type ExchangeRequest, exchange } from './http-exchange.ts';
import type { RequestOptions } from './registry.ts';
import { rejection } from './registry-errors.ts';
import { discard } from './reply.ts';
import { retrying } from './retry.ts';
import { retryContext, type Session } from './session.ts';

/** Returns the size in bytes, or undefined (see `Registry.hasBlob`). Queries only this endpoint. */
export async function hasBlobAt(
  session: Session,
  endpoint: Endpoint,
  digest: Digest,
  options: RequestOptions | undefined,
): Promise<number | undefined> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  const subject = `blob ${endpoint.host}/${endpoint.repository}@${digest}`;
  const request = {
    to: `/v2/${endpoint.repository}/blobs/${digest}`,
    scopes: [`repository:${endpoint.repository}:pull`],
    subject,
    signal,
  };
  return await retrying(retryContext(session, endpoint, signal, options), async () => {
    const reply = await exchange(session, endpoint, { ...request, method: 'HEAD' });
    const size = Number(reply.headers['content-length'] ?? Number.NaN);
    // An address signed for GET doesn't serve HEAD, and some servers state no length.
    const unclear = reply.foreign ? [400, 403, 405].includes(reply.status) : reply.status === 405;
    if (unclear || (reply.status === 200 && Number.isNaN(size))) {
      discard(reply);
      return await sizeByGet(session, endpoint, request);
    }
    if (reply.status !== 200 && reply.status !== 404) throw await rejection(reply, subject);
    discard(reply);
    return reply.status === 200 ? size : undefined;
  });
}

/** Returns the size from the response to a GET of the first byte, without reading the body. */
async function sizeByGet(
  session: Session,
  endpoint: Endpoint,
  request: Omit<ExchangeRequest, 'method'>,
): Promise<number | undefined> {
  const headers = { range: 'bytes=0-0' };
  const reply = await exchange(session, endpoint, { ...request, method: 'GET', headers });
  const ranged = /\/(\d+)$/.exec(reply.headers['content-range'] ?? '')?.[1];
  const stated = ranged ?? (reply.status === 200 ? reply.headers['content-length'] : undefined);
  if (![200, 206, 404, 416].includes(reply.status)) throw await rejection(reply, request.subject);
  discard(reply);
  return stated === undefined ? undefined : Number(stated);
}
