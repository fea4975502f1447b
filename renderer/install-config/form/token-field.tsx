import { TimesIcon } from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from './messages.ts';

/** A list of short texts, each with a button that removes it, and a field for the next one. */
export function TokenField({
  id,
  label,
  values,
  suggestions = [],
  placeholder,
  invalid,
  described,
  onChange,
}: {
  id: string;
  label: string;
  values: readonly string[];
  suggestions?: readonly string[];
  placeholder?: string;
  invalid: boolean;
  described?: string;
  onChange: (values: string[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const offered = suggestions.filter((each) => !values.includes(each));
  // Names of port groups may contain spaces, so a pasted list is split at commas and line breaks.
  const add = (text: string) => {
    const parts = text.split(/[,\n]/).map((each) => each.trim());
    const fresh = [...new Set(parts)].filter((each) => each !== '' && !values.includes(each));
    setTyped('');
    if (fresh.length > 0) onChange([...values, ...fresh]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || (event.key === ',' && typed.trim() !== '')) {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1));
  };
  return (
    <div className={`al-ic-tokens${invalid ? ' al-ic-tokens-wrong' : ''}`}>
      {values.length > 0 && (
        <ul aria-label={label}>
          {values.map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list may contain a text twice until that is fixed
            <li key={index} className="al-mono">
              <span className="al-anywhere">{value || "''"}</span>
              <button
                type="button"
                aria-label={t('removeValueLabel', { value, field: label })}
                onClick={() => {
                  onChange(values.filter((_, each) => each !== index));
                  input.current?.focus();
                }}
              >
                <TimesIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        ref={input}
        className="al-mono"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={invalid}
        aria-describedby={described}
        placeholder={placeholder !== undefined && values.length === 0 ? placeholder : undefined}
        list={offered.length > 0 ? `${id}-list` : undefined}
        onChange={(event) => {
          const text = event.target.value;
          // `fd-1` may be the start of `fd-10`.
          const longer = offered.some((each) => each !== text && each.startsWith(text));
          if (offered.includes(text) && !longer) add(text);
          else setTyped(text);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => typed.trim() !== '' && add(typed)}
      />
      {offered.length > 0 && (
        <datalist id={`${id}-list`}>
          {offered.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}
