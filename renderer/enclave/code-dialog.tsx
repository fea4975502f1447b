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
import { CodeEffect } from './code-effect.tsx';
import { t } from './messages.ts';

const FORM = 'al-code-form';

/** Accepts a code of the other side after showing its content in words. `onDone` receives the problems found meanwhile. */
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
  const accept = useDo('transfers.acknowledge');
  const found = read.data;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return;
    if (!found) read.mutate({ workspace, code });
    else accept.mutate({ workspace, code }, { onSuccess: ({ problems }) => onDone(problems) });
  };
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-labelledby="al-code-title" elementToFocus="#al-code">
      <ModalHeader title={t('codeTitle')} labelId="al-code-title" description={t('codeText')} />
      <ModalBody>
        <form id={FORM} className="al-column" onSubmit={onSubmit} noValidate>
          <FormGroup label={t('codeLabel')} fieldId="al-code">
            <TextInput
              id="al-code"
              className="al-mono al-code-field"
              value={code}
              placeholder={t('codePlaceholder')}
              autoComplete="off"
              spellCheck={false}
              validated={read.error ? 'error' : 'default'}
              aria-describedby="al-code-note"
              onChange={(_event, value) => {
                setCode(value);
                read.reset();
                accept.reset();
              }}
            />
            <FieldNote id="al-code-note" problem={undefined}>
              {t('codeHelp')}
            </FieldNote>
          </FormGroup>
          <div role="status">
            {found && (
              <div className="al-code-content">
                <StateMark mark={found.missing.length === 0 ? 'good' : 'warning'}>
                  {t.parts('codeContent', {
                    enclave: found.enclave,
                    status: found.summary,
                    strong: (inner) => <strong key="status">{inner}</strong>,
                  })}
                </StateMark>
                <CodeEffect code={found} />
              </div>
            )}
          </div>
          {read.error && <FailureAlert error={read.error} title={t('codeFailedTitle')} />}
          {accept.error && <FailureAlert error={accept.error} title={t('acceptFailedTitle')} />}
        </form>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="transfers.acknowledge"
          type="submit"
          form={FORM}
          variant="primary"
          isDisabled={code.trim() === '' || read.isPending || accept.isPending}
          isLoading={read.isPending || accept.isPending}
        >
          {found ? t('acceptCodeButton') : t('readCodeButton')}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
