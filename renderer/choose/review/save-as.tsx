import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useState } from 'react';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { useDraft } from '../draft/use-draft.tsx';
import { t } from './messages.ts';

/** Saves the configuration to another file. An existing file is reported on the page, and isn't overwritten. */
export function SaveAsDialog({ onSave, onClose }: { onSave: (file: string) => void; onClose: () => void }) {
  const { draft } = useDraft();
  const [file, setFile] = useState(draft.file);
  const path = file.trim();
  const isNew = path.startsWith('/') && !path.endsWith('/') && path !== draft.file;
  return (
    <Modal isOpen variant="small" position="top" onClose={onClose} aria-labelledby="al-save-as-title">
      <ModalHeader title={t('saveAsTitle')} labelId="al-save-as-title" description={t('saveAsText')} />
      <ModalBody>
        <PathInput
          id="al-save-as-file"
          label={t('fileLabel')}
          kind="save"
          extensions={['yaml', 'yml']}
          value={file}
          onChange={setFile}
        />
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="configurations.save"
          isDisabled={!isNew}
          onClick={() => {
            onSave(path);
            onClose();
          }}
        >
          {t('saveButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
