import { asAirlockError, onSide } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { asWorkEnds } from '../../base/flow/in-order.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import { catalogRemovals, rejectRemovals } from '../../content/operator/catalog-removals.ts';
import { contentOf, unheldImage } from '../../content/plan/planned-image.ts';
import { imageNames } from '../../content/plan/resolve-image.ts';
import { uploadMode } from '../../registry/capabilities/obey.ts';
import type { RunLimits } from '../../runs/progress/events.ts';
import type { DestinationContent } from '../copy/destination-content.ts';
import { rejectedResult, unplannedResult } from '../copy/fill-set.ts';
import { ListedTags } from '../copy/listed-tags.ts';
import { ImagePusher } from '../copy/push-images.ts';
import { PushVerification } from '../copy/push-verification.ts';
import { unverifiedImages } from '../copy/unverified-images.ts';
import { t } from '../messages.ts';
import { inRunOrder } from '../run/collect-images.ts';
import { destinationProfile, rejectUnfit, unfitProblems } from '../run/destination-profile.ts';
import { HostLiveness } from '../run/host-liveness.ts';
import { pausedOutcome } from '../run/outcome.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { MirrorRequest, MirrorResult } from '../run/request.ts';
import { type MirrorBeginning, mirrorStages } from '../run/run-stages.ts';
import { retryEvents } from '../run/session.ts';
import type { Destination } from '../run/workflow.ts';
import { catalogIndexes } from '../sides/connected-side.ts';
import { type ResolvedImage, resolveImages } from '../sides/resolve-images.ts';
import type { Supply } from '../sides/supply.ts';
import { completedSupply } from './completed-supply.ts';
import { concludePush } from './conclude-push.ts';
import { type PushTarget, pushTarget } from './push-target.ts';
import { PushedImages } from './pushed-images.ts';

/**
 * Pushes the images of a supply to one registry, with an audit record, and then writes the cluster resources.
 * @param supplyFrom opens the supply, which the push closes
 */
export function pushRun(
  beginning: MirrorBeginning,
  destination: Destination,
  supplyFrom: (run: RecordedRun) => Promise<Supply & Partial<AsyncDisposable>>,
): Promise<MirrorResult> {
  const { request } = beginning;
  return mirrorStages(beginning, {
    async work(run) {
      const target = pushTarget(run.session, destination, request);
      run.track(target.nameAt).enter('collect');
      await using opened = new AsyncDisposableStack();
      const supply = await supplyFrom(run);
      opened.defer(async () => supply[Symbol.asyncDispose]?.());
      return await pushSupply({ run, request, target, supply });
    },
  });
}

/** A push in progress. */
interface Push {
  run: RecordedRun;
  request: MirrorRequest;
  target: PushTarget;
  supply: Supply;
  /** Content of the destination that is missing from the supply. Absent for a supply from registries. */
  elsewhere?: DestinationContent;
}

async function pushSupply(given: Push): Promise<MirrorResult> {
  const { run, request, target } = given;
  const { tracker, stops, control, workspace } = run;
  const { collection, configurations } = given.supply;
  const { rejected } = collection;
  const { destination, layout } = target;
  run.report(configurations.flatMap(({ warnings }) => warnings));
  run.report([...collection.problems, ...rejected.map(({ problem }) => problem)]);
  const { everything } = inRunOrder(collection, request.first, layout);
  run.expect(everything, rejected);
  await rejectLostContent(given);
  const pushed = await PushedImages.open(run, target);
  const completed = completedSupply(given.supply, {
    ...{ target, everything, signal: stops.signal },
    homesOf: pushed.homes.of,
  });
  const push = { ...given, ...completed };
  // A run that ends early also saves the names of unverified images.
  await using verification = new PushVerification({
    registry: target.registry,
    every: request.verifyPush,
    unverified: await unverifiedImages(workspace, destination.host),
    expected: () => everything.map((image) => `${target.repositoryOf(image)}:${image.destination.tag}`),
    signal: stops.signal,
  });
  const liveness = new HostLiveness(stops.signal, stops.fatal);
  const pusher = openPusher(push, everything, { pushed, verification, liveness });
  if (!request.probe) tracker.enter('copy');
  const images = request.probe
    ? await onlyFitting(push, everything, { pushed, liveness })
    : resolveSupply(push, everything, liveness, stops.planning);
  await pushEach(push, images, pusher, pushed);
  if (!stops.planning.aborted)
    for await (const { place, error } of verification.damagedEarlier(({ image }) =>
      pusher.verifyOrRepair(image),
    ))
      pushed.revoke(place, error);
  await verification.save();
  tracker.planned();
  tracker.flush();
  await pushed.save();
  if (stops.error) throw stops.error;
  const { verified } = verification;
  // Resources for half of the images would be worse than those of the last complete push.
  if (control.signal.aborted || control.pause.aborted)
    return { ...pausedOutcome(tracker, rejected), verified, state: workspace.root };
  tracker.enter('resources');
  return await concludePush({
    ...{ run, request, target, supply: push.supply, everything, verified },
    pushed: pushed.images,
  });
}

/** @throws AirlockError when catalogs at the destination would lose versions that clusters may have installed */
async function rejectLostContent({ run, request, target, supply }: Push): Promise<void> {
  const { catalogs } = supply.collection;
  if (request.allowRemoval || catalogs.length === 0) return;
  const { removals, problems } = await catalogRemovals(catalogs, {
    registry: target.registry,
    nameOf: (catalog) => resolveDestination(catalog, target.layout),
    indexes: catalogIndexes(airlockDirectory(run.workspace.root, 'cache')),
    signal: run.stops.planning,
  });
  run.report(problems);
  rejectRemovals(removals);
}

