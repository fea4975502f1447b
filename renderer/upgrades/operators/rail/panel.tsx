import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import { GoButtons } from '../../question/go-buttons.tsx';
import type { RailBracket, RailNode, RailStop } from './moves.ts';
import { railWords } from './words.ts';

/** What a channel says of a version, or of the range of an entry. */
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
    ['Replaces', of('replaces', 'from').map(({ to }) => to)],
    ['Skips', of('skips', 'from').map(({ to }) => to)],
    ['Skip range', bracket ? [bracket.skipRange] : []],
    ['Replaced by', of('replaces', 'to').map(({ from }) => from)],
    ['Skipped by', of('skips', 'to').map(({ from }) => from)],
    ['In the range of', rail.brackets.filter(({ takes }) => takes.includes(name)).map(({ entry }) => entry)],
  ];
  return (
    <Panel label={`Version ${version}`}>
      <header>
        <h2>{version}</h2>
        <span className="al-sub al-small">{railWords(node)}</span>
      </header>
      <div className="al-in al-column">
        <p className="al-mono al-small al-anywhere">{name}</p>
        <dl className="al-facts">
          {facts
            .filter(([, names]) => names.length > 0)
            .map(([what, names]) => (
              <Fragment key={what}>
                <dt>{what}</dt>
                <dd className="al-anywhere">{names.join(', ')}</dd>
              </Fragment>
            ))}
        </dl>
        <GoButtons onFrom={() => onFrom(version)} onTo={() => onTo(version)} />
      </div>
    </Panel>
  );
}

function Range({ rail, bracket: { entry, skipRange, takes } }: { rail: OperatorRail; bracket: RailBracket }) {
  const shown = (name: string) => rail.nodes.find((each) => each.name === name)?.version ?? name;
  return (
    <Panel label={`Range of ${shown(entry)}`}>
      <header>
        <h2>Range of {shown(entry)}</h2>
      </header>
      <div className="al-in al-column">
        <p className="al-mono al-small al-anywhere">{skipRange}</p>
        <p>
          OLM updates what is installed and in this range to {shown(entry)} at once, in the channel or not.
        </p>
        <p>
          <span className="al-sub">Of the versions that are drawn it takes </span>
          {takes.map(shown).join(', ') || 'none'}.
        </p>
      </div>
    </Panel>
  );
}

/** Where it stands below the rail, it comes into view. */
function Panel({ label, children }: { label: string; children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is told of
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [label]);
  return (
    <section ref={place} className="al-card al-upgrade-panel" aria-label={label}>
      {children}
    </section>
  );
}
