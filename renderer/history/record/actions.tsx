import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { useDo } from '../../engine/requests.ts';
import { runAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { runTitle } from '../../parts/run-words.ts';
import { DeletionLink } from '../../run/live/deletion-link.tsx';
import { compareAddress } from '../compare-words.ts';
import { ExportRecord } from '../export-record.tsx';
import { runBefore } from '../history-words.ts';
import { RollbackDialog } from '../rollback-dialog.tsx';
import { canRollBack } from '../rollback-words.ts';
import { useRunHistory } from '../run-history.ts';

/** What can be done with a record. */
export function RecordActions({ run }: { run: LiveRun }) {
  const navigate = useNavigate();
  const history = useRunHistory().data ?? [];
  const resume = useDo('runs.resume');
  const [dialog, setDialog] = useState<'export' | 'replay' | 'rollback'>();
  const before = runBefore(history, run);
  if (isUnderWay(run))
    return (
      <Link className="pf-v6-c-button pf-m-primary" to={runAddress(run.run)}>
        Follow the run
      </Link>
    );
  const unfinished = run.status !== 'complete' && run.status !== 'damaged';
  const replayed = run.workflow === 'mirrorToDisk' && (run.status === 'complete' || run.status === 'partial');
  return (
    <>
      {before && (
        <Link
          className="pf-v6-c-button pf-m-secondary"
          to={compareAddress(before, run)}
          title={`With ${runTitle(before)}, the run before`}
        >
          Compare with run {before.run.sequence}
        </Link>
      )}
      {replayed && (
        <RequestButton request="runs.replay" variant="secondary" onClick={() => setDialog('replay')}>
          Replay
        </RequestButton>
      )}
      {run.workflow === 'delete' && <DeletionLink run={run} />}
      {canRollBack(run) && (
        <RequestButton request="runs.rollback" variant="secondary" onClick={() => setDialog('rollback')}>
          Roll back
        </RequestButton>
      )}
      <RequestButton
        request="runs.export"
        variant={unfinished && run.resumable ? 'secondary' : 'primary'}
        onClick={() => setDialog('export')}
      >
        Export record
      </RequestButton>
      {unfinished && run.resumable && (
        <RequestButton
          request="runs.resume"
          variant="primary"
          isDisabled={resume.isPending}
          isLoading={resume.isPending}
          onClick={() =>
            resume.mutate({ run: run.run }, { onSuccess: ({ run: next }) => void navigate(runAddress(next)) })
          }
        >
          {run.status === 'partial' ? 'Retry what failed' : 'Resume run'}
        </RequestButton>
      )}
      {resume.error && (
        <Modal
          isOpen
          variant="small"
          onClose={() => resume.reset()}
          aria-label="The run was not taken up again"
        >
          <ModalBody>
            <FailureAlert error={resume.error} title="The run was not taken up again" />
          </ModalBody>
        </Modal>
      )}
      {dialog === 'export' && <ExportRecord run={run} onClose={() => setDialog(undefined)} />}
      {dialog === 'rollback' && <RollbackDialog run={run} onClose={() => setDialog(undefined)} />}
      {dialog === 'replay' && <ReplayQuestion run={run} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function ReplayQuestion({ run, onClose }: { run: LiveRun; onClose: () => void }) {
  const navigate = useNavigate();
  const replay = useDo('runs.replay');
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-replay-title">
      <ModalHeader title={`Replay ${runTitle(run)}?`} labelId="al-replay-title" />
      <ModalBody>
        <p>
          Every byte that this run wrote is checked against its digest. What is damaged or gone is fetched
          again, by the digests of this record; what is whole stays untouched. No new transfer is made.
        </p>
        {replay.error && <FailureAlert error={replay.error} title="The replay was not started" />}
      </ModalBody>
      <ModalFooter>
        <Button
          variant="primary"
          isDisabled={replay.isPending}
          isLoading={replay.isPending}
          onClick={() =>
            replay.mutate({ run: run.run }, { onSuccess: ({ run: next }) => void navigate(runAddress(next)) })
          }
        >
          Start replay
        </Button>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
