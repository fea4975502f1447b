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
import { t } from './messages.ts';
import { updateCounts } from './picture-words.ts';
import { t as shared } from './question/messages.ts';
import { ViewSwitch } from './question/view-switch.tsx';
import { UpdatesTable } from './updates-table.tsx';

/** Shows the releases and updates between two versions, as a diagram or a table. */
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
  /** The diagram to save. Undefined without a path. */
  svg: string | undefined;
  /** Name of saved files. */
  name: string;
  label: string;
  active: string | undefined;
  onActive: (version: string | undefined) => void;
  onUpdate: (update: PictureUpdate) => void;
  onFrom: (version: string) => void;
  onTo: (version: string) => void;
}) {
  const [view, setView] = useState<'diagram' | 'table'>('diagram');
  const [all, setAll] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const { blocked: blockedCount, others } = updateCounts(picture);
  const found = useMemo(() => matchingVersions(picture.versions, text), [picture, text]);
  const foundNames = useMemo(() => new Set(found.map(({ version }) => version)), [found]);
  const marked = active !== undefined;
  useKeys([
    { key: '/', label: shared('findVersionLabel'), run: () => search.current?.focus() },
    { key: 'F', label: t('setFromKeyLabel'), run: () => active && onFrom(active), when: marked },
    { key: 'T', label: t('setToKeyLabel'), run: () => active && onTo(active), when: marked },
    { key: 'Escape', label: t('deselectKeyLabel'), run: () => onActive(undefined), when: marked },
  ]);
  return (
    <section className="al-card al-corridor-card" aria-label={t('diagramTitle')}>
      <header>
        <h2 className="al-wide-only">{t('diagramTitle')}</h2>
        <ViewSwitch views={VIEWS} view={view} onView={setView} />
        <div className="al-actions al-end">
          {others > 0 && (
            <Checkbox
              id="al-upgrade-all"
              label={t('allUpdatesLabel', { count: count(others) })}
              isChecked={all}
              onChange={(_event, checked) => setAll(checked)}
            />
          )}
          {blockedCount > 0 && (
            <Checkbox
              id="al-upgrade-blocked"
              label={t('blockedUpdatesLabel', { count: count(blockedCount) })}
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
              aria-label={shared('findVersionLabel')}
              placeholder={shared('findVersionLabel')}
              value={text}
              onChange={(_event, value) => setText(value)}
              onClear={() => setText('')}
              resultsCount={text.trim() === '' ? undefined : found.length}
            />
          </form>
        </div>
      </header>
      {view === 'diagram' ? (
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
        {view === 'diagram' && <Legend />}
      </Foot>
    </section>
  );
}

const VIEWS = [
  { view: 'diagram', text: shared('diagramButton'), id: 'al-view-diagram' },
  { view: 'table', text: shared('tableButton'), id: 'al-view-table' },
] as const;

/** Shows the legend and saves the diagram. */
function Foot({ svg, name, children }: { svg: string | undefined; name: string; children: ReactNode }) {
  const [error, setError] = useState<unknown>();
  return (
    <>
      {error !== undefined && <FailureAlert error={error} title={t('savePngError')} />}
      <footer className="al-corridor-foot">
        {children}
        {svg !== undefined && (
          <span className="al-actions al-end">
            <Button variant="link" isInline onClick={() => saveSvg(svg, name)}>
              {t('saveSvgButton')}
            </Button>
            <Button
              variant="link"
              isInline
              onClick={() => {
                setError(undefined);
                savePng(svg, name).catch(setError);
              }}
            >
              {t('savePngButton')}
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
      <li>
        {line('al-update-plain al-update-chosen')} {t('legendPath')}
      </li>
      <li>
        {line('al-update-conditional al-update-chosen')} {t('legendConditional')}
      </li>
      <li>
        {line('al-update-plain')} {t('legendAlternative')}
      </li>
      <li>
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <circle className="al-version-dot" cx="5" cy="5" r="4" />
        </svg>
        {t('legendVersion')}
      </li>
      <li className="al-wide-only al-sub">
        {t.parts('keysHelp', {
          key: (inner) => (
            <kbd key={inner.join()} className="al-kbd">
              {inner}
            </kbd>
          ),
        })}
      </li>
    </ul>
  );
}
