import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { ProblemList } from './failure.tsx';
import { t } from './messages.ts';
import { Card } from './screen.tsx';

/** Lists the problems that a run or an action reported. Operator versions that can't be installed have their own card. */
export function ToKnow({ problems }: { problems: ContractProblem[] }) {
  const shown = problems.filter(({ code }) => code !== 'bundle-incomplete');
  if (shown.length === 0) return null;
  return (
    <Card title={t('problemsTitle')}>
      <ProblemList problems={shown} />
    </Card>
  );
}
