import './step-row.css';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { ExclamationIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-icon';
import { dateText, exactTime } from './format.ts';
import { t } from './messages.ts';

export interface Step {
  label: string;
  state: 'done' | 'current' | 'todo' | 'warning';
  /** When the step was completed. */
  at?: string;
}

const TEXTS = {
  done: 'stepDone',
  current: 'stepNext',
  todo: 'stepLater',
  warning: 'stepIncomplete',
} as const;

/** Shows progress as steps in a row. */
export function StepRow({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol className="al-steps" aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.label}
          className={`al-step-${step.state}`}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <i aria-hidden="true">
            {step.state === 'done' && <CheckIcon />}
            {step.state === 'warning' && <ExclamationIcon />}
          </i>
          <span>
            {t.parts(TEXTS[step.state], {
              step: step.label,
              state: (text) => (
                <span key="state" className="al-unseen">
                  {text}
                </span>
              ),
            })}
          </span>
          {step.at !== undefined && (
            <small title={exactTime(new Date(step.at))}>{shortDay(new Date(step.at))}</small>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Returns a date without its year: `May 9`. */
function shortDay(time: Date): string {
  return dateText(time, { day: 'numeric', month: 'short' });
}
