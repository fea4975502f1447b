import { join } from 'node:path';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import type { PushedCatalog } from '../../content/resources/catalog-resources.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import type { RunTracker } from '../../runs/progress/run-tracker.ts';
import type { Workspace } from '../../store/workspace/workspace.ts';
import { writeClusterConfig } from '../cluster-resources/write-cluster-config.ts';
import { writeClusterResources } from '../cluster-resources/write-cluster-resources.ts';
import type { Collection } from '../run/collect-images.ts';
import { outcomeOf, tellIncomplete } from '../run/outcome.ts';
import type { HostFacts, MirrorRequest, MirrorResult } from '../run/request.ts';
import type { Destination } from '../run/workflow.ts';
import { absentReleaseSignatures } from '../sides/release-image-signatures.ts';
import { releaseSignatures } from '../sides/release-signatures.ts';
import type { Supply } from '../sides/supply.ts';

/** A push in which everything is settled. */
export interface SettledPush {
  request: MirrorRequest;
  host: HostFacts;
  workspace: Workspace;
  destination: Destination;
  layout: Parameters<typeof resolveDestination>[1];
  supply: Supply;
  /** In the order of the configuration. */
  everything: readonly Pick<CollectedImage, 'destination'>[];
  /** What is at the destination now, in any order. */
  pushed: readonly PlannedImage[];
  tracker: RunTracker;
  /** Images that the destination was shown to serve. */
  verified: number;
  /** Folder of the record. */
  record: string;
  emit: EmitRunEvent;
  /** Whether a tag is at the destination, in the repository of an image. */
  isThere(image: PlannedImage, tag: string): Promise<boolean>;
}

/** Writes what clusters need of what is at the destination now. @returns the result of the run */
export async function concludePush(push: SettledPush): Promise<MirrorResult> {
  const { request, host, workspace, destination, layout, supply, tracker, emit } = push;
  const { collection } = supply;
  const order = new Map(
    push.everything.map((image, i) => [`${image.destination.repository}:${image.destination.tag}`, i]),
  );
  const place = (image: PlannedImage) =>
    order.get(`${image.destination.repository}:${image.destination.tag}`) ?? 0;
  const there = [...push.pushed]
    .sort((a, b) => place(a) - place(b))
    .map((image) => ({ image, at: { registry: destination.host, ...resolveDestination(image, layout) } }));
  const told = new Set<string>();
  const tell: typeof emit = (event) => {
    if (event.type === 'problem') told.add(event.problem.code);
    emit(event);
  };
  const pushed = {
    images: there.map(({ image, at }) => ({ ...image, destination: at })),
    catalogs: there
      .filter(({ image }) => image.kind === 'operatorCatalog')
      .map(({ image, at }) => ({ destination: at, ...templateFor(image, collection) })),
    signatures: await releaseSignatures(
      there.map(({ image }) => image),
      { signatures: supply.signatures, host, emit: tell },
    ),
    repositoryScope: request.maxNestedPaths > 0,
    icsp: request.icsp,
  };
  const resources = await writeClusterResources({
    directory: join(workspace.workingDir, 'cluster-resources'),
    ...pushed,
    emit: tell,
  });
  const manifests =
    there.length > 0
      ? await writeClusterConfig({
          ...{ workspace, request, host, destination, told, emit },
          pushed: { ...pushed, at: new Date() },
          record: push.record,
          images: tracker.images,
        })
      : undefined;
  const images = there.map(({ image }) => image);
  for (const problem of await absentReleaseSignatures(images, push.isThere))
    emit({ type: 'problem', problem });
  tellIncomplete(tracker, emit);
  const failed = tracker.images.failed > 0 || collection.rejected.length > 0;
  return outcomeOf({
    status: failed ? 'partial' : 'complete',
    tracker,
    rejected: collection.rejected,
    ...(resources && { resources }),
    ...manifests,
    state: workspace.root,
    verified: push.verified,
    ...(supply.graphBase && { graphBase: supply.graphBase }),
    next: manifests
      ? `Apply the manifests: airlock cluster-config apply ${manifests.config}, or oc apply -Rf ${manifests.config} (see ${manifests.handOver})`
      : 'Nothing was mirrored: there is nothing to apply.',
  });
}

/** The template of a catalog by where it goes. */
export function templateFor(
  { destination: { repository, tag } }: PlannedImage,
  { catalogs }: Collection,
): Pick<PushedCatalog, 'template'> {
  const of = catalogs.find(({ destination: at }) => at.repository === repository && at.tag === tag);
  return of?.template ? { template: of.template } : {};
}
