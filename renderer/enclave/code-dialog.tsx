import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useState } from 'react';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { FieldNote } from '../parts/fields/field-note.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { TakenWords } from './taken-words.tsx';

const FORM = 'al-code-form';

/** Takes the code that the other side gave: typed, shown in words, and only then taken into the ledger. `onDone` gets the problems of that. */
export function CodeDialog({
  workspace,
  onClose,
  onDone,
}: {
  workspace: string;
  onClose: () => void;
  onDone: (problems: ContractProblem[]) => void;
}) {
  const [code, setCode] = useState('');
  const read = useDo('transfers.readCode');
  const take = useDo('transfers.acknowledge');
  const said = read.data;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    if (!said) read.mutate({ workspace, code });
    else take.mutate({ workspace, code }, { onSuccess: ({ problems }) => onDone(problems) });
  };
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-code-title" elementToFocus="#al-code">
      <ModalHeader
        title="Enter the acknowledgement code"
        labelId="al-code-title"
        description="The other side reads it out or sends it on paper."
      />
      <ModalBody>
        <form id={FORM} className="al-column" onSubmit={onSubmit} noValidate>
          <FormGroup label="Code" fieldId="al-code">
            <TextInput
              id="al-code"
              className="al-mono al-code-field"
              value={code}
              placeholder="147K-2M42-0101-T7J1-Z"
              autoComplete="off"
              spellCheck={false}
              validated={read.error ? 'error' : 'default'}
              aria-describedby="al-code-note"
              onChange={(_event, value) => {
                setCode(value);
                read.reset();
                take.reset();
              }}
            />
            <FieldNote id="al-code-note" problem={undefined}>
              Case, spaces and dashes do not matter. O is taken for 0, I and L for 1.
            </FieldNote>
          </FormGroup>
          <div role="status">
            {said && (
              <div className="al-said">
                <StateMark mark={said.lacks.length === 0 ? 'good' : 'warning'}>
                  It says of {said.enclave}: <strong>{said.words}</strong>
                </StateMark>
                <TakenWords taken={said} />
              </div>
            )}
          </div>
          {read.error && <FailureAlert error={read.error} title="The code was not read" />}
          {take.error && <FailureAlert error={take.error} title="The answer was not accepted" />}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="transfers.acknowledge"
          type="submit"
          form={FORM}
          variant="primary"
          isDisabled={code.trim() === '' || read.isPending || take.isPending}
          isLoading={read.isPending || take.isPending}
        >
          {said ? 'Take this answer' : 'Read the code'}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
