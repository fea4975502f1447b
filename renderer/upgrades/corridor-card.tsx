import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core/dist/esm/components/ToggleGroup';
import { useMemo, useRef, useState } from 'react';
import type { PictureUpdate, UpgradePicture } from '../../core/contract/topics/upgrades.ts';
import { useKeys } from '../app-state/keys.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { count } from '../parts/format.ts';
import { savePng, saveSvg } from '../parts/save-picture.ts';
import { Corridor } from './corridor.tsx';
import { matchingVersions } from './corridor-moves.ts';
import { UpdatesTable } from './updates-table.tsx';

/** The corridor between both ends, as a drawing or as a table. */
export function CorridorCard({
  picture,
  svg,
  name,
  label,
  active,
  onActive,
  onUpdate,
  onFrom,
  onTo,
}: {
  picture: UpgradePicture;
  /** The picture to save; absent where there is no way. */
  svg: string | undefined;
  /** Of saved files. */
  name: string;
  label: string;
  active: string | undefined;
  onActive: (version: string | undefined) => void;
  onUpdate: (update: PictureUpdate) => void;
  onFrom: (version: string) => void;
  onTo: (version: string) => void;
}) {
  const [view, setView] = useState<'drawing' | 'table'>('drawing');
  const [all, setAll] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const [text, setText] = useState('');
  const [saveError, setSaveError] = useState<unknown>();
  const search = useRef<HTMLInputElement>(null);
  const withdrawn = picture.updates.filter(({ kind }) => kind === 'blocked').length;
  const found = useMemo(() => matchingVersions(picture.versions, text), [picture, text]);
  const foundNames = useMemo(() => new Set(found.map(({ version }) => version)), [found]);
  useKeys([
    { key: '/', label: 'Find a version', run: () => search.current?.focus() },
    {
      key: 'F',
      label: 'Go from the marked version',
      run: () => active && onFrom(active),
      when: active !== undefined,
    },
    {
      key: 'T',
      label: 'Go to the marked version',
      run: () => active && onTo(active),
      when: active !== undefined,
    },
    {
      key: 'Escape',
      label: 'Unmark the version',
      run: () => onActive(undefined),
      when: active !== undefined,
    },
  ]);
  return (
    <section className="al-card al-corridor-card" aria-label="From here to there">
      <header>
        <h2 className="al-wide-only">From here to there</h2>
        <ToggleGroup aria-label="Show as">
          <ToggleGroupItem
            text="Drawing"
            buttonId="al-view-drawing"
            isSelected={view === 'drawing'}
            onChange={() => setView('drawing')}
          />
          <ToggleGroupItem
            text="Table"
            buttonId="al-view-table"
            isSelected={view === 'table'}
            onChange={() => setView('table')}
          />
        </ToggleGroup>
        <div className="al-actions al-end">
          {picture.updates.length > withdrawn && (
            <Checkbox
              id="al-upgrade-all"
              label={`All updates ${count(picture.updates.length - withdrawn)}`}
              isChecked={all}
              onChange={(_event, checked) => setAll(checked)}
            />
          )}
          {withdrawn > 0 && (
            <Checkbox
              id="al-upgrade-blocked"
              label={`Withdrawn ${count(withdrawn)}`}
              isChecked={blocked}
              onChange={(_event, checked) => setBlocked(checked)}
            />
          )}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onActive(found[0]?.version);
            }}
          >
            <SearchInput
              ref={search}
              className="al-upgrade-search"
              aria-label="Find a version"
              placeholder="Find a version"
              value={text}
              onChange={(_event, value) => setText(value)}
              onClear={() => setText('')}
              {...(text.trim() !== '' && { resultsCount: found.length })}
            />
          </form>
        </div>
      </header>
      {view === 'drawing' ? (
        <Corridor
          picture={picture}
          label={label}
          all={all}
          blocked={blocked}
          found={foundNames}
          active={active}
          onActive={onActive}
          onUpdate={onUpdate}
        />
      ) : (
        <div className="al-upgrade-table">
          <UpdatesTable picture={picture} all={all} blocked={blocked} search={text} onUpdate={onUpdate} />
        </div>
      )}
      {saveError !== undefined && <FailureAlert error={saveError} title="The picture was not saved" />}
      <footer className="al-corridor-foot">
        {view === 'drawing' && <Legend />}
        {svg !== undefined && (
          <span className="al-actions al-end">
            <Button variant="link" isInline onClick={() => saveSvg(svg, name)}>
              Save SVG
            </Button>
            <Button
              variant="link"
              isInline
              onClick={() => {
                setSaveError(undefined);
                savePng(svg, name).catch(setSaveError);
              }}
            >
              Save PNG
            </Button>
          </span>
        )}
      </footer>
    </section>
  );
}

function Legend() {
  const line = (kind: string) => (
    <svg viewBox="0 0 32 8" width="32" height="8" aria-hidden="true">
      <path className={`al-update ${kind}`} d="M2 4H30" />
    </svg>
  );
  return (
    <ul className="al-upgrade-legend al-small">
      <li>{line('al-update-plain al-update-chosen')} the way</li>
      <li>{line('al-update-conditional al-update-chosen')} conditional</li>
      <li>{line('al-update-plain')} another way</li>
      <li>
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <circle className="al-version-dot" cx="5" cy="5" r="4" />
        </svg>
        other version
      </li>
      <li className="al-wide-only al-sub">
        <kbd className="al-kbd">← →</kbd> walk, <kbd className="al-kbd">F</kbd> from,{' '}
        <kbd className="al-kbd">T</kbd> to
      </li>
    </ul>
  );
}
