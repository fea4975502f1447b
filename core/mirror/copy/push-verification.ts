import { AirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import type { Attachment, PlannedImage } from '../../content/plan/planned-image.ts';
import { blobDamage, manifestDamage } from '../../registry/client/served-content.ts';
import type { Registry } from '../../registry/exchange/registry.ts';
import { t } from '../messages.ts';
import type { UnverifiedImages } from './unverified-images.ts';

/** In a run without faults, the first of this many images is verified. */
const SAMPLE_EVERY = 50;
/** Images verified at once after the last push. */
const AT_ONCE = 16;

/** Faults after which a registry may have lost what it accepted before. */
const MAY_HAVE_LOST: ReadonlySet<string> = new Set([
  'server-error',
  'connection',
  'stalled',
  'size-mismatch',
]);

/** An image with its repository at the destination. */
export interface PushedImage {
  image: PlannedImage;
  repository: string;
}

/**
 * Selects pushed images and verifies them: every manifest by digest with GET, and every blob by its last byte. After the
 * first fault of the destination, all images of the run are verified, including those pushed before the fault.
 */
export class PushVerification implements AsyncDisposable {
  /** Number of verified images. */
  verified = 0;
  private readonly registry: Registry;
  private readonly every: boolean;
  private readonly signal: AbortSignal;
  private readonly unverified: UnverifiedImages;
  private readonly expected: () => Iterable<string>;
  private readonly pushed = new Map<string, PushedImage>();
  /** Images of all runs that are still to be verified, by this run or the next. */
  private readonly open: Set<string>;
  /** Verified content as `repository reference digest`. */
  private readonly served = new Set<string>();
  private count = 0;
  private suspicion: Promise<void> | undefined;

  constructor(options: {
    registry: Registry;
    /** Verifies all images, including those already at the destination (--verify-push). */
    every: boolean;
    unverified: UnverifiedImages;
    /** Returns `repository:tag` of all images of the run. */
    expected: () => Iterable<string>;
    signal: AbortSignal;
  }) {
    this.registry = options.registry;
    this.every = options.every;
    this.unverified = options.unverified;
    this.expected = options.expected;
    this.signal = options.signal;
    this.open = new Set(options.unverified.names);
  }

  /**
   * Records a failed request to the destination. At the first one that may mean lost writes, saves the names of all images
   * of the run, so that the next run verifies them even if this process is killed.
   */
  failed(error: AirlockError): void {
    if (!MAY_HAVE_LOST.has(error.code) || this.suspicion) return;
    this.suspicion = this.unverified.save(new Set([...this.open, ...this.expected()])).catch(() => {});
  }

  /** Returns true when an image that is at the destination already must be verified. */
  mustVerifyPresent(place: PushedImage): boolean {
    return this.every || this.open.has(nameOf(place));
  }

  /**
   * Returns true when an image that was just pushed must be verified at once. Otherwise it is recorded for the end.
   * @param resumed true if an earlier push left content of it at the destination
   */
  mustVerifyPushed(place: PushedImage, resumed: boolean): boolean {
    const sampled = this.count++ % SAMPLE_EVERY === 0;
    const must = sampled || resumed || this.suspicion !== undefined || this.mustVerifyPresent(place);
    if (!must) this.pushed.set(nameOf(place), place);
    return must;
  }

  /**
   * Verifies an image at the destination. Returns its damage, or undefined.
   * @throws AirlockError (side `destination`) when the registry can't be reached. The next run then verifies the image
   */
  async damageOf(place: PushedImage): Promise<AirlockError | undefined> {
    const { image, repository } = place;
    const { tag } = image.destination;
    this.open.add(nameOf(place));
    const damage = (message: string): AirlockError =>
      new AirlockError(
        'destination-storage-damaged',
        t('pushedImageNotServed', { image: `${this.registry.host}/${repository}:${tag}`, damage: message }),
        { side: 'destination', found: message },
      );
    for (const closure of [...image.attachments, { ...image, tag }]) {
      const problem = await this.damageIn(closure, repository, closure.tag);
      if (problem === undefined) continue;
      // The registry's storage may have lost earlier content of this run, too.
      this.failed(new AirlockError('server-error', problem));
      return damage(problem);
    }
    this.open.delete(nameOf(place));
    this.pushed.delete(nameOf(place));
    this.verified++;
    return undefined;
  }

  /** Verifies the images pushed before the first fault. Yields each damaged image. */
  async *damagedEarlier(
    repair: (place: PushedImage) => Promise<AirlockError | undefined>,
  ): AsyncGenerator<{ place: PushedImage; error: AirlockError }> {
    if (!this.suspicion) return;
    const checks = inOrder([...this.pushed.values()], AT_ONCE, async (place) => {
      try {
        this.open.add(nameOf(place));
        return { place, error: await repair(place) };
      } catch (thrown) {
        return { place, error: onSide(thrown, 'destination') };
      }
    });
    for await (const { place, error } of checks) if (error) yield { place, error };
  }

  /** Saves the images that the next run must verify. */
  async save(): Promise<void> {
    await this.suspicion;
    const left = this.suspicion ? new Set([...this.open, ...this.pushed.keys()]) : this.open;
    await this.unverified.save(left);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.save().catch(() => {});
  }

  private async damageIn(
    closure: Pick<Attachment, 'digest' | 'manifests' | 'blobs'>,
    repository: string,
    tag: string | undefined,
  ): Promise<string | undefined> {
    for (const { digest } of closure.manifests) {
      const reference = digest === closure.digest ? (tag ?? digest) : digest;
      const key = `${repository} ${reference} ${digest}`;
      if (this.served.has(key)) continue;
      const problem = await manifestDamage(this.registry, repository, reference, digest, this.signal);
      if (problem !== undefined) return problem;
      this.served.add(key);
    }
    const problems = await Promise.all(
      closure.blobs.map(async (blob) => {
        const key = `${repository} ${blob.digest}`;
        if (this.served.has(key)) return undefined;
        const problem = await blobDamage(this.registry, repository, blob, this.signal);
        if (problem === undefined) this.served.add(key);
        return problem;
      }),
    );
    return problems.find((problem) => problem !== undefined);
  }
}

function nameOf({ image, repository }: PushedImage): string {
  return `${repository}:${image.destination.tag}`;
}
