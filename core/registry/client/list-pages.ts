import { AirlockError } from '../../base/errors/airlock-error.ts';
import { OCI_INDEX } from '../../base/image/media-types.ts';
import type { Endpoint } from '../access/access.ts';
import { addressFrom, exchange, faultOf } from '../exchange/http-exchange.ts';
import type { RequestOptions } from '../exchange/registry.ts';
import { rejection } from '../exchange/registry-errors.ts';
import { discard, type Reply, readAtMost } from '../exchange/reply.ts';
import { retrying } from '../exchange/retry.ts';
import { retryContext, type Session } from '../exchange/session.ts';
import { listContent } from './list-content.ts';
import { t } from './messages.ts';

const PAGE_LIMIT = 16 * 1024 * 1024;
/** Maximum pages of one list. A hostile registry could return next pages without end. */
const MOST_PAGES = 10_000;

/** A list of a registry, such as the tags of a repository. */
export interface ListRequest {
  /** Path and query of the first page. */
  first: string;
  /** The list in words, for errors. */
  subject: string;
  signal: AbortSignal;
  options: RequestOptions | undefined;
  /** Returns whether the response to the first request means that there is no list. */
  absent: (reply: Reply) => boolean;
}

/** One page of a list. */
export interface ListPage {
  json: unknown;
  /** Path and query of the next page; undefined after the last one. */
  next: string | undefined;
}

/**
 * Yields every page of a list, following `Link: <…>; rel="next"` (RFC 8288). Yields none if `absent` returns true for the
 * first response.
 * @throws AirlockError `protocol` for a loop of pages, or too many pages
 */
export async function* pages(
  session: Session,
  endpoint: Endpoint,
  list: ListRequest,
): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<string>();
  for (let to: string | undefined = list.first; to !== undefined; ) {
    if (seen.has(to)) throw new AirlockError('protocol', t('paginationLoop', { list: list.subject }));
    if (seen.size === MOST_PAGES)
      throw new AirlockError('protocol', t('tooManyPages', { list: list.subject, count: MOST_PAGES }));
    seen.add(to);
    const page: ListPage | undefined = await listPage(session, endpoint, to, list);
    if (!page) return;
    yield page.json;
    to = page.next;
  }
}

/** Returns one page of a list. Undefined if `absent` returns true for the first page. */
export async function listPage(
  session: Session,
  endpoint: Endpoint,
  path: string,
  { first, subject, signal, options, absent }: ListRequest,
): Promise<ListPage | undefined> {
  return await retrying(retryContext(session, endpoint, signal, options), async () => {
    const reply = await exchange(session, endpoint, {
      method: 'GET',
      to: path,
      scopes: [`repository:${endpoint.repository}:pull`],
      headers: { accept: `application/json, ${OCI_INDEX}` },
      subject,
      signal,
    });
    if (path === first && absent(reply)) {
      discard(reply);
      return undefined;
    }
    if (reply.status !== 200) throw await rejection(reply, subject);
    const bytes = await readAtMost(reply, PAGE_LIMIT).catch(async (error) => {
      throw await faultOf(session, error, subject, reply.url, signal);
    });
    return { json: listContent(bytes, subject), next: nextPage(reply) };
  });
}

/** Returns only path and query, because registries behind a proxy use an internal host name. */
function nextPage(reply: Reply): string | undefined {
  const link = /<([^<>]*)>\s*;[^,<]*\brel="?next\b/i.exec(reply.headers.link ?? '')?.[1];
  if (link === undefined) return undefined;
  const { pathname, search } = addressFrom(link, reply.url);
  return pathname + search;
}
