import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';

/** The text of the field below a list, and whether the list is open. */
type TypedName = ReturnType<typeof useTypedName>;

export function useTypedName() {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  return {
    open,
    setOpen,
    text,
    setText,
    /** The trimmed text. */
    name: text.trim(),
  };
}

/** A collapsible list of names of the configuration: each can be removed, and a field below adds one. */
export function NameList({
  title,
  label,
  note,
  names,
  typed,
  field,
  wrong = false,
  onAdd,
  onRemove,
  state,
  below,
  children,
}: {
  /** With the number of names. */
  title: string;
  label: string;
  /** Above the list. */
  note?: ReactNode;
  names: readonly string[];
  typed: TypedName;
  field: { id: string; label: string; placeholder: string; button: string };
  /** Whether the typed text is invalid. */
  wrong?: boolean;
  /** Undefined while there is nothing to add. */
  onAdd: (() => void) | undefined;
  onRemove: (name: string, index: number) => void;
  /** The state of a name, next to it. */
  state: (name: string) => ReactNode;
  /** Details of a name, below it. */
  below?: (name: string) => ReactNode;
  /** Next to the button that adds. */
  children: ReactNode;
}) {
  return (
    <ExpandableSection
      className="al-choose-section"
      toggleText={title}
      isExpanded={typed.open}
      onToggle={(_event, expanded) => typed.setOpen(expanded)}
    >
      <div className="al-column">
        {note}
        {names.length > 0 && (
          <ul className="al-choose-images-list" aria-label={label}>
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text may list a name twice
              <li key={`${name} ${index}`}>
                <div className="al-row al-wrap">
                  <span className="al-mono al-anywhere al-grow">{name}</span>
                  {state(name)}
                  <Button
                    variant="link"
                    isInline
                    aria-label={t('removeLabel', { name })}
                    onClick={() => onRemove(name, index)}
                  >
                    {t('removeButton')}
                  </Button>
                </div>
                {below?.(name)}
              </li>
            ))}
          </ul>
        )}
        <form
          className="al-choose-row"
          onSubmit={(event) => {
            event.preventDefault();
            onAdd?.();
          }}
        >
          <label className="al-choose-field al-choose-field-wide" htmlFor={field.id}>
            <span>{field.label}</span>
            <TextInput
              id={field.id}
              className="al-mono"
              value={typed.text}
              placeholder={field.placeholder}
              autoComplete="off"
              spellCheck={false}
              validated={wrong ? 'error' : 'default'}
              onChange={(_event, text) => typed.setText(text)}
            />
          </label>
          <Button type="submit" variant="secondary" isDisabled={onAdd === undefined}>
            {field.button}
          </Button>
          {children}
        </form>
      </div>
    </ExpandableSection>
  );
}
