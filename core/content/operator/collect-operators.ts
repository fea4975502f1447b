import { leftOutExitCode } from '../../base/collected/left-out.ts';
import { entryText } from '../../base/document/entry-reason.ts';
import {
  type AirlockError,
  aboutSubject,
  asAirlockError,
  type Problem,
} from '../../base/errors/airlock-error.ts';
import type { ErrorCode } from '../../base/errors/codes.ts';
import type { OperatorSelection } from '../../image-set/config/image-set.ts';
import { type CollectedCatalog, collectCatalog } from './collect-catalog.ts';
import type { OperatorContext } from './operator-context.ts';

/** The result for one catalog of the configuration, in its order. */
export type CollectedOperators =
  | { type: 'catalog'; catalog: CollectedCatalog; problems: Problem[] }
  | { type: 'problem'; problem: Problem }
  | { type: 'rejected'; deliverable: string; problem: Problem; exitCode: number };

/** Errors in the configuration, which reject the run. Other errors only exclude the catalog. */
const REJECTING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'operator-unknown',
  'operator-selection',
  'reference-invalid',
  'config-invalid',
]);

/**
 * Collects the catalogs of `mirror.operators` one by one (oc-mirror v2: internal/pkg/operator/filtered_collector.go).
 * Each fault of an impossible selection is an error problem. A catalog that is unavailable or unreadable is rejected.
 * @throws AirlockError `interrupted`, `disk`, `disk-full`
 */
export async function* collectOperators(
  operators: OperatorSelection[],
  context: OperatorContext,
): AsyncGenerator<CollectedOperators> {
  for (const [position, operator] of operators.entries()) {
    context.signal?.throwIfAborted();
    const { at } = operator;
    try {
      const why = entryText(at, `mirror.operators[${position}]`);
      yield { type: 'catalog', ...(await collectCatalog(operator, why, context)) };
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (rejects(error)) {
        const faults = error.problems.length > 0 ? error.problems : [error.toJSON()];
        for (const fault of faults)
          yield { type: 'problem', problem: aboutSubject({ ...at, ...fault }, operator.catalog) };
      } else {
        const exitCode = leftOutExitCode(error, context.signal);
        const problem = { ...at, ...error.toJSON() };
        yield { type: 'rejected', deliverable: `catalog ${operator.catalog}`, problem, exitCode };
      }
    }
  }
}

function rejects(error: AirlockError): boolean {
  return REJECTING.has(error.code) || error.problems.some(({ code }) => REJECTING.has(code as ErrorCode));
}
