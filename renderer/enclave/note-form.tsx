import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useState } from 'react';
import type { RequestInput } from '../../core/contract/contract.ts';
import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { RequestButton } from '../parts/request-button.tsx';
import { STEP_LABELS } from './enclave-words.ts';

type Said = NonNullable<RequestInput<'transfers.note'>['step']>;

/** Steps that no record of this side tells. */
const SAID: readonly Said[] = ['on-media', 'imported', 'pushed', 'applied'];

/** Writes a line into the journal: a text, how far it is, or both. */
export function NoteForm({ workspace, transfer }: { workspace: string; transfer: TransferLifeLine }) {
  const note = useDo('transfers.note');
  const [text, setText] = useState('');
  const [step, setStep] = useState<Said | ''>('');
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
        aria-label="Note"
        placeholder="Who carries it, in which bag"
        value={text}
        maxLength={2000}
        onChange={(_event, value) => setText(value)}
      />
      <FormSelect
        id="al-note-step"
        aria-label="How far it is"
        value={step}
        onChange={(_event, value) => setStep(value as Said | '')}
      >
        <FormSelectOption value="" label="Only a note" />
        {SAID.map((each) => (
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
        Add to journal
      </RequestButton>
      {note.error && <FailureAlert error={note.error} title="The journal was not written" />}
    </form>
  );
}
