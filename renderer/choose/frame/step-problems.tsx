import { Link } from 'react-router';
import { asSentence } from '../../../core/contract/documents/words.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { FixButton } from '../draft/problem-fix.tsx';
import { stepOfProblem } from '../draft/step-status.ts';
import { type StepName, stepAddress } from '../draft/steps.ts';
import { useDraft } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { t } from './messages.ts';

const MOST_SHOWN = 3;

/** The errors of a step's fields, each with its fix. Review lists all of them. */
export function StepProblems({ step }: { step: StepName }) {
  const { draft } = useDraft();
  const { plan } = useDraftPlan();
  const errors = (plan?.problems ?? []).filter(
    (problem) => problem.level === 'error' && stepOfProblem(problem) === step,
  );
  if (errors.length === 0) return null;
  const more = errors.length - MOST_SHOWN;
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
      {more > 0 && (
        <li>
          <Link to={stepAddress(draft.id, 'review')}>{t('moreProblemsLink', { count: more })}</Link>
        </li>
      )}
    </ul>
  );
}
