import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { RequestInput } from '../../core/contract/contract.ts';
import { type Ticketed, useTicketed } from '../engine/ticketed.ts';
import { catalogsIn } from './question/catalogs.ts';
import { namedOperators } from './question/named-operators.ts';

/**
 * Requests the plan of a path with the operators in the address, which come from the last plan. It contains only the
 * updates that OpenShift requires. Sends no request without operators or without a path.
 */
export function useOperatorMoves(
  request: RequestInput<'upgrades.path'> | undefined,
  hasPath: boolean,
): Ticketed<'upgrades.plan'> & { named: boolean } {
  const [query] = useSearchParams();
  const catalogs = catalogsIn(query.get('catalogs') ?? '');
  const { named } = namedOperators(query.get('operators') ?? '');
  const plan = useTicketed('upgrades.plan');
  const question =
    request && hasPath && catalogs.length > 0 && named.length > 0
      ? { ...request, catalogs, operators: named, asNeeded: true }
      : undefined;
  const signature = question && JSON.stringify(question);
  const ask = useRef(plan.ask);
  ask.current = plan.ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same question is sent once
  useEffect(() => {
    if (question) void ask.current(question);
  }, [signature]);
  const isOf = plan.answer !== undefined && plan.answer.of === signature;
  return { ...plan, answer: isOf ? plan.answer : undefined, named: question !== undefined };
}
