import type { Digest } from '../../base/image/digest.ts';

/** A tag of a repository, and the digest that it points to. */
export interface TagLink {
  repository: string;
  tag: string;
  digest: Digest;
}

/** The tags of several sets. Most repositories have one tag, and its link is stored without a map of its own. */
export class TagTable {
  readonly #repositories = new Map<string, TagLink | Map<string, Digest>>();
  #all: Map<string, ReadonlyMap<string, Digest>> | undefined;

  /** Adds a tag, or replaces its digest. */
  add(link: TagLink): void {
    this.#all = undefined;
    const { repository, tag, digest } = link;
    const known = this.#repositories.get(repository);
    if (known instanceof Map) known.set(tag, digest);
    else if (known === undefined || known.tag === tag) this.#repositories.set(repository, link);
    else this.#repositories.set(repository, mapOf(known).set(tag, digest));
  }

  digest(repository: string, tag: string): Digest | undefined {
    const known = this.#repositories.get(repository);
    if (known instanceof Map) return known.get(tag);
    return known?.tag === tag ? known.digest : undefined;
  }

  /** Returns the digests of all tags, by repository and tag, in the order in which each was added first. */
  all(): ReadonlyMap<string, ReadonlyMap<string, Digest>> {
    this.#all ??= new Map(
      this.#repositories
        .entries()
        .map(([repository, known]) => [repository, known instanceof Map ? known : mapOf(known)]),
    );
    return this.#all;
  }
}

function mapOf({ tag, digest }: TagLink): Map<string, Digest> {
  return new Map([[tag, digest]]);
}
