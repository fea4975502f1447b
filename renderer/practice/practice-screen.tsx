import './practice.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { useLive } from '../engine/live.ts';
import { useAsk, useDo, useRejection } from '../engine/requests.ts';
import { JourneyPicture } from '../home/journey-picture.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { t } from './messages.ts';
import { type JourneyStep, journeySteps, practiceSentence } from './practice-journey.ts';
import { PracticeCommands, PracticePlaces } from './practice-places.tsx';
import { StepList, type VerifyState } from './step-list.tsx';

const OFF: PracticeState = { state: 'off', versions: [], steps: [] };

/** `/practice`: the complete workflow with practice registries and the real screens. */
export default function PracticeScreen() {
  const state = useAsk('practice.state', {});
  const practice = state.data ?? OFF;
  const start = useDo('practice.start');
  const stop = useDo('practice.stop');
  const { stateDirectory, workspace } = practice;
  const runs = useAsk(
    'runs.list',
    { root: stateDirectory || undefined, limit: 20 },
    { enabled: practice.state === 'on' && stateDirectory !== undefined },
  );
  const lastPush = runs.data?.runs.find(({ workflow }) => workflow === 'diskToMirror');
  const pushed = useAsk(
    'runs.live',
    { run: lastPush?.run ?? { root: '', sequence: 1 } },
    { enabled: lastPush?.status === 'complete' },
  );
  const steps = journeySteps(practice, lastPush);
  const next = steps.find(({ done }) => !done);
  const verify = useVerify(workspace);
  const navigate = useNavigate();
  const on = practice.state === 'on';
  const startRejection = useRejection('practice.start');
  const verifyRejection = useRejection('transfers.verify');

  const act = ({ action }: JourneyStep) => {
    if (!action) return;
    if ('to' in action) navigate(action.to);
    else verify.begin();
  };
  const primary = on
    ? next?.action
      ? {
          label: next.action.label,
          run: () => act(next),
          disabled: verify.state.busy,
          rejection: next.id === 'verify' ? verifyRejection : undefined,
        }
      : { label: t('homeButton'), run: () => navigate('/'), disabled: false, rejection: undefined }
    : {
        label: practice.directory ? t('restartButton') : t('startButton'),
        run: () => start.mutate({}),
        disabled: practice.state !== 'off' || start.isPending || !state.data,
        rejection: startRejection,
      };
  return (
    <Screen
      eyebrow={[t('topic'), t('subtitle')]}
      sentence={state.data ? practiceSentence(practice, steps) : t('loadingTitle')}
      actions={
        <>
          {(on || practice.directory) && (
            <RequestButton
              request="practice.stop"
              variant="secondary"
              onClick={() =>
                // The button disappears with the practice data, so the title gets the focus.
                stop.mutate({}, { onSuccess: () => document.querySelector<HTMLElement>('main h1')?.focus() })
              }
              isDisabled={stop.isPending || practice.state === 'starting'}
              title={t('removeTip')}
            >
              {t('removeButton')}
            </RequestButton>
          )}
          {/* Stays in the tab order while it is disabled, so that it doesn't lose the focus. */}
          <Button
            onClick={primary.run}
            isAriaDisabled={primary.disabled || primary.rejection !== undefined}
            title={primary.rejection}
          >
            {primary.label}
          </Button>
        </>
      }
    >
      {state.error && <FailureAlert error={state.error} title={t('loadFailedTitle')} />}
      {start.error && <FailureAlert error={start.error} title={t('startFailedTitle')} />}
      {stop.error && <FailureAlert error={stop.error} title={t('removeFailedTitle')} />}
      {steps.length === 0 ? (
        <Introduction starting={practice.state === 'starting'} />
      ) : (
        <div className="al-practice">
          <div className="al-column">
            {on && !next && (
              <Finished practice={practice} pushed={lastPush?.images?.total} bytes={lastPush?.bytes?.sent} />
            )}
            <StepList steps={steps} verify={verify.state} pushed={pushed.data} onAct={act} disabled={!on} />
          </div>
          <div className="al-column">
            <PracticePlaces practice={practice} />
            <PracticeCommands steps={steps} />
          </div>
        </div>
      )}
    </Screen>
  );
}

/** Verifies the practice workspace and reports the progress. */
function useVerify(workspace: string | undefined): { state: VerifyState; begin: () => void } {
  const id = useId();
  const [attempt, setAttempt] = useState(0);
  const ticket = `practice ${id} ${attempt}`;
  const request = useDo('transfers.verify');
  const work = useLive((live) => live.jobs.request[ticket]);
  return {
    state: {
      busy: request.isPending,
      work: request.isPending ? work : undefined,
      result: request.data,
      error: request.error ?? undefined,
    },
    begin() {
      if (!workspace) return;
      setAttempt(attempt + 1);
      request.mutate({ directory: workspace, ticket: `practice ${id} ${attempt + 1}` });
    },
  };
}

function Introduction({ starting }: { starting: boolean }) {
  return (
    <Card label={t('introductionLabel')} grow>
      <div className="al-begin">
        <JourneyPicture />
        <p className="al-begin-text">{t('introductionText')}</p>
        <p className="al-sub" role="status">
          {starting ? t('creatingReleases') : ''}
        </p>
      </div>
    </Card>
  );
}

function Finished({
  practice,
  pushed,
  bytes,
}: {
  practice: PracticeState;
  pushed: number | undefined;
  bytes: number | undefined;
}) {
  const registries = { upstream: practice.upstream ?? '', registry: practice.destination ?? '' };
  return (
    <Card title={t('finishedCardTitle')}>
      <p>
        {pushed === undefined
          ? t('finishedPlainText', registries)
          : t('finishedText', { ...registries, images: pushed, size: size(bytes ?? 0) })}{' '}
        {t('nextText')}
      </p>
    </Card>
  );
}
