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
import { t as history } from '../messages.ts';
import { RollbackDialog } from '../rollback-dialog.tsx';
import { canRollBack } from '../rollback-words.ts';
import { useRunHistory } from '../run-history.ts';
import { t } from './messages.ts';

/** The actions of a record. */
export function RecordActions({ run }: { run: LiveRun }) {
  const navigate = useNavigate();
  const runs = useRunHistory().data ?? [];
  const resume = useDo('runs.resume');
  const [dialog, setDialog] = useState<'export' | 'replay' | 'rollback'>();
  const before = runBefore(runs, run);
  if (isUnderWay(run))
    return (
      <Link className="pf-v6-c-button pf-m-primary" to={runAddress(run.run)}>
        {t('viewRunButton')}
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
          title={t('compareTip', { run: runTitle(before) })}
        >
          {t('compareButton', { sequence: before.run.sequence })}
        </Link>
      )}
      {replayed && (
        <RequestButton request="runs.replay" variant="secondary" onClick={() => setDialog('replay')}>
          {t('replayButton')}
        </RequestButton>
      )}
      {run.workflow === 'delete' && <DeletionLink run={run} />}
      {canRollBack(run) && (
        <RequestButton request="runs.rollback" variant="secondary" onClick={() => setDialog('rollback')}>
          {history('rollbackButton')}
        </RequestButton>
      )}
      <RequestButton
        request="runs.export"
        variant={unfinished && run.resumable ? 'secondary' : 'primary'}
        onClick={() => setDialog('export')}
      >
        {history('exportButton')}
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
          {run.status === 'partial' ? t('retryFailedButton') : t('resumeButton')}
        </RequestButton>
      )}
      {resume.error && (
        <Modal isOpen variant="small" onClose={() => resume.reset()} aria-label={t('resumeFailedTitle')}>
          <ModalBody>
            <FailureAlert error={resume.error} title={t('resumeFailedTitle')} />
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
      <ModalHeader title={t('replayTitle', { run: runTitle(run) })} labelId="al-replay-title" />
      <ModalBody>
        <p>{t('replayText')}</p>
        {replay.error && <FailureAlert error={replay.error} title={t('replayFailedTitle')} />}
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
          {t('startReplayButton')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
