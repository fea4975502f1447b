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
import { pieceNumbers } from './enclave-words.ts';

const FORM = 'al-lost-form';

/** Notes without a code that a transfer, or pieces of it, will not arrive. `onDone` gets the problems found while it was noted. */
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
  const { name, enclave, pieces } = transfer;
  const typed = pieceNumbers(text, pieces);
  const error = tried && 'error' in typed ? typed.error : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!all && 'error' in typed) return;
    lost.mutate(
      { workspace, transfer: name, files: !all && 'numbers' in typed ? typed.numbers : undefined },
      { onSuccess: ({ problems }) => onDone(problems) },
    );
  };
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-lost-title">
      <ModalHeader
        title={`Note ${name} as lost?`}
        labelId="al-lost-title"
        description={`For when nobody on the other side will answer. The next transfer to ${enclave} carries it again, as far as it is wanted. A code that comes later counts instead.`}
      />
      <ModalBody>
        <form id={FORM} className="al-column" onSubmit={onSubmit} noValidate>
          <fieldset className="al-column">
            <legend className="al-unseen">What is lost</legend>
            <Radio
              id="al-lost-all"
              name="al-lost"
              label="All of it"
              isChecked={all}
              onChange={() => setAll(true)}
            />
            <Radio
              id="al-lost-some"
              name="al-lost"
              label={`Some of its pieces (${pieces})`}
              isChecked={!all}
              isDisabled={pieces === 0}
              onChange={() => setAll(false)}
            />
          </fieldset>
          {!all && (
            <FormGroup label="Pieces" fieldId="al-lost-pieces">
              <TextInput
                id="al-lost-pieces"
                value={text}
                placeholder="3, 5-7"
                validated={error ? 'error' : 'default'}
                aria-describedby="al-lost-note"
                onChange={(_event, value) => setText(value)}
              />
              <FieldNote id="al-lost-note" problem={error}>
                Numbers from 1 to {pieces}.
              </FieldNote>
            </FormGroup>
          )}
          {lost.error && <FailureAlert error={lost.error} title="It was not noted" />}
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
          Note as lost
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
