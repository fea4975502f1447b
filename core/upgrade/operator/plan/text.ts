import type { JointPlan, PlanCheck, PlanStep } from './model.ts';

/** The plan in one sentence. */
export function planSentence({ versions, steps, operators, possible }: JointPlan): string {
  const hops = steps.filter(({ type }) => type === 'openshift').length;
  const updates = steps.filter(({ type }) => type === 'operator').length;
  const moving = operators.filter((operator) => operator.hops.length > 0).length;
  const path =
    hops === 0
      ? `OpenShift stays on ${versions[0]}`
      : `OpenShift ${versions[0]} to ${versions.at(-1)} in ${counted(hops, 'step')}`;
  const all =
    operators.length === 0
      ? ''
      : `, ${moving} of ${counted(operators.length, 'operator')} moved by ${counted(updates, 'update')}`;
  return `${path}${all}.${possible ? '' : ' This does not work out as it is.'}`;
}

/** What a step does, in words. */
export function stepTitle(step: PlanStep): string {
  switch (step.type) {
    case 'openshift':
      return `OpenShift ${step.from} to ${step.to}`;
    case 'catalog':
      return `catalog ${step.catalog} for ${step.packages.join(', ')}`;
    case 'operator': {
      const { from, to, fromVersion, toVersion } = step.hop;
      return `${step.package} ${fromVersion ?? from} to ${toVersion ?? to}`;
    }
  }
}

/** More of a step: where and why. Empty for steps that need no more. */
export function stepDetails(step: PlanStep): string[] {
  if (step.type === 'openshift') return step.pools.map((each) => POOLS[each]);
  if (step.type !== 'operator') return [];
  const { channel, switched, catalog } = step.hop;
  return [
    `on ${step.on}, channel ${channel}${switched ? ' (set the subscription to it)' : ''}, catalog ${catalog}`,
    step.why,
  ];
}

const POOLS = {
  pause: 'pause the worker pools before it',
  resume: 'then resume the worker pools, and wait until they are updated',
};

/** Returns the lines of a plan for a terminal. */
export function planLines(plan: JointPlan): string[] {
  const width = String(plan.steps.length).length;
  const indent = ' '.repeat(width + 2);
  const lines = [planSentence(plan), ''];
  for (const [position, step] of plan.steps.entries()) {
    lines.push(`${String(position + 1).padStart(width)}. ${stepTitle(step)}`);
    for (const detail of stepDetails(step)) lines.push(`${indent}${detail}`);
    for (const check of step.checks) lines.push(`${indent}${mark(check, step)} ${check.text}`);
  }
  if (plan.problems.length > 0) lines.push('');
  for (const { reason } of plan.problems) lines.push(`error: ${reason}`);
  return lines;
}

/** `ok`, `fails`, or `note` for what does not hold and is no obstacle. */
export function mark({ ok }: PlanCheck, { type }: PlanStep): 'ok' | 'fails' | 'note' {
  return ok ? 'ok' : type === 'catalog' ? 'note' : 'fails';
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
