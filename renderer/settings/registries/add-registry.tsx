import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useState } from 'react';
import { useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { FieldNote } from '../../parts/fields/field-note.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { typedRegistry } from '../parts/registry-words.ts';
import { t } from './messages.ts';

const FORM = 'al-add-registry';

/** Adds a registry to the list. Its credentials are requested later, if the test shows that it needs some. */
export function AddRegistry({
  onClose,
  onAdded,
}: {
  onClose: () => void;
  onAdded: (entry: { name: string; tlsVerify: boolean }) => void;
}) {
  const add = useDo('registries.add');
  const [text, setText] = useState('');
  const [tlsVerify, setTlsVerify] = useState(true);
  const [tried, setTried] = useState(false);
  const typed = typedRegistry(text);
  const error = tried && 'error' in typed ? typed.error : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('error' in typed) return;
    const entry = { name: typed.name, tlsVerify };
    add.mutate(entry, { onSuccess: () => onAdded(entry) });
  };
  return (
    <Modal
      isOpen
      variant="small"
      onClose={onClose}
      aria-labelledby="al-add-title"
      elementToFocus="#al-add-name"
    >
      <ModalHeader title={t('addTitle')} labelId="al-add-title" />
      <ModalBody>
        <form id={FORM} className="al-column" onSubmit={onSubmit} noValidate>
          <FormGroup label={t('registryField')} fieldId="al-add-name">
            <TextInput
              id="al-add-name"
              className="al-mono"
              value={text}
              placeholder="registry.lab:5000/mirror"
              autoComplete="off"
              spellCheck={false}
              validated={error ? 'error' : 'default'}
              aria-describedby="al-add-note"
              onChange={(_event, value) => setText(value)}
            />
            <FieldNote id="al-add-note" problem={error}>
              {t('registryHelp')}
            </FieldNote>
          </FormGroup>
          <Checkbox
            id="al-add-tls"
            label={t('verifyLabel')}
            description={t('verifyHelp')}
            isChecked={tlsVerify}
            onChange={(_event, checked) => setTlsVerify(checked)}
          />
          {add.error && <FailureAlert error={add.error} title={t('addFailedTitle')} />}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="registries.add"
          type="submit"
          form={FORM}
          variant="primary"
          isLoading={add.isPending}
          isDisabled={add.isPending}
        >
          {t('addAndTestButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
