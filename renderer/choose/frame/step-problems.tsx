import { Link } from 'react-router';
import { asSentence } from '../../../core/contract/documents/words.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { FixButton } from '../draft/problem-fix.tsx';
import { stepOfProblem } from '../draft/step-status.ts';
import { errorsAddress, type StepName } from '../draft/steps.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { t } from './messages.ts';

const MOST_SHOWN = 3;

/** The errors of a step's fields, each with its fix. Review lists all of them. */
export function StepProblems({ step }: { step: StepName }) {
  const { draft } = useDraft();
  const { plan } = useDraftPlan();
  const all = (plan?.problems ?? []).filter(({ level }) => level === 'error');
  const errors = all.filter((problem) => stepOfProblem(problem) === step);
  if (errors.length === 0) return null;
  return (
    <ul className="al-choose-problems" aria-label={t('stepProblemsLabel')}>
      {errors.slice(0, MOST_SHOWN).map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal
        <li key={index}>
          <StateMark mark="bad">
            <Words text={asSentence(problem.message)} /> <Words text={problem.remedy} />
          </StateMark>
          {problem.fix && <FixButton problem={problem} />}
        </li>
      ))}
      {errors.length > MOST_SHOWN && (
        <li>
          <Link to={errorsAddress(draft.id)}>{t('reviewErrorsLink', { errors: all.length })}</Link>
        </li>
      )}
    </ul>
  );
}
