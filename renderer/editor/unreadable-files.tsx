import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { ProblemList } from '../parts/failure.tsx';

/** Lists the saved files that can't be read, with the reason and what to do, or shows nothing without any. */
export function UnreadableFiles({
  problems = [],
  titleOf,
}: {
  problems: ContractProblem[] | undefined;
  /** Returns the title for a number of files. */
  titleOf: (count: number) => string;
}) {
  if (problems.length === 0) return null;
  return (
    <Alert variant="warning" isInline title={titleOf(problems.length)} component="h2">
      <ProblemList problems={problems} />
    </Alert>
  );
}
