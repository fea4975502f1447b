import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import type { ClusterJob } from '../../core/contract/topics/clusters.ts';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';

/** Asks before an apply is taken back. */
export function RollbackDialog({
  record,
  choice,
  onClose,
  onBegun,
}: {
  /** Folder of the record. */
  record: string;
  choice: { kubeconfig?: string; context?: string };
  onClose: () => void;
  onBegun: (job: ClusterJob) => void;
}) {
  const [overwrite, setOverwrite] = useState(false);
  const rollback = useDo('clusters.rollback');
  const known = useAsk('clusters.records', {}).data?.records.find(({ directory }) => directory === record);
  const begin = (dryRun: boolean) =>
    void rollback
      .mutateAsync({ ...choice, context: known ? known.context : choice.context, record, overwrite, dryRun })
      .then(onBegun, () => undefined);
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-cluster-rollback">
      <ModalHeader
        title={known ? `Roll back ${counted(known.objects, 'object')} of ${known.context}?` : 'Roll back?'}
        labelId="al-cluster-rollback"
        description="Each object gets the version that it had before this apply; those that were made are deleted. Nodes restart again where they restarted for it; that is asked first."
      />
      <ModalBody>
        <div className="al-column">
          <Checkbox
            id="al-cluster-rollback-overwrite"
            label="Also where somebody changed them since"
            isChecked={overwrite}
            onChange={(_event, checked) => setOverwrite(checked)}
          />
          {rollback.error && <FailureAlert error={rollback.error} title="Nothing was taken back" />}
        </div>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="clusters.rollback"
          variant="primary"
          isDisabled={rollback.isPending}
          isLoading={rollback.isPending}
          onClick={() => begin(false)}
        >
          Roll back
        </RequestButton>
        <RequestButton
          request="clusters.rollback"
          variant="secondary"
          isDisabled={rollback.isPending}
          onClick={() => begin(true)}
        >
          Dry run
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
