import { join } from 'node:path';
import type { Problem } from '../../base/errors/airlock-error.ts';
import type { HostFacts, RunControl } from '../run/request.ts';
import { choiceText } from './choice-text.ts';
import {
  everythingKnown,
  type GenerateDeleteRequest,
  type GeneratedDelete,
  openDeleteSession,
  savedConfigurations,
  staleCatalogs,
} from './generate-delete.ts';
import { t } from './messages.ts';
import { type DeleteChoice, deleteChoices, imagesOfParts } from './plan/choices.ts';
import { type ClusterNeeds, clusterProtection } from './plan/cluster-needs.ts';
import { DELETE_FOLDER, writeDeleteFiles } from './plan/files.ts';
import { knownChannels } from './plan/known-channels.ts';
import type { DeletePlan } from './plan/plan.ts';
import { planDelete } from './plan/plan-delete.ts';
import { readProtectFile } from './plan/protect-file.ts';
import { readRegistry } from './plan/read-registry.ts';
import { rejectionOf } from './plan/support.ts';
import { openWorkspaceView } from './plan/workspace-view.ts';

/** A session to choose what to delete. Workspace and registry are read once, and all answers refer to that time. */
export interface DeleteSession {
  /** All choices. */
  choices: readonly DeleteChoice[];
  /** Names of the configurations whose images are retained. */
  configurations: readonly string[];
  /** What is retained for a live cluster, in sentences. */
  cluster: readonly string[];
  /** Content that couldn't be determined or read. */
  problems: readonly Problem[];
  /** Number of images in the registry that configurations request. */
  images: number;
  /** Why this registry rejects deletions, and what to set. */
  rejection?: Problem;
  /** RFC 3339: when the registry was read. */
  readAt: string;
  /**
   * Returns the effect of deleting these parts. Needs no requests, so it is fast.
   * @param parts ids of leaves of `choices`
   */
  preview(parts: readonly string[]): DeletePlan;
  /** Writes the files of that deletion, without deleting anything. @throws AirlockError of the disk */
  write(parts: readonly string[], deleteId?: string): Promise<GeneratedDelete>;
}

/**
 * Reads the configurations of a workspace and the images of a registry. Nothing else is contacted or deleted.
 * @param options.needs content that a live cluster needs, which is never deleted
 * @throws AirlockError of the workspace and the destination
 */
export async function createDeleteSession(
  request: Omit<GenerateDeleteRequest, 'configFile' | 'deleteId'>,
  host: HostFacts,
  { emit, signal }: Pick<RunControl, 'emit' | 'signal'>,
  options: { needs?: ClusterNeeds } = {},
): Promise<DeleteSession> {
  const { destination, protectFile, workspace, maxNestedPaths } = request;
  const named = protectFile === undefined ? [] : await readProtectFile(protectFile, destination.host);
  const view = await openWorkspaceView(workspace, host, {
    registry: destination.host,
    stateDirectory: request.stateDirectory,
    signal,
  });
  try {
    emit({ type: 'phase', phase: 'collect' });
    const layout = { namespace: destination.namespace, maxNestedPaths };
    const context = await everythingKnown(view, host, signal);
    const known = await savedConfigurations(request, host, view, context, layout);
    const all = known.configurations.flatMap(({ images }) => images);
    const session = await openDeleteSession(request, destination, host, emit);
    const read = await (async () => {
      try {
        emit({ type: 'phase', phase: 'probe', detail: t('registryContent', { host: destination.host }) });
        const registry = session.registries.at(destination.host);
        const found = await readRegistry({
          registry,
          repositories: new Set(all.map(({ repository }) => repository)),
          stored: view.stored,
          everywhere: true,
          selected: all,
          signal,
        });
        const rejection = await rejectionOf(registry, found.picture, signal);
        return { ...found, rejection };
      } finally {
        await session.close();
      }
    })();
    const { picture } = read;
    const { configurations } = known;
    const channels = await knownChannels(view.eras.at(-1)!);
    const { needs } = options;
    const live = needs && clusterProtection(needs, configurations, channels);
    const protect = [...named, ...(live?.protect ?? [])];
    const choices = deleteChoices(
      configurations,
      ({ repository, tag }) => picture.tags.get(repository)?.has(tag) ?? false,
    );
    const names = [...new Set(configurations.map(({ name }) => name))];
    const problems = [...known.problems, ...read.problems];
    const selectedBy = (parts: readonly string[]) => imagesOfParts(configurations, new Set(parts));
    const preview = (parts: readonly string[]): DeletePlan => {
      const selected = selectedBy(parts);
      const keepAll = request.keep.length > 0;
      return planDelete({ selected, configurations, keepAll, protect, registry: picture });
    };
    return {
      choices,
      configurations: names,
      cluster: live?.words ?? [],
      problems,
      images: new Set(
        all.flatMap(({ repository, tag }) =>
          picture.tags.get(repository)?.has(tag) ? [`${repository}:${tag}`] : [],
        ),
      ).size,
      rejection: read.rejection,
      readAt: new Date().toISOString(),
      preview,
      async write(parts, deleteId = '') {
        const plan = preview(parts);
        const files = await writeDeleteFiles(join(workspace, 'working-dir', DELETE_FOLDER), deleteId, {
          plan,
          registry: destination,
          configuration: choiceText(selectedBy(parts), configurations, channels),
        });
        return {
          plan,
          files,
          configurations: names,
          cluster: live?.words ?? [],
          problems: [...problems, ...plan.problems, ...staleCatalogs(plan)],
        };
      },
    };
  } finally {
    await view.close();
  }
}
