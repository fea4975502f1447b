import { AirlockError } from '../../base/errors/airlock-error.ts';
import { referrersTag, spareReferrersTag } from '../../base/image/attached-tags.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Descriptor } from '../../base/image/manifest.ts';
import { OCI_INDEX } from '../../base/image/media-types.ts';
import type { Endpoint } from '../access/access.ts';
import { following, throwIfAborted, unlessAborted } from '../exchange/cancellation.ts';
import { firstOf, readEndpoints, writeEndpoint } from '../exchange/mirrors.ts';
import type { Referrers, ReferrersOptions, RequestOptions } from '../exchange/registry.ts';
import type { Reply } from '../exchange/reply.ts';
import { retrying } from '../exchange/retry.ts';
import { retryContext, type Session } from '../exchange/session.ts';
import { artifactsOn, listContent } from './list-content.ts';
import { listPage, pages } from './list-pages.ts';
import { manifestAt } from './manifests.ts';
import { t } from './messages.ts';

export const TAGS_A_PAGE = 1000;
/** Maximum referrers of one manifest, and pages of their list. A hostile registry could return them without end. */
const MOST_REFERRERS = 1000;
const MOST_REFERRER_PAGES = 100;
/** Responses of registries without the referrers API. */
const NO_REFERRERS_API = new Set([400, 404, 405, 406, 501]);

/** See `Registry.tags`. Queries the registry itself, because a mirror may not have all tags. */
export async function listTags(
  session: Session,
  host: string,
  repository: string,
  options: RequestOptions | undefined,
): Promise<string[]> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoint = readEndpoints(session, host, repository, false).at(-1)!;
  const subject = t('tagsOf', { repository: `${endpoint.host}/${endpoint.repository}` });
  const list = `/v2/${endpoint.repository}/tags/list?n=${TAGS_A_PAGE}`;
  const tags = new Set<string>();
  const absent = (reply: Reply) => reply.status === 404;
  let after: string | undefined;
  for (let first: string | undefined = list; first !== undefined; ) {
    let names: string[] = [];
    for await (const page of pages(session, endpoint, { first, subject, signal, options, absent })) {
      names = tagsOf(page);
      for (const name of names) tags.add(name);
    }
    first = pageAfter(list, TAGS_A_PAGE, names, after);
    after = names.at(-1);
  }
  return [...tags];
}

/** See `Registry.fewTags`. */
export async function fewTags(
  session: Session,
  host: string,
  repository: string,
  options: RequestOptions | undefined,
): Promise<string[] | undefined> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoint = writeEndpoint(session, host, repository);
  const subject = t('tagsOf', { repository: `${endpoint.host}/${endpoint.repository}` });
  const first = `/v2/${endpoint.repository}/tags/list?n=${TAGS_A_PAGE}`;
  const absent = (reply: Reply) => reply.status === 404;
  const page = await listPage(session, endpoint, first, { first, subject, signal, options, absent });
  const tags = page ? tagsOf(page.json) : [];
  return page?.next !== undefined || tags.length >= TAGS_A_PAGE ? undefined : tags;
}

/**
 * Returns the address of the page after a full one without a link to it, which registries may omit (distribution
 * specification, "Listing Tags"). Undefined after the last page, also if the registry ignores `last`.
 * @param after last tag of the page before
 */
export function pageAfter(
  list: string,
  count: number,
  names: readonly string[],
  after: string | undefined,
): string | undefined {
  const last = names.at(-1);
  if (last === undefined || names.length !== count || (after !== undefined && last <= after))
    return undefined;
  return `${list}&last=${encodeURIComponent(last)}`;
}

/** Returns the tags on a page of a list of tags. */
export function tagsOf(page: unknown): string[] {
  const { tags } = page as { tags?: unknown };
  return Array.isArray(tags) ? tags.filter((name) => typeof name === 'string') : [];
}

