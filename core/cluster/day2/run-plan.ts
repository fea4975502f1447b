import { join } from 'node:path';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';

import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import { type Resource, resourceYaml } from '../../content/resources/resource-yaml.ts';
import { type AppliedObject, type ApplyResult, exitCodeOf, failed } from '../client/applied.ts';
import type { Cluster } from '../client/connect.ts';
import { readObject } from '../client/live-objects.ts';
import { type FieldChange, objectChanges, withoutServerFields } from '../client/object-changes.ts';
import { type LiveObject, nameOf, type ObjectRef } from '../client/object-ref.ts';
import { missingPermissions, permissionProblems } from '../client/permissions.ts';
import { newSavedApply } from '../client/saved-versions.ts';
import { PLAN_TIMES, type PlanTimes, type StepProgress, type Waiter } from './settling.ts';

/** The state of an object that a plan wants to change. */
export type ActionState =
  /** It is already as planned. */
  | { state: 'done' }
  | {
      state: 'ready';
      live: LiveObject | undefined;
      /** Changes it. A dry run returns the object as it would become. */
      send(dryRun: boolean): Promise<LiveObject>;
      /** The complete object, if the plan contains it. A dry run uses it if an earlier step was only simulated. */
      wanted?: Resource;
      /** The object that a rollback applies. Default: the previous version. */
      back?: Resource;
      /** Prepares changes for display. Default: unchanged. */
      shown?(changes: FieldChange[]): FieldChange[];
    }
  /** It isn't as the plan expects, or a manual step is required first. */
  | { state: 'stop'; result: 'conflict' | 'waiting' | 'failed'; problem: Problem; changes?: FieldChange[] };

/** One object of a step. */
export interface PlanAction {
  ref: ObjectRef;
  verbs: readonly string[];
  /** Returns the state of the object. @param assumed the object after earlier actions of a dry run */
  readState(assumed: Resource | undefined, signal: AbortSignal | undefined): Promise<ActionState>;
}

/** A step of a plan. It starts when its check passes, and ends when all its waits are over. */
export interface PlanStep {
  title: string;
  /** Why it is skipped. */
  leftOut?: string;
  /** Returns the problem that prevents changes, or undefined if there is none. */
  check?(signal: AbortSignal | undefined): Promise<Problem | undefined>;
  /** Objects to back up before the first change of the plan. */
  backUp?: readonly ObjectRef[];
  actions: readonly PlanAction[];
  waits: readonly Waiter[];
}

/** Choices for the run of a plan. */
export interface PlanChoices {
  /** The cluster reports what it would change, but changes nothing. */
  dryRun: boolean;
  /** Waits after each step, and stops if the cluster doesn't become ready. */
  wait: boolean;
  times?: Partial<PlanTimes>;
  /** Folder of the apply records: `historyDirectory`. Rollbacks use them. */
  history: string;
}

export type PlanEvent =
  | { type: 'step'; index: number; title: string }
  | { type: 'object'; object: AppliedObject }
  | StepProgress
  | { type: 'problem'; problem: Problem };

export interface PlanRun extends ApplyResult {
  /** `left`: not started, because an earlier step stopped. `skipped`: skipped by choice. */
  steps: { title: string; state: 'done' | 'unchanged' | 'stopped' | 'left' | 'skipped' }[];
}

