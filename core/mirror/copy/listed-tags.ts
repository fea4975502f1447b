import type { Registry } from '../../registry/exchange/registry.ts';

/** Number of images of a repository from which its tags are listed once, instead of requesting each tag. */
const LISTED_FROM = 8;
/** Time after which a list is requested again, because others may push, too (ms). */
const VALID_MS = 60_000;
/** Longest tag of the distribution specification. */
const LONGEST_TAG = 128;

/** Options of {@link ListedTags}. */
export interface ListedTagsOptions {
  registry: Registry;
  /** The repositories of all images of the run, each as often as it has images. */
  repositories: Iterable<string>;
  /** `repository:tag` of earlier runs. Their repositories have most of the tags, so a list would save few requests. */
  recorded: Iterable<string>;
  signal: AbortSignal;
}

/** The tags of one repository at one time, in lower case. */
interface TagList {
  tags: ReadonlySet<string>;
  listedAt: number;
  /** Whether a tag that isn't on the list was requested and found, for tags of digests and for others. */
  checks: Map<boolean, Promise<boolean>>;
}

/** Tags that are missing from repositories of a destination, which the first push there fills. */
export class ListedTags {
  readonly #options: ListedTagsOptions;
  readonly #images = new Map<string, number>();
  readonly #recorded: ReadonlySet<string>;
  readonly #lists = new Map<string, Promise<TagList | undefined>>();
  /** A registry may not allow lists, or answer them slowly. Tags are then requested, in all of its repositories. */
  #usable = true;

  constructor(options: ListedTagsOptions) {
    this.#options = options;
    for (const repository of options.repositories)
      this.#images.set(repository, (this.#images.get(repository) ?? 0) + 1);
    this.#recorded = new Set(Array.from(options.recorded, (name) => name.slice(0, name.lastIndexOf(':'))));
  }

  /** Returns true if a list shows that a repository has no such tag. False if it has it, or without a list. */
  async isMissing(repository: string, tag: string): Promise<boolean> {
    const few = (this.#images.get(repository) ?? 0) < LISTED_FROM;
    if (few || !this.#usable || this.#recorded.has(repository)) return false;
    const list = await this.#list(repository);
    // Some registries, such as Gitea, don't distinguish case.
    if (!list || list.tags.has(tag.toLowerCase())) return false;
    // Some registries omit tags from their lists, such as those of signatures.
    const ofDigest = tag.startsWith('sha256-');
    let check = list.checks.get(ofDigest);
    if (!check) {
      check = this.#exists(repository, tag);
      list.checks.set(ofDigest, check);
    }
    if (await check) this.#usable = false;
    return this.#usable;
  }

  async #list(repository: string): Promise<TagList | undefined> {
    const known = this.#lists.get(repository);
    const list = await known;
    if (known && (!list || performance.now() - list.listedAt < VALID_MS)) return list;
    // Another caller may have requested it in the meantime.
    if (this.#lists.get(repository) === known) this.#lists.set(repository, this.#request(repository));
    return await this.#lists.get(repository);
  }

  async #request(repository: string): Promise<TagList | undefined> {
    const { registry, signal } = this.#options;
    const listedAt = performance.now();
    const found = await registry.fewTags(repository, { signal, retries: 0 }).catch(() => undefined);
    if (!found) this.#usable = false;
    const tags = found?.filter(({ length }) => length <= LONGEST_TAG).map((tag) => tag.toLowerCase());
    return tags && { tags: new Set(tags), listedAt, checks: new Map() };
  }

  /** Returns true also if the registry doesn't answer. The request for the tag then reports the fault. */
  async #exists(repository: string, tag: string): Promise<boolean> {
    const { registry, signal } = this.#options;
    return registry.resolve(repository, tag, { signal, retries: 0, direct: true }).then(
      (found) => found !== undefined,
      () => true,
    );
  }
}
