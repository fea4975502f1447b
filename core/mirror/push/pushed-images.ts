import type { AirlockError } from '../../base/errors/airlock-error.ts';
import { contentOf, type PlannedImage } from '../../content/plan/planned-image.ts';
import type { ImageResult } from '../../runs/progress/events.ts';
import { type BlobHomes, blobHomes } from '../copy/blob-homes.ts';
import { pushResult } from '../copy/push-images.ts';
import type { PushedImage } from '../copy/push-verification.ts';
import { type PushedTags, pushedTags } from '../copy/pushed-tags.ts';
import { isPostponed } from '../run/host-liveness.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { PushTarget } from './push-target.ts';

type Outcome = Pick<ImageResult, 'result' | 'attempts' | 'previousDigest'>;

const USUAL: Outcome = { result: 'copied', attempts: 1 };

/** The images of a push, and their records for later runs. */
export class PushedImages {
  /** Tags of earlier runs and of this one. */
  readonly tags: PushedTags;
  readonly homes: BlobHomes;
  readonly #run: RecordedRun;
  readonly #target: PushTarget;
  readonly #settled: PlannedImage[] = [];
  /** Outcomes other than the usual one. Complete results would need much memory. */
  readonly #outcomes = new Map<PlannedImage, Outcome>();

  /** Reads the records of earlier runs. @throws AirlockError `disk` */
  static async open(run: RecordedRun, target: PushTarget): Promise<PushedImages> {
    const { host } = target.destination;
    const tags = await pushedTags(run.workspace, host);
    return new PushedImages(run, target, tags, await blobHomes(run.workspace, host));
  }

  private constructor(run: RecordedRun, target: PushTarget, tags: PushedTags, homes: BlobHomes) {
    this.#run = run;
    this.#target = target;
    this.tags = tags;
    this.homes = homes;
  }

  /** Images at the destination, in the order in which they were pushed. */
  get images(): PlannedImage[] {
    return [...this.#settled];
  }

  /** Reports the result of an image. @param image absent if it was never planned */
  settle(result: ImageResult, image?: PlannedImage): void {
    if (isPostponed(result, this.#run.stops.fatal)) return;
    this.#run.tracker.image(result);
    if (!image || result.result === 'failed') return;
    this.#settled.push(image);
    const { result: how, attempts, previousDigest } = result;
    if (how !== USUAL.result || attempts !== USUAL.attempts || previousDigest !== undefined)
      this.#outcomes.set(image, { result: how, attempts, previousDigest });
    const repository = this.#target.repositoryOf(image);
    this.tags.add(repository, image.destination.tag, image.digest);
    for (const { tag, digest } of image.attachments) this.tags.add(repository, tag, digest);
    this.homes.add(
      repository,
      contentOf(image).blobs.map(({ digest }) => digest),
    );
  }

  /** Reports that the registry doesn't serve a pushed image. */
  revoke({ image, repository }: PushedImage, error: AirlockError): void {
    const name = this.#target.nameAt(image);
    const { tag } = image.destination;
    const at = this.#settled.findIndex(
      (each) => each.destination.tag === tag && this.#target.nameAt(each) === name,
    );
    const settled = this.#settled.splice(at, 1)[0]!;
    const before = pushResult(settled, name, this.#outcomes.get(settled) ?? USUAL);
    const failure = { ...before, result: 'failed' as const, error: error.toJSON() };
    if (isPostponed(failure, this.#run.stops.fatal)) return;
    this.tags.remove(repository, tag);
    this.#run.tracker.revoke(failure);
  }

  /** Saves the records. @throws AirlockError `disk`, `disk-full` */
  async save(): Promise<void> {
    await this.tags.save();
    await this.homes.save();
  }
}
