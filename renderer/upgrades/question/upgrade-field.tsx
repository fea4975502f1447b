import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import type { ReactNode } from 'react';

interface FieldProps {
  id: string;
  label: string;
  /** Class that sets the width of the field. */
  className?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A label above a field, in a row of fields. */
function UpgradeField({
  id,
  label,
  className,
  children,
}: Pick<FieldProps, 'id' | 'label' | 'className'> & { children: ReactNode }) {
  return (
    <label className={`al-upgrade-field${className ? ` ${className}` : ''}`} htmlFor={id}>
      <span>{label}</span>
      {children}
    </label>
  );
}

/** A text field with suggestions. @param list ID of the suggestions */
export function UpgradeText({
  id,
  label,
  className,
  value,
  onChange,
  list,
  placeholder,
  isDisabled = false,
  problem,
  onSettled,
}: FieldProps & {
  list: string;
  placeholder?: string;
  isDisabled?: boolean;
  /** ID of the text that describes why the value is invalid. */
  problem?: string | undefined;
  /** Called when the field loses focus. */
  onSettled?: () => void;
}) {
  return (
    <UpgradeField id={id} label={label} className={className}>
      <TextInput
        id={id}
        value={value}
        placeholder={placeholder}
        list={list}
        autoComplete="off"
        isDisabled={isDisabled}
        validated={problem === undefined ? 'default' : 'error'}
        aria-describedby={problem}
        onBlur={onSettled}
        onChange={(_event, text) => onChange(text)}
      />
    </UpgradeField>
  );
}

/** A select field. @param options values with their labels */
export function UpgradeSelect({
  id,
  label,
  className,
  value,
  onChange,
  options,
  isDisabled = false,
}: FieldProps & { options: readonly (readonly [value: string, label: string])[]; isDisabled?: boolean }) {
  return (
    <UpgradeField id={id} label={label} className={className}>
      <FormSelect
        id={id}
        value={value}
        isDisabled={isDisabled}
        onChange={(_event, chosen) => onChange(chosen)}
      >
        {options.map(([name, text]) => (
          <FormSelectOption key={name} value={name} label={text} />
        ))}
      </FormSelect>
    </UpgradeField>
  );
}
