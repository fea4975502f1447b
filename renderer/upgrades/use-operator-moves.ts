import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { RequestInput } from '../../core/contract/contract.ts';
import { type Ticketed, useTicketed } from '../engine/ticketed.ts';
import { catalogsIn } from './question/catalogs.ts';
import { namedOperators } from './question/named-operators.ts';

/**
 * The plan of a way with the operators that the address names: those of the last plan go along. Only what OpenShift
 * demands of them is in it. Nothing is asked without operators, or while there is no way.
 */
export function useOperatorMoves(
  request: RequestInput<'upgrades.path'> | undefined,
  hasWay: boolean,
): Ticketed<'upgrades.plan'> & { named: boolean } {
  const [query] = useSearchParams();
  const catalogs = catalogsIn(query.get('catalogs') ?? '');
  const { named } = namedOperators(query.get('operators') ?? '');
  const plan = useTicketed('upgrades.plan');
  const question =
    request && hasWay && catalogs.length > 0 && named.length > 0
      ? { ...request, catalogs, operators: named, asNeeded: true }
      : undefined;
  const wanted = question && JSON.stringify(question);
  const ask = useRef(plan.ask);
  ask.current = plan.ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same question is asked once
  useEffect(() => {
    if (question) void ask.current(question);
  }, [wanted]);
  const isOf = plan.answer !== undefined && plan.answer.of === wanted;
  return { ...plan, answer: isOf ? plan.answer : undefined, named: question !== undefined };
}
