import { ArrowRightIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-right-icon';
import { FlagIcon } from '@patternfly/react-icons/dist/esm/icons/flag-icon';
import { MapMarkerAltIcon } from '@patternfly/react-icons/dist/esm/icons/map-marker-alt-icon';
import type { UpgradeHop, UpgradePath, UpgradeSegment } from '../../core/contract/upgrades.ts';
import { counted } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { hopNote, poolsAt } from './upgrade-words.ts';

/** The path as a walk: where one is, every update, where one ends. A risk opens its explanation. */
export function UpgradeSteps({
  path,
  segments,
  onRisks,
}: {
  path: UpgradePath;
  /** Parts in which worker pools are paused. */
  segments?: readonly UpgradeSegment[] | undefined;
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
      {path.hops.map((hop, at) => (
        <li key={hop.to}>
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
