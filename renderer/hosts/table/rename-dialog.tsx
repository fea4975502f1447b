import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import { t as common } from '../messages.ts';
import { useHosts } from '../use-hosts.tsx';
import { t } from './messages.ts';

export function RenameDialog({ onClose }: { onClose: () => void }) {
  const { set, change } = useHosts();
  const [name, setName] = useState(set.name);
  const save = () => {
    change(t('tableRenamed'), (now) => ({ ...now, name: name.trim() }));
    onClose();
  };
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-hosts-rename-title">
      <ModalHeader title={t('renameTitle')} labelId="al-hosts-rename-title" />
      <ModalBody>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') save();
          }}
        >
          <FormGroup label={t('nameLabel')} fieldId="al-hosts-name">
            <TextInput id="al-hosts-name" value={name} autoFocus onChange={(_event, text) => setName(text)} />
          </FormGroup>
        </form>
      </ModalBody>
      <ModalFooter>
        <Button isDisabled={name.trim() === ''} onClick={save}>
          {t('renameButton')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {common('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
