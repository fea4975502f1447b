import { randomUUID } from 'node:crypto';
import { AirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import type { DeleteAsked, DeletePreview } from '../../../contract/topics/deletes.ts';
import { type DeleteDesk, openDeleteDesk } from '../../../mirror/delete/delete-desk.ts';
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

/** A page looks at one; each holds what a whole registry consists of. */
const KEPT_DESKS = 2;
/** Names that a preview lists of each group and reason. */
const MOST_NAMED = 100;

interface KeptDesk {
  desk: DeleteDesk;
  asked: DeleteAsked;
  destination: Destination;
}

/**
 * `deletes.*`: what a deletion would do, its files, and the run that does it.
 * @param begin begins a run of this process
 */
export function deleteHandlers(
  state: Pick<ServiceState, 'jobs' | 'host' | 'hostFor' | 'noteStateDirectory'>,
  begin: BeginRun,
): HandlersOf<'deletes'> {
  const desks = new Map<string, KeptDesk>();

  /** @throws AirlockError `not-found` */
  const deskOf = (name: string): KeptDesk => {
    const found = desks.get(name);
    if (found) return found;
    throw new AirlockError('not-found', 'what this deletion was chosen from is not in memory any more', {
      side: 'local',
      remedy: 'Look again: the registry may have changed.',
    });
  };
  const control = (ticket: string, signal: AbortSignal) => {
    const tell = state.jobs.request(ticket, { phase: 'collect', unit: 'images' });
    return {
      signal,
      emit(event) {
        if (event.type === 'phase') tell(0, undefined, { phase: event.phase, detail: event.detail });
      },
      [Symbol.dispose]: tell[Symbol.dispose],
    } satisfies Pick<RunControl, 'emit' | 'signal'> & Disposable;
  };

  return {
    async 'deletes.open'({ ticket, ...asked }, { signal }) {
      const { request, host } = askedOf(asked, state);
      const needs = await needsOf(asked, state, signal);
      using progress = control(ticket, signal);
      const desk = await openDeleteDesk(request, host, progress, needs);
      const name = randomUUID();
      desks.set(name, { desk, asked, destination: request.destination });
      for (const oldest of desks.keys()) if (desks.size > KEPT_DESKS) desks.delete(oldest);
      const { choices, configurations, images, readAt, problems, refusal } = desk;
      return {
        desk: name,
        choices,
        configurations,
        images,
        readAt,
        refusal,
        problems,
        cluster: desk.cluster,
      };
    },
    async 'deletes.preview'({ desk, parts }) {
      return previewOf(deskOf(desk).desk.preview(parts), []);
    },
    async 'deletes.write'({ desk: name, parts }) {
      const { desk, asked, destination } = deskOf(name);
      const { plan, files, problems } = await desk.write(parts);
      const command = commandFor(files[0]!, destination, asked);
      return { files, preview: previewOf(plan, problems), command };
    },
    async 'deletes.fromFile'({ ticket, file, write, ...asked }, { signal }) {
      const { request, host } = askedOf(asked, state);
      using progress = control(ticket, signal);
      const { plan, files, configurations, cluster, refusal, problems } = await generateDelete(
        { ...request, configFile: absolutePath(file, 'file') },
        host,
        progress,
        { preview: !write, ...(await needsOf(asked, state, signal)) },
      );
      const command = files[0] === undefined ? '' : commandFor(files[0], request.destination, asked);
      const preview = previewOf(plan, problems);
      return { files, configurations, preview, command, cluster, refusal };
    },
    ...deletionRuns(state, begin),
  };
}

function askedOf(
  asked: DeleteAsked,
  state: Pick<ServiceState, 'hostFor'>,
): { request: Omit<GenerateDeleteRequest, 'configFile'>; host: HostFacts } {
  const workspace = absolutePath(asked.workspace, 'workspace');
  const destination = parseDestination(docker(asked.destination));
  const protectFile = optionalPath(asked.protectFile, 'protectFile');
  const stateDirectory = optionalPath(asked.stateDirectory, 'stateDirectory');
  const authFile = optionalPath(asked.authFile, 'authFile');
  return {
    request: {
      ...RETRY,
      workspace,
      destination,
      keep: (asked.keep ?? []).map((file) => absolutePath(file, 'keep')),
      maxNestedPaths: asked.maxNestedPaths ?? 0,
      destinationTlsVerify: asked.destinationTlsVerify ?? true,
      protectFile,
      stateDirectory,
      authFile,
    },
    host: state.hostFor(workspace, stateDirectory, destination.host),
  };
}

async function needsOf(
  { kubeconfig, context }: DeleteAsked,
  { host }: Pick<ServiceState, 'host'>,
  signal: AbortSignal,
): Promise<{ needs?: ClusterNeeds }> {
  if (kubeconfig === undefined) return {};
  const choice = { kubeconfig: absolutePath(kubeconfig, 'kubeconfig'), context };
  return { needs: await clusterNeeds(choice, host, signal) };
}

function commandFor(list: string, destination: Destination, asked: DeleteAsked): string {
  const words = ['delete', '--delete-yaml-file', list, docker(placeOf(destination))];
  return shellCommand(asked.destinationTlsVerify === false ? [...words, '--dest-tls-verify=false'] : words);
}

/** A plan as a page shows it. */
function previewOf(plan: DeletePlan, problems: readonly Problem[]): DeletePreview {
  const reasons = new Map<string, string[]>();
  // Thousands of components that releases share are one reason.
  const shared = new Map(
    plan.tagsOnly.map((each) => [nameAt(each), `${each.keptFor ?? each.keptBy} needs the same manifest`]),
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
