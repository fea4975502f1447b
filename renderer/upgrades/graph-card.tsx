import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { PictureUpdate, UpgradePicture } from '../../core/contract/topics/upgrades.ts';
import { useKeys } from '../app-state/keys.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { count } from '../parts/format.ts';
import { savePng, saveSvg } from '../parts/save-picture.ts';
import { GraphView } from './graph/graph-view.tsx';
import { distancesFrom, matchingVersions, modelOf } from './graph/model.ts';
import { VersionCard } from './graph/version-card.tsx';
import { t } from './messages.ts';
import { updateCounts } from './picture-words.ts';
import { t as shared } from './question/messages.ts';
import { ViewSwitch } from './question/view-switch.tsx';
import { UpdatesTable } from './updates-table.tsx';

/** Updates up to this number are drawn without a request when the complete graph is shown. */
const DRAWN_AT_ONCE = 400;

/** Shows releases and their updates, as a diagram or a table. */
export function GraphCard({
  picture,
  svg,
  name,
  label,
  title,
  note,
  height,
  from,
  active,
  onActive,
  onPick,
  onUpdate,
  onFrom,
  onTo,
}: {
  picture: UpgradePicture;
  /** The diagram to save. Undefined without a path. */
  svg?: string | undefined;
  /** Name of saved files. */
  name: string;
  /** Accessible name of the diagram. */
  label: string;
  title?: string;
  /** What to do next. */
  note?: ReactNode;
  height: number;
  /** The current version before a target is chosen. */
  from?: string | undefined;
  active: string | undefined;
  onActive: (version: string | undefined) => void;
  /** Called for a click on a version and for Enter. */
  onPick: (version: string) => void;
  onUpdate: (update: PictureUpdate) => void;
  onFrom: (version: string) => void;
  onTo: (version: string) => void;
}) {
  const model = useMemo(() => modelOf(picture), [picture]);
  const hasPath = svg !== undefined;
  const [view, setView] = useState<'diagram' | 'table'>('diagram');
  const { blocked: blockedCount, others } = useMemo(() => updateCounts(picture), [picture]);
  const [chosenAll, setAll] = useState<boolean>();
  const all = chosenAll ?? (!picture.updates.some(({ shown }) => shown) && others <= DRAWN_AT_ONCE);
  const [blocked, setBlocked] = useState(false);
  const [text, setText] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const found = useMemo(() => matchingVersions(picture.versions, text), [picture, text]);
  const foundNames = useMemo(() => new Set(found.map(({ version }) => version)), [found]);
  const distances = useMemo(
    () => (from === undefined ? undefined : distancesFrom(model, from)),
    [model, from],
  );
  const marked = active !== undefined;
  useKeys([
    { key: '/', label: shared('findVersionLabel'), run: () => search.current?.focus() },
    { key: 'F', label: t('setFromKeyLabel'), run: () => active && onFrom(active), when: marked },
    { key: 'T', label: t('setToKeyLabel'), run: () => active && onTo(active), when: marked },
    {
      key: 'Escape',
      label: t('deselectKeyLabel'),
      run: () => onActive(undefined),
      when: marked || from !== undefined,
    },
  ]);
  return (
    <section className="al-card al-graph-frame" aria-label={t('diagramTitle')}>
      <header>
        {title !== undefined && <h2>{title}</h2>}
        {note}
        <div className="al-actions al-end">
          <ViewSwitch views={VIEWS} view={view} onView={setView} />
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
        <GraphView
          content={{ model, label, height, all, blocked, found: foundNames, active, from, distances }}
          onActive={onActive}
          onPick={onPick}
          onUpdate={onUpdate}
          card={(version) => (
            <VersionCard model={model} version={version} from={from} distances={distances} />
          )}
        />
      ) : (
        <div className="al-upgrade-table" style={{ height }}>
          <UpdatesTable picture={picture} all={all} blocked={blocked} search={text} onUpdate={onUpdate} />
        </div>
      )}
      <Foot svg={svg} name={name}>
        {view === 'diagram' && <Legend hasPath={hasPath} />}
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
      <footer className="al-graph-foot">
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

function Legend({ hasPath }: { hasPath: boolean }) {
  const line = (kind: string) => (
    <svg viewBox="0 0 32 8" width="32" height="8" aria-hidden="true">
      <path className={`al-update ${kind}`} d="M2 4H30" />
    </svg>
  );
  return (
    <ul className="al-upgrade-legend al-small">
      {hasPath && (
        <li>
          {line('al-update-plain al-update-chosen')} {t('legendPath')}
        </li>
      )}
      <li>
        {line(`al-update-conditional${hasPath ? ' al-update-chosen' : ''}`)} {t('legendConditional')}
      </li>
      <li>
        {line('al-update-plain')} {t(hasPath ? 'legendAlternative' : 'legendUpdate')}
      </li>
      <li>
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
          <circle className="al-version-dot" cx="5" cy="5" r="4" />
        </svg>
        {t(hasPath ? 'legendVersion' : 'legendRelease')}
      </li>
      <li className="al-wide-only al-sub">
        {t.parts(hasPath ? 'keysHelp' : 'browseKeysHelp', {
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
