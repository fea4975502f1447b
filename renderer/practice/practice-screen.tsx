import './practice.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useNavigate } from 'react-router';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import { useAsk, useDo, useRejection } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { Card, Screen } from '../parts/screen.tsx';
import { endGuide, guideTo } from './guide.ts';
import { JourneyPicture } from './journey-picture.tsx';
import { t } from './messages.ts';
import { type JourneyStep, journeySteps, practiceSentence } from './practice-journey.ts';
import { PracticeCommands, PracticePlaces } from './practice-places.tsx';
import { StepList } from './step-list.tsx';

const OFF: PracticeState = { state: 'off', versions: [], drives: [], steps: [] };

/** `/practice`: the complete workflow with practice registries and the real screens. */
export default function PracticeScreen() {
  const state = useAsk('practice.state', {}, { staleTime: 0 });
  const practice = state.data ?? OFF;
  const start = useDo('practice.start');
  const stop = useDo('practice.stop');
  const steps = journeySteps(practice);
  const next = steps.find(({ done }) => !done);
  const navigate = useNavigate();
  const on = practice.state === 'on';
  const startRejection = useRejection('practice.start');

  const open = (step: JourneyStep) => {
    guideTo(step.id, step.action.to);
    void navigate(step.action.to);
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
                stop.mutate(
                  {},
                  {
                    onSuccess: () => {
                      endGuide();
                      document.querySelector<HTMLElement>('main h1')?.focus();
                    },
                  },
                )
              }
              isDisabled={stop.isPending || practice.state === 'starting'}
              title={t('removeTip')}
            >
              {t('removeButton')}
            </RequestButton>
          )}
          {/* One button, so that it doesn't lose the focus. */}
          {on ? (
            <Button onClick={() => (next ? open(next) : void navigate('/'))}>
              {next ? next.action.label : t('homeButton')}
            </Button>
          ) : (
            <Button
              onClick={() => start.mutate({})}
              // Stays in the tab order while it is disabled.
              isAriaDisabled={
                practice.state !== 'off' || start.isPending || !state.data || startRejection !== undefined
              }
              title={startRejection}
            >
              {t(practice.directory ? 'restartButton' : 'startButton')}
            </Button>
          )}
        </>
      }
    >
      {state.error && <FailureAlert error={state.error} title={t('loadFailedTitle')} />}
      {start.error && <FailureAlert error={start.error} title={t('startFailedTitle')} />}
      {stop.error && <FailureAlert error={stop.error} title={t('removeFailedTitle')} />}
      {steps.length === 0 ? (
        <Introduction starting={practice.state === 'starting'} />
      ) : (
        <div className="al-column">
          {on && !next && (
            <Card title={t('finishedCardTitle')}>
              <p>
                {t('finishedText')} {t('nextText')}
              </p>
            </Card>
          )}
          <StepList steps={steps} damage={practice.damage} />
          <details className="al-practice-details">
            <summary>{t('detailsSummary')}</summary>
            <div className="al-column">
              <PracticePlaces practice={practice} />
              <PracticeCommands steps={steps} />
            </div>
          </details>
        </div>
      )}
    </Screen>
  );
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
