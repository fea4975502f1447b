import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { CheckIcon } from '@patternfly/react-icons/dist/esm/icons/check-icon';
import { useNavigate } from 'react-router';
import type { GapSide } from '../../core/contract/vocabulary.ts';
import type { EnclaveLine, WorkspaceLine } from '../../core/contract/workspace.ts';
import { runAddress } from '../addresses.ts';
import { useLive } from '../engine/live.ts';
import { useDo } from '../engine/requests.ts';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { type EnclaveAction, type EnclaveView, enclaveView } from './enclave-view.ts';

/** A disconnected destination: how far its latest transfer is, and the next thing to do. */
export function EnclaveCard({
  enclave,
  workspace,
  side,
  place,
}: {
  enclave: EnclaveLine;
  workspace: WorkspaceLine;
  side: GapSide;
  /** Where it is, beside the name. */
  place: string;
}) {
  const live = useLive((state) => state.runs);
  const now = useNow();
  const view = enclaveView({ enclave, workspace, side, live, now });
  return (
    <EnclaveBlock
      name={enclave.name}
      place={place}
      view={view}
      {...(view.progress && { progress: view.progress })}
    >
      {view.steps.length > 0 ? <Steps steps={view.steps} /> : undefined}
    </EnclaveBlock>
  );
}

/** The block itself: name, line in words, one primary button. */
export function EnclaveBlock({
  name,
  place,
  view,
  progress,
  quiet = false,
  children,
}: {
  name: string;
  place: string;
  view: Pick<EnclaveView, 'mark' | 'sentence' | 'aside' | 'action' | 'also'>;
  /** Bytes of a run under way. */
  progress?: { done: number; total: number };
  /** There is nothing to do here before something else happens. */
  quiet?: boolean;
  children?: React.ReactNode;
}) {
  const navigate = useNavigate();
  const resume = useDo('runs.resume');
  const act = (action: EnclaveAction) => {
    if ('to' in action) navigate(action.to);
    else if ('run' in action) action.run();
    else resume.mutate({ run: action.resume }, { onSuccess: ({ run }) => navigate(runAddress(run)) });
  };
  return (
    <article className="al-card al-enclave">
      <div className="al-enclave-head">
        <div className="al-grow">
          <h2>
            {name}{' '}
            <span className="al-sub al-num">
              {[place, !children && view.aside].filter(Boolean).join(' · ')}
            </span>
          </h2>
          <p className="al-enclave-line">
            <StateMark mark={view.mark}>{view.sentence}</StateMark>
          </p>
        </div>
        <div className="al-actions">
          {view.also && (
            <Button variant="link" onClick={() => view.also && act(view.also)}>
              {view.also.label}
            </Button>
          )}
          <Button
            variant={quiet ? 'secondary' : 'primary'}
            onClick={() => act(view.action)}
            isDisabled={resume.isPending}
          >
            {view.action.label}
          </Button>
        </div>
      </div>
      {progress && <Bar done={progress.done} total={progress.total} label={`Bytes of ${name}`} small />}
      {children && (
        <div className="al-enclave-foot">
          {children}
          {view.aside && <span className="al-sub al-small al-num al-enclave-aside">{view.aside}</span>}
        </div>
      )}
      {resume.error && <FailureAlert error={resume.error} title={`${name} was not resumed`} />}
    </article>
  );
}

const STATE_WORDS = { done: 'done', current: 'next', todo: 'later' } as const;

function Steps({ steps }: { steps: EnclaveView['steps'] }) {
  return (
    <ol className="al-steps" aria-label="Steps of the transfer">
      {steps.map(({ label, state }) => (
        <li
          key={label}
          className={`al-step-${state}`}
          {...(state === 'current' && { 'aria-current': 'step' })}
        >
          <i aria-hidden="true">{state === 'done' && <CheckIcon />}</i>
          <span>
            {label}
            <span className="al-hidden">, {STATE_WORDS[state]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
