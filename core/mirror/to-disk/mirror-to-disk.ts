import { join } from 'node:path';
import { AirlockError, asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import { catalogsInSet } from '../../content/operator/carried-catalog.ts';
import type { CollectedCatalog } from '../../content/operator/collect-catalog.ts';
import type { Attachment, PlannedImage } from '../../content/plan/planned-image.ts';
import { imageNames, resolveImage } from '../../content/plan/resolve-image.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import type { ImageResult } from '../../runs/progress/events.ts';
import { SetWriter } from '../../store/archive/write/set-writer.ts';
import type { ImageLinks } from '../../store/set-format/set-index.ts';
import { openWorkspace, type Workspace } from '../../store/workspace/workspace.ts';
import { type Approved, approvedPlan } from '../approval/approved-plan.ts';
import { writeSignatureConfig } from '../cluster-resources/write-cluster-config.ts';
import { nameInSet, refusedResult, SetFiller, unplannedResult } from '../copy/fill-set.ts';
import { heldContent } from '../copy/held-content.ts';
import { refuseCollisions, withFirst } from '../run/collect-images.ts';
import { HostLiveness, putOff } from '../run/host-liveness.ts';
import { outcomeOf, pausedOutcome, tellIncomplete } from '../run/outcome.ts';
import { requestForRecord } from '../run/recorded-request.ts';
import { openRecordedRun, overridesOf } from '../run/recorded-run.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../run/request.ts';
import { limitsOf, openSession, parallelBlobs, retryEvents } from '../run/session.ts';
import { stopSignals } from '../run/stop-signals.ts';
import { carriedFiles, filesOfSet } from '../sides/carried-files.ts';
import { collectConnected } from '../sides/collect-connected.ts';
import { connectedSide } from '../sides/connected-side.ts';
import type { JudgedImage } from '../sides/image-trust.ts';
import { writePinnedConfigurations } from '../sides/pinned-configurations.ts';
import { absentReleaseSignatures } from '../sides/release-image-signatures.ts';
import { releaseSignatures } from '../sides/release-signatures.ts';

const GIB = 1024 ** 3;
const DEFAULT_ARCHIVE_GIB = 500;
/** Free space is compared with what is still to be written whenever so much more was planned. */
const CHECK_SPACE_EVERY_BYTES = 64 * 1024 * 1024;
/** A pause finishes what has less left, or takes less than so long at the run's rate. */
const FINISHED_AT_PAUSE_BYTES = 1024 * 1024;
const FINISHED_AT_PAUSE_SECONDS = 2;
/** Manifests asked for at once while earlier images are already being copied. */
const RESOLVE_AT_ONCE = 32;

/**
 * Mirror to disk (docs/architecture.md#life-of-a-mirror-to-disk): adds one transfer with what the enclave does not have
 * yet. Blobs are copied while later manifests are still being asked for; a stopped or killed run is continued by the
 * next one.
 */
export async function mirrorToDisk(
  request: MirrorRequest & { workflow: { kind: 'mirrorToDisk' } },
  host: HostFacts,
  control: RunControl,
): Promise<MirrorResult> {
  const { directory } = request.workflow;
  const approved = await approvedPlan(request, host, control.signal);
  const workspace = await openWorkspace(directory, {
    create: true,
    onWarning: (problem) => control.emit({ type: 'problem', problem }),
  });
  try {
    return await run(request, host, control, approved, workspace);
  } finally {
    await workspace.close();
  }
}

async function run(
  request: MirrorRequest,
  host: HostFacts,
  own: RunControl,
  approved: Approved,
  workspace: Workspace,
): Promise<MirrorResult> {
  const { configuration, text, name } = approved.configuration;
  const record = await openRecordedRun({
    workflow: request.workflow.kind,
    request: requestForRecord({ kind: 'mirror', request }),
    limits: limitsOf(request),
    schedule: request,
    arguments: request.arguments,
    overrides: overridesOf(request, host),
    host,
    control: own,
    runs: workspace.runs,
    logs: join(workspace.workingDir, 'logs'),
    configurations: [{ name, text }],
    ...(approved.plan && { plan: approved.plan }),
  });
  const { emit, control } = record;
  for (const problem of approved.configuration.warnings) emit({ type: 'problem', problem });
  const stopped = stopSignals(control);
  // What is asked for while planning has no offset to keep: a pause ends it at once, also on a dead link.
  const planning = AbortSignal.any([stopped.signal, control.pause]);
  const session = await openSession(request, host, emit, record.link).catch(record.failed);
  let set: SetWriter | undefined;
  let limits = limitsOf(request);
  record.onAdjust((adjusted) => {
    limits = adjusted;
    session.registries.adjust({ parallelBlobs: parallelBlobs(limits), rate: limits.rate });
  });
  const tracker = record.track(
    () => ({
      fetched: session.registries.counters.fetched,
      sent: session.registries.counters.sent,
      written: set?.bytesWritten ?? 0,
    }),
    nameInSet,
  );
  try {
    tracker.enter('collect');
    const sets = await heldContent(workspace.root, emit, control.signal);
    await using _ = { [Symbol.asyncDispose]: () => sets.close() };
    const files = approved.files(workspace.files);
    await using side = await connectedSide({
      request,
      host,
      session,
      files,
      cache: workspace.cache,
      held: [workspace.cache, sets],
      approved,
      signal: planning,
      cacheDirectory: join(workspace.workingDir, 'airlock', 'cache'),
    });
    const { collection, graphBase, trust } = await collectConnected({
      approved,
      request,
      host,
      session,
      side,
      cache: workspace.cache,
      catalogImages: catalogsInSet,
      signal: planning,
    });
    for (const problem of [...collection.problems, ...collection.rejected.map((r) => r.problem)])
      emit({ type: 'problem', problem });
    await writePinnedConfigurations(workspace.files, approved.configuration, collection.catalogs);
    const images = withFirst(collection.images, request.first);
    const everything = [...images, ...collection.planned];
    refuseCollisions(everything, {});
    record.expect(everything, collection.rejected);
    const isImageName = imageNames(everything);

    const known = await workspace.ledger(request.enclave);
    const ledger = request.arrivedOnly ? known.arrived() : known;
    const place = await workspace.nextTransfer(request.enclave);
    set = await SetWriter.open({
      directory: place.partial,
      name: place.name,
      archiveSizeBytes: (request.archiveSizeGiB ?? (configuration.archiveSize || DEFAULT_ARCHIVE_GIB)) * GIB,
      strict: request.strictArchive,
      onWarning: (problem) => emit({ type: 'problem', problem }),
    });
    const liveness = new HostLiveness(stopped.signal, stopped.fatal);
    const filler = new SetFiller({
      set,
      ledger,
      registries: session.registries,
      tracker,
      held: side.held,
      manifest: async (image, digest) =>
        (await side.origin.manifest(image.source, digest, stopped.signal)).bytes,
      resend: request.resend,
      parallelBlobs: parallelBlobs(request),
      retryTimes: request.retryTimes,
      signal: stopped.signal,
      pause: control.pause,
      worthPausing: () =>
        Math.min(
          FINISHED_AT_PAUSE_BYTES,
          (FINISHED_AT_PAUSE_SECONDS * (limits.rate ?? Number.POSITIVE_INFINITY)) / parallelBlobs(limits),
        ),
      liveness,
      onRetry: retryEvents(emit),
    });
    record.onAdjust((adjusted) => filler.setParallelBlobs(parallelBlobs(adjusted)));

    tracker.enter('copy');

    const outcomes: Promise<{ image?: PlannedImage; result: ImageResult }>[] = [];
    // A run that fails waits until the images under way have saved what they received: they use the sets and the session.
    let over = false;
    await using _work = {
      [Symbol.asyncDispose]: async () => {
        over = true;
        stopped.end();
        await Promise.allSettled(outcomes);
      },
    };
    const report = (result: ImageResult, image?: PlannedImage) => {
      if (!over && !putOff(result, stopped.fatal)) tracker.image(result);
      return { result, ...(image && { image }) };
    };
    let [unchecked, spare] = [0, 0];
    const admit = async (image: PlannedImage) => {
      outcomes.push(filler.admit(image).then((result) => report(result, image)));
      unchecked += image.bytes;
      if (unchecked < Math.min(spare, CHECK_SPACE_EVERY_BYTES)) return;
      unchecked = 0;
      spare = await set!.checkSpace();
    };
    const take = async ({ image, refused }: JudgedImage) => {
      if (refused) outcomes.push(Promise.resolve(report(refusedResult(image, refused))));
      else await admit(image);
    };
    const resolving = inOrder(images, RESOLVE_AT_ONCE, async (image) => {
      if (stopped.signal.aborted || control.pause.aborted)
        return { image, error: new AirlockError('interrupted', 'stopped on request') };
      try {
        const planned = await resolveImage(image, {
          origin: side.origin,
          memory: side.memory,
          attachments: !request.removeSignatures,
          isImageName,
          refresh: request.resend,
          warn: (problem) => emit({ type: 'problem', problem }),
          hold: approved.hold,
          signal: planning,
        });
        return { judged: (await trust?.judge(planned, planning)) ?? { image: planned } };
      } catch (error) {
        const { registry, repository } = image.source;
        await liveness.check(onSide(error, 'source'), session.registries.at(registry), repository, 'pull');
        return { image, error };
      }
    });
    for await (const resolved of resolving) {
      if (resolved.judged) await take(resolved.judged);
      else outcomes.push(Promise.resolve(report(unplannedResult(resolved.image!, resolved.error))));
    }
    for (const image of collection.planned) {
      try {
        await take((await trust?.judge(image, planning)) ?? { image });
      } catch (error) {
        outcomes.push(Promise.resolve(report(unplannedResult(image, error))));
      }
    }
    await set.checkSpace();
    tracker.planned();
    const finished = await Promise.all(outcomes);
    tracker.flush();

    if (stopped.error) throw stopped.error;
    if (control.signal.aborted || control.pause.aborted) {
      await set.close();
      return await record.close(pausedOutcome(tracker, collection.rejected));
    }

    tracker.enter('finish');
    const succeeded = finished.flatMap(({ image, result }) =>
      image && result.result !== 'failed' ? [image] : [],
    );
    const links = succeeded.flatMap(linksOf);
    const news =
      !set.empty ||
      links.some((link) => link.tag !== undefined && ledger.link(link.repository, link.tag) !== link.digest);
    let transfer: { transfer?: string; directory?: string } = {};
    if (news && succeeded.length > 0) {
      // A whole catalog is read from its image where all of that is in this set; else its files are carried.
      const readable = ({ digest }: CollectedCatalog) =>
        succeeded
          .find((image) => image.digest === digest)
          ?.blobs.every((blob) => set?.state(blob.digest) === 'done');
      const catalogs = collection.catalogs.filter((catalog) => catalog.hashes || !readable(catalog));
      const carried = await carriedFiles(files, configuration, succeeded, host.tool, graphBase);
      const index = await set.finish({
        enclave: place.enclave,
        number: place.number,
        tool: host.tool,
        links,
        configuration: text,
        files: await filesOfSet(carried, catalogs, workspace.cache),
      });
      await workspace.record(index);
      transfer = { transfer: place.name, directory: place.directory };
    } else if (set.empty) await set.discard();
    else await set.close();
    const config = await writeSignatureConfig({
      root: workspace.root,
      request,
      signatures: await releaseSignatures(succeeded, {
        signatures: async ({ source: { digest } }) =>
          digest ? savedSignatures(workspace.files, digest) : [],
        ...{ host, emit },
      }),
    });
    for (const problem of await absentReleaseSignatures(succeeded)) emit({ type: 'problem', problem });
    tellIncomplete(tracker, emit);
    const failed = tracker.images.failed > 0;
    return await record.close(
      outcomeOf({
        status: failed || collection.rejected.length > 0 ? 'partial' : 'complete',
        tracker,
        rejected: collection.rejected,
        ...transfer,
        ...(config && { config }),
        ...(graphBase && { graphBase: graphBase.digest }),
        next: transfer.directory
          ? `Carry ${transfer.directory}, then: airlock mirror --from file://${transfer.directory} docker://REGISTRY`
          : failed || collection.rejected.length > 0
            ? 'Nothing came that could be carried: mend what failed, and run the same command again.'
            : 'Nothing new: there is nothing to carry.',
      }),
    );
  } catch (error) {
    const ending = await withSpaceNeeded(asAirlockError(stopped.error ?? error), set);
    await set?.close().catch(() => {});
    if (ending.code === 'interrupted' && control.pause.aborted && !control.signal.aborted)
      return await record.close(pausedOutcome(tracker, []));
    return await record.failed(ending);
  } finally {
    await session.close();
  }
}

/** A write that found the disk full tells what all that is planned still needs, as the check before it would have. */
async function withSpaceNeeded(error: AirlockError, set: SetWriter | undefined): Promise<AirlockError> {
  if (error.code !== 'disk-full' || error.expected !== undefined) return error;
  const needed = await set?.checkSpace().then(() => undefined, asAirlockError);
  if (needed?.code !== 'disk-full') return error;
  const { expected, found } = needed;
  return new AirlockError('disk-full', `${error.message}; ${needed.message}`, {
    side: 'local',
    ...(expected !== undefined && { expected }),
    ...(found !== undefined && { found }),
    cause: error,
  });
}

/** What the archive's `repositories/**` say of an image and of what is attached to it. */
function linksOf(image: PlannedImage): ImageLinks[] {
  const link = (closure: PlannedImage | Attachment, tag: string): ImageLinks => ({
    repository: image.destination.repository,
    digest: closure.digest,
    instances: closure.manifests
      .filter(({ digest }) => digest !== closure.digest)
      .map(({ digest }) => digest),
    blobs: closure.blobs.map(({ digest }) => digest),
    tag,
  });
  return [
    link(image, image.destination.tag),
    ...image.attachments.map((attached) => link(attached, attached.tag)),
  ];
}
