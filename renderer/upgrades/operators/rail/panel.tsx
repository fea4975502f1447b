import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import { GoButtons } from '../../question/go-buttons.tsx';
import { t } from './messages.ts';
import type { RailBracket, RailNode, RailStop } from './moves.ts';
import { railWords } from './words.ts';

/** Shows the details of a version or of the skip range of an entry. */
export function RailPanel({
  rail,
  stop,
  onFrom,
  onTo,
}: {
  rail: OperatorRail;
  stop: RailStop;
  onFrom: (version: string) => void;
  onTo: (version: string) => void;
}) {
  const node = rail.nodes.find(({ name }) => name === stop.name);
  const bracket = rail.brackets.find(({ entry }) => entry === stop.name);
  if (stop.kind === 'range') return bracket ? <Range rail={rail} bracket={bracket} /> : null;
  return node ? <Version rail={rail} node={node} bracket={bracket} onFrom={onFrom} onTo={onTo} /> : null;
}

function Version({
  rail,
  node,
  bracket,
  onFrom,
  onTo,
}: {
  rail: OperatorRail;
  node: RailNode;
  bracket: RailBracket | undefined;
  onFrom: (version: string) => void;
  onTo: (version: string) => void;
}) {
  const { name, version = name } = node;
  const of = (kind: 'replaces' | 'skips', end: 'from' | 'to') =>
    rail.lines.filter((line) => line.kind === kind && line[end] === name);
  const facts: [string, readonly string[]][] = [
    [t('replacesColumn'), of('replaces', 'from').map(({ to }) => to)],
    [t('skipsColumn'), of('skips', 'from').map(({ to }) => to)],
    [t('rangeColumn'), bracket ? [bracket.skipRange] : []],
    [t('replacedByLabel'), of('replaces', 'to').map(({ from }) => from)],
    [t('skippedByLabel'), of('skips', 'to').map(({ from }) => from)],
    [t('inRangeLabel'), rail.brackets.filter(({ takes }) => takes.includes(name)).map(({ entry }) => entry)],
  ];
  return (
    <Panel label={t('versionPanel', { version })}>
      <header>
        <h2>{version}</h2>
        <span className="al-sub al-small">{railWords(node)}</span>
      </header>
      <div className="al-in al-column">
        <p className="al-mono al-small al-anywhere">{name}</p>
        <dl className="al-facts">
          {facts
            .filter(([, names]) => names.length > 0)
            .map(([label, names]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd className="al-anywhere">{names.join(', ')}</dd>
              </Fragment>
            ))}
        </dl>
        <GoButtons fromText={t('setFromButton')} onFrom={() => onFrom(version)} onTo={() => onTo(version)} />
      </div>
    </Panel>
  );
}

function Range({ rail, bracket: { entry, skipRange, takes } }: { rail: OperatorRail; bracket: RailBracket }) {
  const shown = (name: string) => rail.nodes.find((each) => each.name === name)?.version ?? name;
  const title = t('rangeTitle', { version: shown(entry) });
  const versions = takes.map(shown);
  return (
    <Panel label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <div className="al-in al-column">
        <p className="al-mono al-small al-anywhere">{skipRange}</p>
        <p>{t('rangeText', { version: shown(entry) })}</p>
        <p>{versions.length > 0 ? t('rangeVersions', { versions: versions.join(', ') }) : t('rangeEmpty')}</p>
      </div>
    </Panel>
  );
}

/** Scrolls into view, because the panel may be below the diagram. */
function Panel({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for each new panel
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [label]);
  return (
    <section ref={place} className="al-card al-upgrade-panel" aria-label={label}>
      {children}
    </section>
  );
}
