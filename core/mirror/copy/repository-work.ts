import type { Digest } from '../../base/image/digest.ts';

/** A tag that this run pushes. `finished` settles when the push has ended. */
export interface NamedImage {
  tag: string;
  digest: Digest;
  finished: Promise<void>;
}

/** What a run did in one repository of the destination, so that it does nothing twice. */
interface RepositoryWork {
  /** Placed blobs. */
  readonly blobs: Map<Digest, Promise<void>>;
  /** Manifests by `reference digest`. */
  readonly manifests: Map<string, Promise<void>>;
  /** Tags in lower case. */
  readonly tags: Map<string, NamedImage[]>;
}

/**
 * The work of a run by repository. It's forgotten with the last image of a repository, because a run may have many
 * thousands of repositories with one image each.
 */
export class RepositoriesWork {
  readonly #work = new Map<string, RepositoryWork>();
  /** Images of each repository that haven't ended. */
  readonly #left = new Map<string, number>();

  /** @param repositories of all images of the run, each as often as it has images */
  constructor(repositories: Iterable<string>) {
    for (const repository of repositories) this.#left.set(repository, (this.#left.get(repository) ?? 0) + 1);
  }

  in(repository: string): RepositoryWork {
    let work = this.#work.get(repository);
    if (!work) {
      work = { blobs: new Map(), manifests: new Map(), tags: new Map() };
      this.#work.set(repository, work);
    }
    return work;
  }

  /** Marks the end of an image. */
  ended(repository: string): void {
    const left = (this.#left.get(repository) ?? 0) - 1;
    if (left > 0) {
      this.#left.set(repository, left);
      return;
    }
    this.#left.delete(repository);
    this.#work.delete(repository);
  }
}
