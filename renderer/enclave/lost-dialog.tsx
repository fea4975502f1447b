import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { Radio } from '@patternfly/react-core/dist/esm/components/Radio';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useState } from 'react';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { FieldNote } from '../parts/fields/field-note.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { volumeNumbersIn } from './enclave-words.ts';
import { t } from './messages.ts';

const FORM = 'al-lost-form';

/** Records without a code that a transfer, or some of its volumes, will not arrive. `onDone` receives the problems found meanwhile. */
export function LostDialog({
  workspace,
  transfer,
  onClose,
  onDone,
}: {
  workspace: string;
  transfer: TransferLifeLine;
  onClose: () => void;
  onDone: (problems: ContractProblem[]) => void;
}) {
  const lost = useDo('transfers.lost');
  const [all, setAll] = useState(true);
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const { name, enclave, volumes } = transfer;
  const entered = volumeNumbersIn(text, volumes);
  const error = tried && 'error' in entered ? entered.error : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!all && 'error' in entered) return;
    lost.mutate(
      { workspace, transfer: name, files: !all && 'numbers' in entered ? entered.numbers : undefined },
      { onSuccess: ({ problems }) => onDone(problems) },
    );
  };
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-lost-title">
      <ModalHeader
        title={t('lostDialogTitle', { transfer: name })}
        labelId="al-lost-title"
        description={t('lostText', { enclave })}
      />
      <ModalBody>
        <form id={FORM} className="al-column" onSubmit={onSubmit} noValidate>
          <fieldset className="al-column">
            <legend className="al-unseen">{t('lostContentLabel')}</legend>
            <Radio
              id="al-lost-all"
              name="al-lost"
              label={t('allVolumesLabel')}
              isChecked={all}
              onChange={() => setAll(true)}
            />
            <Radio
              id="al-lost-some"
              name="al-lost"
              label={t('someVolumesLabel', { volumes })}
              isChecked={!all}
              isDisabled={volumes === 0}
              onChange={() => setAll(false)}
            />
          </fieldset>
          {!all && (
            <FormGroup label={t('volumesLabel')} fieldId="al-lost-volumes">
              <TextInput
                id="al-lost-volumes"
                value={text}
                placeholder={t('volumesPlaceholder')}
                validated={error ? 'error' : 'default'}
                aria-describedby="al-lost-note"
                onChange={(_event, value) => setText(value)}
              />
              <FieldNote id="al-lost-note" problem={error}>
                {t('volumesHelp', { most: volumes })}
              </FieldNote>
            </FormGroup>
          )}
          {lost.error && <FailureAlert error={lost.error} title={t('lostFailedTitle')} />}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="transfers.lost"
          type="submit"
          form={FORM}
          variant="danger"
          isDisabled={lost.isPending}
          isLoading={lost.isPending}
        >
          {t('lostButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
