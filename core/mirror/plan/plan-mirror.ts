import { join } from 'node:path';
import type { CollectedImage } from '../../base/collected/collected.ts';
import { asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { inOrder } from '../../base/flow/in-order.ts';
import { resolveDestination } from '../../base/image/destination.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { catalogAtRegistry, catalogsInSet } from '../../content/operator/carried-catalog.ts';
import { catalogRemovals, removalProblem } from '../../content/operator/catalog-removals.ts';
import { type PlannedImage, sourceText, unheldImage } from '../../content/plan/planned-image.ts';
import { imageNames, resolveImage } from '../../content/plan/resolve-image.ts';
import { originProblem } from '../../content/signature/origin.ts';
import { savedSignatures } from '../../content/signature/verified-signatures.ts';
import { openImageSource } from '../../store/archive/archive-source.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { approvedPlan, overlay, planOfPush } from '../approval/approved-plan.ts';
import { type PlanDocument, type PlanSummary, summarise } from '../approval/plan-document.ts';
import { heldContent } from '../copy/held-content.ts';
import { type Collection, refuseCollisions, withFirst } from '../run/collect-images.ts';
import type { HostFacts, MirrorRequest, RunControl } from '../run/request.ts';
import { openSession, type Session } from '../run/session.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import { carriedFiles } from '../sides/carried-files.ts';
import { collectConnected } from '../sides/collect-connected.ts';
import { catalogIndexes, connectedSide } from '../sides/connected-side.ts';
import { disconnectedSide } from '../sides/disconnected-side.ts';
import { requiredOrigins } from '../sides/required-origins.ts';
import type { Supply } from '../sides/supply.ts';
import { destinationProblems } from './plan-destination.ts';
import { keysOf } from './plan-keys.ts';
import { atDestination, type Presence, type Present, sentOrHeld } from './plan-presence.ts';
import { type PlannedConfig, plannedClusterConfig } from './planned-cluster-config.ts';

const RESOLVE_AT_ONCE = 32;

export interface PlannedMirror {
  summary: PlanSummary;
  document: PlanDocument;
  /** The deliverable of each of the summary's items, in their order. */
  deliverables: string[];
  /** The destination, or the enclave, has all of it already: a run would carry or push nothing. */
  nothingNew: boolean;
  /** 0, 1 when the destination does not take what is planned, 2 when images cannot be had, or a left out release's own (5: signature). */
  exitCode: number;
  /** With `dryRun`: the file that was written. */
  mapping?: string;
  /** What clusters would be told, where that was asked for. */
  config?: PlannedConfig;
}

/**
 * What `mirror` would do with this request: every image with its content, what need not be moved, and why each is
 * there. Writes nothing but a cache of manifests; takes no lock.
 * With `dryRun` it also writes oc-mirror's `dry-run/mapping.txt`.
 * @param onImage told for every image whose manifest was looked at
 * @param options.config also say what clusters would be told; of mirror to disk nothing
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
  try {
    control.emit({ type: 'phase', phase: 'collect' });
    if (workflow.kind === 'diskToMirror') {
      const approved = await planOfPush(request, host, control.signal);
      const source = await openImageSource(workflow.from, { signal: control.signal });
      try {
        const origins = await requiredOrigins(workflow.from, host, {
          stateDirectory: request.stateDirectory,
          signal: control.signal,
        });
        const state = request.stateDirectory ?? defaultStateDirectory(host);
        const { cache, cacheDirectory, files } = await openPlanningSpace(state);
        const { signal } = control;
        const from = workflow.from;
        const supply = await disconnectedSide({
          request,
          host,
          ...(approved && { approved }),
          from,
          source,
          cache,
          cacheDirectory,
          signal,
        });
        for (const { transfer, origin } of origins)
          supply.collection.problems.push(originProblem(transfer, origin));
        const placed = await atDestination(session, request, control.signal);
        const resolved = await resolveAll(supply, request, onImage);
        await addRemovals(supply.collection, { request, session, cacheDirectory, signal });
        const { content } = supply;
        return await conclude(request, host, supply, resolved, placed, {
          files: new Map(),
          workingDirectory: join(state, 'working-dir'),
          ...(options.config && {
            config: (planned) =>
              plannedClusterConfig({
                ...{ request, host, planned, files, collection: supply.collection },
                destination: workflow.destination,
                signatures: supply.signatures,
              }),
          }),
          problems: (presence) =>
            destinationProblems(resolved.planned, presence, {
              request,
              host,
              root: state,
              manifest: (image, manifest) => content.manifest(image, manifest),
            }),
        });
      } finally {
        await source.close();
      }
    }
    const approved = await approvedPlan(request, host, control.signal);
    const directory = workflow.kind === 'mirrorToDisk' ? workflow.directory : workflow.workspace;
    const space = await openPlanningSpace(directory);
    const written = new Map<string, Buffer>();
    const files = {
      ...overlay(written, approved.files(space.files)),
      write: async (name: string, content: Uint8Array | string) =>
        void written.set(name, Buffer.from(content)),
    };
    const held = await heldContent(directory, control.emit, control.signal);
    try {
      await using side = await connectedSide({
        request,
        host,
        session,
        files,
        cache: space.cache,
        held: [space.cache, held],
        approved,
        planOnly: true,
        signal: control.signal,
        cacheDirectory: space.cacheDirectory,
      });
      const { configuration } = approved.configuration;
      const { collection, graphBase, trust } = await collectConnected({
        approved,
        request,
        host,
        session,
        side,
        cache: space.cache,
        catalogImages:
          workflow.kind === 'mirrorToDisk' ? catalogsInSet : (catalog) => [catalogAtRegistry(catalog)],
        signal: control.signal,
      });
      const supply: Omit<Supply, 'content' | 'signatures'> = {
        collection,
        configurations: [approved.configuration],
        resolve: {
          origin: side.origin,
          memory: side.memory,
          hold: approved.hold,
          signal: control.signal,
        },
        ...(trust && { trust }),
      };
      const resolved = await resolveAll(supply, request, onImage);
      const present =
        workflow.kind === 'mirrorToDisk'
          ? await sentOrHeld(space, request, held)
          : await atDestination(session, request, control.signal);
      const { cacheDirectory } = space;
      await addRemovals(collection, { request, session, cacheDirectory, signal: control.signal });
      const carried = await carriedFiles(files, configuration, resolved.planned, host.tool, graphBase);
      return await conclude(request, host, supply, resolved, present, {
        files: new Map(carried.map(({ name, content }) => [name, Buffer.from(content)])),
        workingDirectory: join(directory, 'working-dir'),
        ...(options.config &&
          workflow.kind === 'mirrorToMirror' && {
            config: (planned) =>
              plannedClusterConfig({
                ...{ request, host, planned, collection },
                files: space.files,
                destination: workflow.destination,
                signatures: ({ source }) =>
                  source.digest ? savedSignatures(files, source.digest) : Promise.resolve([]),
              }),
          }),
        problems: (presence) =>
          destinationProblems(resolved.planned, presence, {
            request,
            host,
            root: directory,
            manifest: async (image, { digest }) =>
              (await side.origin.manifest(image.source, digest, control.signal)).bytes,
          }),
      });
    } finally {
      await held.close();
    }
  } finally {
    await session.close();
  }
}

interface Resolved {
  planned: PlannedImage[];
  /** Planned ones whose content is not here: all is well if they are at the destination already. */
  unheld: Map<PlannedImage, unknown>;
  failed: { image: CollectedImage; error: unknown }[];
  /** What is left out of images that are planned. */
  problems: Problem[];
}

