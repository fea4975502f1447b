import type { ContractJointPlan } from '../../core/contract/topics/operator-upgrades.ts';
import { t } from './messages.ts';

/** An update of an operator among those of OpenShift. */
export interface OperatorMove {
  /** Number of OpenShift updates before it. */
  after: number;
  title: string;
  /** Why the update is required. */
  why: string;
}

/** Returns the operator updates of a plan with their places between those of OpenShift. */
export function operatorMoves({ steps }: Pick<ContractJointPlan, 'steps'>): OperatorMove[] {
  const moves: OperatorMove[] = [];
  let after = 0;
  for (const { type, title, details } of steps) {
    if (type === 'openshift') after++;
    if (type === 'operator') moves.push({ after, title, why: details.at(-1) ?? '' });
  }
  return moves;
}

/** Returns what the title says about operators, or undefined without a plan or operators. */
export function operatorsFact(
  plan: Pick<ContractJointPlan, 'operators' | 'possible'> | undefined,
): string | undefined {
  if (!plan || plan.operators.length === 0) return undefined;
  if (!plan.possible) return t('operatorsBlockFact');
  return t('operatorsFact', { operators: plan.operators.filter(({ from, to }) => from !== to).length });
}
