import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { typedText } from '../../parts/fields/typed-text.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { t } from './messages.ts';

/** Saves the files to a new or empty directory. */
export function SaveAdopted({
  question,
  fingerprint,
  files,
  onSaved,
  onClose,
}: {
  /** The request that read the nodes. */
  question: RequestInput<'hosts.adopt'>;
  fingerprint: string;
  files: number;
  onSaved: (directory: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const save = useDo('hosts.saveAdopted');
  const directory = typedText(text);
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-adopt-save-title">
      <ModalHeader
        title={t('saveFilesButton', { files })}
        labelId="al-adopt-save-title"
        description={t('saveHelp')}
      />
      <ModalBody>
        <div className="al-column">
          <PathInput
            id="al-adopt-directory"
            label={t('directoryLabel')}
            kind="directory"
            value={text}
            placeholder="/data/fleet/br-ex"
            autoFocus
            onChange={setText}
          />
          {save.error && <FailureAlert error={save.error} title={t('saveFailedTitle')} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="hosts.saveAdopted"
          isDisabled={directory === undefined || save.isPending}
          isLoading={save.isPending}
          onClick={() =>
            save.mutate(
              { ...question, directory: directory!, fingerprint },
              { onSuccess: (saved) => onSaved(saved.directory) },
            )
          }
        >
          {t('saveFilesButton', { files })}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
