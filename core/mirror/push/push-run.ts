import { join } from 'node:path';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { AirlockError, asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import { catalogRemovals, refuseRemovals } from '../../content/operator/catalog-removals.ts';
import { contentOf, type PlannedImage, unheldImage } from '../../content/plan/planned-image.ts';
import { imageNames, resolveImage } from '../../content/plan/resolve-image.ts';
import { uploadMode } from '../../registry/capabilities/obey.ts';
import type { RegistryProfile } from '../../registry/capabilities/profile.ts';
import type { ImageResult, RunLimits } from '../../runs/progress/events.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';
import type { UsedPlan } from '../approval/approved-plan.ts';
import type { NamedConfiguration } from '../approval/configuration.ts';
import { blobHomes } from '../copy/blob-homes.ts';
import { refusedResult, unplannedResult } from '../copy/fill-set.ts';
import { ImagePusher } from '../copy/push-images.ts';
import { PushVerification } from '../copy/push-verification.ts';
import { pushedTags } from '../copy/pushed-tags.ts';
import { tagAtDestination } from '../copy/tag-at-destination.ts';
import { unverifiedImages } from '../copy/unverified-images.ts';
import { refuseCollisions, withFirst } from '../run/collect-images.ts';
import { destinationProfile, refuseUnfit, unfitProblems } from '../run/destination-profile.ts';
import { HostLiveness, putOff } from '../run/host-liveness.ts';
import { pausedOutcome } from '../run/outcome.ts';
import { requestForRecord } from '../run/recorded-request.ts';
import { openRecordedRun, overridesOf } from '../run/recorded-run.ts';
import type { HostFacts, MirrorRequest, MirrorResult, RunControl } from '../run/request.ts';
import { limitsOf, openSession, parallelBlobs, retryEvents, type Session } from '../run/session.ts';
import { stopSignals } from '../run/stop-signals.ts';
import type { Destination } from '../run/workflow.ts';
import { catalogIndexes } from '../sides/connected-side.ts';
import type { Supply } from '../sides/supply.ts';
import { concludePush } from './conclude-push.ts';

/** Manifests read ahead of the images that are being pushed. */
const RESOLVE_AT_ONCE = 32;

/**
 * Pushes what a supply holds into one registry, with its audit record, and writes the cluster resources for what is there
 * afterwards. Used by both ways that end at a registry.
 */
export async function pushRun(
  request: MirrorRequest,
  host: HostFacts,
  own: RunControl,
  workspace: Workspace,
  destination: Destination,
  asked: { configurations: NamedConfiguration[]; plan?: UsedPlan },
  supplyFrom: (session: Session, signals: { copying: AbortSignal; planning: AbortSignal }) => Promise<Supply>,
): Promise<MirrorResult> {
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
    ...asked,
  });
  const { emit, control } = record;
  const stopped = stopSignals(control);
  // What is asked for while planning has nothing to keep: a pause ends it at once, also on a dead link.
  const planning = AbortSignal.any([stopped.signal, control.pause]);
  const session = await openSession(request, host, emit, record.link).catch(record.failed);
  let limits = limitsOf(request);
  record.onAdjust((adjusted) => {
    limits = adjusted;
    session.registries.adjust({ parallelBlobs: parallelBlobs(limits), rate: limits.rate });
  });
  const layout = { namespace: destination.namespace, maxNestedPaths: request.maxNestedPaths };
  const repositoryOf = (image: Pick<CollectedImage, 'destination'>) =>
    resolveDestination(image, layout).repository;
  const nameAt = (image: Pick<CollectedImage, 'destination'>) =>
    `${destination.host}/${repositoryOf(image)}:${image.destination.tag}`;
  const tracker = record.track(
    () => ({
      fetched: session.registries.counters.fetched,
      sent: session.registries.counters.sent,
      written: 0,
    }),
    nameAt,
  );
  let verified: PushVerification | undefined;
  try {
    tracker.enter('collect');
    const supply = await supplyFrom(session, { copying: stopped.signal, planning });
    const { collection } = supply;
    for (const problem of [
      ...supply.configurations.flatMap((c) => c.warnings),
      ...collection.problems,
      ...collection.rejected.map((r) => r.problem),
    ])
      emit({ type: 'problem', problem });
    const images = withFirst(collection.images, request.first);
    const everything = [...images, ...collection.planned];
    refuseCollisions(everything, layout);
    record.expect(everything, collection.rejected);
    const isImageName = imageNames(everything);
    const registry = session.registries.at(destination.host);
    let access: Promise<void> | undefined;
    const mayPush = (repository: string): Promise<void> => {
      access ??= registry.checkAccess(repository, 'push', { signal: stopped.signal }).catch((error) => {
        const failure = onSide(error, 'destination');
        stopped.fatal(failure);
        throw failure;
      });
      return access;
    };

    if (!request.allowRemoval && collection.catalogs.length > 0) {
      const { removals, problems } = await catalogRemovals(collection.catalogs, {
        registry,
        nameOf: (catalog) => resolveDestination(catalog, layout),
        indexes: catalogIndexes(join(workspace.workingDir, 'airlock', 'cache')),
        signal: planning,
      });
      for (const problem of problems) emit({ type: 'problem', problem });
      refuseRemovals(removals);
    }

    const profile = request.probe
      ? await destinationProfile(everything, {
          root: workspace.root,
          request,
          host,
          destination,
          session,
          onAsk: () => tracker.enter('probe', `what ${destination.host} takes, in a scratch repository`),
          signal: planning,
        })
      : undefined;
    if (profile) session.registries.obey(destination.host, uploadMode(profile));

    tracker.enter('copy');
    const ledger = await pushedTags(workspace, destination.host);
    const homes = await blobHomes(workspace, destination.host);
    const liveness = new HostLiveness(stopped.signal, stopped.fatal);
    const verification = new PushVerification({
      registry,
      every: request.verifyPush,
      unverified: await unverifiedImages(workspace, destination.host),
      expected: () => everything.map((image) => `${repositoryOf(image)}:${image.destination.tag}`),
      signal: stopped.signal,
    });
    verified = verification;
    const pusher = new ImagePusher({
      registry,
      content: supply.content,
      repositoryOf,
      mayPush,
      homesOf: homes.of,
      tracker,
      retryTimes: request.retryTimes,
      signal: stopped.signal,
      pause: control.pause,
      liveness,
      verification,
      onRetry: retryEvents(emit),
      isRecorded: ledger.has,
      ...(request.trustLedger && { trusted: ledger.has }),
    });
    const settled: { image: PlannedImage; result: ImageResult }[] = [];
    const report = (result: ImageResult, image?: PlannedImage) => {
      if (putOff(result, stopped.fatal)) return;
      tracker.image(result);
      if (image && result.result !== 'failed') {
        settled.push({ image, result });
        for (const { tag, digest } of [image.destination, ...image.attachments].map((each) => ({
          digest: image.digest,
          ...each,
        })))
          ledger.add(repositoryOf(image), tag, digest);
        homes.add(
          repositoryOf(image),
          contentOf(image).blobs.map(({ digest }) => digest),
        );
      }
    };
    const resolving = inOrder<CollectedImage | PlannedImage, Resolved>(
      everything,
      RESOLVE_AT_ONCE,
      async (image) => {
        if (stopped.signal.aborted || control.pause.aborted)
          return { image, error: new AirlockError('interrupted', 'stopped on request') };
        try {
          const planned =
            'manifests' in image
              ? image
              : await resolveImage(image, {
                  ...supply.resolve,
                  attachments: !request.removeSignatures,
                  isImageName,
                  refresh: request.resend,
                  warn: (problem) => emit({ type: 'problem', problem }),
                });
          const judged = (await supply.trust?.judge(planned, planning)) ?? { image: planned };
          if (judged.refused)
            return { image: judged.image, refused: refusedResult(judged.image, judged.refused) };
          for (const blob of contentOf(planned).blobs) tracker.want(blob.digest, blob.size, judged.image);
          return { image, planned: judged.image };
        } catch (error) {
          const { registry: from, repository } = image.source;
          // On the way from a disk the source is no registry: nothing is asked there.
          if (request.workflow.kind === 'mirrorToMirror')
            await liveness.check(onSide(error, 'source'), session.registries.at(from), repository, 'pull');
          return { image, error };
        }
      },
    );
    /** Nothing is sent before everything is known to be taken. */
    const fitting = async (all: AsyncIterable<Resolved>, profile: RegistryProfile): Promise<Resolved[]> => {
      const resolved = await Array.fromAsync(all);
      if (stopped.signal.aborted || control.pause.aborted) return resolved;
      const problems = await unfitProblems(profile, {
        images: resolved.flatMap(({ planned }) => planned ?? []),
        repositoryOf,
        manifest: (image, manifest) => supply.content.manifest(image, manifest),
        digestAt: (image) =>
          tagAtDestination(registry, repositoryOf(image), image.destination.tag, planning).catch((error) => {
            // Registries answer so for projects that are not there.
            if (['denied', 'unauthorized'].includes(asAirlockError(error).code)) return undefined;
            throw error;
          }),
        hasBlob: (digest) => homes.of(digest).length > 0,
      });
      refuseUnfit(destination.host, problems);
      for (const problem of problems) emit({ type: 'problem', problem });
      return resolved;
    };
    const pushes = inOrder(
      profile ? await fitting(resolving, profile) : resolving,
      () => imagesAtOnce(limits),
      async ({ planned, refused, image, error }) => {
        if (refused) report({ ...refused, destination: nameAt(image) });
        else if (planned) report(await pusher.push(planned), planned);
        else {
          const unheld = unheldImage(image, error);
          if (unheld) report(await pusher.push(unheld, onSide(error, 'source')), unheld);
          else report({ ...unplannedResult(image, error), destination: nameAt(image) });
        }
      },
    );
    for await (const _ of pushes);
    if (!stopped.signal.aborted && !control.pause.aborted)
      for await (const { place, error } of verification.damagedEarlier(({ image }) =>
        pusher.verifyOrRepair(image),
      )) {
        const at = settled.findIndex(({ image }) => image === place.image);
        const [gone] = settled.splice(at, 1);
        if (putOff({ ...gone!.result, error: error.toJSON() }, stopped.fatal)) continue;
        ledger.remove(place.repository, place.image.destination.tag);
        tracker.revoke({ ...gone!.result, result: 'failed', error: error.toJSON() });
      }
    await verification.save();
    tracker.planned();
    tracker.flush();
    await ledger.save();
    await homes.save();
    if (stopped.error) throw stopped.error;
    // Resources that speak of half of the images would be worse than those of the last whole push.
    if (control.signal.aborted || control.pause.aborted)
      return await record.close({
        ...pausedOutcome(tracker, collection.rejected),
        verified: verification.verified,
        state: workspace.root,
      });

    tracker.enter('resources');
    return await record.close(
      await concludePush({
        ...{ request, host, workspace, destination, layout, supply, everything, tracker, emit },
        verified: verification.verified,
        pushed: settled.map(({ image }) => image),
        record: record.directory,
        isThere: async (image, tag) =>
          (await tagAtDestination(registry, repositoryOf(image), tag, stopped.signal)) !== undefined,
      }),
    );
  } catch (error) {
    const ending = asAirlockError(stopped.error ?? error);
    if (ending.code === 'interrupted' && control.pause.aborted && !control.signal.aborted)
      return await record.close(pausedOutcome(tracker, []));
    return await record.failed(ending);
  } finally {
    // A run that ended early still leaves word of what it could not verify.
    await verified?.save().catch(() => {});
    await session.close();
  }
}

/** An image on its way: planned, refused by the trust policy, or not to be had. */
interface Resolved {
  image: CollectedImage;
  planned?: PlannedImage;
  refused?: ImageResult;
  error?: unknown;
}

/** Enough images under way that small ones wait neither for one big layer nor for one that a busy registry put off. */
function imagesAtOnce(limits: RunLimits): number {
  return limits.parallelImages * 12;
}