/** See `Registry.referrers`. A mirror without any doesn't prove that there are none. */
export async function listReferrers(
  session: Session,
  host: string,
  repository: string,
  digest: Digest,
  options: ReferrersOptions | undefined,
): Promise<Referrers> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoints = options?.direct
    ? [writeEndpoint(session, host, repository)]
    : readEndpoints(session, host, repository, true);
  const found = await firstOf(endpoints, async (endpoint) => {
    const referrers =
      (await referrersByApi(session, endpoint, digest, signal, options)) ??
      (await referrersByTag(session, endpoint, digest, signal, options));
    return referrers.artifacts.length > 0 ? referrers : undefined;
  });
  return found ?? { artifacts: [] };
}

/** Returns undefined where the registry doesn't have the API. Each host is queried once, and other calls wait for its first answer. */
async function referrersByApi(
  session: Session,
  endpoint: Endpoint,
  digest: Digest,
  signal: AbortSignal,
  options: ReferrersOptions | undefined,
): Promise<Referrers | undefined> {
  const state = session.host(endpoint);
  while (state.referrersApi instanceof Promise) await unlessAborted(state.referrersApi, signal);
  if (state.referrersApi === false) return undefined;
  if (state.referrersApi) return await referrersListed(session, endpoint, digest, signal, options);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.referrersApi = promise;
  try {
    const referrers = await referrersListed(session, endpoint, digest, signal, options);
    state.referrersApi = referrers !== undefined;
    return referrers;
  } finally {
    if (state.referrersApi === promise) state.referrersApi = undefined;
    resolve();
  }
}

/** Returns undefined for an answer of registries without the API. */
async function referrersListed(
  session: Session,
  endpoint: Endpoint,
  digest: Digest,
  signal: AbortSignal,
  options: ReferrersOptions | undefined,
): Promise<Referrers | undefined> {
  const subject = t('referrersOf', { image: `${endpoint.host}/${endpoint.repository}@${digest}` });
  const first = `/v2/${endpoint.repository}/referrers/${digest}`;
  let unknown = false;
  const absent = (reply: Reply) => {
    const type = reply.headers['content-type'] ?? '';
    unknown = NO_REFERRERS_API.has(reply.status) || (reply.status === 200 && !type.startsWith(OCI_INDEX));
    return unknown;
  };
  const artifacts: Descriptor[] = [];
  const most = options?.atMost ?? MOST_REFERRERS;
  let read = 0;
  for await (const page of pages(session, endpoint, { first, subject, signal, options, absent })) {
    for (const artifact of artifactsOn(page)) artifacts.push(artifact);
    if (artifacts.length > most || ++read === MOST_REFERRER_PAGES)
      return { artifacts: artifacts.slice(0, most), truncated: true };
  }
  return unknown ? undefined : { artifacts };
}

/** OCI distribution specification 1.1, "Referrers Tag Schema". */
async function referrersByTag(
  session: Session,
  endpoint: Endpoint,
  digest: Digest,
  signal: AbortSignal,
  options: ReferrersOptions | undefined,
): Promise<Referrers> {
  try {
    const digestTags = await options?.digestTags;
    for (const tag of [referrersTag(digest), spareReferrersTag(digest)]) {
      if (digestTags && !digestTags.has(tag)) continue;
      const index = await retrying(retryContext(session, endpoint, signal, options), () =>
        manifestAt(session, endpoint, tag, signal),
      );
      // An image that was mirrored by digest has this tag itself.
      if (index.digest === digest || index.mediaType !== OCI_INDEX) continue;
      const artifacts = artifactsOn(listContent(index.bytes, t('referrersOf', { image: digest })));
      const most = options?.atMost ?? MOST_REFERRERS;
      if (artifacts.length > most) return { artifacts: artifacts.slice(0, most), truncated: true };
      return { artifacts, index };
    }
    return { artifacts: [] };
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'not-found') return { artifacts: [] };
    throw error;
  }
}
