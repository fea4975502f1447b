import type { Endpoint } from '../access/access.ts';
import { AirlockError } from '../errors/airlock-error.ts';
import { type Digest, hexOf } from '../image/digest.ts';
import { type Descriptor, parseManifest } from '../image/manifest.ts';
import { OCI_INDEX } from '../image/media-types.ts';
import { following, throwIfAborted } from './cancellation.ts';
import { addressFrom, exchange, faultOf } from './http-exchange.ts';
import { manifestAt } from './manifests.ts';
import { firstOf, readEndpoints } from './mirrors.ts';
import type { Referrers, RequestOptions } from './registry.ts';
import { refusal } from './registry-errors.ts';
import { discard, type Reply, readAtMost } from './reply.ts';
import { retrying } from './retry.ts';
import { retryContext, type Session } from './session.ts';

const PAGE_LIMIT = 16 * 1024 * 1024;
const TAGS_A_PAGE = 1000;
/** Answers of registries that do not know the referrers API. */
const NO_REFERRERS_API = new Set([400, 404, 405, 406, 501]);

/** See `Registry.tags`. Asks the registry itself: a mirror need not have all tags. */
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
  const what = `tags of ${endpoint.host}/${endpoint.repository}`;
  const first = `/v2/${endpoint.repository}/tags/list?n=${TAGS_A_PAGE}`;
  const tags = new Set<string>();
  const absent = (reply: Reply) => reply.status === 404;
  for await (const page of pages(session, endpoint, { first, what, signal, options, absent })) {
    const { tags: names } = page as { tags?: unknown };
    if (!Array.isArray(names)) continue;
    for (const name of names) if (typeof name === 'string') tags.add(name);
  }
  return [...tags];
}

/** See `Registry.referrers`. A mirror without any does not prove that there are none. */
export async function listReferrers(
  session: Session,
  host: string,
  repository: string,
  digest: Digest,
  options: RequestOptions | undefined,
): Promise<Referrers> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const endpoints = readEndpoints(session, host, repository, true);
  const found = await firstOf(endpoints, async (endpoint) => {
    const referrers =
      (await referrersByApi(session, endpoint, digest, signal, options)) ??
      (await referrersByTag(session, endpoint, digest, signal, options));
    return referrers.artifacts.length > 0 ? referrers : undefined;
  });
  return found ?? { artifacts: [] };
}

/** Undefined where the registry does not know the API, which is asked for once a host. */
async function referrersByApi(
  session: Session,
  endpoint: Endpoint,
  digest: Digest,
  signal: AbortSignal,
  options: RequestOptions | undefined,
): Promise<Referrers | undefined> {
  const state = session.host(endpoint);
  if (!state.referrersApi) return undefined;
  const what = `referrers of ${endpoint.host}/${endpoint.repository}@${digest}`;
  const first = `/v2/${endpoint.repository}/referrers/${digest}`;
  let unknown = false;
  const absent = (reply: Reply) => {
    const type = reply.headers['content-type'] ?? '';
    unknown = NO_REFERRERS_API.has(reply.status) || (reply.status === 200 && !type.startsWith(OCI_INDEX));
    return unknown;
  };
  const artifacts: Descriptor[] = [];
  for await (const page of pages(session, endpoint, { first, what, signal, options, absent }))
    artifacts.push(...indexed(page));
  if (!unknown) return { artifacts };
  state.referrersApi = false;
  return undefined;
}

/** OCI distribution specification 1.1, "Referrers Tag Schema". */
async function referrersByTag(
  session: Session,
  endpoint: Endpoint,
  digest: Digest,
  signal: AbortSignal,
  options: RequestOptions | undefined,
): Promise<Referrers> {
  try {
    const index = await retrying(retryContext(session, endpoint, signal, options), () =>
      manifestAt(session, endpoint, `sha256-${hexOf(digest)}`, signal),
    );
    return { artifacts: indexed(JSON.parse(index.bytes.toString('utf8'))), index };
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'not-found') return { artifacts: [] };
    throw error;
  }
}

function indexed(index: unknown): Descriptor[] {
  const content = parseManifest(Buffer.from(JSON.stringify(index)), OCI_INDEX);
  return content.kind === 'index' ? content.manifests : [];
}

/** Every page of a list, following `Link: <…>; rel="next"` (RFC 8288). No page at all when `absent` says so of the first. */
async function* pages(
  session: Session,
  endpoint: Endpoint,
  list: {
    first: string;
    what: string;
    signal: AbortSignal;
    options: RequestOptions | undefined;
    absent: (reply: Reply) => boolean;
  },
): AsyncGenerator<unknown, void, undefined> {
  const { what, signal } = list;
  const seen = new Set<string>();
  const context = retryContext(session, endpoint, signal, list.options);
  for (let to: string | undefined = list.first; to !== undefined; ) {
    const path: string = to;
    if (seen.has(path))
      throw new AirlockError('protocol', `${what}: the pages of the list go round in a circle`);
    seen.add(path);
    const page = await retrying(context, async () => {
      const reply = await exchange(session, endpoint, {
        method: 'GET',
        to: path,
        scopes: [`repository:${endpoint.repository}:pull`],
        headers: { accept: `application/json, ${OCI_INDEX}` },
        what,
        signal,
      });
      if (seen.size === 1 && list.absent(reply)) {
        discard(reply);
        return undefined;
      }
      if (reply.status !== 200) throw await refusal(reply, what);
      const bytes = await readAtMost(reply, PAGE_LIMIT).catch(async (error) => {
        throw await faultOf(session, error, what, reply.url, signal);
      });
      return { json: parse(bytes, what), next: nextPage(reply) };
    });
    if (!page) return;
    yield page.json;
    to = page.next;
  }
}

function parse(bytes: Buffer | undefined, what: string): unknown {
  try {
    const json: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    if (json !== null && typeof json === 'object') return json;
  } catch {
    // Told below, as for every other answer that is no list.
  }
  throw new AirlockError('protocol', `${what}: the answer is no list`);
}

/** Path and query alone: registries behind a proxy name themselves by an inner host. */
function nextPage(reply: Reply): string | undefined {
  const link = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(reply.headers.link ?? '')?.[1];
  if (link === undefined) return undefined;
  const { pathname, search } = addressFrom(link, reply.url);
  return pathname + search;
}
