import { randomUUID } from 'node:crypto';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import type { DeletePreview, DeleteRequested } from '../../../contract/topics/deletes.ts';
import { createDeleteSession, type DeleteSession } from '../../../mirror/delete/delete-session.ts';
import { type GenerateDeleteRequest, generateDelete } from '../../../mirror/delete/generate-delete.ts';
import { type ClusterNeeds, clusterNeeds } from '../../../mirror/delete/plan/cluster-needs.ts';
import { type DeletePlan, nameAt } from '../../../mirror/delete/plan/plan.ts';
import type { HostFacts, RunControl } from '../../../mirror/run/request.ts';
import { type Destination, parseDestination } from '../../../mirror/run/workflow.ts';
import { placeOf, shellCommand } from '../runs/run-request.ts';
import { absolutePath, optionalPath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { type BeginRun, deletionRuns, docker, RETRY } from './deletion-runs.ts';
import { t } from './messages.ts';

/** Each session contains the listing of a registry, and a page shows only one. */
const MOST_SESSIONS = 2;
/** Most image names that a preview lists for each group and reason. */
const MOST_NAMED = 100;

interface SavedSession {
  session: DeleteSession;
  requested: DeleteRequested;
  destination: Destination;
}

/**
 * Returns the handlers of `deletes.*`: preview deletions, write their files, and run them.
 * @param begin starts a run of this process
 */
export function deleteHandlers(
  state: Pick<ServiceState, 'jobs' | 'host' | 'hostFor' | 'noteStateDirectory'>,
  begin: BeginRun,
): HandlersOf<'deletes'> {
  const sessions = new Map<string, SavedSession>();

  /** @throws AirlockError `not-found` */
  const sessionOf = (name: string): SavedSession => {
    const found = sessions.get(name);
    if (found) return found;
    throw new AirlockError('not-found', t('sessionExpired'), {
      side: 'local',
      remedy: t('sessionExpiredRemedy'),
    });
  };
  const control = (ticket: string, signal: AbortSignal) => {
    const report = state.jobs.request(ticket, { phase: 'collect', unit: 'images' });
    return {
      signal,
      emit(event) {
        if (event.type === 'phase') report(0, undefined, { phase: event.phase, detail: event.detail });
      },
      [Symbol.dispose]: report[Symbol.dispose],
    } satisfies Pick<RunControl, 'emit' | 'signal'> & Disposable;
  };

  return {
    async 'deletes.open'({ ticket, ...requested }, { signal }) {
      const { request, host } = requestedOf(requested, state);
      const needs = await needsOf(requested, state, signal);
      using progress = control(ticket, signal);
      const session = await createDeleteSession(request, host, progress, needs);
      const name = randomUUID();
      sessions.set(name, { session, requested, destination: request.destination });
      for (const oldest of sessions.keys()) if (sessions.size > MOST_SESSIONS) sessions.delete(oldest);
      const { choices, configurations, images, readAt, problems, rejection } = session;
      return {
        session: name,
        choices,
        configurations,
        images,
        readAt,
        rejection,
        problems,
        cluster: session.cluster,
      };
    },
    async 'deletes.preview'({ session, parts }) {
      return previewOf(sessionOf(session).session.preview(parts), []);
    },
    async 'deletes.write'({ session: name, parts }) {
      const { session, requested, destination } = sessionOf(name);
      const { plan, files, problems } = await session.write(parts);
      const command = commandFor(files[0]!, destination, requested);
      return { files, preview: previewOf(plan, problems), command };
    },
    async 'deletes.fromFile'({ ticket, file, write, ...requested }, { signal }) {
      const { request, host } = requestedOf(requested, state);
      using progress = control(ticket, signal);
      const { plan, files, configurations, cluster, rejection, problems } = await generateDelete(
        { ...request, configFile: absolutePath(file, 'file') },
        host,
        progress,
        {
          preview: !write,
          ...(await needsOf(requested, state, signal)),
        },
      );
      const command = files[0] === undefined ? '' : commandFor(files[0], request.destination, requested);
      const preview = previewOf(plan, problems);
      return { files, configurations, preview, command, cluster, rejection };
    },
    ...deletionRuns(state, begin),
  };
}

function requestedOf(
  requested: DeleteRequested,
  state: Pick<ServiceState, 'hostFor'>,
): { request: Omit<GenerateDeleteRequest, 'configFile'>; host: HostFacts } {
  const workspace = absolutePath(requested.workspace, 'workspace');
  const destination = parseDestination(docker(requested.destination));
  const protectFile = optionalPath(requested.protectFile, 'protectFile');
  const stateDirectory = optionalPath(requested.stateDirectory, 'stateDirectory');
  const authFile = optionalPath(requested.authFile, 'authFile');
  return {
    request: {
      ...RETRY,
      workspace,
      destination,
      keep: (requested.keep ?? []).map((file) => absolutePath(file, 'keep')),
      maxNestedPaths: requested.maxNestedPaths ?? 0,
      destinationTlsVerify: requested.destinationTlsVerify ?? true,
      protectFile,
      stateDirectory,
      authFile,
    },
    host: state.hostFor(workspace, stateDirectory, destination.host),
  };
}

async function needsOf(
  { kubeconfig, context }: DeleteRequested,
  { host }: Pick<ServiceState, 'host'>,
  signal: AbortSignal,
): Promise<{ needs?: ClusterNeeds }> {
  if (kubeconfig === undefined) return {};
  const choice = { kubeconfig: absolutePath(kubeconfig, 'kubeconfig'), context };
  return { needs: await clusterNeeds(choice, host, signal) };
}

function commandFor(list: string, destination: Destination, requested: DeleteRequested): string {
  const words = ['delete', '--delete-yaml-file', list, docker(placeOf(destination))];
  return shellCommand(
    requested.destinationTlsVerify === false ? [...words, '--dest-tls-verify=false'] : words,
  );
}

/** Returns a plan as a page shows it. */
function previewOf(plan: DeletePlan, problems: readonly Problem[]): DeletePreview {
  const reasons = new Map<string, string[]>();
  // Releases share thousands of components, which are shown as one reason.
  const shared = new Map(
    plan.tagsOnly.map((each) => [
      nameAt(each),
      t('manifestShared', { image: each.requiredFor ?? each.requiredBy }),
    ]),
  );
  for (const { image, reason } of plan.protected) {
    const words = shared.get(image) ?? reason;
    const names = reasons.get(words);
    if (names) names.push(image);
    else reasons.set(words, [image]);
  }
  const going = new Map<string, string[]>();
  for (const image of plan.images) {
    const names = going.get(image.deliverable);
    if (names) names.push(nameAt(image));
    else going.set(image.deliverable, [nameAt(image)]);
  }
  return {
    images: plan.images.length,
    of: plan.images.length + plan.protected.length + plan.absent.length,
    bytesFreed: plan.bytesFreed,
    groups: plan.groups.map(({ deliverable, images, of, bytes }) => ({
      deliverable,
      images,
      of,
      bytes,
      names: (going.get(deliverable) ?? []).slice(0, MOST_NAMED),
    })),
    protected: [...reasons]
      .map(([reason, names]) => ({ reason, images: names.length, names: names.slice(0, MOST_NAMED) }))
      .sort((a, b) => b.images - a.images),
    protectedTotal: plan.protected.length,
    tagsOnly: plan.tagsOnly.length,
    absent: plan.absent.slice(0, MOST_NAMED),
    absentTotal: plan.absent.length,
    attachments: plan.attachments.length,
    problems: problems.length > 0 ? [...problems] : plan.problems,
  };
}
