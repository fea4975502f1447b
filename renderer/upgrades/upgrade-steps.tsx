import { Fragment } from 'react';
import type { UpgradeHop, UpgradePath, UpgradeSegment } from '../../core/contract/topics/upgrades.ts';
import { size } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';
import type { OperatorMove } from './operator-moves.ts';
import { hopNote, openRisks, poolsAt } from './question/upgrade-words.ts';
import { WalkStep } from './question/walk-step.tsx';

/** Releases outside the path that the mirror contains too. */
export interface AlsoMirrored {
  /** Number of versions of the path before them. */
  after: number;
  title: string;
}

type ReleaseSizes = readonly { version: string; bytes: number }[];

/** Shows the path as steps: the current version and each update. Known risks open their details. */
export function UpgradeSteps({
  path,
  segments,
  moves = [],
  also = [],
  sizes = [],
  knownSizes = [],
  onRisks,
}: {
  path: UpgradePath;
  /** Parts of the path with paused worker pools. */
  segments?: readonly UpgradeSegment[] | undefined;
  /** Operator updates between those of OpenShift. */
  moves?: readonly OperatorMove[];
  also?: readonly AlsoMirrored[] | undefined;
  /** Bytes that each release adds to the mirror, after a plan. */
  sizes?: ReleaseSizes | undefined;
  /** Complete sizes of releases that this host has read before. */
  knownSizes?: ReleaseSizes | undefined;
  /** Shows the risks of an update. */
  onRisks: (hop: UpgradeHop) => void;
}) {
  const sizeOf = (version: string) => {
    const [planned, known] = [sizes, knownSizes].map((of) => of.find((each) => each.version === version));
    const text = planned
      ? t('releaseSize', { size: size(planned.bytes) })
      : known && t('completeSize', { size: size(known.bytes) });
    return text && <p className="al-small al-sub al-num">{text}</p>;
  };
  const alsoAt = (after: number) =>
    also
      .filter((each) => each.after === after)
      .map(({ title }) => <WalkStep key={title} sign="mirrored" title={title} note={t('alsoMirrored')} />);
  return (
    <ol className="al-upgrade-steps" aria-label={t('stepsLabel')}>
      {alsoAt(0)}
      <WalkStep sign="start" title={path.path[0]!} note={t('currentVersion')}>
        {sizeOf(path.path[0]!)}
        <Pools actions={poolsAt(path.path[0]!, segments)} />
      </WalkStep>
      <Moves moves={moves} after={0} />
      {alsoAt(1)}
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
          {alsoAt(at + 2)}
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
