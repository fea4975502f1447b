import { asAirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import type { Manifest } from '../../base/image/manifest.ts';
import type { PlannedBlob, PlannedImage } from '../../content/plan/planned-image.ts';
import { listRepositories } from '../../registry/client/list-repositories.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import type { PushContent } from './push-images.ts';

/** Repositories that are requested at once for one digest. */
const AT_ONCE = 8;
const MOST_REPOSITORIES = 5_000;
/** Requests in other repositories than the own one, in total. A set without its predecessors could cause any number. */
const MOST_REQUESTS = 20_000;

/** Options of {@link DestinationContent}. */
export interface DestinationContentOptions {
  registry: Registry;
  /** Returns repositories to which earlier runs pushed a blob. */
  homesOf(digest: Digest): string[];
  /** Returns the repositories of the run's images. */
  repositories(): Iterable<string>;
  signal: AbortSignal;
}

/**
 * Content that is missing from the sets but exists at the destination, in the same repository or in another one. Sets
 * of oc-mirror omit everything in its history, also manifests, and other programs may have pushed the earlier sets.
 */
export class DestinationContent {
  readonly #options: DestinationContentOptions;
  readonly #found = new Map<string, Promise<string | undefined>>();
  #repositories: Promise<string[]> | undefined;
  #requests = 0;

  constructor(options: DestinationContentOptions) {
    this.#options = options;
  }

  /** Returns a manifest that couldn't be read, verified by its digest. @throws the given error if no repository has it */
  async manifestInstead(repository: string, digest: Digest, error: unknown): Promise<Manifest> {
    if (asAirlockError(error).code !== 'content-missing') throw error;
    const home = await this.#homeOf('manifest', repository, digest);
    if (home === undefined) throw error;
    return await this.#options.registry.manifest(home, digest, this.#request());
  }

  /** Returns a repository with a blob, from which it can be mounted. Prefers the given one. */
  blobHome(repository: string, digest: Digest): Promise<string | undefined> {
    return this.#homeOf('blob', repository, digest);
  }

  /** Yields a blob from its repository, for a registry without mounts; undefined if no repository has it. */
  async blob(repository: string, blob: PlannedBlob): Promise<AsyncIterable<Buffer> | undefined> {
    const home = await this.blobHome(repository, blob.digest);
    return home === undefined ? undefined : this.#options.registry.blob(home, blob, this.#request());
  }

  #homeOf(kind: 'manifest' | 'blob', repository: string, digest: Digest): Promise<string | undefined> {
    const key = `${kind} ${repository} ${digest}`;
    let found = this.#found.get(key);
    if (!found) {
      found = this.#search(kind, repository, digest);
      this.#found.set(key, found);
      found.catch(() => this.#found.delete(key));
    }
    return found;
  }

  async #search(kind: 'manifest' | 'blob', repository: string, digest: Digest): Promise<string | undefined> {
    const has = async (each: string): Promise<string | undefined> => {
      const { registry } = this.#options;
      try {
        const there =
          kind === 'blob'
            ? await registry.hasBlob(each, digest, this.#request())
            : await registry.resolve(each, digest, this.#request());
        return there === undefined ? undefined : each;
      } catch (thrown) {
        // Other repositories may be forbidden, or have invalid names for this registry.
        const { code } = asAirlockError(thrown);
        if (['unauthorized', 'denied', 'not-found', 'protocol'].includes(code)) return undefined;
        throw thrown;
      }
    };
    const likely = [repository, ...this.#options.homesOf(digest)];
    for (const each of new Set(likely)) if (await has(each)) return each;
    this.#repositories ??= this.#others();
    const others = (await this.#repositories).filter((each) => !likely.includes(each));
    for (let i = 0; i < others.length && this.#requests < MOST_REQUESTS; i += AT_ONCE) {
      const some = others.slice(i, i + AT_ONCE);
      this.#requests += some.length;
      const home = (await Promise.all(some.map(has))).find((each) => each !== undefined);
      if (home !== undefined) return home;
    }
    return undefined;
  }

  /** Returns the repositories of the run that exist, then all others. */
  async #others(): Promise<string[]> {
    const { registry, repositories, signal } = this.#options;
    const own = new Set(repositories());
    const listed = await listRepositories(registry, { atMost: MOST_REPOSITORIES, signal }).catch(
      () => undefined,
    );
    if (!listed) return [...own];
    return [...listed.filter((each) => own.has(each)), ...listed.filter((each) => !own.has(each))];
  }

  #request(): { signal: AbortSignal; direct: true } {
    return { signal: this.#options.signal, direct: true };
  }
}

/** Returns the content of sets, completed with that of the destination. */
export function completedContent(
  content: PushContent,
  elsewhere: DestinationContent,
  repositoryOf: (image: PlannedImage) => string,
): PushContent {
  return {
    has: content.has,
    manifest: (image, manifest) =>
      content.manifest(image, manifest).catch(async (error) => {
        const found = await elsewhere.manifestInstead(repositoryOf(image), manifest.digest, error);
        return found.bytes;
      }),
    async *blob(image, blob) {
      const isMissing = content.has?.(blob.digest) === false;
      const found = isMissing ? await elsewhere.blob(repositoryOf(image), blob) : undefined;
      yield* found ?? content.blob(image, blob);
    },
  };
}
