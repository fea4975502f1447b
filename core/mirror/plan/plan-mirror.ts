import type { CollectedImage, WorkingFiles } from '../../base/collected/collected.ts';
import { asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { catalogAtRegistry, catalogsInSet } from '../../content/operator/carried-catalog.ts';
import { catalogRemovals, removalProblem } from '../../content/operator/catalog-removals.ts';
import {
  contentOf,
  type PlannedImage,
  type PlannedManifest,
  sourceText,
  unheldImage,
} from '../../content/plan/planned-image.ts';
import { imageNames } from '../../content/plan/resolve-image.ts';
import { originProblem } from '../../content/signature/origin-text.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import type { EmitRunEvent } from '../../runs/progress/events.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { approvedPlan, overlay, planOfPush } from '../approval/approved-plan.ts';
import { type PlanDocument, type PlanSummary, summarize } from '../approval/plan-document.ts';
import { storedContent } from '../copy/stored-content.ts';
import { completedSupply } from '../push/completed-supply.ts';
import { pushTarget } from '../push/push-target.ts';
import { type Collection, inRunOrder } from '../run/collect-images.ts';
import type { HostFacts, MirrorRequest, RunControl } from '../run/request.ts';
import { openSession, type Session } from '../run/session.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import { ocMirrorCacheOf } from '../run/user-cache.ts';
import type { Workflow } from '../run/workflow.ts';
import { carriedFiles } from '../sides/carried-files.ts';
import { collectConnected } from '../sides/collect-connected.ts';
import { collectFromSets } from '../sides/collect-from-sets.ts';
import { catalogIndexes } from '../sides/connected-side.ts';
import { disconnectedSide } from '../sides/disconnected-side.ts';
import { requiredOrigins } from '../sides/required-origins.ts';
import { resolveImages } from '../sides/resolve-images.ts';
import type { Supply } from '../sides/supply.ts';
import { CACHE, type DryRunFiles, mappingLines, writeDryRun } from './dry-run-files.ts';
import { destinationProblems } from './plan-destination.ts';
import { keysOf } from './plan-keys.ts';
import { atDestination, type Present, sentOrStored } from './plan-presence.ts';
import { type PlannedConfig, plannedClusterConfig } from './planned-cluster-config.ts';

export interface PlannedMirror {
  summary: PlanSummary;
  document: PlanDocument;
  /** The deliverable of each item of the summary, in the same order. */
  deliverables: string[];
  /** The destination or enclave already has everything, so a run would copy nothing. */
  nothingNew: boolean;
  /** 0; 1 when the destination rejects the plan; 2 when images are unavailable; that of a rejected release (5: signature). */
  exitCode: number;
  /** Returns the lines of oc-mirror's `mapping.txt`. */
  mapping(): string[];
  /** The files that `dryRun` wrote. */
  files?: DryRunFiles;
  /** The cluster resources, on request. */
  config?: PlannedConfig;
}

/**
 * Returns the plan of a request: every image with its content and the reason for its selection, and the content that is
 * already present. Writes only the cache of manifests, without a lock, and with `dryRun` the files of oc-mirror's dry
 * run.
 * @param onImage called after the manifest of each image was read
 * @param options.config also returns the cluster resources, except for a mirror to disk
 */
export async function planMirror(
  request: MirrorRequest,
  host: HostFacts,
  control: RunControl,
  onImage: (seen: number, total: number) => void = () => {},
  options: { config?: boolean } = {},
): Promise<PlannedMirror> {
  const session = await openSession(request, host, control.emit);
  const { workflow } = request;
  const planning = { request, host, control, session, onImage, withConfig: options.config ?? false };
  try {
    control.emit({ type: 'phase', phase: 'collect' });
    return await (workflow.kind === 'diskToMirror'
      ? planFromDisk(planning, workflow)
      : planConnected(planning, workflow));
  } finally {
    await session.close();
  }
}

/** A plan in progress. */
interface Planning {
  request: MirrorRequest;
  host: HostFacts;
  control: RunControl;
  session: Session;
  onImage: (seen: number, total: number) => void;
  withConfig: boolean;
}

async function planFromDisk(
  planning: Planning,
  { from, destination }: Extract<Workflow, { kind: 'diskToMirror' }>,
): Promise<PlannedMirror> {
  const { request, host, control, session } = planning;
  const { signal } = control;
  const approved = await planOfPush(request, host, signal);
  const source = await openImageSource(from, { signal, ocMirrorCache: ocMirrorCacheOf(host) });
  try {
    const origins = await requiredOrigins(from, host, {
      ...{ stateDirectory: request.stateDirectory, parts: source.parts, signal },
    });
    const root = request.stateDirectory ?? defaultStateDirectory(host);
    const { cache, cacheDirectory, state } = await openPlanningSpace(root);
    const sets = { from, source, cache, cacheDirectory };
    const given = await disconnectedSide({ ...sets, request, host, approved, signal });
    const target = pushTarget(session, destination, request);
    const { everything } = inRunOrder(given.collection, request.first, target.layout);
    const { supply } = completedSupply(given, { target, everything, homesOf: () => [], signal });
    const { collection, content, signatures } = supply;
    for (const { transfer, origin } of origins) collection.problems.push(originProblem(transfer, origin));
    const placed = await atDestination(session, request, signal);
    const resolved = await resolveAll(supply, planning);
    await addRemovals(collection, { request, session, cacheDirectory, signal });
    return await conclude(planning, supply, resolved, placed, {
      files: new Map(),
      ...{ root, signatures, emit: control.emit },
      config: (planned) =>
        plannedClusterConfig({ request, host, planned, state, collection, destination, signatures }),
      manifest: (image, manifest) => content.manifest(image, manifest),
    });
  } finally {
    await source.close();
  }
}

async function planConnected(
  planning: Planning,
  workflow: Exclude<Workflow, { kind: 'diskToMirror' }>,
): Promise<PlannedMirror> {
  const { request, host, control, session } = planning;
  const { signal } = control;
  const approved = await approvedPlan(request, host, signal);
  const toDisk = workflow.kind === 'mirrorToDisk';
  const root = toDisk ? workflow.directory : workflow.workspace;
  const { cache, cacheDirectory, ...own } = await openPlanningSpace(root);
  const files = scratchOver(approved.files(own.files));
  const state = scratchOver(own.state);
  const stored = await storedContent(root, control.emit, signal);
  try {
    const from = toDisk ? workflow.from : undefined;
    const space = { request, host, files, cache, cacheDirectory, approved, signal };
    await using collected = await (from === undefined
      ? collectConnected({
          ...{ ...space, session, state, stored: [cache, stored], planOnly: true },
          catalogImages: toDisk ? catalogsInSet : (catalog) => [catalogAtRegistry(catalog)],
        })
      : collectFromSets({ ...space, from, directory: root }));
    const { side, collection, graphBase, trust } = collected;
    const { origin, memory } = side;
    const { configuration } = approved;
    const resolve = { origin, memory, retain: approved.retain, signal };
    const supply = { collection, configurations: [configuration], resolve, trust };
    const resolved = await resolveAll(supply, planning);
    const present = await (toDisk
      ? sentOrStored(own, request, stored)
      : atDestination(session, request, signal));
    await addRemovals(collection, { request, session, cacheDirectory, signal });
    const { planned } = resolved;
    const signatures: Supply['signatures'] = async ({ source: { digest } }) =>
      digest ? savedSignatures(files, digest) : [];
    const carried = await carriedFiles(files, configuration.configuration, planned, host.tool, graphBase);
    return await conclude(planning, supply, resolved, present, {
      files: new Map(carried.map(({ name, content }) => [name, Buffer.from(content)])),
      ...{ root, signatures, emit: control.emit },
      config: toDisk
        ? undefined
        : (planned) =>
            plannedClusterConfig({
              ...{ request, host, planned, collection, state: own.state },
              destination: workflow.destination,
              signatures,
            }),
      manifest: async (image, { digest }) => (await origin.manifest(image.source, digest, signal)).bytes,
    });
  } finally {
    await stored.close();
  }
}

interface Resolved {
  planned: PlannedImage[];
  /** Planned images without local content. They may be at the destination already. */
  unheld: Map<PlannedImage, unknown>;
  failed: { image: CollectedImage; error: unknown }[];
  /** Problems of planned images, such as excluded attachments. */
  problems: Problem[];
}

/** Returns files whose writes stay in memory. */
function scratchOver(below: WorkingFiles): WorkingFiles {
  const written = new Map<string, Buffer>();
  return {
    ...overlay(written, below),
    write: async (name, content) => void written.set(name, Buffer.from(content)),
  };
}

async function resolveAll(
  supply: Pick<Supply, 'collection' | 'resolve' | 'trust'>,
  { request, onImage }: Planning,
): Promise<Resolved> {
  const { workflow, maxNestedPaths } = request;
  const { namespace } = workflow.kind === 'mirrorToDisk' ? CACHE : workflow.destination;
  const { signal } = supply.resolve;
  const { images, everything } = inRunOrder(supply.collection, request.first, { namespace, maxNestedPaths });
  const found: Resolved = { planned: [], unheld: new Map(), failed: [], problems: [] };
  const resolving = resolveImages(everything, {
    resolve: {
      ...supply.resolve,
      attachments: !request.removeSignatures,
      isImageName: imageNames(everything),
      warn: (problem) => found.problems.push(problem),
    },
    ...{ signal, trust: supply.trust },
  });
  let seen = 0;
  for await (const { image, planned, rejected: isRejected, error } of resolving) {
    signal?.throwIfAborted();
    if (seen < images.length) onImage(++seen, images.length);
    const mayBeThere = workflow.kind === 'diskToMirror' && error !== undefined && !('manifests' in image);
    const unheld = mayBeThere ? unheldImage(image, error) : undefined;
    if (unheld) found.unheld.set(unheld, error);
    if (planned || unheld) found.planned.push(planned ?? unheld!);
    else found.failed.push({ image, error: isRejected ?? error });
  }
  return found;
}

/** Adds the versions that catalogs at the destination would lose to the problems. A run is rejected because of them. */
async function addRemovals(
  { catalogs, problems }: Collection,
  options: { request: MirrorRequest; session: Session; cacheDirectory: string; signal: AbortSignal },
): Promise<void> {
  const { request, session, cacheDirectory, signal } = options;
  const { workflow } = request;
  if (workflow.kind === 'mirrorToDisk' || catalogs.length === 0) return;
  const { host, namespace } = workflow.destination;
  const found = await catalogRemovals(catalogs, {
    registry: session.registries.at(host),
    nameOf: (catalog) => resolveDestination(catalog, { namespace, maxNestedPaths: request.maxNestedPaths }),
    indexes: catalogIndexes(cacheDirectory),
    signal,
  });
  problems.push(
    ...found.problems,
    ...found.removals.map((removal) => removalProblem(removal, request.allowRemoval ? 'info' : 'warning')),
  );
}

async function conclude(
  { request, host, withConfig }: Planning,
  supply: Pick<Supply, 'collection' | 'configurations' | 'trust'>,
  resolved: Resolved,
  present: Present,
  side: {
    /** Files in the plan. */
    files: Map<string, Buffer>;
    /** Of the workspace or state. */
    root: string;
    manifest(image: PlannedImage, manifest: PlannedManifest): Promise<Buffer>;
    signatures: Supply['signatures'];
    emit: EmitRunEvent;
    /** Absent if no cluster resources are written. */
    config: ((planned: readonly PlannedImage[]) => Promise<PlannedConfig>) | undefined;
  },
): Promise<PlannedMirror> {
  const { files, root, manifest } = side;
  const presence = await present(resolved.planned);
  const lost = (image: PlannedImage) => resolved.unheld.has(image) && !presence.settled(image);
  for (const image of resolved.planned.filter(lost))
    resolved.failed.push({ image, error: resolved.unheld.get(image) });
  const planned = resolved.planned.filter((image) => !lost(image));
  const found = await destinationProblems(resolved.planned, presence, { request, host, root, manifest });
  const trusted = supply.trust && (await keysOf(supply.trust, planned));
  const problems = [
    ...found,
    ...(trusted?.problems ?? []),
    ...supply.configurations.flatMap((c) => c.warnings),
    ...supply.collection.problems,
    ...resolved.problems,
    ...resolved.failed.map(({ image, error }) => ({
      ...asAirlockError(error).toJSON(),
      message: `${sourceText(image)}: ${asAirlockError(error).message}`,
    })),
  ];
  const summary: PlanSummary = {
    ...summarize(planned, presence.has, supply.collection.rejected, problems),
    keys: trusted?.keys,
  };
  const [configuration] = supply.configurations;
  const { problems: _problems, ...figures } = summary;
  const document: PlanDocument = {
    format: 1,
    tool: host.tool,
    created: new Date().toISOString(),
    workflow: request.workflow.kind,
    configuration: {
      name: configuration?.name ?? '',
      text: configuration?.text ?? '',
      digest: sha256(configuration?.text ?? ''),
    },
    ofSets: (request.workflow.kind === 'diskToMirror' && request.configFile === undefined) || undefined,
    catalogs:
      supply.collection.catalogs.length > 0
        ? Object.fromEntries(
            supply.collection.catalogs.map(({ operator, digest }) => [operator.catalog, digest]),
          )
        : undefined,
    ...figures,
    files: Object.fromEntries([...files].map(([name, content]) => [name, content.toString('base64')])),
  };
  const left =
    supply.collection.rejected.find(({ exitCode }) => exitCode === 5) ?? supply.collection.rejected[0];
  // A run would stop before it sends anything.
  const unfit = found.some(({ level }) => level === 'error');
  const exitCode = unfit ? 1 : (left?.exitCode ?? (resolved.failed.length > 0 ? 2 : 0));
  const answer = {
    summary,
    document,
    exitCode,
    deliverables: planned.map(({ deliverable }) => deliverable),
    mapping: () => mappingLines({ request, planned, collection: supply.collection }),
    nothingNew: resolved.failed.length === 0 && planned.every(presence.settled),
    config: withConfig ? await side.config?.(planned) : undefined,
  };
  if (!request.dryRun) return answer;
  const isAvailable = (image: PlannedImage): boolean => {
    const { manifests, blobs } = contentOf(image);
    return [...manifests, ...blobs].every(({ digest }) => presence.has(digest, image));
  };
  const { collection } = supply;
  const { signatures, emit } = side;
  const complete = exitCode === 0;
  const dryRun = { request, host, root, planned, collection, signatures, complete, isAvailable, emit };
  return { ...answer, files: await writeDryRun(dryRun) };
}
