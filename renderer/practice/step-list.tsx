import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { Link } from 'react-router';
import type { RequestOutput } from '../../core/contract/contract.ts';
import type { RequestJob } from '../../core/contract/topics/job.ts';
import type { LiveRun } from '../../core/contract/topics/run.ts';
import { JobView } from '../job/job-view.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { HandoffActions } from '../run/live/handoff.tsx';
import { t } from './messages.ts';
import type { JourneyStep } from './practice-journey.ts';

export interface VerifyState {
  busy: boolean;
  work?: RequestJob;
  result?: RequestOutput<'transfers.verify'>;
  error?: Error;
}

const STATE_TEXTS = { done: 'doneStep', current: 'nextStep', todo: 'laterStep' } as const;

/** The practice steps with their states: done, next or later. */
export function StepList({
  steps,
  verify,
  pushed,
  onAct,
  disabled,
}: {
  steps: JourneyStep[];
  verify: VerifyState;
  /** The last completed push. */
  pushed?: LiveRun;
  onAct: (step: JourneyStep) => void;
  disabled: boolean;
}) {
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
              <p>{step.text}</p>
              {state === 'current' && step.hint && <p className="al-sub">{step.hint}</p>}
              {step.id === 'verify' && <VerifyResult verify={verify} />}
              {step.id === 'resources' && state !== 'todo' && pushed && (
                <div className="al-row al-practice-next">
                  <HandoffActions run={pushed} />
                </div>
              )}
            </div>
            {step.action && state !== 'todo' && (
              <StepAction step={step} onAct={onAct} disabled={disabled || verify.busy} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function StepAction({
  step,
  onAct,
  disabled,
}: {
  step: JourneyStep;
  onAct: (step: JourneyStep) => void;
  disabled: boolean;
}) {
  const { action } = step;
  if (!action) return null;
  const label = step.done ? action.again : action.label;
  if ('to' in action && step.done) return <Link to={action.to}>{label}</Link>;
  const props = {
    variant: step.done ? ('link' as const) : ('secondary' as const),
    isInline: step.done,
    onClick: () => onAct(step),
    isDisabled: disabled,
    children: label,
  };
  return 'verify' in action ? <RequestButton request="transfers.verify" {...props} /> : <Button {...props} />;
}

function VerifyResult({ verify: { busy, work, result, error } }: { verify: VerifyState }) {
  return (
    <div role="status">
      {busy && (
        <div className="al-row">
          <span className="al-grow">
            <JobView job={work} label={t('verifyProgressLabel')} small />
          </span>
          <span className="al-sub al-num">{t('verifiedSize', { size: size(work?.progress.done ?? 0) })}</span>
        </div>
      )}
      {!busy && result && (
        <StateMark mark={result.ok ? 'good' : 'bad'}>
          {result.ok
            ? t('intactText', { blobs: result.blobs, size: size(result.bytes) })
            : t('damagedText', { blobs: result.problems.length })}
        </StateMark>
      )}
      {!busy && error && <FailureAlert error={error} title={t('verifyFailedTitle')} />}
    </div>
  );
}
