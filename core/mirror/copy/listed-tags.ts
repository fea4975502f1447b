import type { Registry } from '../../registry/exchange/registry.ts';

/** Number of images of a repository from which its tags are listed once, instead of requesting each tag. */
const LISTED_FROM = 8;

/** Options of {@link ListedTags}. */
export interface ListedTagsOptions {
  registry: Registry;
  /** The repositories of all images of the run, each as often as it has images. */
  repositories: Iterable<string>;
  /** `repository:tag` of earlier runs. Their repositories have most of the tags, so a list would save few requests. */
  recorded: Iterable<string>;
  signal: AbortSignal;
}

/** Tags that are missing from repositories of a destination, which the first push there fills. */
export class ListedTags {
  readonly #options: ListedTagsOptions;
  readonly #images = new Map<string, number>();
  readonly #recorded: ReadonlySet<string>;
  readonly #lists = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  constructor(options: ListedTagsOptions) {
    this.#options = options;
    for (const repository of options.repositories)
      this.#images.set(repository, (this.#images.get(repository) ?? 0) + 1);
    this.#recorded = new Set(Array.from(options.recorded, (name) => name.slice(0, name.lastIndexOf(':'))));
  }

  /** Returns true if a list shows that a repository has no such tag. False if it has it, or without a list. */
  async isMissing(repository: string, tag: string): Promise<boolean> {
    if ((this.#images.get(repository) ?? 0) < LISTED_FROM || this.#recorded.has(repository)) return false;
    let list = this.#lists.get(repository);
    if (!list) {
      list = this.#list(repository);
      this.#lists.set(repository, list);
    }
    const tags = await list;
    // Some registries, such as Gitea, don't distinguish case.
    return tags !== undefined && !tags.has(tag.toLowerCase());
  }

  async #list(repository: string): Promise<ReadonlySet<string> | undefined> {
    const { registry, signal } = this.#options;
    try {
      const tags = await registry.fewTags(repository, { signal, retries: 0 });
      return tags && new Set(tags.map((tag) => tag.toLowerCase()));
    } catch {
      // The registry may not allow lists. The request for each tag reports a fault.
      return undefined;
    }
  }
}
