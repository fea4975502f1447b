import { AirlockError } from '../../base/errors/airlock-error.ts';
import { cosignTags, referrersTag, spareReferrersTag } from '../../base/image/attached-tags.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Endpoint } from '../access/access.ts';
import { following, throwIfAborted, unlessAborted } from '../exchange/cancellation.ts';
import { readEndpoints } from '../exchange/mirrors.ts';
import type { RequestOptions } from '../exchange/registry.ts';
import { retrying } from '../exchange/retry.ts';
import { type DigestTags, retryContext, type Session } from '../exchange/session.ts';
import { type ListPage, type ListRequest, listPage } from './list-pages.ts';
import { pageAfter, TAGS_A_PAGE, tagsOf } from './listings.ts';
import { factsAt } from './manifests.ts';
import { t } from './messages.ts';

/**
 * Digests that are looked up for each page of a list. Requesting their tags one by one costs three or four requests each,
 * so that a list that turns out to be too long costs little more than that.
 */
const DIGESTS_A_PAGE = 4;
/** Tags requested per digest: the index of its referrers, signatures, attestations, an SBOM, and some of other digests. */
const TAGS_A_DIGEST = 10;
/** Repositories whose lists are remembered. The images of a repository usually follow each other. */
const MOST_REPOSITORIES = 500;
/** Lists without any such tag that are checked, until one has shown that the host lists them. */
const CHECKED_LISTS = 3;

/** See `Registry.digestTags`. Only for registries without mirrors, because a mirror may have tags that the registry doesn't have. */
export async function digestTagsOf(
  session: Session,
  host: string,
  repository: string,
  digest: Digest,
  options: RequestOptions | undefined,
): Promise<ReadonlySet<string> | undefined> {
  using cancellation = following(options?.signal, session.closing);
  const { signal } = cancellation;
  throwIfAborted(signal);
  const [endpoint, ...others] = readEndpoints(session, host, repository, false);
  if (!endpoint || others.length > 0) return undefined;
  const { digestTags, listsDigestTags } = session.host(endpoint);
  let tags = digestTags.get(endpoint.repository);
  if (!tags) {
    tags = createDigestTags(session, endpoint);
    digestTags.set(endpoint.repository, tags);
    const [oldest] = digestTags.keys();
    if (digestTags.size > MOST_REPOSITORIES) digestTags.delete(oldest!);
  }
  const found = await tags.about(digest, signal);
  if (!found) return undefined;
  if (found.size > 0) listsDigestTags.known ??= true;
  if (listsDigestTags.known === undefined && listsDigestTags.checks < CHECKED_LISTS) {
    listsDigestTags.checks++;
    const listed = await retrying(retryContext(session, endpoint, signal, options), () =>
      factsAt(session, endpoint, cosignTags(digest).signature, signal),
    );
    // Some products exclude such tags from their lists.
    if (listed) listsDigestTags.known = false;
  }
  return listsDigestTags.known === false ? undefined : found;
}

function createDigestTags(session: Session, endpoint: Endpoint): DigestTags {
  const { repository } = endpoint;
  const at = `/v2/${repository}/tags/list`;
  const first = `${at}?n=${TAGS_A_PAGE}`;
  // Shared by all callers, so that none of them may end it.
  const list: ListRequest = {
    first,
    subject: t('tagsOf', { repository: `${endpoint.host}/${repository}` }),
    signal: session.closing,
    options: undefined,
    absent: () => false,
  };
  const names = new Set<string>();
  const host = session.host(endpoint);
  let next: string | undefined = first;
  let lastPage: string[] = [];
  let [requested, read] = [0, 0];
  let unusable = false;
  let reading: Promise<void> | undefined;
  let partial: Promise<boolean> | undefined;

  const affordable = () => read < Math.max(1, Math.floor(requested / DIGESTS_A_PAGE));

  const page = async (path: string): Promise<ListPage | undefined> => {
    try {
      return await listPage(session, endpoint, path, list);
    } catch (error) {
      if (error instanceof AirlockError && error.code === 'interrupted') throw error;
      // Forbidden, unknown or too large: the tags can still be requested.
      return undefined;
    }
  };

  const readNext = async (path: string): Promise<void> => {
    const found = await page(path);
    if (!found) {
      unusable = true;
      return;
    }
    const after = lastPage.at(-1);
    lastPage = tagsOf(found.json);
    for (const name of lastPage) if (name.startsWith('sha256-')) names.add(name);
    if (names.size > 0) host.listsDigestTags.known ??= true;
    // A page that links to itself would never end.
    unusable = found.next === path;
    next = found.next ?? pageAfter(first, TAGS_A_PAGE, lastPage, after);
    read++;
  };

  /** Returns up to `count` tags that follow `after`; undefined if the response isn't such a part of the list. */
  const partAfter = async (
    after: string,
    count: number,
  ): Promise<{ tags: string[]; complete: boolean } | undefined> => {
    const found = await page(`${at}?n=${count}&last=${encodeURIComponent(after)}`);
    const tags = found && tagsOf(found.json);
    if (!tags || tags.length > count || !isSorted([after, ...tags])) return undefined;
    return { tags, complete: found.next === undefined && tags.length < count };
  };

  /** Tries whether the registry continues a list behind a name that it doesn't have, as the specification says. */
  const listsParts = async (known: string[]): Promise<boolean> => {
    if (!isSorted(known)) return false;
    const middle = Math.floor(known.length / 2);
    const at = known.findIndex(
      (name, i) => i >= middle && i > 0 && i + 1 < known.length && known[i - 1]! < name.slice(0, -1),
    );
    if (at < 0) return false;
    const part = await partAfter(known[at]!.slice(0, -1), 2);
    return part !== undefined && part.tags[0] === known[at] && part.tags[1] === known[at + 1];
  };

  return {
    async about(digest, signal) {
      requested++;
      while (next !== undefined && !unusable && (reading || affordable())) {
        reading ??= readNext(next).finally(() => {
          reading = undefined;
        });
        await unlessAborted(reading, signal);
      }
      if (unusable) return undefined;
      if (next === undefined) return namesOf(digest, names);
      partial ??= listsParts(lastPage);
      if (!(await unlessAborted(partial, signal))) return undefined;
      const own = referrersTag(digest);
      const part = await unlessAborted(partAfter(own.slice(0, -1), TAGS_A_DIGEST), signal);
      if (!part) return undefined;
      const cut = !part.complete && part.tags.every((tag) => tag.startsWith(own));
      return cut ? undefined : namesOf(digest, new Set(part.tags));
    },
  };
}

/** Returns those of the tags that belong to a digest. */
function namesOf(digest: Digest, tags: ReadonlySet<string>): Set<string> {
  const all = [referrersTag(digest), spareReferrersTag(digest), ...Object.values(cosignTags(digest))];
  return new Set(all.filter((tag) => tags.has(tag)));
}

function isSorted(names: string[]): boolean {
  return names.every((name, i) => i === 0 || names[i - 1]! < name);
}
