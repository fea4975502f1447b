import type { RequestInput } from '../../core/contract/contract.ts';
import { catalogsIn } from './question/catalogs.ts';
import { namedOperators } from './question/named-operators.ts';
import { pathRequest, type UpgradeQuestion } from './question/upgrade-question.ts';

/** The typed operators and catalogs. */
export interface PlanDraft {
  catalogs: string;
  operators: string;
  /** Whether only operators that OpenShift requires are updated. */
  asNeeded: boolean;
}

/** Returns the operators and catalogs of an address. */
export function draftIn(query: URLSearchParams): PlanDraft {
  return {
    catalogs: query.get('catalogs') ?? '',
    operators: query.get('operators') ?? '',
    asNeeded: false,
  };
}

/** Returns the request for a plan, or undefined if something is missing or invalid. */
export function planRequest(
  question: UpgradeQuestion,
  { catalogs, operators, asNeeded }: PlanDraft,
  workspace: string | undefined,
): Omit<RequestInput<'upgrades.plan'>, 'ticket'> | undefined {
  const request = pathRequest(question, workspace);
  const { named, wrong } = namedOperators(operators);
  if (!request || wrong.length > 0) return undefined;
  return { ...request, catalogs: catalogsIn(catalogs), operators: named, asNeeded };
}
