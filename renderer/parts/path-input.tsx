import './path-input.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { InputGroup, InputGroupItem } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { FolderIcon } from '@patternfly/react-icons/dist/esm/icons/folder-icon';
import { FolderOpenIcon } from '@patternfly/react-icons/dist/esm/icons/folder-open-icon';
import { LevelUpAltIcon } from '@patternfly/react-icons/dist/esm/icons/level-up-alt-icon';
import { OutlinedFileIcon } from '@patternfly/react-icons/dist/esm/icons/outlined-file-icon';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useAsk, useDo, useRefusal } from '../engine/requests.ts';
import { parentFolder, withoutLastSlash } from './paths.ts';

interface Suggestion {
  path: string;
  name: string;
  kind: 'folder' | 'file' | 'up';
}

/**
 * A folder or file on the engine's host: typed with completion, chosen from the list that the button opens, or picked in
 * a native dialog where the host has one. `save` takes a file that need not exist.
 */
export function PathInput({
  id,
  label,
  kind,
  value,
  onChange,
  extensions = [],
  helper,
  error,
  placeholder,
  autoFocus = false,
  required = false,
  disabled = false,
}: {
  id: string;
  label: string;
  kind: 'folder' | 'file' | 'save';
  value: string;
  onChange: (path: string) => void;
  /** Without the dot: `['yaml', 'yml']`. */
  extensions?: string[];
  helper?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  autoFocus?: boolean;
  required?: boolean;
  disabled?: boolean;
}) {
  const host = useAsk('host.describe', {});
  const pick = useDo('paths.pick');
  /** What the list was opened for: typing completes, browsing goes up and down folders too. */
  const [listing, setListing] = useState<'typing' | 'browsing'>();
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const home = host.data?.home;
  const looked = value === '' && home ? `${home}/` : value;
  const refusal = useRefusal('paths.complete');
  const found = useAsk(
    'paths.complete',
    { text: looked, kind: kind === 'folder' ? 'folder' : 'file', extensions },
    { enabled: refusal === undefined && listing !== undefined && looked !== '', keep: true, staleTime: 2000 },
  );
  const up = parentFolder(looked);
  const entries = found.data?.entries ?? [];
  // A file that is typed to its end needs no completion: the list would only cover what comes next.
  const complete = listing === 'typing' && entries.length === 1 && entries[0]!.path === value;
  const suggestions: Suggestion[] = [
    ...(up && listing === 'browsing' ? [{ path: up, name: up, kind: 'up' as const }] : []),
    ...(complete && entries[0]!.kind === 'file' ? [] : entries),
  ];
  const open = listing !== undefined && suggestions.length > 0;
  const shown = open ? active : -1;
  const close = () => {
    setListing(undefined);
    setActive(-1);
  };

  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  // Heard at the field itself: a dialog around it listens for Escape where React would be too late.
  useEffect(() => {
    const field = input.current;
    if (!open || !field) return;
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      setListing(undefined);
      setActive(-1);
    };
    field.addEventListener('keydown', onEscape);
    return () => field.removeEventListener('keydown', onEscape);
  }, [open]);

  const choose = (chosen: Suggestion) => {
    const stays = chosen.kind !== 'file';
    onChange(stays && !chosen.path.endsWith('/') ? `${chosen.path}/` : chosen.path);
    setActive(-1);
    setListing(stays ? 'browsing' : undefined);
    input.current?.focus();
  };
  const leave = () => {
    close();
    const tidy = withoutLastSlash(value.trim());
    if (tidy !== value) onChange(tidy);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setListing('browsing');
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const last = suggestions.length - 1;
      setActive(active + step > last ? -1 : active + step < -1 ? last : active + step);
    } else if (event.key === 'Enter' && suggestions[shown]) {
      event.preventDefault();
      choose(suggestions[shown]);
    } else if (event.key === 'Enter') close();
  };
  const browse = async () => {
    if (!host.data?.nativeDialogs) {
      setListing(open ? undefined : 'browsing');
      input.current?.focus();
      return;
    }
    const answer = await pick.mutateAsync({
      kind,
      title: label,
      ...(value !== '' && { startAt: value }),
      extensions,
    });
    if (answer.path !== undefined) onChange(answer.path);
    input.current?.focus();
  };

  const note = error ?? helper;
  return (
    <FormGroup label={label} fieldId={id} isRequired={required}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus left all of it */}
      <div
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) leave();
        }}
      >
        <InputGroup>
          <InputGroupItem isFill>
            <TextInput
              id={id}
              ref={input}
              className="al-mono"
              value={value}
              {...(placeholder !== undefined && { placeholder })}
              isRequired={required}
              isDisabled={disabled}
              validated={error === undefined ? 'default' : 'error'}
              autoComplete="off"
              spellCheck={false}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={open}
              aria-controls={`${id}-list`}
              {...(shown >= 0 && { 'aria-activedescendant': `${id}-${shown}` })}
              {...(note !== undefined && { 'aria-describedby': `${id}-note` })}
              onChange={(_event, text) => {
                onChange(text);
                setListing('typing');
                setActive(-1);
              }}
              onKeyDown={onKeyDown}
            />
          </InputGroupItem>
          <InputGroupItem>
            <Button
              variant="control"
              icon={<FolderOpenIcon />}
              isDisabled={disabled}
              aria-label={kind === 'folder' ? `Choose a folder for ${label}` : `Choose a file for ${label}`}
              onClick={browse}
            />
          </InputGroupItem>
        </InputGroup>
        {open && (
          <SuggestionList
            id={id}
            below={input}
            suggestions={suggestions}
            active={shown}
            truncated={found.data?.truncated ?? false}
            onChoose={choose}
          />
        )}
        {!open && <div id={`${id}-list`} role="listbox" aria-label={label} hidden />}
      </div>
      {note !== undefined && (
        <FormHelperText>
          <HelperText id={`${id}-note`}>
            <HelperTextItem variant={error === undefined ? 'default' : 'error'}>{note}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}

const ICONS = { folder: FolderIcon, file: OutlinedFileIcon, up: LevelUpAltIcon } as const;

/** Shown in the top layer, so that no dialog and no scrolled box cuts it. */
function SuggestionList({
  id,
  below,
  suggestions,
  active,
  truncated,
  onChoose,
}: {
  id: string;
  below: { current: HTMLElement | null };
  suggestions: Suggestion[];
  active: number;
  truncated: boolean;
  onChoose: (chosen: Suggestion) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    const place = () => {
      const field = below.current?.getBoundingClientRect();
      if (!field || !element) return;
      const space = window.innerHeight - field.bottom - 12;
      const above = space < 160 && field.top > space;
      element.style.width = `${field.width}px`;
      element.style.left = `${field.left}px`;
      element.style.maxHeight = `${Math.min(280, above ? field.top - 12 : space)}px`;
      element.style.top = above ? 'auto' : `${field.bottom + 4}px`;
      element.style.bottom = above ? `${window.innerHeight - field.top + 4}px` : 'auto';
    };
    element?.showPopover();
    place();
    window.addEventListener('scroll', place, true);
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, true);
      window.removeEventListener('resize', place);
    };
  }, [below]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <div className="al-paths" popover="manual" ref={list}>
      <div id={`${id}-list`} role="listbox" aria-label="Folders and files">
        {suggestions.map((suggestion, index) => {
          const Icon = ICONS[suggestion.kind];
          return (
            // The field keeps the focus; its arrow keys choose (aria-activedescendant).
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={suggestion.path}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(suggestion)}
            >
              <Icon />
              <span className="al-cut">
                {suggestion.kind === 'up' ? `Up to ${suggestion.name}` : suggestion.name}
              </span>
            </div>
          );
        })}
      </div>
      {truncated && <p className="al-small al-sub">More there: type the next letters.</p>}
    </div>
  );
}
