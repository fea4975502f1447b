import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useEffect, useState } from 'react';

/** A text field that reports its value on Enter, when it loses focus, or when an option is chosen. */
export function SettledField({
  id,
  label,
  value,
  onSettle,
  placeholder,
  options = [],
  mono = false,
  wide = false,
  wrong,
  note,
}: {
  id: string;
  label: string;
  value: string;
  onSettle: (value: string) => void;
  placeholder?: string;
  options?: readonly { value: string; label?: string }[];
  mono?: boolean;
  wide?: boolean;
  /** Returns the problem of a typed text. */
  wrong?: (typed: string) => string | undefined;
  note?: ReactNode;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const problem = wrong?.(typed.trim());
  const settle = (text: string) => {
    const tidy = text.trim();
    if (tidy !== value && wrong?.(tidy) === undefined) onSettle(tidy);
  };
  const below = problem ?? note;
  return (
    <div className={wide ? 'al-choose-field al-choose-field-wide' : 'al-choose-field'}>
      <label htmlFor={id} className="al-choose-legend">
        {label}
      </label>
      <TextInput
        id={id}
        className={mono ? 'al-mono' : ''}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        validated={problem === undefined ? 'default' : 'error'}
        placeholder={placeholder}
        list={options.length > 0 ? `${id}-list` : undefined}
        aria-describedby={below === undefined ? undefined : `${id}-note`}
        onChange={(_event, text) => {
          setTyped(text);
          if (options.some((option) => option.value === text)) settle(text);
        }}
        onBlur={() => settle(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle(typed);
        }}
      />
      {options.length > 0 && (
        <datalist id={`${id}-list`}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </datalist>
      )}
      {below !== undefined && (
        <span
          id={`${id}-note`}
          className={problem === undefined ? 'al-sub al-small' : 'al-small al-field-problem'}
        >
          {below}
        </span>
      )}
    </div>
  );
}
