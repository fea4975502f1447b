import './find.css';
import { Modal, ModalBody } from '@patternfly/react-core/dist/esm/components/Modal';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { SearchIcon } from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { closeDialog, useShell } from '../../app-state/shell-state.ts';
import { type FindEntry, type FindGroup, type FindKind, matchesOf } from './matches.ts';
import { t } from './messages.ts';
import type { NamedScreen } from './screens.ts';
import { useEntries } from './use-entries.ts';

const KINDS: Record<FindKind, string> = {
  screen: t('screenKind'),
  action: t('actionKind'),
  setting: t('settingKind'),
  enclave: t('enclaveKind'),
  drive: t('driveKind'),
  schedule: t('scheduleKind'),
  draft: t('draftKind'),
  version: t('versionKind'),
  operator: t('operatorKind'),
  host: t('hostKind'),
  run: t('runKind'),
  image: t('imageKind'),
  registry: t('registryKind'),
  term: t('termKind'),
  document: t('documentKind'),
};

/** Searches everything on this host, and opens what the user selects. */
export default function FindDialog({ destinations }: { destinations: readonly NamedScreen[] }) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { entries, found, omitted, loading } = useEntries(
    destinations,
    text,
    (address) => void navigate(address),
  );
  const groups = matchesOf(entries, text, found);
  const listed = groups.flatMap((group) => group.entries);
  const selected = Math.min(at, listed.length - 1);
  const list = useRef<HTMLDivElement>(null);
  const early = useShell(({ typed = '' }) => typed);
  useEffect(() => {
    const { typed = '' } = useShell.getState();
    if (early === '' || typed === '') return;
    useShell.setState({ typed: '' });
    setText((before) => before + typed);
  }, [early]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selected entry scrolls into view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [selected, text]);
  const open = (entry: FindEntry | undefined) => {
    if (!entry) return;
    closeDialog();
    const go = (address: string) => void navigate(address);
    if (typeof entry.open === 'string') go(entry.open);
    else entry.open(go);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) setAt((selected + move + listed.length) % Math.max(1, listed.length));
    else if (event.key === 'Enter') open(listed[selected]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal isOpen variant="medium" position="top" onClose={closeDialog} aria-label={t('title')}>
      <ModalBody>
        <div className="al-column al-find">
          <TextInput
            type="search"
            customIcon={<SearchIcon />}
            value={text}
            placeholder={t('fieldPlaceholder')}
            aria-label={t('fieldLabel')}
            role="combobox"
            aria-expanded={listed.length > 0}
            aria-controls={id}
            aria-activedescendant={selected >= 0 ? `${id}-${selected}` : undefined}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            onKeyDown={onKeyDown}
            onChange={(_, value) => {
              setText(value);
              setAt(0);
            }}
          />
          <div id={id} role="listbox" aria-label={t('resultsLabel')} className="al-find-results" ref={list}>
            {groups.map((group) => (
              <Group
                key={group.kind}
                group={group}
                id={id}
                first={listed.indexOf(group.entries[0]!)}
                selected={selected}
                onOpen={open}
              />
            ))}
          </div>
          <p role="status" className="al-find-note">
            {listed.length === 0 && loading.length === 0 && t('noMatches', { text })}
            {omitted > 0 && `${t('omittedNote', { count: omitted })} `}
            {loading.length > 0 && t('loading', { kinds: loading.map((kind) => KINDS[kind]).join(', ') })}
          </p>
          <p className="al-find-note" aria-hidden="true">
            {t.parts('keysNote', {
              kbd: (inner) => (
                <kbd key={inner.join('')} className="al-kbd">
                  {inner}
                </kbd>
              ),
            })}
          </p>
        </div>
      </ModalBody>
    </Modal>
  );
}

function Group({
  group: { kind, entries, matching },
  id,
  first,
  selected,
  onOpen,
}: {
  group: FindGroup;
  id: string;
  /** Index of its first entry among all. */
  first: number;
  selected: number;
  onOpen: (entry: FindEntry) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox
    <div role="group" aria-label={KINDS[kind]}>
      <div className="al-find-kind" aria-hidden="true">
        {KINDS[kind]}
        {matching > entries.length && (
          <span className="al-num">{t('moreMatches', { shown: entries.length, matching })}</span>
        )}
      </div>
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus (aria-activedescendant)
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
          key={index}
          id={`${id}-${first + index}`}
          role="option"
          aria-selected={first + index === selected}
          onClick={() => onOpen(entry)}
        >
          <span>{entry.label}</span>
          {entry.detail && <small title={entry.detail}>{entry.detail}</small>}
        </div>
      ))}
    </div>
  );
}
