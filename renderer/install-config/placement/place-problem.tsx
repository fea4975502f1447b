import { withoutPeriod } from '../../../core/contract/documents/words.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import type { ConfigProblem } from '../form/analysis.ts';
import { t } from '../form/messages.ts';
import type { PlaceMark } from './placement-marks.ts';

/** The mark of a place with problems in the placement diagram. It goes to the field of the first problem. */
export function PlaceProblem({
  name,
  mark,
  onGo,
}: {
  name: string;
  mark: PlaceMark | undefined;
  onGo: (problem: ConfigProblem) => void;
}) {
  if (!mark) return null;
  const { level, problems } = mark;
  const [first] = problems;
  const errors = problems.filter((problem) => problem.level === 'error').length;
  const count =
    errors > 0 ? t('placeErrors', { name, errors }) : t('placeWarnings', { name, warnings: problems.length });
  return (
    <button
      type="button"
      className="al-ic-mark"
      aria-label={`${count}. ${withoutPeriod(first!.message)}`}
      title={problems.map(({ message }) => message).join('\n')}
      onClick={() => onGo(first!)}
    >
      <StateMark mark={level === 'error' ? 'bad' : 'warning'} />
    </button>
  );
}
