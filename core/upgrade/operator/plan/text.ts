import { asSentence, withoutPeriod } from '../../../base/document/words.ts';
import { t } from './messages.ts';
import type { JointPlan, PlanCheck, PlanStep } from './model.ts';

/** Returns the plan in up to three sentences. */
export function planSentence({ versions, steps, operators, possible }: JointPlan): string {
  const hops = steps.filter(({ type }) => type === 'openshift').length;
  const updates = steps.filter(({ type }) => type === 'operator').length;
  const path =
    hops === 0
      ? t('stays', { version: versions[0]! })
      : t('path', { from: versions[0]!, to: versions.at(-1)!, count: hops });
  return [
    path,
    ...(operators.length > 0 ? [t('operators', { updates })] : []),
    ...(possible ? [] : [t('impossible')]),
  ].join(' ');
}

/** Returns the title of a step. */
export function stepTitle(step: PlanStep): string {
  switch (step.type) {
    case 'openshift':
      return t('openShiftTitle', { from: step.from, to: step.to });
    case 'catalog':
      return t('catalogTitle', { catalog: step.catalog, packages: step.packages.join(', ') });
    case 'operator': {
      const { from, to, fromVersion, toVersion } = step.hop;
      return t('operatorTitle', { package: step.package, from: fromVersion ?? from, to: toVersion ?? to });
    }
  }
}

/** Returns the details of a step: where and why. Empty for steps without. */
export function stepDetails(step: PlanStep): string[] {
  if (step.type === 'openshift')
    return step.pools.map((each) => (each === 'pause' ? t('pausePools') : t('resumePools')));
  if (step.type !== 'operator') return [];
  const { channel, switched, catalog } = step.hop;
  return [
    t(switched ? 'switchedDetail' : 'operatorDetail', { version: step.on, channel, catalog }),
    withoutPeriod(asSentence(step.why)),
  ];
}

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
  for (const { reason } of plan.problems) lines.push(t('problem', { reason }));
  return lines;
}

/** Returns `ok`, `fails`, `risk` for a known risk, or `note` for a failed check that blocks nothing. */
export function mark({ ok, risk }: PlanCheck, { type }: PlanStep): 'ok' | 'fails' | 'risk' | 'note' {
  if (risk) return 'risk';
  return ok ? 'ok' : type === 'catalog' ? 'note' : 'fails';
}
