import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Link, useNavigate } from 'react-router';
import type { GapSide } from '../../core/contract/topics/vocabulary.ts';
import type { EnclaveLine, WorkspaceLine } from '../../core/contract/topics/workspace.ts';
import { useLive } from '../engine/live.ts';
import { useDo } from '../engine/requests.ts';
import { enclaveAddress, runAddress } from '../parts/addresses.ts';
import { Bar } from '../parts/bar.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { StepRow } from '../parts/step-row.tsx';
import { useNow } from '../parts/time.tsx';
import { type EnclaveAction, type EnclaveView, enclaveView } from './enclave-view.ts';
import { t } from './messages.ts';
import { type PracticeNext, withPractice } from './practice-next.ts';

/** Shows an enclave: the progress of its latest transfer, and the next step. */
export function EnclaveCard({
  enclave,
  workspace,
  workspaces,
  side,
  practice,
  place,
  primary,
}: {
  enclave: EnclaveLine;
  workspace: WorkspaceLine;
  /** All listed workspaces. */
  workspaces: readonly WorkspaceLine[];
  side: GapSide;
  /** The next step of practice, if Home shows nothing else. */
  practice: PracticeNext | undefined;
  /** Its workspace, shown next to the name. */
  place: string;
  primary: boolean;
}) {
  const live = useLive((state) => state.jobs.run);
  const now = useNow();
  const view = withPractice(
    enclaveView({ enclave, workspace, workspaces, side, live, now }),
    enclave,
    practice,
  );
  return (
    <EnclaveBlock
      name={enclave.name}
      to={enclaveAddress(workspace.directory, enclave.name)}
      place={place}
      view={view}
      progress={view.progress}
      primary={primary}
    >
      {view.steps.length > 0 ? <StepRow steps={view.steps} label={t('stepsLabel')} /> : undefined}
    </EnclaveBlock>
  );
}

/** A block with name, state and the button of its next step. */
export function EnclaveBlock({
  name,
  to,
  place,
  view,
  progress,
  primary,
  children,
}: {
  name: string;
  /** Its page. */
  to?: string;
  place: string;
  view: Pick<EnclaveView, 'mark' | 'sentence' | 'details' | 'action' | 'also'>;
  /** Bytes of a run in progress. */
  progress?: { done: number; total: number };
  /** Whether its next step is the one of Home. */
  primary: boolean;
  children?: React.ReactNode;
}) {
  const navigate = useNavigate();
  const resume = useDo('runs.resume');
  const act = (action: EnclaveAction) => {
    if ('to' in action) {
      action.onOpen?.();
      navigate(action.to);
    } else if ('run' in action) action.run();
    else resume.mutate({ run: action.resume }, { onSuccess: ({ run }) => navigate(runAddress(run)) });
  };
  return (
    <article className="al-card al-enclave">
      <div className="al-enclave-head">
        <div className="al-grow">
          <h2>
            {to === undefined ? name : <Link to={to}>{name}</Link>}{' '}
            <span className="al-sub al-num">
              {[place, !children && view.details].filter(Boolean).join(' · ')}
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
            variant={primary ? 'primary' : 'secondary'}
            onClick={() => act(view.action)}
            isDisabled={resume.isPending}
          >
            {view.action.label}
          </Button>
        </div>
      </div>
      {progress && (
        <Bar done={progress.done} total={progress.total} label={t('progressLabel', { name })} small />
      )}
      {children && (
        <div className="al-enclave-foot">
          {children}
          {view.details && <span className="al-sub al-small al-num al-enclave-details">{view.details}</span>}
        </div>
      )}
      {resume.error && <FailureAlert error={resume.error} title={t('resumeFailedTitle', { name })} />}
    </article>
  );
}
