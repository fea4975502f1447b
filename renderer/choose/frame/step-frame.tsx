import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { CodeIcon } from '@patternfly/react-icons/dist/esm/icons/code-icon';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useKeys } from '../../app-state/keys.ts';
import { FormAlerts } from '../../editor/form-alerts.tsx';
import { HistoryButtons } from '../../editor/history-buttons.tsx';
import { SavedMark } from '../../editor/saved-mark.tsx';
import { counted } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { STEPS, type StepName, stepAddress, stepBeside } from '../draft/steps.ts';
import { useDraft, useSaving } from '../draft/use-draft.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { RunningLine, RunningTotal } from './running-total.tsx';
import { useYamlPane } from './use-yaml-pane.ts';
import { WithheldAlert } from './withheld-alert.tsx';
import { YamlPane } from './yaml-pane.tsx';

/**
 * The frame of a step: the row of steps, the form with the YAML and the running total beside it, and the bar with what
 * comes next. The focus goes to the title when the step changes.
 */
export function StepFrame({
  step,
  title,
  whole = false,
  note,
  state,
  actions,
  end,
  children,
}: {
  step: StepName;
  /** The sentence; without one the title only names the step. */
  title?: ReactNode;
  /** The step takes the whole width and says the sums itself; the YAML is behind its button. */
  whole?: boolean;
  /** Beside the buttons of the bar: what is in the way; without it the worst problem of the text. */
  note?: ReactNode;
  /** In place of when the draft was kept. */
  state?: ReactNode;
  /** In place of Next; Back stays. */
  actions?: ReactNode;
  /** In place of Save and close. */
  end?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const yaml = useYamlPane(whole);
  const opened = useDraft();
  const saving = useSaving();
  const faulty = opened.doc.faults.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what focus follows
  useEffect(() => heading.current?.focus({ preventScroll: true }), [step]);
  useStepKeys(step, yaml.toggle);
  const number = STEPS.findIndex(({ name }) => name === step) + 1;
  const unseen = `: step ${number} of ${STEPS.length}, ${STEPS[number - 1]!.label}`;
  const named = (
    <>
      Choose<span className="al-unseen">{unseen}</span>
    </>
  );
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
            YAML
          </Button>
        </div>
      </header>
      {title !== undefined && (
        <h1 className="al-sentence al-choose-title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
      )}
      <div
        className={`al-choose${whole ? ' al-choose-whole' : ''}${yaml.open ? ' al-choose-with-yaml' : ''}`}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="al-choose-form" tabIndex={0} aria-label={STEPS[number - 1]!.label}>
          <FormAlerts document={opened} faultClass="al-choose-fault" onShow={yaml.show}>
            <WithheldAlert onShow={yaml.show} />
          </FormAlerts>
          {!whole && <RunningLine />}
          <div className={faulty ? 'al-choose-body al-choose-greyed' : 'al-choose-body'} inert={faulty}>
            {children}
          </div>
        </section>
        <div id="al-choose-yaml" className="al-choose-yaml" hidden={!yaml.open}>
          {yaml.open && <YamlPane goTo={yaml.goTo} />}
        </div>
        {!whole && (
          <div className="al-choose-total">
            <RunningTotal />
          </div>
        )}
      </div>
      <StepBar step={step} note={note} actions={actions} end={end} />
    </div>
  );
}

function StepRow({ step }: { step: StepName }) {
  const { draft } = useDraft();
  const at = STEPS.findIndex(({ name }) => name === step);
  return (
    <nav aria-label="Steps">
      <ol className="al-choose-steps">
        {STEPS.map(({ name, label }, index) => (
          <li key={name}>
            <Link
              to={stepAddress(draft.id, name)}
              aria-current={name === step ? ('step' as const) : undefined}
              className={index < at ? 'al-choose-step-done' : undefined}
            >
              <b>{index < at ? <CheckIcon aria-hidden="true" /> : index + 1}</b>
              {label}
              {index < at && <span className="al-unseen">, done</span>}
            </Link>
          </li>
        ))}
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
  const next = stepBeside(step, 1);
  const back = stepBeside(step, -1);
  const close = async () => {
    if (await now()) await navigate('/choose');
  };
  return (
    <footer className="al-choose-bar">
      {actions ??
        (next && (
          <Button onClick={() => void navigate(stepAddress(draft.id, next.name))}>Next: {next.label}</Button>
        ))}
      {back && (
        <Button variant="secondary" onClick={() => void navigate(stepAddress(draft.id, back.name))}>
          Back
        </Button>
      )}
      <span className="al-small al-choose-note">{note ?? (step !== 'review' && <ProblemNote />)}</span>
      <span className="al-end">
        {end ?? (
          <Button variant="link" onClick={() => void close()}>
            Save and close
          </Button>
        )}
      </span>
    </footer>
  );
}

/** The worst that is known of the text, until Review lists all of it. */
function ProblemNote() {
  const { draft } = useDraft();
  const { plan } = useDraftPlan();
  const problems = plan?.problems.filter(({ level }) => level !== 'info') ?? [];
  const worst = problems.find(({ level }) => level === 'error') ?? problems[0];
  if (!worst) return null;
  return (
    <StateMark mark={worst.level === 'error' ? 'bad' : 'warning'}>
      <span className="al-choose-worst" title={worst.message}>
        {worst.message}
      </span>{' '}
      <Link to={stepAddress(draft.id, 'review')}>
        {problems.length === 1 ? 'See it in Review' : `${counted(problems.length, 'problem')}, see Review`}
      </Link>
    </StateMark>
  );
}

function useStepKeys(step: StepName, toggleYaml: () => void): void {
  const navigate = useNavigate();
  const { draft } = useDraft();
  const next = stepBeside(step, 1);
  const back = stepBeside(step, -1);
  const to = (name: StepName | undefined) => name && void navigate(stepAddress(draft.id, name));
  useKeys([
    { key: 'n', label: 'Next step', run: () => to(next?.name), when: next !== undefined },
    { key: 'b', label: 'Step before', run: () => to(back?.name), when: back !== undefined },
    { key: 'y', label: 'Show or hide the YAML', run: toggleYaml },
  ]);
}
