import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { RULE } from '../../base/errors/rules.ts';
import type { Day2Plan, Day2Step } from '../../install/install-config/day2/plan.ts';
import { COPIES, HEALTHY, OPERATORS, SETTLED } from '../../install/install-config/day2/surrounding-steps.ts';
import type { Cluster } from '../client/connect.ts';
import { readObject } from '../client/live-objects.ts';
import { nameOf, type ObjectRef } from '../client/object-ref.ts';
import { actionOf, afterOf, type Day2Run, dataOf } from './day2-actions.ts';
import { t } from './messages.ts';
import type { PlanStep } from './run-plan.ts';
import { conditionsOf, notReady, pollNodes, pollOperators, type Waiter, waiterFor } from './settling.ts';

/**
 * Returns the steps of a day-2 plan for `runPlan`. Objects must be exactly as they were fetched for the plan. The records
 * of the run are the backup. Machines aren't scaled.
 */
export function day2Steps(cluster: Cluster, plan: Day2Plan, run: Day2Run): PlanStep[] {
  const later = (from: number, ref: ObjectRef) =>
    plan.steps.slice(from).flatMap((step) => afterOf(step, ref));
  return plan.steps.map((step, index): PlanStep => {
    const backUp = step.actions.flatMap((action) => (action.verb === 'back-up' ? [action.object] : []));
    const failing = step.preChecks.find(({ verdict }) => verdict === 'fail');
    const leftOut =
      step.optional && !run.optional
        ? t('optionalStep')
        : step.optional && failing
          ? failing.detail
          : undefined;
    return {
      title: `${index + 1}. ${step.title}`,
      leftOut,
      backUp: backUp.length > 0 ? backUp : undefined,
      // Objects of an unhealthy cluster are backed up too, so that a plan that was started can continue.
      check: step.id !== 'back-up' ? (signal) => checkOf(cluster, step, run, signal) : undefined,
      actions: step.actions.flatMap((action) => {
        const acted = actionOf(cluster, step, action, run, (ref) => later(index, ref));
        return acted ? [acted] : [];
      }),
      waits: waitsOf(cluster, step),
    };
  });
}

async function checkOf(
  cluster: Cluster,
  step: Day2Step,
  { prepared }: Day2Run,
  signal: AbortSignal | undefined,
): Promise<Problem | undefined> {
  const manual = (message: string, remedy: string): Problem => ({
    ...{ code: 'day2-manual-step', level: 'error', message, remedy },
  });
  if (step.actions.some(({ verb }) => verb === 'manual') && !prepared)
    return manual(
      t('manualStep', { step: step.title, checklist: step.checklist.join('; ') }),
      ERROR_CODES['day2-manual-step'][1],
    );
  const unknown = step.preChecks.filter((check) => check[RULE]?.id === 'vcenter-use-unknown');
  if (unknown.length > 0)
    return manual(
      t('useUnknown', { checks: unknown.map(({ title }) => title).join('; ') }),
      t('useUnknownRemedy'),
    );
  const failing = step.preChecks.find(({ verdict }) => verdict === 'fail');
  if (failing) return notReady(t('checkFailed', { check: failing.title, detail: failing.detail }));
  if (step.preChecks.includes(HEALTHY) || step.id === 'credentials') {
    const { open } = await pollOperators(cluster, OPERATORS, signal);
    if (open.length > 0) return notReady(t('operatorsUnhealthy', { operators: open.join('; ') }));
  }
  if (step.id !== 'control-plane') return undefined;
  const etcd = await readObject(
    cluster,
    { apiVersion: 'operator.openshift.io/v1', kind: 'Etcd', name: 'cluster' },
    signal,
  );
  const members = etcd && conditionsOf(etcd).find(({ type }) => type === 'EtcdMembersAvailable');
  return members?.status === 'True'
    ? undefined
    : notReady(t('etcdMembersMissing', { reason: members?.message ?? t('etcdUnreported') }));
}

function waitsOf(cluster: Cluster, step: Day2Step): Waiter[] {
  const operators = waiterFor('operators', (signal) => pollOperators(cluster, OPERATORS, signal), {
    settles: true,
  });
  const nodes = waiterFor('nodes', (signal) => pollNodes(cluster, signal));
  if (step.waitFor === SETTLED) return [operators, nodes];
  if (step.id === 'credentials') {
    const keys = keysOf(step);
    return [waiterFor('credentials', (signal) => pollCopies(cluster, keys, signal))];
  }
  if (step.id === 'control-plane') {
    const object = step.actions.find((action) => action.verb === 'replace')!.object;
    return [
      waiterFor(
        'control-plane',
        async (signal) => {
          const live = await readObject(cluster, object, signal);
          const progressing = live && conditionsOf(live).find(({ type }) => type === 'Progressing');
          const open =
            progressing?.status === 'True'
              ? [
                  t('controlPlaneProgress', {
                    object: nameOf(object),
                    progress: progressing.message ?? t('controlPlaneReplacing'),
                  }),
                ]
              : [];
          return { total: 1, open };
        },
        { settles: true, patience: 6 },
      ),
      nodes,
    ];
  }
  return [];
}

function keysOf({ actions }: Day2Step): string[] {
  return actions.flatMap((action) => (action.verb === 'set-keys' ? action.keys : []));
}

/** Checks for Secrets of components that don't contain the account yet. Secrets that don't exist are omitted. */
async function pollCopies(cluster: Cluster, keys: readonly string[], signal: AbortSignal | undefined) {
  const open: string[] = [];
  let total = 0;
  for (const copy of COPIES) {
    const [namespace = '', name = ''] = copy.split('/');
    const secret = await readObject(cluster, { apiVersion: 'v1', kind: 'Secret', name, namespace }, signal);
    if (!secret) continue;
    total++;
    if (!keys.every((key) => dataOf(secret)[key] !== undefined))
      open.push(t('accountNotCopied', { secret: copy }));
  }
  return { total, open };
}
