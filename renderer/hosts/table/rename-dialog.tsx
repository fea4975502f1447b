import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import { useHosts } from '../use-hosts.tsx';

export function RenameDialog({ onClose }: { onClose: () => void }) {
  const { set, change } = useHosts();
  const [name, setName] = useState(set.name);
  const save = () => {
    change('The table was renamed', (now) => ({ ...now, name: name.trim() }));
    onClose();
  };
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-hosts-rename-title">
      <ModalHeader title="Rename the table" labelId="al-hosts-rename-title" />
      <ModalBody>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') save();
          }}
        >
          <FormGroup label="Name" fieldId="al-hosts-name">
            <TextInput id="al-hosts-name" value={name} autoFocus onChange={(_event, text) => setName(text)} />
          </FormGroup>
        </form>
      </ModalBody>
      <ModalFooter>
        <Button isDisabled={name.trim() === ''} onClick={save}>
          Rename it
        </Button>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
