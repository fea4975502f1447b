import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { useRef, useState } from 'react';
import type { OperatorRail } from '../../../core/contract/topics/operator-upgrades.ts';
import { useKeys } from '../../app-state/keys.ts';
import { saveSvg } from '../../parts/save-picture.ts';
import { ViewSwitch } from '../question/view-switch.tsx';
import type { RailStop } from './rail/moves.ts';
import { RailPanel } from './rail/panel.tsx';
import { OperatorRailPicture } from './rail/picture.tsx';
import { OperatorRailTable } from './rail/table.tsx';

const VIEWS = [
  { view: 'rail', text: 'Rail', id: 'al-rail-view' },
  { view: 'table', text: 'Table', id: 'al-rail-table-view' },
] as const;

/** A stop on one of several rails. */
interface Marked {
  rail: number;
  stop: RailStop;
}

/** The channels of a way as rails that are walked by keyboard, or as tables. */
export function RailsCard({
  rails,
  svg,
  name,
  onFrom,
  onTo,
}: {
  rails: readonly OperatorRail[];
  /** The picture to save; absent where there is no way. */
  svg: string | undefined;
  /** Of the saved file. */
  name: string;
  onFrom: (version: string) => void;
  onTo: (version: string) => void;
}) {
  const [view, setView] = useState<'rail' | 'table'>('rail');
  const [found, setFound] = useState('');
  const [marked, setMarked] = useState<Marked>();
  const [opened, setOpened] = useState<Marked>();
  const search = useRef<HTMLInputElement>(null);
  const version = marked && versionAt(rails[marked.rail], marked.stop);
  useKeys([
    { key: '/', label: 'Find a version', run: () => search.current?.focus() },
    {
      key: 'F',
      label: 'It is installed: the marked version',
      run: () => version !== undefined && onFrom(version),
      when: version !== undefined,
    },
    {
      key: 'T',
      label: 'Go to the marked version',
      run: () => version !== undefined && onTo(version),
      when: version !== undefined,
    },
    {
      key: 'Escape',
      label: 'Close what is told of a version',
      run: () => setOpened(undefined),
      when: opened !== undefined,
    },
  ]);
  const openedRail = opened && rails[opened.rail];
  return (
    <div className={openedRail && view === 'rail' ? 'al-upgrade-two' : undefined}>
      <section className="al-card al-corridor-card" aria-label="Channels">
        <header>
          <h2 className="al-wide-only">
            {rails.length === 1 ? `Channel ${rails[0]!.channel}` : 'Channels on the way'}
          </h2>
          <ViewSwitch views={VIEWS} view={view} onView={setView} />
          <div className="al-actions al-end">
            {svg !== undefined && (
              <Button variant="link" isInline onClick={() => saveSvg(svg, name)}>
                Save SVG
              </Button>
            )}
            <SearchInput
              ref={search}
              className="al-upgrade-search"
              aria-label="Find a version of the operator"
              placeholder="Find a version"
              value={found}
              onChange={(_event, value) => setFound(value)}
              onClear={() => setFound('')}
            />
          </div>
        </header>
        {rails.map((rail, at) => (
          <div key={`${rail.catalog} ${rail.channel}`} className="al-in">
            {rails.length > 1 && (
              <h3 className="al-strong">
                {rail.channel} <span className="al-sub al-small">of {rail.catalog}</span>
              </h3>
            )}
            {view === 'rail' ? (
              <div className="al-rail-place">
                <OperatorRailPicture
                  rail={rail}
                  found={found}
                  marked={marked?.rail === at ? marked.stop : undefined}
                  opened={opened?.rail === at ? opened.stop : undefined}
                  onMark={(stop) => setMarked({ rail: at, stop })}
                  onOpen={(stop) => setOpened({ rail: at, stop })}
                />
              </div>
            ) : (
              <OperatorRailTable rail={rail} found={found} />
            )}
          </div>
        ))}
        {view === 'rail' && (
          <footer className="al-corridor-foot al-wide-only al-small al-sub">
            <span>
              <kbd className="al-kbd">↑ ↓</kbd> along the line, <kbd className="al-kbd">→</kbd> skipped,{' '}
              <kbd className="al-kbd">←</kbd> range, <kbd className="al-kbd">Enter</kbd> opens,{' '}
              <kbd className="al-kbd">F</kbd> from, <kbd className="al-kbd">T</kbd> to
            </span>
          </footer>
        )}
      </section>
      {openedRail && view === 'rail' && (
        <RailPanel rail={openedRail} stop={opened.stop} onFrom={onFrom} onTo={onTo} />
      )}
    </div>
  );
}

/** What `from` and `to` are set to: the version, or the bundle where it has none. */
function versionAt(rail: OperatorRail | undefined, { kind, name }: RailStop): string | undefined {
  const node = kind === 'version' ? rail?.nodes.find((each) => each.name === name) : undefined;
  return node && (node.version ?? node.name);
}
