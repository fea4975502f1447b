import type { RequestInput } from '../../core/contract/contract.ts';
import { catalogsIn } from './question/catalogs.ts';
import { namedOperators } from './question/named-operators.ts';
import { pathRequest, type UpgradeQuestion } from './question/upgrade-question.ts';

/** What is typed of operators. */
export interface PlanDraft {
  catalogs: string;
  operators: string;
  /** They move only where OpenShift demands it. */
  asNeeded: boolean;
}

/** What an address holds of operators. */
export function draftIn(query: URLSearchParams): PlanDraft {
  return {
    catalogs: query.get('catalogs') ?? '',
    operators: query.get('operators') ?? '',
    asNeeded: false,
  };
}

/** What is asked of the engine; undefined while something is missing or cannot be read. */
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
