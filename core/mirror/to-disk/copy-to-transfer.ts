import { onSide } from '../../base/errors/airlock-error.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { imageNames } from '../../content/plan/resolve-image.ts';
import type { ImageResult } from '../../runs/progress/events.ts';
import type { SetWriter } from '../../store/archive/write/set-writer.ts';
import type { Approved } from '../approval/approved-plan.ts';
import { rejectedResult, SetFiller, unplannedResult } from '../copy/fill-set.ts';
import type { inRunOrder } from '../run/collect-images.ts';
import { HostLiveness, isPostponed } from '../run/host-liveness.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { MirrorRequest } from '../run/request.ts';
import { parallelBlobs, retryEvents } from '../run/session.ts';
import type { CollectedForSet } from '../sides/collect-connected.ts';
import { judged, type ResolvedImage, resolveImages } from '../sides/resolve-images.ts';
import type { OpenTransfer } from './open-transfer.ts';

/** The free space is checked each time this much more was planned. */
const CHECK_SPACE_EVERY_BYTES = 64 * 1024 * 1024;
/** A pause finishes blobs that have less left, or take less time at the run's rate. */
const FINISHED_AT_PAUSE_BYTES = 1024 * 1024;
const FINISHED_AT_PAUSE_SECONDS = 2;

/** The images to copy, and their transfer. */
interface Copying {
  request: MirrorRequest;
  approved: Approved;
  collected: CollectedForSet;
  attempted: ReturnType<typeof inRunOrder>;
  transfer: OpenTransfer;
}

/**
 * Copies everything to the set of a transfer, while later manifests are still requested.
 * @returns copied and present images, in the order of the run
 * @throws AirlockError `disk-full`. Other failures of images are in their results
 */
export async function copyToTransfer(run: RecordedRun, copying: Copying): Promise<PlannedImage[]> {
  const { request, approved, collected, attempted, transfer } = copying;
  const { stops, session, tracker } = run;
  const { side, trust, collection } = collected;
  const liveness = new HostLiveness(stops.signal, stops.fatal);
  using filler = openFiller(run, copying, liveness);
  /** Images in the order of the run, undefined until they are copied. Results aren't retained, because a run can have very many. */
  const finished: (PlannedImage | undefined)[] = [];
  let over = false;
  const report = (result: ImageResult) => {
    if (!over && !isPostponed(result, stops.fatal)) tracker.image(result);
  };
  const open = new OpenImages();
  const checkSpace = spaceChecks(transfer.set);
  const take = async ({ image, planned, rejected, error }: ResolvedImage) => {
    if (!planned) {
      report(rejected ? rejectedResult(image, rejected) : unplannedResult(image, error));
      return;
    }
    const at = finished.push(undefined) - 1;
    filler.admit(
      planned,
      open.add((result) => {
        report(result);
        if (result.result !== 'failed') finished[at] = planned;
      }),
    );
    await checkSpace(planned.bytes);
  };
  const resolving = resolveImages(attempted.images, {
    resolve: {
      origin: side.origin,
      memory: side.memory,
      attachments: !request.removeSignatures,
      isImageName: imageNames(attempted.everything),
      refresh: request.resend,
      warn: (problem) => run.report([problem]),
      retain: approved.retain,
      signal: stops.planning,
    },
    ...{ signal: stops.planning, trust },
    async onError({ source }, error) {
      const registry = session.registries.at(source.registry);
      await liveness.check(onSide(error, 'source'), registry, source.repository, 'pull');
    },
  });
  try {
    for await (const resolved of resolving) await take(resolved);
    for (const image of collection.planned)
      await take(await judged(image, trust, stops.planning, () => image));
    await transfer.set.checkSpace();
    tracker.planned();
    await open.ended();
    return finished.filter((image) => image !== undefined);
  } catch (error) {
    // Started images save their received content before their sets and session are closed.
    over = true;
    stops.end();
    await open.settled();
    throw error;
  }
}

/** The images whose content is being copied. One promise waits for all of them, because each promise needs memory. */
class OpenImages {
  #count = 0;
  #fault: { error: unknown } | undefined;
  #notify: () => void = () => {};

  /** Adds an image. Call the returned function once, with its result. An error of `take` ends the waiting in `ended`. */
  add(take: (result: ImageResult) => void): (result: ImageResult) => void {
    this.#count++;
    return (result) => {
      try {
        take(result);
      } catch (error) {
        this.#fault ??= { error };
      }
      this.#count--;
      this.#notify();
    };
  }

  /** Resolves when no image is open. @throws the first error of a `take`, without waiting for the others */
  async ended(): Promise<void> {
    await this.#until(() => this.#count === 0 || this.#fault !== undefined);
    if (this.#fault) throw this.#fault.error;
  }

  /** Resolves when no image is open. */
  settled(): Promise<void> {
    return this.#until(() => this.#count === 0);
  }

  #until(reached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#notify = () => {
        if (reached()) resolve();
      };
      this.#notify();
    });
  }
}

function openFiller(
  run: RecordedRun,
  { request, collected: { side, sets }, transfer }: Copying,
  liveness: HostLiveness,
): SetFiller {
  const { session, tracker, control, stops } = run;
  const { signal } = stops;
  const filler = new SetFiller({
    ...{ set: transfer.set, ledger: transfer.ledger, registries: session.registries },
    ...{ tracker, stored: side.stored, sets, resend: request.resend, retryTimes: request.retryTimes },
    ...{ signal, pause: control.pause, liveness, onRetry: retryEvents(run.emit) },
    manifest: async (image, digest) => (await side.origin.manifest(image.source, digest, signal)).bytes,
    onManifest: (digest) => side.origin.stored?.(digest, transfer.set),
    parallelBlobs: parallelBlobs(request),
    worthPausing() {
      const { limits } = run;
      const rate = limits.rate ?? Number.POSITIVE_INFINITY;
      return Math.min(FINISHED_AT_PAUSE_BYTES, (FINISHED_AT_PAUSE_SECONDS * rate) / parallelBlobs(limits));
    },
  });
  run.onAdjust((adjusted) => filler.setParallelBlobs(parallelBlobs(adjusted)));
  return filler;
}

/** Returns a check of the free space, called with the number of newly planned bytes. @throws AirlockError `disk-full` */
function spaceChecks(set: SetWriter): (bytes: number) => Promise<void> {
  let [unchecked, spare] = [0, 0];
  return async (bytes) => {
    unchecked += bytes;
    if (unchecked < Math.min(spare, CHECK_SPACE_EVERY_BYTES)) return;
    unchecked = 0;
    spare = await set.checkSpace();
  };
}
