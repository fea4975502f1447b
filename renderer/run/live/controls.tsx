import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { PauseIcon } from '@patternfly/react-icons/dist/esm/icons/pause-icon';
import { PlayIcon } from '@patternfly/react-icons/dist/esm/icons/play-icon';
import { RedoIcon } from '@patternfly/react-icons/dist/esm/icons/redo-icon';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { useKeys } from '../../app-state/keys.ts';
import { useDo, useRefusal } from '../../engine/requests.ts';
import { runAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import type { RunNext } from './next.ts';

/** Pause, resume and stop; after the end the next step. What fails is told by `useRunControls().error`. */
export function useRunControls(run: LiveRun | undefined) {
  const navigate = useNavigate();
  const pause = useDo('runs.pause');
  const stop = useDo('runs.stop');
  const resume = useDo('runs.resume');
  const running = run?.status === 'running';
  const refusal = useRefusal('runs.pause');
  const mayResume = useRefusal('runs.resume') === undefined;
  useKeys([
    {
      key: 'P',
      label: 'Pause the run',
      run: () => run && pause.mutate({ run: run.run }),
      when: running && refusal === undefined,
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
    /** Asked for, not yet told by the run. */
    pausing: pause.isPending || (pause.isSuccess && running),
    failed: [
      { error: pause.error, title: 'The run was not paused' },
      { error: stop.error, title: 'The run was not stopped' },
      { error: resume.error, title: 'The run was not taken up again' },
    ].filter(({ error }) => error !== null),
  };
}

type Controls = ReturnType<typeof useRunControls>;

/** The buttons of a run; one of them primary. */
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
  /** A later run that goes on with this one. */
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
          Pause
        </RequestButton>
        <RequestButton
          request="runs.stop"
          variant="secondary"
          isDisabled={status === 'stopping'}
          onClick={() => setConfirm(true)}
        >
          Stop
        </RequestButton>
        <StopQuestion
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
        Go to run {later.run.sequence}, which goes on
      </Link>
    );
  if (!next) return null;
  if (next.kind === 'resume')
    return (
      <RequestButton
        request="runs.resume"
        // Where a login is to be typed first, that form has the primary button.
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
      <Link className="pf-v6-c-button pf-m-primary" to={next.to}>
        {next.label}
      </Link>
    );
  if (next.kind === 'resources')
    return (
      <Button variant="primary" onClick={onResources}>
        {next.label}
      </Button>
    );
  return null;
}

/** What the controls could not do. */
export function ControlFailures({ controls }: { controls: Controls }) {
  return controls.failed.map(({ error, title }) => <FailureAlert key={title} error={error} title={title} />);
}

function StopQuestion({ open, onStop, onClose }: { open: boolean; onStop: () => void; onClose: () => void }) {
  return (
    <Modal
      variant="small"
      isOpen={open}
      onClose={onClose}
      aria-labelledby="al-stop-title"
      aria-describedby="al-stop-text"
    >
      <ModalHeader title="Stop this run now?" labelId="al-stop-title" />
      <ModalBody id="al-stop-text">
        What is finished is kept and will not be moved twice. Blobs under way go on at their offset when the
        run is resumed. Pause waits for them instead.
      </ModalBody>
      <ModalFooter>
        <Button variant="danger" onClick={onStop}>
          Stop the run
        </Button>
        <Button variant="link" onClick={onClose}>
          Let it go on
        </Button>
      </ModalFooter>
    </Modal>
  );
}
