import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { CodeIcon } from '@patternfly/react-icons/dist/esm/icons/code-icon';
import { ExclamationCircleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import { ExclamationTriangleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { asSentence } from '../../../core/contract/documents/words.ts';
import { useKeys } from '../../app-state/keys.ts';
import { FormAlerts } from '../../editor/form-alerts.tsx';
import { HistoryButtons } from '../../editor/history-buttons.tsx';
import { SavedMark } from '../../editor/saved-mark.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stepStatuses } from '../draft/step-status.ts';
import { errorsAddress, neighborStep, STEPS, type StepName, stepAddress } from '../draft/steps.ts';
import { useDraft, useSaving } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { t } from './messages.ts';
import { MissingCredentialsAlert } from './missing-credentials-alert.tsx';
import { RunningLine, RunningTotal } from './running-total.tsx';
import { useYamlPane } from './use-yaml-pane.ts';
import { YamlPane } from './yaml-pane.tsx';

/**
 * The frame of a step: the row of steps, the form next to the YAML and the running total, and the bar with the next actions.
 * When the step changes, the title gets the focus.
 */
export function StepFrame({
  step,
  title,
  fullWidth = false,
  note,
  state,
  actions,
  end,
  children,
}: {
  step: StepName;
  /** Without a title, the heading is the name of the step. */
  title?: ReactNode;
  /** The step uses the full width and shows the sums itself; the YAML opens with its button. */
  fullWidth?: boolean;
  /** Next to the buttons of the bar: what prevents the run; by default the worst problem of the text. */
  note?: ReactNode;
  /** Replaces the time when the draft was saved. */
  state?: ReactNode;
  /** Replaces Next; Back stays. */
  actions?: ReactNode;
  /** Replaces Save and close. */
  end?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const yaml = useYamlPane(fullWidth);
  const opened = useDraft();
  const saving = useSaving();
  const faulty = opened.doc.faults.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the step
  useEffect(() => heading.current?.focus({ preventScroll: true }), [step]);
  useStepKeys(step, yaml.toggle);
  const number = STEPS.findIndex(({ name }) => name === step) + 1;
  const { label } = STEPS[number - 1]!;
  const named = t.parts<'headTitle', ReactNode>('headTitle', {
    number,
    steps: STEPS.length,
    step: label,
    unseen,
  });
  return (
    <div className="al-screen">
      <header className="al-choose-head">
        {title === undefined ? (
          <h1 className="al-choose-name" tabIndex={-1} ref={heading}>
            {named}
          </h1>
        ) : (
          <p className="al-choose-name">{named}</p>
        )}
        <StepRow step={step} />
        <div className="al-actions al-end">
          {state ?? <SavedMark keeping={saving} />}
          <HistoryButtons document={opened} />
          <Button
            variant="control"
            icon={<CodeIcon />}
            aria-expanded={yaml.open}
            aria-controls="al-choose-yaml"
            onClick={yaml.toggle}
          >
            {t('yamlButton')}
          </Button>
        </div>
      </header>
      {title !== undefined && (
        <h1 className="al-sentence al-choose-title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
      )}
      <div
        className={`al-choose${fullWidth ? ' al-choose-full' : ''}${yaml.open ? ' al-choose-with-yaml' : ''}`}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="al-choose-form" tabIndex={0} aria-label={label}>
          <FormAlerts document={opened} faultClass="al-choose-fault" onShow={yaml.show}>
            <MissingCredentialsAlert onShow={yaml.show} />
          </FormAlerts>
          {!fullWidth && <RunningLine />}
          <div className={faulty ? 'al-choose-body al-choose-greyed' : 'al-choose-body'} inert={faulty}>
            {children}
          </div>
        </section>
        <div id="al-choose-yaml" className="al-choose-yaml" hidden={!yaml.open}>
          {yaml.open && <YamlPane goTo={yaml.goTo} />}
        </div>
        {!fullWidth && (
          <div className="al-choose-total">
            <RunningTotal />
          </div>
        )}
      </div>
      <StepBar step={step} note={note} actions={actions} end={end} />
    </div>
  );
}

/** Text for screen readers only. */
function unseen(inner: ReactNode): ReactNode {
  return (
    <span key="unseen" className="al-unseen">
      {inner}
    </span>
  );
}

/** How a step with each status is marked and read out. */
const STATUSES = {
  error: { Icon: ExclamationCircleIcon, text: 'stepErrorLabel' },
  warning: { Icon: ExclamationTriangleIcon, text: 'stepWarningLabel' },
  visited: { Icon: CheckIcon, text: 'stepDoneLabel' },
} as const;

/** The steps with the status of their fields. */
function StepRow({ step }: { step: StepName }) {
  const { draft } = useDraft();
  const { plan } = useDraftPlan();
  const statuses = stepStatuses(plan, step, draft);
  return (
    <nav aria-label={t('stepsLabel')}>
      <ol className="al-choose-steps">
        {STEPS.map(({ name, label }, index) => {
          const status = statuses[name];
          const { Icon, text } = status === 'default' ? {} : STATUSES[status];
          return (
            <li key={name}>
              <Link
                to={stepAddress(draft.id, name)}
                aria-current={name === step ? ('step' as const) : undefined}
                className={`al-choose-step-${status}`}
              >
                <b>{Icon ? <Icon aria-hidden="true" /> : index + 1}</b>
                {text ? t.parts(text, { step: label, unseen }) : label}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function StepBar({
  step,
  note,
  actions,
  end,
}: {
  step: StepName;
  note: ReactNode;
  actions: ReactNode;
  end: ReactNode;
}) {
  const navigate = useNavigate();
  const { draft } = useDraft();
  const { now } = useSaving();
  const next = neighborStep(step, 1);
  const back = neighborStep(step, -1);
  const close = async () => {
    if (await now()) await navigate('/choose');
  };
  return (
    <footer className="al-choose-bar">
      {actions ??
        (next && (
          <Button onClick={() => void navigate(stepAddress(draft.id, next.name))}>
            {t('nextButton', { step: next.label })}
          </Button>
        ))}
      {back && (
        <Button variant="secondary" onClick={() => void navigate(stepAddress(draft.id, back.name))}>
          {t('backButton')}
        </Button>
      )}
      <span className="al-small al-choose-note">{note ?? (step !== 'review' && <ProblemNote />)}</span>
      <span className="al-end">
        {end ?? (
          <Button variant="link" onClick={() => void close()}>
            {t('closeButton')}
          </Button>
        )}
      </span>
    </footer>
  );
}

/** The worst known problem of the text. Review lists all of them. */
function ProblemNote() {
  const { draft } = useDraft();
  const { plan } = useDraftPlan();
  const problems = plan?.problems.filter(({ level }) => level !== 'info') ?? [];
  const errors = problems.filter(({ level }) => level === 'error');
  const worst = errors[0] ?? problems[0];
  if (!worst) return null;
  return (
    <StateMark mark={worst.level === 'error' ? 'bad' : 'warning'}>
      <span className="al-choose-worst" title={worst.message}>
        {asSentence(worst.message)}
      </span>{' '}
      {errors.length > 0 ? (
        <Link to={errorsAddress(draft.id)}>{t('reviewErrorsLink', { errors: errors.length })}</Link>
      ) : (
        <Link to={stepAddress(draft.id, 'review')}>{t('reviewButton', { problems: problems.length })}</Link>
      )}
    </StateMark>
  );
}

function useStepKeys(step: StepName, toggleYaml: () => void): void {
  const navigate = useNavigate();
  const { draft } = useDraft();
  const next = neighborStep(step, 1);
  const back = neighborStep(step, -1);
  const to = (name: StepName | undefined) => name && void navigate(stepAddress(draft.id, name));
  useKeys([
    { key: 'n', label: t('nextKeyLabel'), run: () => to(next?.name), when: next !== undefined },
    { key: 'b', label: t('backKeyLabel'), run: () => to(back?.name), when: back !== undefined },
    { key: 'y', label: t('yamlKeyLabel'), run: toggleYaml },
  ]);
}
