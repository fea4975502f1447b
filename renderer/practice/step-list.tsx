import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { Link } from 'react-router';
import type { PracticeDamage } from '../../core/contract/topics/practice.ts';
import { count } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { guideTo } from './guide.ts';
import { t } from './messages.ts';
import type { JourneyStep } from './practice-journey.ts';

const STATE_TEXTS = { done: 'doneStep', current: 'nextStep', todo: 'laterStep' } as const;

/** The practice steps with their states: done, next or later. */
export function StepList({ steps, damage }: { steps: JourneyStep[]; damage: PracticeDamage | undefined }) {
  const next = steps.findIndex(({ done }) => !done);
  return (
    <ol className="al-card al-practice-steps" aria-label={t('stepsLabel')}>
      {steps.map((step, index) => {
        const state = step.done ? 'done' : index === next ? 'current' : 'todo';
        return (
          <li
            key={step.id}
            className={`al-step-${state}`}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className="al-practice-number" aria-hidden="true">
              {step.done ? <CheckIcon /> : index + 1}
            </span>
            <div className="al-grow">
              <h2>
                {t.parts(STATE_TEXTS[state], {
                  title: step.title,
                  state: (text) => (
                    <span key="state" className="al-unseen">
                      {text}
                    </span>
                  ),
                })}
              </h2>
              {state === 'current' && (
                <>
                  <p>{step.text}</p>
                  <p className="al-sub">
                    {t('lookLabel')}: {step.look}
                  </p>
                  <p>{step.hint}</p>
                </>
              )}
              {step.id === 'receive' && damage && <Damage damage={damage} />}
            </div>
            {state === 'done' && (
              <Link to={step.action.to} onClick={() => guideTo(step.id, step.action.to)}>
                {t.parts('openAgainLink', {
                  step: step.title,
                  unseen: (text) => (
                    <span key="unseen" className="al-unseen">
                      {text}
                    </span>
                  ),
                })}
              </Link>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Reports what practice changed on a drive, and whether the volume was repaired. */
function Damage({ damage }: { damage: PracticeDamage }) {
  const { drive, file, volume, from, to, repaired } = damage;
  return (
    <p role="status">
      {repaired ? (
        <StateMark mark="good">{t('repairedText', { volume, drive })}</StateMark>
      ) : (
        <StateMark mark="warning">
          {t('damageText', { drive, file, from: count(from), to: count(to) })}
        </StateMark>
      )}
    </p>
  );
}
