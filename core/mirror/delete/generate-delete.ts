import { join } from 'node:path';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import { RULE } from '../../base/errors/rules.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import type { DestinationLayout } from '../../base/image/destination.ts';
import { verificationKeysWhenNeeded } from '../../content/signature/verification-keys.ts';
import type { HostFacts, RunControl } from '../run/request.ts';
import { openSession } from '../run/session.ts';
import { defaultStateDirectory } from '../run/state-directory.ts';
import type { Destination } from '../run/workflow.ts';
import { t } from './messages.ts';
import { type ClusterNeeds, clusterProtection } from './plan/cluster-needs.ts';
import { contentParts, namedAt, type PartsContext, type UnknownPart } from './plan/content-parts.ts';
import { DELETE_FOLDER, writeDeleteFiles } from './plan/files.ts';
import { knownChannels } from './plan/known-channels.ts';
import {
  type KnownConfigurations,
  knownConfigurations,
  namedConfigurations,
} from './plan/known-configurations.ts';
import type { DeletePlan, NeededImage } from './plan/plan.ts';
import { joinedByName, planDelete } from './plan/plan-delete.ts';
import { readProtectFile } from './plan/protect-file.ts';
import { readRegistry } from './plan/read-registry.ts';
import { type DeleteSelection, readDeleteSelection, selectionText } from './plan/selection.ts';
import { rejectionOf } from './plan/support.ts';
import { openWorkspaceView, type WorkspaceView } from './plan/workspace-view.ts';

/** Network options for the registry of a deletion. */
export interface DeleteNetwork {
  destinationTlsVerify: boolean;
  authFile?: string;
  retryTimes: number;
  /** 0 = exponential. */
  retryDelayMs: number;
  /** A schedule started it: hosts that never answered get all retries too. */
  unattended?: boolean;
}

/** The request of `delete --generate`, with absolute paths. */
export interface GenerateDeleteRequest extends DeleteNetwork {
  /** Workspace, or folder with transfers. */
  workspace: string;
  /** DeleteImageSetConfiguration, or ImageSetConfiguration with `prune`. */
  configFile: string;
  destination: Destination;
  /** Suffix of the names of the files. */
  deleteId?: string;
  /** ImageSetConfigurations of content to retain. If empty, those of the audit records and of the archive sets. */
  keep: readonly string[];
  protectFile?: string;
  maxNestedPaths: number;
  /** Folder with audit records of the disconnected side. Default: the user's state folder. */
  stateDirectory?: string;
}

export interface GeneratedDelete {
  plan: DeletePlan;
  /** Written files, the list of images first. Empty with `preview`. */
  files: string[];
  /** Names of the configurations whose images are retained. */
  configurations: string[];
  /** What is retained for a live cluster, in sentences. */
  cluster: string[];
  /** Why this registry rejects deletions, and what to set. */
  rejection?: Problem;
  problems: Problem[];
}

/** Errors in the configuration, with which no deletion is planned. */
const CONFIGURATION_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'release-unknown',
  'operator-unknown',
  'operator-selection',
  'reference-invalid',
  'config-invalid',
  'chart-unknown',
]);

/**
 * Plans a deletion and writes its files, without deleting anything. Reads the selection from the workspace and the
 * existing images from the destination registry. Nothing else is contacted.
 * @param options.preview writes no files
 * @param options.needs content that a live cluster needs, which is never deleted
 * @throws AirlockError of the configuration, the workspace and the destination
 */
export async function generateDelete(
  request: GenerateDeleteRequest,
  host: HostFacts,
  { emit, signal }: Pick<RunControl, 'emit' | 'signal'>,
  options: { preview?: boolean; needs?: ClusterNeeds } = {},
): Promise<GeneratedDelete> {
  const { destination, protectFile, workspace, maxNestedPaths } = request;
  const selection = await readDeleteSelection(request.configFile);
  const protect = protectFile === undefined ? [] : await readProtectFile(protectFile, destination.host);
  const view = await openWorkspaceView(workspace, host, {
    registry: destination.host,
    stateDirectory: request.stateDirectory,
    signal,
  });
  try {
    emit({ type: 'phase', phase: 'collect' });
    const layout = { namespace: destination.namespace, maxNestedPaths };
    const context: PartsContext = {
      view,
      keys: await verificationKeysWhenNeeded(host.env.OCP_SIGNATURE_VERIFICATION_PK),
      unknownNames: 'error',
      addDependencies: false,
      anyChannel: true,
      signal,
    };
    const chosen = await selectedImages(selection, view, context, layout);
    const known = await savedConfigurations(request, host, view, context, layout);
    const { needs } = options;
    const live =
      needs &&
      clusterProtection(
        needs,
        [...known.configurations, { identity: '', name: '', images: chosen.images }],
        await knownChannels(view.eras.at(-1)!),
      );
    const all = [...chosen.images, ...known.configurations.flatMap(({ images }) => images)];
    const session = await openDeleteSession(request, destination, host, emit);
    try {
      emit({ type: 'phase', phase: 'probe', detail: t('registryContent', { host: destination.host }) });
      const registry = session.registries.at(destination.host);
      const { picture, problems } = await readRegistry({
        registry,
        repositories: new Set(all.map(({ repository }) => repository)),
        stored: view.stored,
        everywhere: true,
        selected: chosen.images,
        signal,
      });
      const rejection = await rejectionOf(registry, picture, signal);
      const plan = planDelete({
        selected: chosen.images,
        configurations: known.configurations,
        keepAll: request.keep.length > 0,
        protect: [...protect, ...(live?.protect ?? [])],
        registry: picture,
      });
      const files = options.preview
        ? []
        : await writeDeleteFiles(join(workspace, 'working-dir', DELETE_FOLDER), request.deleteId ?? '', {
            plan,
            registry: destination,
            configuration: selectionText(selection),
          });
      return {
        plan,
        files,
        configurations: [...new Set(known.configurations.map(({ name }) => name))],
        cluster: live?.words ?? [],
        rejection,
        problems: [
          ...selection.warnings,
          ...chosen.problems,
          ...known.problems,
          ...problems,
          ...plan.problems,
          ...staleCatalogs(plan),
        ],
      };
    } finally {
      await session.close();
    }
  } finally {
    await view.close();
  }
}