/**
 * Runs the steps of a plan on a live cluster, in their order. Each step checks that the objects are as expected, simulates
 * the changes on the server, saves the previous versions, makes the changes and waits. Stops at the first step that fails
 * or doesn't settle. Another run resumes there, and repeats nothing.
 * @returns the result of each step; a failure is in `exitCode`
 * @throws AirlockError `cluster-unauthorized`; the signal's reason. The record contains all changes made until then
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

  const act = async ({ ref }: PlanAction, current: ActionState): Promise<AppliedObject> => {
    const plain = { ...ref, changes: [], conflicts: [], removals: [] };
    if (current.state === 'done') return { ...plain, result: 'unchanged' };
    if (current.state === 'stop') {
      const { code, message, remedy } = current.problem;
      return { ...plain, result: current.result, code, message, remedy, changes: current.changes ?? [] };
    }
    const { live, shown = (changes) => changes } = current;
    const key = JSON.stringify(ref);
    const earlier = assumed.get(key) as LiveObject | undefined;
    const before = earlier ?? live;
    // The server doesn't know changes that were only simulated, and may reject a step without the earlier ones.
    const expected = earlier && current.wanted ? (current.wanted as LiveObject) : await current.send(true);
    if (dryRun) assumed.set(key, withoutServerFields(expected));
    const result = before ? 'configured' : 'created';
    if (dryRun) return { ...plain, result, changes: shown(objectChanges(before, expected)) };
    for (const object of backUps) await backUpObject(cluster, object, saved.directory, signal);
    backUps = [];
    await saved.save((current.back as LiveObject | undefined) ?? live, expected);
    try {
      const after = await current.send(false);
      return { ...plain, result, changes: shown(objectChanges(live, after)) };
    } catch (error) {
      // Without an answer the change may have been made anyway, so it stays in the record.
      if (error instanceof AirlockError && error.code.startsWith('cluster-')) await saved.drop();
      throw error;
    }
  };

  /** @returns whether the check of a step stops it */
  const rejected = async (step: PlanStep): Promise<boolean> => {
    const fault = await step.check?.(signal);
    if (fault) report(dryRun ? { ...fault, level: 'warning' } : fault);
    return fault !== undefined && !dryRun;
  };

  /** @returns whether all waits of a step succeeded */
  const waited = async (step: PlanStep, changed: boolean): Promise<boolean> => {
    // An earlier run may have made the changes without waiting. Then operators have already started.
    const settleMs = changed ? times.settleMs : 0;
    for (const waiter of step.waits) {
      const faults = await waiter({ times: { ...times, settleMs }, emit, signal });
      faults.forEach(report);
      if (faults.length > 0) return false;
    }
    return true;
  };

  /** @returns the result of a step. The next one starts unless it is `stopped` */
  const runStep = async (step: PlanStep): Promise<PlanRun['steps'][number]['state']> => {
    if (step.leftOut !== undefined) return 'skipped';
    let changed = false;
    let checked = false;
    for (const action of step.actions) {
      signal?.throwIfAborted();
      let object: AppliedObject;
      try {
        const current = await action.readState(assumed.get(JSON.stringify(action.ref)), signal);
        if (current.state === 'ready' && !checked) {
          checked = true;
          if (await rejected(step)) return 'stopped';
        }
        object = await act(action, current);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof AirlockError && error.code === 'cluster-unauthorized') throw error;
        object = failed(action.ref, error);
        if (object.code === 'cluster-conflict') object.result = 'conflict';
      }
      objects.push(object);
      emit({ type: 'object', object });
      if (stopsStep(object, dryRun)) return 'stopped';
      changed ||= object.result === 'configured' || object.result === 'created';
    }
    if (step.actions.length === 0 && (await rejected(step))) return 'stopped';
    if (!dryRun && choices.wait && !(await waited(step, changed))) return 'stopped';
    return changed ? 'done' : 'unchanged';
  };

  for (const [index, step] of steps.entries()) {
    const stopped = states.some(({ state }) => state === 'stopped');
    if (!stopped) emit({ type: 'step', index, title: step.title });
    states.push({ title: step.title, state: stopped ? 'left' : await runStep(step) });
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
          objects.filter(({ result }) => !(dryRun && result === 'waiting')),
          problems,
        ),
  };
}

/** Returns whether the result of an object stops its step. A dry run doesn't stop at objects that earlier steps create. */
function stopsStep({ result }: AppliedObject, dryRun: boolean): boolean {
  if (result === 'waiting') return !dryRun;
  return result === 'conflict' || result === 'failed';
}

async function missing(
  cluster: Cluster,
  steps: readonly PlanStep[],
  signal: AbortSignal | undefined,
): Promise<Problem[]> {
  const wanted = steps
    .filter(({ leftOut }) => leftOut === undefined)
    .flatMap(({ actions }) => actions.map(({ ref, verbs }) => ({ ...ref, verbs })));
  return permissionProblems(cluster.context, await missingPermissions(cluster, wanted, signal));
}

/** Writes a backup that only its owner may read, because it may be a Secret. */
async function backUpObject(
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
