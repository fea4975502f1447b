import { TOKEN_PATH } from '../protocol/authentication.ts';
import { type Answer, type Exchange, type Handler, rejection } from '../protocol/exchange.ts';
import { parseRoute, type Route } from '../protocol/route.ts';
import type { RegistryStorage } from '../storage/storage.ts';
import { isBlobStoreUrl } from './blob-store.ts';
import { putWithQuirks, rejectDeletion } from './manifest-quirks.ts';
import { createNameQuirks } from './name-quirks.ts';
import { productEndpoint, productHeaders } from './product-guise.ts';
import type { Quirks } from './quirks.ts';
import { createUploadQuirks } from './upload-quirks.ts';

export interface QuirkLayers {
  /** A layer around the protocol, inside authentication. */
  wrap(next: Handler): Handler;
  /** The outermost layer: a proxy in front of the registry, and other addresses of the product. */
  front(next: Handler): Handler;
}

/** Returns the layers that make this server behave like another registry. */
export function createQuirks(quirks: Quirks, storage: RegistryStorage): QuirkLayers {
  const rejectName = createNameQuirks(quirks);
  const uploads = createUploadQuirks(quirks);
  let pushes = 0;

  async function answer(exchange: Exchange, route: Route, next: Handler): Promise<Answer> {
    const rejected = rejectName(exchange, route);
    if (rejected) return rejected;
    if (route.kind === 'uploads' || route.kind === 'upload') return uploads.take(exchange, route, next);
    if (route.kind === 'manifests' && exchange.method === 'PUT')
      return putWithQuirks(quirks, storage, exchange, route, next);
    if (route.kind === 'manifests' && exchange.method === 'DELETE')
      return (await rejectDeletion(quirks, storage, route)) ?? next(exchange);
    if (route.kind === 'referrers' && quirks.subjects === 'ignored')
      return next({ ...exchange, url: withoutReferrers(exchange.url) });
    return next(exchange);
  }

  return {
    wrap: (next) => async (exchange) => {
      const route = parseRoute(pathOf(exchange.url));
      if (!['POST', 'PUT', 'PATCH'].includes(exchange.method)) return answer(exchange, route, next);
      pushes++;
      try {
        if (quirks.concurrentPushes !== undefined && pushes > quirks.concurrentPushes)
          return rejection(429, 'TOOMANYREQUESTS', 'too many pushes at once', null, { 'retry-after': '1' });
        return await answer(exchange, route, next);
      } finally {
        pushes--;
      }
    },
    front: (next) => async (exchange) => {
      if (tooLong(quirks, exchange)) return PAGE_413;
      const { product } = quirks;
      if (!product) return next(exchange);
      const given = isOwn(exchange.url)
        ? await next(exchange)
        : productEndpoint(product, pathOf(exchange.url));
      return { ...given, headers: { ...given.headers, ...productHeaders(product) } };
    },
  };
}

/** Returns whether an address belongs to the registry, not to the product around it. */
function isOwn(url: string): boolean {
  return /^\/v2(\/|\?|$)/.test(url) || pathOf(url) === TOKEN_PATH || isBlobStoreUrl(url);
}

function tooLong({ bodyLimit }: Quirks, { method, url, headers }: Exchange): boolean {
  if (!bodyLimit || !['POST', 'PUT', 'PATCH'].includes(method)) return false;
  const { kind } = parseRoute(pathOf(url));
  const limit = kind === 'manifests' ? bodyLimit.manifests : bodyLimit.blobs;
  return limit !== undefined && Number(headers['content-length'] ?? 0) > limit;
}

/** nginx's response. Closes the connection, because the body isn't read. */
const PAGE_413: Answer = {
  status: 413,
  headers: { 'content-type': 'text/html', connection: 'close' },
  body: Buffer.from('<html><head><title>413 Request Entity Too Large</title></head></html>\r\n'),
};

/** Returns the URL with a subject that has no referrers. */
function withoutReferrers(url: string): string {
  return url.replace(/sha256:[0-9a-f]{64}/, `sha256:${'0'.repeat(64)}`);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
