import './practice.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { useLive } from '../engine/live.ts';
import { useAsk, useDo, useRefusal } from '../engine/requests.ts';
import { JourneyPicture } from '../home/journey-picture.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { counted, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { type JourneyStep, journeySteps, practiceSentence } from './practice-journey.ts';
import { PracticeCommands, PracticePlaces } from './practice-places.tsx';
import { StepList, type VerifyState } from './step-list.tsx';

const OFF: PracticeState = { state: 'off', versions: [], steps: [] };

/** The whole journey on a practice world, with the real screens. */
export default function PracticeScreen() {
  const asked = useAsk('practice.state', {});
  const practice = asked.data ?? OFF;
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
  const startRefusal = useRefusal('practice.start');
  const verifyRefusal = useRefusal('transfers.verify');

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
          refusal: next.id === 'verify' ? verifyRefusal : undefined,
        }
      : { label: 'Go to Home', run: () => navigate('/'), disabled: false, refusal: undefined }
    : {
        label: practice.directory ? 'Start it again' : 'Start practice',
        run: () => start.mutate({}),
        disabled: practice.state !== 'off' || start.isPending || !asked.data,
        refusal: startRefusal,
      };
  return (
    <Screen
      eyebrow={['Practice', 'nothing leaves this machine']}
      sentence={asked.data ? practiceSentence(practice, steps) : 'Practice'}
      actions={
        <>
          {(on || practice.directory) && (
            <RequestButton
              request="practice.stop"
              variant="secondary"
              onClick={() =>
                // The button goes with the world: the focus goes on at the title.
                stop.mutate({}, { onSuccess: () => document.querySelector<HTMLElement>('main h1')?.focus() })
              }
              isDisabled={stop.isPending || practice.state === 'starting'}
              title="Stops the practice registries and removes their folder and workspace"
            >
              Stop and remove
            </RequestButton>
          )}
          {/* It keeps the focus while it waits, so it is not taken out of the page's order. */}
          <Button
            onClick={primary.run}
            isAriaDisabled={primary.disabled || primary.refusal !== undefined}
            title={primary.refusal}
          >
            {primary.label}
          </Button>
        </>
      }
    >
      {asked.error && <FailureAlert error={asked.error} title="The practice world was not asked" />}
      {start.error && <FailureAlert error={start.error} title="The practice world was not started" />}
      {stop.error && <FailureAlert error={stop.error} title="The practice world was not removed" />}
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

/** Reads every byte of the practice workspace, and tells how far it is. */
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
    <Card label="What practice is" grow>
      <div className="al-begin">
        <JourneyPicture />
        <p className="al-begin-text">
          Practice starts a registry with a few small signed releases, an update service, and an empty mirror
          registry, all on 127.0.0.1 and in a temporary folder. Then you plan, fetch, verify and push with the
          real screens. It takes a few minutes and about 60 MB; stopping it removes everything.
        </p>
        <p className="al-sub" role="status">
          {starting ? 'Starting: the releases are being made and signed.' : ''}
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
  return (
    <Card title="What you did">
      <p>
        You planned, fetched, verified and pushed{pushed === undefined ? '' : ` ${counted(pushed, 'image')}`}
        {bytes ? `, ${size(bytes)},` : ''} from {practice.upstream} to {practice.destination}, and read what a
        cluster needs to use the mirror. With real registries only the names differ: create a workspace on
        Home, write what you need into a configuration, fetch, carry, push.
      </p>
    </Card>
  );
}
