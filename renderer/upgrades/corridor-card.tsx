import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { PictureUpdate, UpgradePicture } from '../../core/contract/topics/upgrades.ts';
import { useKeys } from '../app-state/keys.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { count } from '../parts/format.ts';
import { savePng, saveSvg } from '../parts/save-picture.ts';
import { Corridor } from './corridor.tsx';
import { matchingVersions } from './corridor-moves.ts';
import { updateCounts } from './picture-words.ts';
import { ViewSwitch } from './question/view-switch.tsx';
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
  const search = useRef<HTMLInputElement>(null);
  const { withdrawn, others } = updateCounts(picture);
  const found = useMemo(() => matchingVersions(picture.versions, text), [picture, text]);
  const foundNames = useMemo(() => new Set(found.map(({ version }) => version)), [found]);
  const marked = active !== undefined;
  useKeys([
    { key: '/', label: 'Find a version', run: () => search.current?.focus() },
    { key: 'F', label: 'Go from the marked version', run: () => active && onFrom(active), when: marked },
    { key: 'T', label: 'Go to the marked version', run: () => active && onTo(active), when: marked },
    { key: 'Escape', label: 'Unmark the version', run: () => onActive(undefined), when: marked },
  ]);
  return (
    <section className="al-card al-corridor-card" aria-label="From here to there">
      <header>
        <h2 className="al-wide-only">From here to there</h2>
        <ViewSwitch views={VIEWS} view={view} onView={setView} />
        <div className="al-actions al-end">
          {others > 0 && (
            <Checkbox
              id="al-upgrade-all"
              label={`All updates ${count(others)}`}
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
              resultsCount={text.trim() === '' ? undefined : found.length}
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
      <Foot svg={svg} name={name}>
        {view === 'drawing' && <Legend />}
      </Foot>
    </section>
  );
}

const VIEWS = [
  { view: 'drawing', text: 'Drawing', id: 'al-view-drawing' },
  { view: 'table', text: 'Table', id: 'al-view-table' },
] as const;

/** Saves the picture. */
function Foot({ svg, name, children }: { svg: string | undefined; name: string; children: ReactNode }) {
  const [error, setError] = useState<unknown>();
  return (
    <>
      {error !== undefined && <FailureAlert error={error} title="The picture was not saved" />}
      <footer className="al-corridor-foot">
        {children}
        {svg !== undefined && (
          <span className="al-actions al-end">
            <Button variant="link" isInline onClick={() => saveSvg(svg, name)}>
              Save SVG
            </Button>
            <Button
              variant="link"
              isInline
              onClick={() => {
                setError(undefined);
                savePng(svg, name).catch(setError);
              }}
            >
              Save PNG
            </Button>
          </span>
        )}
      </footer>
    </>
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
