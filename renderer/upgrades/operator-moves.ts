import type { ContractJointPlan } from '../../core/contract/topics/operator-upgrades.ts';
import { counted } from '../parts/format.ts';

/** An update of an operator among those of OpenShift. */
export interface OperatorMove {
  /** How many updates of OpenShift come before it. */
  after: number;
  title: string;
  /** What demands it. */
  why: string;
}

/** The updates of operators in a plan, each with its place between those of OpenShift. */
export function operatorMoves({ steps }: Pick<ContractJointPlan, 'steps'>): OperatorMove[] {
  const moves: OperatorMove[] = [];
  let after = 0;
  for (const { type, title, details } of steps) {
    if (type === 'openshift') after++;
    if (type === 'operator') moves.push({ after, title, why: details.at(-1) ?? '' });
  }
  return moves;
}

/** What the sentence says of operators; nothing while no plan is there. */
export function movesWords(plan: Pick<ContractJointPlan, 'operators' | 'possible'> | undefined): string {
  if (!plan || plan.operators.length === 0) return '';
  const moving = plan.operators.filter(({ from, to }) => from !== to).length;
  if (!plan.possible) return '; with these operators it does not work out';
  return moving === 0
    ? '; no operator stands in the way'
    : `, and move ${counted(moving, 'operator')} on the way`;
}