async function resolveAll(
  supply: Pick<Supply, 'collection' | 'resolve' | 'trust'>,
  request: MirrorRequest,
  onImage: (seen: number, total: number) => void,
): Promise<Resolved> {
  const images = withFirst(supply.collection.images, request.first);
  const { workflow } = request;
  const everything = [...images, ...supply.collection.planned];
  refuseCollisions(everything, {
    namespace: workflow.kind === 'mirrorToDisk' ? '' : workflow.destination.namespace,
    maxNestedPaths: request.maxNestedPaths,
  });
  const isImageName = imageNames(everything);
  const resolved: Resolved = { planned: [], unheld: new Map(), failed: [], problems: [] };
  const judged = async (planned: PlannedImage) => {
    const { image, refused } = (await supply.trust?.judge(planned, supply.resolve.signal)) ?? {
      image: planned,
    };
    if (refused) resolved.failed.push({ image, error: refused });
    else resolved.planned.push(image);
  };
  const resolving = inOrder(images, RESOLVE_AT_ONCE, async (image) => {
    try {
      const planned = await resolveImage(image, {
        ...supply.resolve,
        attachments: !request.removeSignatures,
        isImageName,
        warn: (problem) => resolved.problems.push(problem),
      });
      await judged(planned);
    } catch (error) {
      supply.resolve.signal?.throwIfAborted();
      const unheld = workflow.kind === 'diskToMirror' ? unheldImage(image, error) : undefined;
      if (!unheld) return void resolved.failed.push({ image, error });
      resolved.unheld.set(unheld, error);
      resolved.planned.push(unheld);
    }
  });
  let seen = 0;
  for await (const _ of resolving) onImage(++seen, images.length);
  const order = new Map(
    images.map((image, i) => [`${image.destination.repository}:${image.destination.tag}`, i]),
  );
  const place = (image: CollectedImage) =>
    order.get(`${image.destination.repository}:${image.destination.tag}`)!;
  resolved.planned.sort((a, b) => place(a) - place(b));
  for (const image of supply.collection.planned)
    await judged(image).catch((error) => resolved.failed.push({ image, error }));
  return resolved;
}

