import { join } from 'node:path';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { type Resource, resourceYaml } from '../../content/resources/resource-yaml.ts';
import { type AppliedObject, type ApplyResult, exitCodeOf, failed } from '../client/applied.ts';
import type { Cluster } from '../client/connect.ts';
import { readObject } from '../client/live-objects.ts';
import { type FieldChange, objectChanges, withoutServerFields } from '../client/object-changes.ts';
import { type LiveObject, nameOf, type ObjectRef } from '../client/object-ref.ts';
import { missingPermissions, permissionText } from '../client/permissions.ts';
import { newSavedApply } from '../client/saved-versions.ts';
import { PLAN_TIMES, type PlanTimes, type StepProgress, type Waiter } from './settling.ts';

/** What is found where a plan wants to act. */
export type Look =
  /** It is as the plan makes it. */
  | { state: 'done' }
  | {
      state: 'ready';
      live: LiveObject | undefined;
      /** Changes it; with a dry run the cluster says what it would become. */
      send(dryRun: boolean): Promise<LiveObject>;
      /** All of the object, where the plan says so: what a dry run takes for it when a step before was only tried. */
      wanted?: Resource;
      /** What a rollback puts there; default: what was there before. */
      back?: Resource;
      /** Makes changes fit to be shown; default: as they are. */
      shown?(changes: FieldChange[]): FieldChange[];
    }
  /** It is not what the plan was made for, or somebody has to do something first. */
  | { state: 'stop'; result: 'conflict' | 'held' | 'failed'; problem: Problem; changes?: FieldChange[] };

/** One object of a step. */
export interface PlanAction {
  ref: ObjectRef;
  verbs: readonly string[];
  /** @param assumed what an earlier action of a dry run would have made of the object */
  look(assumed: Resource | undefined, signal: AbortSignal | undefined): Promise<Look>;
}

/** A step of a plan: it is begun when what is before it is well, and over when the cluster has taken it. */
export interface PlanStep {
  title: string;
  /** Why it is left out. */
  leftOut?: string;
  /** What must be so before anything is changed; undefined: it is. */
  check?(signal: AbortSignal | undefined): Promise<Problem | undefined>;
  /** Objects to keep a copy of before the first change of the plan. */
  backUp?: readonly ObjectRef[];
  actions: readonly PlanAction[];
  waits: readonly Waiter[];
}

/** How a plan is run. */
export interface PlanChoices {
  /** The cluster says what it would make of each object, and nothing is changed. */
  dryRun: boolean;
  /** Wait after each step, and stop when the cluster does not get ready. */
  wait: boolean;
  times?: Partial<PlanTimes>;
  /** Folder of the records: `historyDirectory`. A rollback takes what was done from there. */
  history: string;
}

export type PlanEvent =
  | { type: 'step'; index: number; title: string }
  | { type: 'object'; object: AppliedObject }
  | StepProgress
  | { type: 'problem'; problem: Problem };

export interface PlanRun extends ApplyResult {
  /** `left`: not begun, because a step before it stopped; `skipped`: left out by choice. */
  steps: { title: string; state: 'done' | 'unchanged' | 'stopped' | 'left' | 'skipped' }[];
}

/**
 * Runs the steps of a plan against a live cluster, in their order: looks whether what the plan expects is there, asks the
 * server what it would make of it, saves what is there, changes it, waits. Stops at the first step that fails or does not
 * settle. The same again goes on where it stopped: what is done is not done twice.
 * @returns what became of each step; a negative answer is in `exitCode`
 * @throws AirlockError `cluster-unauthorized`; the signal's reason: what was changed is in the record
 */