type Everything = ReturnType<typeof inRunOrder>['everything'];

function openPusher(
  { run, request, target, supply, elsewhere }: Push,
  everything: Everything,
  {
    pushed,
    verification,
    liveness,
  }: {
    pushed: PushedImages;
    verification: PushVerification;
    liveness: HostLiveness;
  },
): ImagePusher {
  const { tracker, stops, control } = run;
  const { registry, repositoryOf } = target;
  const { tags, homes } = pushed;
  const repositories = everything.map(repositoryOf);
  const listed = new ListedTags({
    ...{ registry, repositories },
    recorded: tags.all().keys(),
    signal: stops.signal,
  });
  let access: Promise<void> | undefined;
  return new ImagePusher({
    ...{ registry, repositoryOf, repositories, tracker, liveness, verification },
    ...{ content: supply.content, retryTimes: request.retryTimes, onRetry: retryEvents(run.emit) },
    ...{ signal: stops.signal, pause: control.pause, homesOf: homes.of, isRecorded: tags.has },
    blobHome: elsewhere && ((repository, digest) => elsewhere.blobHome(repository, digest)),
    trusted: request.trustLedger ? tags.has : undefined,
    isMissing: (repository, tag) => listed.isMissing(repository, tag),
    mayPush(repository) {
      access ??= registry.checkAccess(repository, 'push', { signal: stops.signal }).catch((error) => {
        const failure = onSide(error, 'destination');
        stops.fatal(failure);
        throw failure;
      });
      return access;
    },
  });
}

function resolveSupply(
  { run, request, supply }: Push,
  everything: Everything,
  liveness: HostLiveness,
  signal: AbortSignal,
): AsyncGenerator<ResolvedImage> {
  const { tracker, session } = run;
  return resolveImages(everything, {
    resolve: {
      ...supply.resolve,
      signal,
      attachments: !request.removeSignatures,
      isImageName: imageNames(everything),
      refresh: request.resend,
      warn: (problem) => run.report([problem]),
    },
    ...{ signal, trust: supply.trust },
    onPlanned(image) {
      for (const blob of contentOf(image).blobs) tracker.want(blob.digest, blob.size, image);
    },
    async onError({ source: { registry, repository } }, error) {
      // A push from disk has no source registry to check.
      if (request.workflow.kind === 'mirrorToMirror')
        await liveness.check(onSide(error, 'source'), session.registries.at(registry), repository, 'pull');
    },
  });
}

/**
 * Probes the destination and resolves all images at the same time, before anything is sent. Enters the phase of the copy.
 * @throws AirlockError when the destination rejects one of them
 */
async function onlyFitting(
  push: Push,
  everything: Everything,
  { pushed, liveness }: { pushed: PushedImages; liveness: HostLiveness },
): Promise<ResolvedImage[]> {
  const { run, request, target, supply } = push;
  const { workspace, host, session, tracker } = run;
  const { planning } = run.stops;
  const { destination } = target;
  const rejected = new AbortController();
  const signal = AbortSignal.any([planning, rejected.signal]);
  const resolving = Array.fromAsync(resolveSupply(push, everything, liveness, signal));
  // A failure is thrown after the probe.
  resolving.catch(() => {});
  const profile = await destinationProfile(everything, {
    ...{ root: workspace.root, request, host, destination, session, signal: planning },
    onAsk: () => tracker.enter('probe', t('probing', { host: destination.host })),
  }).catch(async (error) => {
    rejected.abort();
    await resolving.catch(() => {});
    throw error;
  });
  tracker.enter('copy');
  const resolved = await resolving;
  if (!profile || planning.aborted) return resolved;
  session.registries.obey(destination.host, uploadMode(profile));
  const problems = await unfitProblems(profile, {
    images: resolved.flatMap(({ planned }) => planned ?? []),
    repositoryOf: target.repositoryOf,
    manifest: (image, manifest) => supply.content.manifest(image, manifest),
    digestAt: (image) =>
      target.digestAt(image, planning).catch((error) => {
        // Registries return these codes for missing projects.
        if (['denied', 'unauthorized'].includes(asAirlockError(error).code)) return undefined;
        throw error;
      }),
    hasBlob: (digest) => pushed.homes.of(digest).length > 0,
  });
  rejectUnfit(destination.host, problems);
  run.report(problems);
  return resolved;
}

/** Pushes images in their order, and adds the result of each to `pushed`. */
async function pushEach(
  { run, target }: Push,
  images: Iterable<ResolvedImage> | AsyncIterable<ResolvedImage>,
  pusher: ImagePusher,
  pushed: PushedImages,
): Promise<void> {
  await asWorkEnds(
    images,
    () => imagesAtOnce(run.limits),
    async ({ planned, rejected: isRejected, image, error }) => {
      if (planned) return pushed.settle(await pusher.push(planned), planned);
      const unheld = isRejected ? undefined : unheldImage(image, error);
      if (unheld) return pushed.settle(await pusher.push(unheld, onSide(error, 'source')), unheld);
      const result = isRejected ? rejectedResult(image, isRejected) : unplannedResult(image, error);
      pushed.settle({ ...result, destination: target.nameAt(image) });
    },
  );
}

/** Returns a number of parallel images at which small ones don't wait for a big layer or a retry. */
function imagesAtOnce(limits: RunLimits): number {
  return limits.parallelImages * 12;
}