/** What catalogs at the destination would lose becomes part of the plan's problems: a run is refused for it. */
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
  request: MirrorRequest,
  host: HostFacts,
  supply: Pick<Supply, 'collection' | 'configurations' | 'trust'>,
  resolved: Resolved,
  present: Present,
  side: {
    files: Map<string, Buffer>;
    workingDirectory: string;
    problems(presence: Presence): Promise<Problem[]>;
    config?(planned: readonly PlannedImage[]): Promise<PlannedConfig>;
  },
): Promise<PlannedMirror> {
  const { files, workingDirectory } = side;
  const presence = await present(resolved.planned);
  const lost = (image: PlannedImage) => resolved.unheld.has(image) && !presence.settled(image);
  for (const image of resolved.planned.filter(lost))
    resolved.failed.push({ image, error: resolved.unheld.get(image) });
  const planned = resolved.planned.filter((image) => !lost(image));
  const found = await side.problems(presence);
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
    ...summarise(planned, presence.has, supply.collection.rejected, problems),
    ...(trusted && { keys: trusted.keys }),
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
    ...(request.workflow.kind === 'diskToMirror' && request.configFile === undefined && { ofSets: true }),
    ...(supply.collection.catalogs.length > 0 && {
      catalogs: Object.fromEntries(
        supply.collection.catalogs.map(({ operator, digest }) => [operator.catalog, digest]),
      ),
    }),
    ...figures,
    files: Object.fromEntries([...files].map(([name, content]) => [name, content.toString('base64')])),
  };
  const left =
    supply.collection.rejected.find(({ exitCode }) => exitCode === 5) ?? supply.collection.rejected[0];
  // A run would stop before anything is sent.
  const unfit = found.some(({ level }) => level === 'error');
  const exitCode = unfit ? 1 : (left?.exitCode ?? (resolved.failed.length > 0 ? 2 : 0));
  const answer = {
    summary,
    document,
    exitCode,
    deliverables: planned.map(({ deliverable }) => deliverable),
    nothingNew: resolved.failed.length === 0 && planned.every(presence.settled),
    ...(side.config && { config: await side.config(planned) }),
  };
  if (!request.dryRun) return answer;
  const mapping = join(workingDirectory, 'dry-run', 'mapping.txt');
  await makeDirectory(join(workingDirectory, 'dry-run'));
  const { workflow } = request;
  const base = workflow.kind === 'mirrorToDisk' ? undefined : workflow.destination;
  const lines = planned.map((image) => {
    const { repository, tag } = resolveDestination(image, {
      namespace: base?.namespace ?? '',
      maxNestedPaths: request.maxNestedPaths,
    });
    return `docker://${sourceText(image)}=${base ? `docker://${base.host}/` : 'docker://'}${repository}:${tag}\n`;
  });
  await writeFileAtomic(mapping, lines.join(''));
  return { ...answer, mapping };
}
