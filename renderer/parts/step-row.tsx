import './step-row.css';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { ExclamationIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-icon';
import { exactTime } from './format.ts';

export interface Step {
  label: string;
  state: 'done' | 'current' | 'todo' | 'warning';
  /** When it was done. */
  at?: string;
}

const STATE_WORDS = { done: 'done', current: 'next', todo: 'later', warning: 'not whole' } as const;

/** How far something is, as steps in a row. */
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
            {step.label}
            <span className="al-unseen">, {STATE_WORDS[step.state]}</span>
          </span>
          {step.at !== undefined && (
            <small title={exactTime(new Date(step.at))}>{shortDay(new Date(step.at))}</small>
          )}
        </li>
      ))}
    </ol>
  );
}

/** `9 May`, enough below a step. */
function shortDay(time: Date): string {
  return time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
