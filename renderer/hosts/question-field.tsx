import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import type { ReactNode } from 'react';
import type { Question } from '../../core/contract/documents/nmstate.ts';
import { Words } from '../parts/words.tsx';
import { t } from './messages.ts';

/** A setting of a layout as a field. `value` is the own value; without one, `otherwise` is used. */
export function QuestionField({
  id,
  question: { label, kind, choices, optional },
  value,
  otherwise,
  note,
  error,
  onChange,
}: {
  id: string;
  question: Question;
  value: string;
  otherwise: string;
  /** Where the value comes from. */
  note?: ReactNode;
  error?: ReactNode;
  onChange: (value: string) => void;
}) {
  const text = error ?? note;
  const wide = kind === 'address' || kind === 'addresses' || kind === 'choice' || kind === 'text';
  return (
    <FormGroup label={label} fieldId={id} className={wide ? 'al-hosts-wide' : ''}>
      {kind === 'choice' ? (
        <FormSelect id={id} value={value || otherwise} onChange={(_event, chosen) => onChange(chosen)}>
          {choices!.map((choice) => (
            <FormSelectOption key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </FormSelect>
      ) : (
        <TextInput
          id={id}
          className="al-mono"
          value={value}
          placeholder={otherwise || (optional ? t('optionalPlaceholder') : '')}
          validated={error === undefined ? 'default' : 'error'}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={text === undefined ? undefined : `${id}-note`}
          onChange={(_event, typed) => onChange(typed)}
        />
      )}
      {text !== undefined && (
        <FormHelperText>
          <HelperText id={`${id}-note`}>
            <HelperTextItem variant={error === undefined ? 'default' : 'error'}>
              {typeof text === 'string' ? <Words text={text} /> : text}
            </HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}
