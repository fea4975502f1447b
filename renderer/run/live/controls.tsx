import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { PauseIcon } from '@patternfly/react-icons/dist/esm/icons/pause-icon';
import { PlayIcon } from '@patternfly/react-icons/dist/esm/icons/play-icon';
import { RedoIcon } from '@patternfly/react-icons/dist/esm/icons/redo-icon';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { useKeys } from '../../app-state/keys.ts';
import { useDo, useRejection } from '../../engine/requests.ts';
import { runAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { t } from './messages.ts';
import type { RunNext } from './next.ts';

/** Pauses, stops and resumes a run. `failed` lists the requests that failed. */
export function useRunControls(run: LiveRun | undefined) {
  const navigate = useNavigate();
  const pause = useDo('runs.pause');
  const stop = useDo('runs.stop');
  const resume = useDo('runs.resume');
  const running = run?.status === 'running';
  const denial = useRejection('runs.pause');
  const mayResume = useRejection('runs.resume') === undefined;
  useKeys([
    {
      key: 'P',
      label: t('pauseButton'),
      run: () => run && pause.mutate({ run: run.run }),
      when: running && denial === undefined,
    },
  ]);
  return {
    pause: () => run && pause.mutate({ run: run.run }),
    stop: () => run && stop.mutate({ run: run.run }),
    resume: () =>
      run &&
      resume.mutate({ run: run.run }, { onSuccess: ({ run: next }) => void navigate(runAddress(next)) }),
    resuming: resume.isPending,
    mayResume,
    /** Requested, and not yet reported by the run. */
    pausing: pause.isPending || (pause.isSuccess && running),
    failed: [
      { error: pause.error, title: t('pauseFailedTitle') },
      { error: stop.error, title: t('stopFailedTitle') },
      { error: resume.error, title: t('resumeFailedTitle') },
    ].filter(({ error }) => error !== null),
  };
}

type Controls = ReturnType<typeof useRunControls>;

/** The buttons of a run. One of them is primary. */
export function RunControls({
  run,
  next,
  controls,
  later,
  onResources,
}: {
  run: LiveRun;
  next: RunNext | undefined;
  controls: Controls;
  /** A later run that continues this one. */
  later: LiveRun | undefined;
  onResources: () => void;
}) {
  const [confirm, setConfirm] = useState(false);
  const { status } = run;
  if (status === 'running' || status === 'pausing' || status === 'stopping')
    return (
      <>
        <RequestButton
          request="runs.pause"
          variant="primary"
          icon={<PauseIcon />}
          isDisabled={status !== 'running' || controls.pausing}
          onClick={controls.pause}
        >
          {t('pauseButton')}
        </RequestButton>
        <RequestButton
          request="runs.stop"
          variant="secondary"
          isDisabled={status === 'stopping'}
          onClick={() => setConfirm(true)}
        >
          {t('stopButton')}
        </RequestButton>
        <StopDialog
          open={confirm}
          onStop={() => {
            setConfirm(false);
            controls.stop();
          }}
          onClose={() => setConfirm(false)}
        />
      </>
    );
  if (later)
    return (
      <Link className="pf-v6-c-button pf-m-primary" to={runAddress(later.run)}>
        {t('laterRunButton', { sequence: later.run.sequence })}
      </Link>
    );
  if (!next) return null;
  if (next.kind === 'resume')
    return (
      <RequestButton
        request="runs.resume"
        // With credentials to enter, their form has the primary button.
        variant={run.login ? 'secondary' : 'primary'}
        icon={status === 'partial' || status === 'failed' ? <RedoIcon /> : <PlayIcon />}
        isLoading={controls.resuming}
        isDisabled={controls.resuming}
        onClick={controls.resume}
      >
        {next.label}
      </RequestButton>
    );
  if (next.kind === 'go')
    return (
      <>
        <Link className="pf-v6-c-button pf-m-primary" to={next.to}>
          {next.label}
        </Link>
        {next.also && (
          <Link className="pf-v6-c-button pf-m-secondary" to={next.also.to}>
            {next.also.label}
          </Link>
        )}
      </>
    );
  if (next.kind === 'resources')
    return (
      <Button variant="primary" onClick={onResources}>
        {next.label}
      </Button>
    );
  return null;
}

/** Shows the requests of the controls that failed. */
export function ControlFailures({ controls }: { controls: Controls }) {
  return controls.failed.map(({ error, title }) => <FailureAlert key={title} error={error} title={title} />);
}

function StopDialog({ open, onStop, onClose }: { open: boolean; onStop: () => void; onClose: () => void }) {
  return (
    <Modal
      variant="small"
      isOpen={open}
      onClose={onClose}
      aria-labelledby="al-stop-title"
      aria-describedby="al-stop-text"
    >
      <ModalHeader title={t('stopTitle')} labelId="al-stop-title" />
      <ModalBody id="al-stop-text">{t('stopText')}</ModalBody>
      <ModalFooter>
        <Button variant="danger" onClick={onStop}>
          {t('stopButton')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('dontStopButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
