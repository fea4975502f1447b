import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import type { VerifiedLog } from '../../core/contract/topics/run.ts';
import { useAsk } from '../engine/requests.ts';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Verifies the audit records of one directory, or of all, and lists those that were changed, added or removed. */
export function VerifyLog({ root, onClose }: { root: string | undefined; onClose: () => void }) {
  const verified = useAsk('runs.verifyLog', { root }, { staleTime: 0 });
  const logs = verified.isFetching ? undefined : verified.data?.logs;
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-verify-log-title">
      <ModalHeader title={t('verifyTitle')} labelId="al-verify-log-title" description={t('verifyText')} />
      <ModalBody>
        <div className="al-column" role="status">
          {verified.error && !verified.isFetching && (
            <FailureAlert error={verified.error} title={t('verifyFailedTitle')} />
          )}
          {verified.isFetching && <StateMark mark="running">{t('verifyingText')}</StateMark>}
          {logs?.length === 0 && <p>{t('noRecordsText')}</p>}
          {logs?.map((log) => (
            <Verified key={log.root} log={log} />
          ))}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" onClick={onClose}>
          {t('closeButton')}
        </Button>
        <Button variant="secondary" isDisabled={verified.isFetching} onClick={() => void verified.refetch()}>
          {t('verifyAgainButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function Verified({ log: { root, ok, runs, removed, problems } }: { log: VerifiedLog }) {
  return (
    <section className="al-verified-log" aria-label={root}>
      <p>
        <StateMark mark={!ok ? 'bad' : problems.length > 0 ? 'warning' : 'good'}>
          <strong>{t(ok ? 'recordsIntact' : 'recordsAltered', { records: runs })}</strong>
        </StateMark>{' '}
        <span className="al-mono al-anywhere">{root}</span>
      </p>
      {removed > 0 && <p className="al-sub al-small">{t('recordsRemoved', { records: removed })}</p>}
      {problems.length > 0 && <ProblemList problems={problems} />}
    </section>
  );
}
