import { Fragment } from 'react';
import type { UpgradeHop, UpgradePath, UpgradeSegment } from '../../core/contract/topics/upgrades.ts';
import { counted } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import type { OperatorMove } from './operator-moves.ts';
import { hopNote, poolsAt } from './question/upgrade-words.ts';
import { WalkStep } from './question/walk-step.tsx';

/** The path as a walk: where one is, every update, where one ends. A risk opens its explanation. */
export function UpgradeSteps({
  path,
  segments,
  moves = [],
  onRisks,
}: {
  path: UpgradePath;
  /** Parts in which worker pools are paused. */
  segments?: readonly UpgradeSegment[] | undefined;
  /** Updates of operators between those of OpenShift. */
  moves?: readonly OperatorMove[];
  /** Shows the risks of an update. */
  onRisks: (hop: UpgradeHop) => void;
}) {
  return (
    <ol className="al-upgrade-steps" aria-label="The way, step by step">
      <WalkStep sign="start" title={path.path[0]!} note="it is here">
        <Pools words={poolsAt(path.path[0]!, segments)} />
      </WalkStep>
      <Moves moves={moves} after={0} />
      {path.hops.map((hop, at) => (
        <Fragment key={hop.to}>
          <WalkStep sign={at === path.hops.length - 1 ? 'end' : 'update'} title={hop.to} note={hopNote(hop)}>
            <Pools words={poolsAt(hop.to, segments)} />
            {hop.risks.length > 0 && (
              <p className="al-small">
                <button type="button" className="al-link" onClick={() => onRisks(hop)}>
                  <StateMark mark="warning">{counted(hop.risks.length, 'risk')}</StateMark>
                </button>
              </p>
            )}
          </WalkStep>
          <Moves moves={moves} after={at + 1} />
        </Fragment>
      ))}
    </ol>
  );
}

function Pools({ words }: { words: readonly string[] }) {
  return words.map((each) => (
    <p key={each} className="al-small al-strong">
      {each}
    </p>
  ));
}

function Moves({ moves, after }: { moves: readonly OperatorMove[]; after: number }) {
  return moves
    .filter((each) => each.after === after)
    .map(({ title, why }) => <WalkStep key={title} sign="operator" title={title} note={why} />);
}
