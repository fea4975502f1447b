import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useState } from 'react';
import { FieldNote } from './field-note.tsx';

const MOST = 10;

/** A number from 1 to 10. The typed text can be empty or invalid. When the field loses the focus, it shows the number again. */
export function CountField({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <FormGroup label={label} fieldId={id}>
      <TextInput
        id={id}
        type="number"
        min={1}
        max={MOST}
        value={typed ?? value}
        onBlur={() => setTyped(undefined)}
        onChange={(_event, text) => {
          setTyped(text);
          const number = Number(text);
          if (Number.isInteger(number) && number >= 1 && number <= MOST) onChange(number);
        }}
      />
    </FormGroup>
  );
}

/** An optional text. */
export function TextField({
  id,
  label,
  value,
  placeholder,
  problem,
  note,
  disabled = false,
  mono = false,
  maxLength,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  placeholder?: string;
  problem?: string | undefined;
  note: string;
  disabled?: boolean;
  /** In the fixed-width font. */
  mono?: boolean;
  maxLength?: number;
  onChange: (value: string) => void;
}) {
  return (
    <FormGroup label={label} fieldId={id}>
      <TextInput
        id={id}
        className={mono ? 'al-mono' : ''}
        value={value}
        placeholder={placeholder}
        maxLength={maxLength}
        isDisabled={disabled}
        autoComplete="off"
        validated={problem ? 'error' : 'default'}
        aria-describedby={`${id}-note`}
        onChange={(_event, text) => onChange(text)}
      />
      <FieldNote id={`${id}-note`} problem={problem}>
        {note}
      </FieldNote>
    </FormGroup>
  );
}

/** A checkbox with a description. */
export function Check({
  id,
  label,
  description,
  isChecked,
  onChange,
}: {
  id: string;
  label: string;
  description?: ReactNode;
  isChecked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      id={id}
      label={label}
      description={description}
      isChecked={isChecked}
      onChange={(_event, checked) => onChange(checked)}
    />
  );
}
