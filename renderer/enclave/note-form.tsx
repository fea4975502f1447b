import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useState } from 'react';
import type { RequestInput } from '../../core/contract/contract.ts';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { STEP_LABELS } from './enclave-words.ts';
import { t } from './messages.ts';

type NotedStep = NonNullable<RequestInput<'transfers.note'>['step']>;

/** Steps that this side can't detect. */
const NOTED_STEPS: readonly NotedStep[] = ['on-media', 'imported', 'pushed', 'applied'];

/** Adds an entry to the journal: a text, a step, or both. */
export function NoteForm({ workspace, transfer }: { workspace: string; transfer: TransferLifeLine }) {
  const note = useDo('transfers.note');
  const [text, setText] = useState('');
  const [step, setStep] = useState<NotedStep | ''>('');
  const empty = text.trim() === '' && step === '';
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (empty) return;
    note.mutate(
      {
        workspace,
        transfer: transfer.name,
        text: text.trim() || undefined,
        step: step || undefined,
      },
      {
        onSuccess: () => {
          setText('');
          setStep('');
        },
      },
    );
  };
  return (
    <form className="al-in al-note-form" onSubmit={onSubmit}>
      <TextInput
        id="al-note-text"
        aria-label={t('noteLabel')}
        placeholder={t('notePlaceholder')}
        value={text}
        maxLength={2000}
        onChange={(_event, value) => setText(value)}
      />
      <FormSelect
        id="al-note-step"
        aria-label={t('stepLabel')}
        value={step}
        onChange={(_event, value) => setStep(value as NotedStep | '')}
      >
        <FormSelectOption value="" label={t('onlyNote')} />
        {NOTED_STEPS.map((each) => (
          <FormSelectOption key={each} value={each} label={STEP_LABELS[each]} />
        ))}
      </FormSelect>
      <RequestButton
        request="transfers.note"
        type="submit"
        variant="secondary"
        isDisabled={empty || note.isPending}
        isLoading={note.isPending}
      >
        {t('addNoteButton')}
      </RequestButton>
      {note.error && <FailureAlert error={note.error} title={t('journalFailedTitle')} />}
    </form>
  );
}