/** Returns the context in which all content that a workspace knows is determined. Unknown content is reported as a warning. */
export async function everythingKnown(
  view: WorkspaceView,
  { env }: Pick<HostFacts, 'env'>,
  signal: AbortSignal,
): Promise<PartsContext> {
  return {
    view,
    keys: await verificationKeysWhenNeeded(env.OCP_SIGNATURE_VERIFICATION_PK),
    unknownNames: 'warning',
    addDependencies: false,
    anyChannel: true,
    signal,
  };
}

/** Opens a session in which only the destination is contacted. */
export function openDeleteSession(
  request: DeleteNetwork,
  destination: Destination,
  host: HostFacts,
  emit: RunControl['emit'],
) {
  return openSession(
    {
      ...request,
      sourceTlsVerify: request.destinationTlsVerify,
      parallelImages: 8,
      parallelLayers: 1,
      workflow: { kind: 'mirrorToMirror', workspace: '', destination },
    },
    host,
    emit,
  );
}

/** Returns the configurations whose images are retained: the given ones, or else all that the workspace contains. */
export async function savedConfigurations(
  request: Pick<GenerateDeleteRequest, 'keep' | 'destination' | 'stateDirectory'>,
  host: HostFacts,
  view: WorkspaceView,
  context: PartsContext,
  layout: DestinationLayout,
): Promise<KnownConfigurations> {
  const { keep, destination } = request;
  if (keep.length > 0)
    return namedConfigurations(
      keep,
      view,
      { ...context, unknownNames: 'warning', anyChannel: false },
      layout,
    );
  const state = request.stateDirectory ?? defaultStateDirectory(host);
  const runs = [...new Set([view.directory, state])].map((folder) => airlockDirectory(folder, 'runs'));
  return knownConfigurations(view, context, { runs, destination, layout });
}

/** Returns the images of a selection in any era of the workspace. */
async function selectedImages(
  { content, directory, file }: DeleteSelection,
  view: WorkspaceView,
  context: PartsContext,
  layout: DestinationLayout,
): Promise<{ images: NeededImage[]; problems: Problem[] }> {
  let images: NeededImage[] = [];
  const reported = new Set<string>();
  const unknown = new Map<string, UnknownPart>();
  let problems: Problem[] = [];
  for (const era of view.eras) {
    const parts = await contentParts(content, era, { ...context, directory });
    images = joinedByName([...images, ...namedAt(parts.images, era, layout)]);
    for (const { image } of parts.images) reported.add(image.deliverable);
    for (const deliverable of parts.determined) reported.add(deliverable);
    for (const part of parts.unknown) unknown.set(part.deliverable, part);
    problems = parts.problems;
  }
  const lost = [...unknown.values()].filter(({ deliverable }) => !reported.has(deliverable));
  const faults = [
    ...problems.filter(({ level }) => level === 'error'),
    ...lost
      .filter(({ error }) => CONFIGURATION_ERRORS.has(error.code))
      .flatMap(({ error }) => (error.problems.length > 0 ? error.problems : [error.toJSON()])),
  ];
  if (faults.length > 0)
    throw new AirlockError(
      'config-invalid',
      faults.length === 1 ? faults[0]!.message : t('entriesUnknown', { count: faults.length, file }),
      { problems: faults, at: { file }, exitCode: 1 },
    );
  return {
    images,
    problems: [
      ...problems,
      ...lost.map(({ deliverable, error }) => ({
        ...error.toJSON(),
        level: 'warning' as const,
        message: t('nothingDeleted', { deliverable, reason: error.message }),
        [RULE]: { id: 'content-unknown' as const, deliverable },
      })),
    ],
  };
}

/** Returns a warning for each retained catalog that still offers deleted bundles. */
export function staleCatalogs({ images, protected: saved, groups }: DeletePlan): Problem[] {
  return groups.flatMap(({ deliverable, kind }) => {
    if (kind !== 'operatorCatalog') return [];
    const title = deliverable.replace(/^catalog /, '');
    const removed = images.filter(
      (image) => image.kind === 'operatorBundle' && image.deliverable.endsWith(` of ${title}`),
    );
    const remains = saved.some(
      ({ [RULE]: rule }) => rule?.id === 'catalog-in-use' && rule.deliverable === deliverable,
    );
    if (removed.length === 0 || !remains) return [];
    return [
      {
        code: 'catalog-removal',
        level: 'warning' as const,
        message: t('catalogStale', { catalog: title, count: removed.length }),
        remedy: t('catalogStaleRemedy'),
      },
    ];
  });
}
