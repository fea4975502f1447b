import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { MapMarkerAltIcon } from '@patternfly/react-icons/dist/esm/icons/map-marker-alt-icon';
import { WrenchIcon } from '@patternfly/react-icons/dist/esm/icons/wrench-icon';
import { Fragment } from 'react';
import type { UpgradeHop, UpgradePath, UpgradeSegment } from '../../core/contract/topics/upgrades.ts';
import { counted } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import type { OperatorMove } from './operator-moves.ts';
import { hopNote, poolsAt } from './question/upgrade-words.ts';

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
      <li>
        <span className="al-upgrade-round al-upgrade-round-open" aria-hidden="true">
          <MapMarkerAltIcon />
        </span>
        <p className="al-strong">{path.path[0]}</p>
        <p className="al-sub al-small">it is here</p>
        <Pools words={poolsAt(path.path[0]!, segments)} />
      </li>
      <Moves moves={moves} after={0} />
      {path.hops.map((hop, at) => (
        <Fragment key={hop.to}>
          <li>
            <span className="al-upgrade-round" aria-hidden="true">
              {at === path.hops.length - 1 ? <FlagIcon /> : <ArrowRightIcon />}
            </span>
            <p className="al-strong">{hop.to}</p>
            <p className="al-sub al-small">{hopNote(hop)}</p>
            <Pools words={poolsAt(hop.to, segments)} />
            {hop.risks.length > 0 && (
              <p className="al-small">
                <button type="button" className="al-link" onClick={() => onRisks(hop)}>
                  <StateMark mark="warning">{counted(hop.risks.length, 'risk')}</StateMark>
                </button>
              </p>
            )}
          </li>
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
    .map(({ title, why }) => (
      <li key={title}>
        <span className="al-upgrade-square" role="img" aria-label="Operator">
          <WrenchIcon />
        </span>
        <p className="al-strong">{title}</p>
        <p className="al-sub al-small">{why}</p>
      </li>
    ));
}
