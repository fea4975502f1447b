import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { t } from './messages.ts';

/** Confirms a rollback before it starts. */
export function RollbackDialog({
  record,
  choice,
  onClose,
  onStarted,
}: {
  /** Folder of the record. */
  record: string;
  choice: { kubeconfig?: string; context?: string };
  onClose: () => void;
  onStarted: (job: ClusterJob) => void;
}) {
  const [overwrite, setOverwrite] = useState(false);
  const rollback = useDo('clusters.rollback');
  const known = useAsk('clusters.records', {}).data?.records.find(({ directory }) => directory === record);
  const start = (dryRun: boolean) =>
    void rollback
      .mutateAsync({ ...choice, context: known ? known.context : choice.context, record, overwrite, dryRun })
      .then(onStarted, () => undefined);
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-cluster-rollback">
      <ModalHeader
        title={
          known
            ? t('rollbackTitle', { objects: known.objects, context: known.context })
            : t('rollbackUnknownTitle')
        }
        labelId="al-cluster-rollback"
        description={t('rollbackText')}
      />
      <ModalBody>
        <div className="al-column">
          <Checkbox
            id="al-cluster-rollback-overwrite"
            label={t('rollbackOverwriteLabel')}
            description={t('rollbackOverwriteHelp')}
            isChecked={overwrite}
            onChange={(_event, checked) => setOverwrite(checked)}
          />
          {rollback.error && <FailureAlert error={rollback.error} title={t('rollbackFailedTitle')} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="clusters.rollback"
          variant="primary"
          isDisabled={rollback.isPending}
          isLoading={rollback.isPending}
          onClick={() => start(false)}
        >
          {t('rollBackButton')}
        </RequestButton>
        <RequestButton
          request="clusters.rollback"
          variant="secondary"
          isDisabled={rollback.isPending}
          onClick={() => start(true)}
        >
          {t('dryRunButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
