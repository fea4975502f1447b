import { type Answer, type Exchange, type Handler, rejection } from '../protocol/exchange.ts';
import type { Route } from '../protocol/route.ts';
import type { Quirks } from './quirks.ts';

type UploadRoute = Extract<Route, { kind: 'uploads' | 'upload' }>;

/** Handles uploads like registries with limits. Sizes are from Content-Length, before any byte is read. */
export function createUploadQuirks({ mount, chunkedUploads, maxBlobBytes, quota }: Quirks) {
  /** Bytes of the uploads in progress, by ID. */
  const received = new Map<string, number>();
  let used = 0;

  function rejected(exchange: Exchange, id: string, bytes: number): Answer | undefined {
    if (chunkedUploads === 'rejected' && exchange.method === 'PATCH')
      return rejection(405, 'UNSUPPORTED', 'The operation is unsupported.');
    const total = (received.get(id) ?? 0) + bytes;
    if (maxBlobBytes !== undefined && total > maxBlobBytes)
      return rejection(413, 'SIZE_INVALID', 'Uploaded blob is larger than allowed by this registry');
    if (quota && used + bytes > quota.bytes) {
      const message =
        `adding ${bytes} B of storage resource, which when updated to current usage of ${used} B ` +
        `will exceed the configured quota of ${quota.bytes} B`;
      return rejection(quota.status ?? 403, 'DENIED', message);
    }
    return undefined;
  }

  return {
    async take(exchange: Exchange, route: UploadRoute, next: Handler): Promise<Answer> {
      const id = route.kind === 'upload' ? route.id : '';
      const bytes = Number(exchange.headers['content-length'] ?? 0);
      const no = rejected(exchange, id, bytes);
      if (no) return no;
      const requested =
        mount === 'never' && id === '' ? { ...exchange, url: withoutMount(exchange.url) } : exchange;
      const answer = await next(requested);
      if (answer.status >= 300) return answer;
      used += bytes;
      if (exchange.method === 'PATCH') received.set(id, (received.get(id) ?? 0) + bytes);
      else received.delete(id);
      return answer;
    },
  };
}

function withoutMount(url: string): string {
  const [path = '', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  query.delete('mount');
  query.delete('from');
  return `${path}?${query}`;
}
