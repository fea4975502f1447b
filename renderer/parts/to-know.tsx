import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { ProblemList } from './failure.tsx';
import { Card } from './screen.tsx';

/** What a run, or an action of a screen, had to say; versions of operators that cannot be installed have a card of their own. */
export function ToKnow({ problems }: { problems: ContractProblem[] }) {
  const shown = problems.filter(({ code }) => code !== 'bundle-incomplete');
  if (shown.length === 0) return null;
  return (
    <Card title="To know">
      <ProblemList problems={shown} />
    </Card>
  );
}
