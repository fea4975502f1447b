import { join } from 'node:path';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import { updateOperatorChannel } from '../../content/resources/update-service.ts';
import { writeClusterConfig } from '../cluster-resources/write-cluster-config.ts';
import { writeClusterResources } from '../cluster-resources/write-cluster-resources.ts';
import { t } from '../messages.ts';
import type { Collection } from '../run/collect-images.ts';
import { outcomeOf, reportIncomplete } from '../run/outcome.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { MirrorRequest, MirrorResult } from '../run/request.ts';
import { absentReleaseSignatures } from '../sides/release-image-signatures.ts';
import { releaseSignatures } from '../sides/release-signatures.ts';
import type { Supply } from '../sides/supply.ts';
import type { PushTarget } from './push-target.ts';

/** A push that has copied all images. */
export interface SettledPush {
  run: RecordedRun;
  request: MirrorRequest;
  target: PushTarget;
  supply: Supply;
  /** In the order of the configuration. */
  everything: readonly Pick<CollectedImage, 'destination'>[];
  /** Images at the destination, in any order. */
  pushed: readonly PlannedImage[];
  /** Number of images verified at the destination. */
  verified: number;
}

/** Writes the cluster resources for the images at the destination. @returns the result of the run */
export async function concludePush(push: SettledPush): Promise<MirrorResult> {
  const { run, request, supply, target } = push;
  const { host, workspace, tracker, emit, stops } = run;
  const { destination, layout } = target;
  const { collection } = supply;
  const order = new Map(
    push.everything.map((image, i) => [`${image.destination.repository}:${image.destination.tag}`, i]),
  );
  const place = (image: PlannedImage) =>
    order.get(`${image.destination.repository}:${image.destination.tag}`) ?? 0;
  const there = [...push.pushed]
    .sort((a, b) => place(a) - place(b))
    .map((image) => ({ image, at: { registry: destination.host, ...resolveDestination(image, layout) } }));
  const reported = new Set<string>();
  const report: typeof emit = (event) => {
    if (event.type === 'problem') reported.add(event.problem.code);
    emit(event);
  };
  const pushed = {
    images: there.map(({ image, at }) => ({ ...image, destination: at })),
    catalogs: there
      .filter(({ image }) => image.kind === 'operatorCatalog')
      .map(({ image, at }) => ({ destination: at, ...templateFor(image, collection) })),
    signatures: await releaseSignatures(
      there.map(({ image }) => image),
      { signatures: supply.signatures, host, emit: report },
    ),
    repositoryScope: request.maxNestedPaths > 0,
    icsp: request.icsp,
  };
  const resources = await writeClusterResources({
    directory: join(workspace.workingDir, 'cluster-resources'),
    ...pushed,
    emit: report,
  });
  const manifests =
    there.length > 0
      ? await writeClusterConfig({
          ...{ workspace, request, host, destination, reported, emit },
          pushed: { ...pushed, at: new Date() },
          record: run.directory,
          images: tracker.images,
        })
      : undefined;
  const images = there.map(({ image }) => image);
  const isPresent = async (image: PlannedImage, tag: string) =>
    (await target.digestAt(image, stops.signal, tag)) !== undefined;
  run.report(await absentReleaseSignatures(images, isPresent));
  reportIncomplete(tracker, emit);
  const failed = tracker.images.failed > 0 || collection.rejected.length > 0;
  return outcomeOf({
    status: failed ? 'partial' : 'complete',
    tracker,
    rejected: collection.rejected,
    resources,
    ...manifests,
    state: workspace.root,
    verified: push.verified,
    graphBase: supply.graphBase,
    next: manifests
      ? t('applyNext', { config: manifests.config, sheet: manifests.handoff })
      : t('nothingPushedNext'),
  });
}

/** Returns the template of the catalog with this destination, and the channel of the update service operator. */
export function templateFor(
  { destination: { repository, tag } }: PlannedImage,
  { catalogs }: Collection,
): Pick<PushedCatalog, 'template' | 'updateOperator'> {
  const of = catalogs.find(({ destination: at }) => at.repository === repository && at.tag === tag);
  return { template: of?.template, updateOperator: of && updateOperatorChannel(of.result.packages) };
}
