import { Fragment } from 'react';
import type { UpgradeHop, UpgradePath, UpgradeSegment } from '../../core/contract/topics/upgrades.ts';
import { size } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';
import type { OperatorMove } from './operator-moves.ts';
import { hopNote, openRisks, poolsAt } from './question/upgrade-words.ts';
import { WalkStep } from './question/walk-step.tsx';

/** Shows the path as steps: the current version and each update. Known risks open their details. */
export function UpgradeSteps({
  path,
  segments,
  moves = [],
  sizes = [],
  onRisks,
}: {
  path: UpgradePath;
  /** Parts of the path with paused worker pools. */
  segments?: readonly UpgradeSegment[] | undefined;
  /** Operator updates between those of OpenShift. */
  moves?: readonly OperatorMove[];
  /** Sizes of releases, as far as they are known. */
  sizes?: readonly { version: string; bytes: number }[] | undefined;
  /** Shows the risks of an update. */
  onRisks: (hop: UpgradeHop) => void;
}) {
  const sizeOf = (version: string) => {
    const found = sizes.find((each) => each.version === version);
    return found && <p className="al-small al-sub al-num">{t('releaseSize', { size: size(found.bytes) })}</p>;
  };
  return (
    <ol className="al-upgrade-steps" aria-label={t('stepsLabel')}>
      <WalkStep sign="start" title={path.path[0]!} note={t('currentVersion')}>
        {sizeOf(path.path[0]!)}
        <Pools actions={poolsAt(path.path[0]!, segments)} />
      </WalkStep>
      <Moves moves={moves} after={0} />
      {path.hops.map((hop, at) => (
        <Fragment key={hop.to}>
          <WalkStep sign={at === path.hops.length - 1 ? 'end' : 'update'} title={hop.to} note={hopNote(hop)}>
            {sizeOf(hop.to)}
            <Pools actions={poolsAt(hop.to, segments)} />
            {hop.risks.length > 0 && (
              <p className="al-small">
                <button type="button" className="al-link" onClick={() => onRisks(hop)}>
                  <RisksMark risks={hop.risks} />
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

function RisksMark({ risks }: Pick<UpgradeHop, 'risks'>) {
  const open = openRisks(risks).length;
  return open > 0 ? (
    <StateMark mark="warning">{t('risksButton', { risks: open })}</StateMark>
  ) : (
    <StateMark mark="good">{t('answeredRisksButton', { risks: risks.length })}</StateMark>
  );
}

function Pools({ actions }: { actions: readonly string[] }) {
  return actions.map((each) => (
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