export async function runPlan(
  cluster: Cluster,
  steps: readonly PlanStep[],
  choices: PlanChoices,
  { emit, signal }: { emit: (event: PlanEvent) => void; signal?: AbortSignal },
): Promise<PlanRun> {
  const { dryRun, history } = choices;
  const times = { ...PLAN_TIMES, ...choices.times };
  const saved = newSavedApply(history, cluster);
  const problems: Problem[] = [];
  const objects: AppliedObject[] = [];
  const states: PlanRun['steps'] = [];
  const assumed = new Map<string, Resource>();
  const report = (problem: Problem) => {
    problems.push(problem);
    emit({ type: 'problem', problem });
  };
  (await missing(cluster, steps, signal)).forEach(report);
  let backUps = steps.flatMap(({ backUp = [] }) => backUp);

  const act = async ({ ref }: PlanAction, look: Look): Promise<AppliedObject> => {
    const plain = { ...ref, changes: [], conflicts: [], removals: [] };
    if (look.state === 'done') return { ...plain, result: 'unchanged' };
    if (look.state === 'stop') {
      const { code, message, remedy } = look.problem;
      return { ...plain, result: look.result, code, message, remedy, changes: look.changes ?? [] };
    }
    const { live, shown = (changes) => changes } = look;
    const key = JSON.stringify(ref);
    const earlier = assumed.get(key) as LiveObject | undefined;
    const before = earlier ?? live;
    // The server knows nothing of what was only tried: by its rules one step may have to come before the other.
    const expected = earlier && look.wanted ? (look.wanted as LiveObject) : await look.send(true);
    if (dryRun) assumed.set(key, withoutServerFields(expected));
    const result = before ? 'configured' : 'created';
    if (dryRun) return { ...plain, result, changes: shown(objectChanges(before, expected)) };
    for (const object of backUps) await keepCopy(cluster, object, saved.directory, signal);
    backUps = [];
    await saved.save((look.back as LiveObject | undefined) ?? live, expected);
    try {
      const after = await look.send(false);
      return { ...plain, result, changes: shown(objectChanges(live, after)) };
    } catch (error) {
      // Without an answer it may have been done all the same: then it stays in the record.
      if (error instanceof AirlockError && error.code.startsWith('cluster-')) await saved.drop();
      throw error;
    }
  };

  /** @returns whether what a step checks stops it */
  const rejected = async (step: PlanStep): Promise<boolean> => {
    const fault = await step.check?.(signal);
    if (fault) report(dryRun ? { ...fault, level: 'warning' } : fault);
    return fault !== undefined && !dryRun;
  };

  /** @returns whether all came about that a step waits for */
  const waited = async (step: PlanStep, changed: boolean): Promise<boolean> => {
    // What was done by an earlier run may not have been waited for; then nothing has to begin any more.
    const settleMs = changed ? times.settleMs : 0;
    for (const waiter of step.waits) {
      const faults = await waiter({ times: { ...times, settleMs }, emit, signal });
      faults.forEach(report);
      if (faults.length > 0) return false;
    }
    return true;
  };

  /** @returns whether the next step may begin */
  const take = async (step: PlanStep): Promise<PlanRun['steps'][number]['state']> => {
    if (step.leftOut !== undefined) return 'skipped';
    let changed = false;
    let checked = false;
    for (const action of step.actions) {
      signal?.throwIfAborted();
      let object: AppliedObject;
      try {
        const look = await action.look(assumed.get(JSON.stringify(action.ref)), signal);
        if (look.state === 'ready' && !checked) {
          checked = true;
          if (await rejected(step)) return 'stopped';
        }
        object = await act(action, look);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof AirlockError && error.code === 'cluster-unauthorized') throw error;
        object = failed(action.ref, error);
        if (object.code === 'cluster-conflict') object.result = 'conflict';
      }
      objects.push(object);
      emit({ type: 'object', object });
      if (['conflict', 'held', 'failed'].includes(object.result) && !(dryRun && object.result === 'held'))
        return 'stopped';
      changed ||= object.result === 'configured' || object.result === 'created';
    }
    if (step.actions.length === 0 && (await rejected(step))) return 'stopped';
    if (!dryRun && choices.wait && !(await waited(step, changed))) return 'stopped';
    return changed ? 'done' : 'unchanged';
  };

  for (const [index, step] of steps.entries()) {
    const stopped = states.some(({ state }) => state === 'stopped');
    if (!stopped) emit({ type: 'step', index, title: step.title });
    states.push({ title: step.title, state: stopped ? 'left' : await take(step) });
  }
  const { context, server, openShiftVersion } = cluster;
  const stopped = states.some(({ state }) => state === 'stopped');
  return {
    ...{ context, server, dryRun, objects, problems, steps: states },
    openShiftVersion,
    saved: saved.record.objects.length > 0 ? saved.directory : undefined,
    exitCode: stopped
      ? 2
      : exitCodeOf(
          objects.filter(({ result }) => !(dryRun && result === 'held')),
          problems,
        ),
  };
}

async function missing(
  cluster: Cluster,
  steps: readonly PlanStep[],
  signal: AbortSignal | undefined,
): Promise<Problem[]> {
  const wanted = steps
    .filter(({ leftOut }) => leftOut === undefined)
    .flatMap(({ actions }) => actions.map(({ ref, verbs }) => ({ ...ref, verbs })));
  const missingContent = await missingPermissions(cluster, wanted, signal);
  if (missingContent.length === 0) return [];
  return [
    {
      ...{ code: 'cluster-forbidden', level: 'warning' },
      message: `the user of context "${cluster.context}" lacks permissions: ${missingContent.map(permissionText).join(', ')}`,
      remedy: ERROR_CODES['cluster-forbidden'][1],
    },
  ];
}

/** Copies may be Secrets: they are for their owner alone. */
async function keepCopy(
  cluster: Cluster,
  ref: ObjectRef,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const live = await readObject(cluster, ref, signal);
  if (!live) return;
  const file = join(directory, 'backup', `${nameOf(ref).replaceAll(/[^\w.-]+/g, '-')}.yaml`);
  await writeFileAtomic(file, resourceYaml(withoutServerFields(live)), { mode: 0o600 });
}
