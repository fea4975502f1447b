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

/** What became of one catalog of the configuration, in its order. */
export type CollectedOperators =
  | { type: 'catalog'; catalog: CollectedCatalog; problems: Problem[] }
  | { type: 'problem'; problem: Problem }
  | { type: 'rejected'; deliverable: string; problem: Problem; exitCode: number };

/** Faults of what was written: the run is refused. Others leave the catalog out, and its siblings go on. */
const REFUSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'operator-unknown',
  'operator-selection',
  'reference-invalid',
  'config-invalid',
]);

/**
 * The catalogs of `mirror.operators`, one after the other (oc-mirror v2: internal/pkg/operator/filtered_collector.go).
 * A selection that cannot be made is an error problem for each of its faults; a catalog that cannot be had or read is
 * rejected.
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
  return REFUSED.has(error.code) || error.problems.some(({ code }) => REFUSED.has(code as ErrorCode));
}
