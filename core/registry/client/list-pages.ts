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

const PAGE_LIMIT = 16 * 1024 * 1024;
/** Pages of one list. A hostile registry could name a next page without end. */
const MOST_PAGES = 10_000;

/** A list of a registry, such as the tags of a repository. */
export interface ListRequest {
  /** Path and query of the first page. */
  first: string;
  /** The list in words, for errors. */
  what: string;
  signal: AbortSignal;
  options: RequestOptions | undefined;
  /** Returns true for answers to the first request that stand for no list at all. */
  absent: (reply: Reply) => boolean;
}

/** One page of a list. */
export interface ListPage {
  json: unknown;
  /** Path and query of the next page; undefined after the last one. */
  next: string | undefined;
}

/**
 * Yields every page of a list, following `Link: <…>; rel="next"` (RFC 8288); no page at all when `absent` says so of the
 * first answer.
 * @throws AirlockError `protocol` for pages that go round in a circle or have no end
 */
export async function* pages(
  session: Session,
  endpoint: Endpoint,
  list: ListRequest,
): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<string>();
  for (let to: string | undefined = list.first; to !== undefined; ) {
    if (seen.has(to))
      throw new AirlockError(
        'protocol',
        `${list.what}: pagination loop: the next-page link leads to an earlier page`,
      );
    if (seen.size === MOST_PAGES)
      throw new AirlockError('protocol', `${list.what}: the list has more than ${MOST_PAGES} pages`);
    seen.add(to);
    const page: ListPage | undefined = await listPage(session, endpoint, to, list);
    if (!page) return;
    yield page.json;
    to = page.next;
  }
}

/** Returns one page of a list; undefined when the first page is missing and `absent` allows that. */
export async function listPage(
  session: Session,
  endpoint: Endpoint,
  path: string,
  { first, what, signal, options, absent }: ListRequest,
): Promise<ListPage | undefined> {
  return await retrying(retryContext(session, endpoint, signal, options), async () => {
    const reply = await exchange(session, endpoint, {
      method: 'GET',
      to: path,
      scopes: [`repository:${endpoint.repository}:pull`],
      headers: { accept: `application/json, ${OCI_INDEX}` },
      what,
      signal,
    });
    if (path === first && absent(reply)) {
      discard(reply);
      return undefined;
    }
    if (reply.status !== 200) throw await rejection(reply, what);
    const bytes = await readAtMost(reply, PAGE_LIMIT).catch(async (error) => {
      throw await faultOf(session, error, what, reply.url, signal);
    });
    return { json: listContent(bytes, what), next: nextPage(reply) };
  });
}

/** Path and query alone: registries behind a proxy name themselves by an inner host. */
function nextPage(reply: Reply): string | undefined {
  const link = /<([^<>]*)>\s*;[^,<]*\brel="?next\b/i.exec(reply.headers.link ?? '')?.[1];
  if (link === undefined) return undefined;
  const { pathname, search } = addressFrom(link, reply.url);
  return pathname + search;
}
