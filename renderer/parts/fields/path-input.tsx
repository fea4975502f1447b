import './path-input.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { InputGroup, InputGroupItem } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { FolderOpenIcon } from '@patternfly/react-icons/dist/esm/icons/folder-open-icon';
import { type ReactNode, useEffect } from 'react';
import { t } from '../messages.ts';
import { FieldNote } from './field-note.tsx';
import { PathList } from './path-list.tsx';
import { type RequestedPath, usePathList } from './use-path-list.ts';

/**
 * A folder or file on the engine's host: typed with completion, chosen from the list that the button opens, or picked in
 * a native dialog where the host has one. `save` accepts a file that doesn't exist yet.
 */
export function PathInput({
  id,
  helper,
  error,
  placeholder,
  autoFocus = false,
  required = false,
  disabled = false,
  ...wanted
}: RequestedPath & {
  id: string;
  helper?: ReactNode;
  error?: string;
  placeholder?: string;
  autoFocus?: boolean;
  required?: boolean;
  disabled?: boolean;
}) {
  const { label, kind, value } = wanted;
  const list = usePathList(wanted);
  const { input, open, active } = list;
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus, input]);
  useEffect(() => {
    // The end of a path is the most specific. While it's edited, the browser scrolls to the cursor.
    const showEnd = () => {
      const field = input.current;
      if (field && field.value === value && document.activeElement !== field)
        field.scrollLeft = field.scrollWidth;
    };
    showEnd();
    window.addEventListener('resize', showEnd);
    return () => window.removeEventListener('resize', showEnd);
  }, [input, value]);
  const noted = error !== undefined || helper !== undefined;
  return (
    <FormGroup label={label} fieldId={id} isRequired={required}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the focus leaving field and list */}
      <div
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) list.leave();
        }}
      >
        <InputGroup>
          <InputGroupItem isFill>
            <TextInput
              id={id}
              ref={input}
              className="al-mono al-path-field"
              value={value}
              placeholder={placeholder}
              isRequired={required}
              isDisabled={disabled}
              validated={error === undefined ? 'default' : 'error'}
              autoComplete="off"
              spellCheck={false}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={open}
              aria-controls={`${id}-list`}
              aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
              aria-describedby={noted ? `${id}-note` : undefined}
              onChange={(_event, text) => list.type(text)}
              onKeyDown={list.onKeyDown}
            />
          </InputGroupItem>
          <InputGroupItem>
            <Button
              variant="control"
              icon={<FolderOpenIcon />}
              isDisabled={disabled}
              aria-label={t(kind === 'directory' ? 'chooseDirectoryButton' : 'chooseFileButton', {
                field: label,
              })}
              onClick={() => void list.browse()}
            />
          </InputGroupItem>
        </InputGroup>
        {open ? (
          <PathList id={id} list={list} />
        ) : (
          <div id={`${id}-list`} role="listbox" aria-label={label} hidden />
        )}
      </div>
      {noted && (
        <FieldNote id={`${id}-note`} problem={error}>
          {helper}
        </FieldNote>
      )}
    </FormGroup>
  );
}
