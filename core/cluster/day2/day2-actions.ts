import { sameValue } from '../../base/document/node-value.ts';
import { wordList } from '../../base/document/words.ts';
import { readYaml, valuesOf } from '../../base/document/yaml-text.ts';
import { yamlValue } from '../../base/document/yaml-values.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import { maskCloudConfig } from '../../install/cloud-config/mask-cloud-config.ts';
import { type ClusterObject, isFields } from '../../install/install-config/day2/cluster-objects.ts';
import { objectText, ownFields } from '../../install/install-config/day2/object-text.ts';
import type { Day2Action, Day2Step } from '../../install/install-config/day2/plan.ts';
import type { Cluster } from '../client/connect.ts';
import { applyObject, readObject, restoreObject } from '../client/live-objects.ts';
import { type FieldChange, objectChanges, withoutServerFields } from '../client/object-changes.ts';
import { type LiveObject, nameOf, type ObjectRef } from '../client/object-ref.ts';
import { t } from './messages.ts';
import type { ActionState, PlanAction } from './run-plan.ts';

/** Choices for the run of a day-2 plan. */
export interface Day2Run {
  /** The manual steps in the vCenters are done. */
  prepared: boolean;
  /** Includes optional steps. */
  optional: boolean;
  /** Values of the keys of `vsphere-creds`, such as `vc-b.example.lan.username`. */
  credentials: Readonly<Record<string, string>>;
}

/**
 * Returns the action of a step on an object. Undefined for backups, which the run makes, and for manual steps.
 * @param later the states of an object after this step and the following ones. It may already have one of them
 */
export function actionOf(
  cluster: Cluster,
  step: Day2Step,
  action: Day2Action,
  run: Day2Run,
  later: (ref: ObjectRef) => Resource[],
): PlanAction | undefined {
  if (action.verb === 'back-up' || action.verb === 'manual') return undefined;
  const ref: ObjectRef = action.object;
  const of = (verbs: string[], readState: PlanAction['readState']): PlanAction => ({
    ref,
    verbs: ['get', ...verbs],
    readState,
  });
  switch (action.verb) {
    case 'replace':
      return of(['update'], (assumed, signal) =>
        replaceState(cluster, step, ref, later(ref), assumed, signal),
      );
    case 'create':
      return of(['create'], async (_assumed, signal) => {
        const [after] = afterOf(step, ref);
        const live = await readObject(cluster, ref, signal);
        if (live && covers(withoutReplicas(live), withoutReplicas(after!))) return { state: 'done' };
        if (live)
          return conflict(
            objectChanges(live, after as LiveObject),
            t('objectDiffers', { object: nameOf(ref) }),
          );
        return {
          state: 'ready',
          live,
          send: (dryRun) => restoreObject(cluster, after!, { over: undefined, dryRun }, signal),
        };
      });
    case 'set-keys':
      return of(['patch'], (_assumed, signal) =>
        setKeysState(cluster, { ref, keys: action.keys }, run, signal),
      );
    case 'remove-keys':
      return of(['update'], async (_assumed, signal) => {
        const live = await readObject(cluster, ref, signal);
        if (!live || !action.keys.some((key) => dataOf(live)[key] !== undefined)) return { state: 'done' };
        const data = Object.fromEntries(
          Object.entries(dataOf(live)).filter(([key]) => !action.keys.includes(key)),
        );
        const after = { ...withoutServerFields(live), data };
        return {
          state: 'ready',
          live,
          send: (dryRun) => restoreObject(cluster, after, { over: live, dryRun }, signal),
        };
      });
    case 'delete':
      return of([], async (_assumed, signal) =>
        (await readObject(cluster, ref, signal))
          ? {
              state: 'stop',
              result: 'waiting',
              problem: {
                ...{
                  code: 'day2-manual-step',
                  level: 'error',
                  message: t('deletionManual', { object: nameOf(ref) }),
                },
                remedy: step.commands.join(' && '),
              },
            }
          : { state: 'done' },
      );
  }
}

