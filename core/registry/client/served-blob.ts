import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { hasBlobAt } from '../exchange/blob-presence.ts';
import { following } from '../exchange/cancellation.ts';
import { exchange, faultOf } from '../exchange/http-exchange.ts';
import { writeEndpoint } from '../exchange/mirrors.ts';
import type { RequestOptions } from '../exchange/registry.ts';
import { rejection } from '../exchange/registry-errors.ts';
import { discard, readAtMost } from '../exchange/reply.ts';
import { retrying } from '../exchange/retry.ts';
import { retryContext, type Session } from '../exchange/session.ts';
import { t } from './messages.ts';

/**
 * See `Registry.servesBlob`. Requests the last byte with GET, because docker-registry answers HEAD from memory with the
 * size that a file had before its disk was full. If ranges are ignored, a HEAD decides.
 */
export async function servesBlob(
  session: Session,
  host: string,
  repository: string,
  blob: { digest: Digest; size: number },
  options: RequestOptions | undefined,
): Promise<string | undefined> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  const endpoint = writeEndpoint(session, host, repository);
  const subject = `blob ${endpoint.host}/${endpoint.repository}@${blob.digest}`;
  const sizeFault = (size: number | undefined) =>
    size === undefined
      ? t('blobMissing', { content: subject })
      : size === blob.size
        ? undefined
        : t('blobSize', { content: subject, size, expected: blob.size });
  if (blob.size === 0) return sizeFault(await hasBlobAt(session, endpoint, blob.digest, options));
  let started = false;
  const attempt = async () => {
    started = false;
    const reply = await exchange(session, endpoint, {
      method: 'GET',
      to: `/v2/${endpoint.repository}/blobs/${blob.digest}`,
      headers: { range: `bytes=${blob.size - 1}-${blob.size - 1}` },
      scopes: [`repository:${endpoint.repository}:pull`],
      subject,
      signal,
      // A proxy in between scans the blob before it delivers any part of it.
      content: true,
    });
    const { status, headers } = reply;
    const total = Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN);
    if (status === 404) {
      discard(reply);
      return sizeFault(undefined);
    }
    if (status === 416) {
      discard(reply);
      return sizeFault(Number.isNaN(total) ? 0 : total);
    }
    if (status === 200) {
      const size = Number(headers['content-length'] ?? Number.NaN);
      discard(reply);
      return sizeFault(Number.isNaN(size) ? await hasBlobAt(session, endpoint, blob.digest, options) : size);
    }
    if (status !== 206) throw await rejection(reply, subject);
    if (!Number.isNaN(total) && total !== blob.size) {
      discard(reply);
      return sizeFault(total);
    }
    started = true;
    const bytes = await readAtMost(reply, 1).catch(async (error) => {
      throw await faultOf(session, error, subject, reply.url, signal);
    });
    return bytes?.length === 1 ? undefined : t('blobUnreadable', { content: subject });
  };
  try {
    return await retrying(retryContext(session, endpoint, signal, options), attempt);
  } catch (thrown) {
    const error = asAirlockError(thrown);
    // A connection may break after the header, but not every time.
    if (started && ['connection', 'stalled', 'size-mismatch'].includes(error.code))
      return t('blobUnreadable', { content: subject });
    throw error;
  }
}
