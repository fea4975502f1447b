import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { SearchInput } from '@patternfly/react-core/dist/esm/components/SearchInput';
import { useRef, useState } from 'react';
import type { OperatorRail } from '../../../core/contract/topics/operator-upgrades.ts';
import { useKeys } from '../../app-state/keys.ts';
import { saveSvg } from '../../parts/save-picture.ts';
import { t as shared } from '../question/messages.ts';
import { ViewSwitch } from '../question/view-switch.tsx';
import { t } from './messages.ts';
import type { RailStop } from './rail/moves.ts';
import { RailPanel } from './rail/panel.tsx';
import { OperatorRailPicture } from './rail/picture.tsx';
import { OperatorRailTable } from './rail/table.tsx';

const VIEWS = [
  { view: 'rail', text: shared('diagramButton'), id: 'al-rail-view' },
  { view: 'table', text: shared('tableButton'), id: 'al-rail-table-view' },
] as const;

/** A stop in one of several diagrams. */
interface Marked {
  rail: number;
  stop: RailStop;
}

/** Shows the channels of a path as diagrams with keyboard navigation, or as tables. */
export function RailsCard({
  rails,
  svg,
  name,
  onFrom,
  onTo,
}: {
  rails: readonly OperatorRail[];
  /** The diagram to save. Undefined without a path. */
  svg: string | undefined;
  /** Name of the saved file. */
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
    { key: '/', label: shared('findVersionLabel'), run: () => search.current?.focus() },
    {
      key: 'F',
      label: t('setFromKeyLabel'),
      run: () => version !== undefined && onFrom(version),
      when: version !== undefined,
    },
    {
      key: 'T',
      label: t('setToKeyLabel'),
      run: () => version !== undefined && onTo(version),
      when: version !== undefined,
    },
    {
      key: 'Escape',
      label: t('closeKeyLabel'),
      run: () => setOpened(undefined),
      when: opened !== undefined,
    },
  ]);
  const openedRail = opened && rails[opened.rail];
  return (
    <div className={openedRail && view === 'rail' ? 'al-upgrade-two' : undefined}>
      <section className="al-card al-graph-frame" aria-label={t('channelsLabel')}>
        <header>
          <h2 className="al-wide-only">
            {rails.length === 1 ? t('channelHeading', { channel: rails[0]!.channel }) : t('channelsHeading')}
          </h2>
          <ViewSwitch views={VIEWS} view={view} onView={setView} />
          <div className="al-actions al-end">
            {svg !== undefined && (
              <Button variant="link" isInline onClick={() => saveSvg(svg, name)}>
                {t('saveSvgButton')}
              </Button>
            )}
            <SearchInput
              ref={search}
              className="al-upgrade-search"
              aria-label={t('findLabel')}
              placeholder={t('findPlaceholder')}
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
                {t.parts('channelInCatalog', {
                  channel: rail.channel,
                  catalog: rail.catalog,
                  small: (inner) => (
                    <span key="small" className="al-sub al-small">
                      {inner}
                    </span>
                  ),
                })}
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
          <footer className="al-graph-foot al-wide-only al-small al-sub">
            <span>
              {t.parts('keysHelp', {
                key: (inner) => (
                  <kbd key={inner.join()} className="al-kbd">
                    {inner}
                  </kbd>
                ),
              })}
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

/** Returns the version of a stop, or its bundle if it has none. */
function versionAt(rail: OperatorRail | undefined, { kind, name }: RailStop): string | undefined {
  const node = kind === 'version' ? rail?.nodes.find((each) => each.name === name) : undefined;
  return node && (node.version ?? node.name);
}