async function replaceState(
  cluster: Cluster,
  step: Day2Step,
  ref: ObjectRef,
  later: readonly Resource[],
  assumed: Resource | undefined,
  signal: AbortSignal | undefined,
): Promise<ActionState> {
  const live = await readObject(cluster, ref, signal);
  if (!live) return conflict([], t('objectMissing', { object: nameOf(ref) }));
  const [after] = afterOf(step, ref);
  const before = stepTexts(step, ref).before;
  const own = (assumed ?? ownOf(ref, live)) as Record<string, unknown>;
  const shown = (changes: FieldChange[]) => (ref.kind === 'ConfigMap' ? changes.map(masked) : changes);
  const now = objectText(own);
  const same =
    before !== undefined &&
    (isSameObject(now, before) ||
      // A plan masks the accounts of a cloud configuration. Masked texts of other kinds would hide changes.
      (ref.kind === 'ConfigMap' && isSameObject(maskCloudConfig(now), before)));
  if (same)
    return {
      ...{ state: 'ready', live, shown, wanted: after! },
      send: (dryRun) => restoreObject(cluster, after!, { over: live, dryRun }, signal),
    };
  if (later.some((wanted) => covers(own, wanted))) return { state: 'done' };
  const planned = readYaml(before ?? '');
  const expected = planned.faults.length === 0 ? (valuesOf(planned)[0] as LiveObject | undefined) : undefined;
  return conflict(
    shown(objectChanges(expected, own as LiveObject)),
    t('objectChanged', { object: nameOf(ref) }),
  );
}

/** Compares values, and texts where a masked line isn't YAML. */
function isSameObject(text: string, other: string): boolean {
  if (text === other) return true;
  const [one, two] = [readYaml(text), readYaml(other)];
  return one.faults.length + two.faults.length === 0 && sameValue(valuesOf(one), valuesOf(two));
}

async function setKeysState(
  cluster: Cluster,
  { ref, keys }: { ref: ObjectRef; keys: readonly string[] },
  { credentials }: Day2Run,
  signal: AbortSignal | undefined,
): Promise<ActionState> {
  const live = await readObject(cluster, ref, signal);
  if (live && keys.every((key) => dataOf(live)[key] !== undefined)) return { state: 'done' };
  const missing = keys.filter((key) => !credentials[key]);
  if (missing.length > 0)
    return {
      ...{ state: 'stop', result: 'waiting' },
      problem: {
        ...{ code: 'day2-manual-step', level: 'error' },
        message: t('keysMissing', { object: nameOf(ref), keys: wordList(missing) }),
        remedy: t('keysMissingRemedy'),
      },
    };
  const data = Object.fromEntries(
    keys.map((key) => [key, Buffer.from(credentials[key]!).toString('base64')]),
  );
  const { apiVersion, kind, ...metadata } = ref;
  const patch: Resource = { apiVersion, kind, metadata, data };
  return {
    state: 'ready',
    live,
    send: async (dryRun) => (await applyObject(cluster, patch, { force: false, dryRun }, signal)).body,
  };
}

function conflict(changes: FieldChange[], message: string): ActionState {
  return {
    ...{ state: 'stop', result: 'conflict', changes },
    problem: {
      ...{ code: 'cluster-changed', level: 'error', message },
      remedy: t('objectChangedRemedy'),
    },
  };
}

/** Hides the passwords that old cloud configurations contain. */
function masked({ path, before, after }: FieldChange): FieldChange {
  const hide = (value: unknown) => (typeof value === 'string' ? maskCloudConfig(value) : value);
  return {
    path,
    before: before === undefined ? undefined : hide(before),
    after: after === undefined ? undefined : hide(after),
  };
}

function stepTexts({ files, actions }: Day2Step, ref: ObjectRef): { before?: string; after?: string } {
  const action = actions.find(
    (one) => 'path' in one && one.verb !== 'back-up' && sameValue({ ...one.object }, { ...ref }),
  );
  return files.find((file) => action !== undefined && 'path' in action && file.path === action.path) ?? {};
}

/** Returns an object as it is after a step. Empty if the step doesn't change it. */
export function afterOf(step: Day2Step, ref: ObjectRef): Resource[] {
  const { after } = stepTexts(step, ref);
  return after === undefined ? [] : [yamlValue(after) as Resource];
}

function ownOf(ref: ObjectRef, live: LiveObject): Record<string, unknown> {
  const object: ClusterObject = { ...ref, value: live, file: '', line: 1 };
  return ownFields(object);
}

export function dataOf(secret: Resource): Record<string, unknown> {
  return isFields(secret.data) ? secret.data : {};
}

/** Returns a MachineSet without its replicas, because a plan doesn't scale it. Returns other objects unchanged. */
function withoutReplicas(object: Resource): unknown {
  if (object.kind !== 'MachineSet' || !isFields(object.spec)) return object;
  const { replicas: _, ...spec } = object.spec;
  return { ...object, spec };
}

/** Returns whether a map has all entries of another, because servers and operators add fields. Lists must be equal. */
function covers(value: unknown, wanted: unknown): boolean {
  if (!isFields(wanted) || !isFields(value)) return sameValue(value, wanted);
  return Object.entries(wanted).every(([name, one]) => covers(value[name], one));
}
