import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { MOST_VCENTERS, type Topology } from '../../../core/contract/documents/install-config.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { type ConfigProblem, keyOf } from '../form/analysis.ts';
import type { SectionId } from '../form/form-fields.ts';
import { t } from '../form/messages.ts';
import {
  addFailureDomain,
  addVCenter,
  type Move,
  moveMachine,
  movesOf,
  removeFailureDomain,
  removeVCenter,
  type Suggestion,
  suggestedMove,
} from '../form/topology-edits.ts';
import { useAnalysis, useConfig } from '../form/use-config.tsx';
import { placementMarks } from './placement-marks.ts';
import { machineId, TopologyPicture } from './topology-picture.tsx';
import { testKey, useVCenterTests } from './vcenter-tests.ts';

/** The placement diagram, and the move that protects etcd quorum. */
export function TopologyCard({
  topology,
  section,
  onOpen,
  onProblem,
  onHide,
}: {
  topology: Topology;
  /** The section below it. The one of the vCenters has the button that adds one. */
  section: SectionId;
  /** Opens a section at an item of its list. */
  onOpen: (section: SectionId, item: number) => void;
  /** Goes to the field of a problem. */
  onProblem: (problem: ConfigProblem) => void;
  onHide: () => void;
}) {
  const { edit, id, fields } = useConfig();
  const { config, problems } = useAnalysis();
  const { acceptedWarnings } = fields;
  const tests = useVCenterTests((state) => state.tests);
  const marks = placementMarks(topology, config, problems, acceptedWarnings);
  const full = topology.vcenters.length >= MOST_VCENTERS;
  const focusMoved = useMovedFocus(topology);
  const move = (to: Move) => {
    edit((doc) => moveMachine(doc, config, to));
    focusMoved(to.machine);
  };
  return (
    <Card
      title={t('placementTitle')}
      actions={
        <>
          <span className="al-ic-legend al-small al-wide-only">
            <i className="al-ic-control-plane" /> {t('controlPlaneLegend')}
            <i className="al-ic-bootstrap" /> {t('bootstrapLegend')}
            <i className="al-ic-workers" /> {t('workersLegend')}
          </span>
          {section !== 'vcenters' && (
            <>
              <Button
                variant="link"
                isInline
                size="sm"
                isDisabled={full}
                title={full ? t('vcentersFullTip', { most: MOST_VCENTERS }) : undefined}
                onClick={() => {
                  edit(addVCenter);
                  onOpen('vcenters', topology.vcenters.length);
                }}
              >
                {t('addVCenterButton')}
              </Button>
              {full && (
                <span className="al-sub al-small">{t('vcentersFullTip', { most: MOST_VCENTERS })}</span>
              )}
            </>
          )}
          <Button variant="link" isInline size="sm" onClick={onHide}>
            {t('hidePlacementButton')}
          </Button>
        </>
      }
      flush
      label={t('placementTitle')}
    >
      <TopologyPicture
        topology={topology}
        marks={marks}
        testOf={(vcenter) => tests[testKey(id, config, vcenter)]}
        actions={{
          goToProblem: onProblem,
          movesOf: (machine) => movesOf(config, topology, machine),
          move,
          openVCenter: (index) => onOpen('vcenters', index),
          openFailureDomain: (index) => onOpen('failure-domains', index),
          addFailureDomain: (vcenter) => {
            edit((doc) => addFailureDomain(doc, vcenter));
            onOpen('failure-domains', topology.failureDomains.length);
          },
          removeVCenter: (index) => edit((doc) => removeVCenter(doc, index)),
          removeFailureDomain: (index) => edit((doc) => removeFailureDomain(doc, index)),
        }}
      />
      <QuorumAdvice topology={topology} onMove={move} />
    </Card>
  );
}

/**
 * Returns what gives a machine the focus once it is in its new failure domain. The button that had the focus, in the former
 * one or of the advice, is gone then.
 */
function useMovedFocus(topology: Topology): (machine: string) => void {
  const moved = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move changes the placement
  useEffect(() => {
    if (moved.current === undefined) return;
    document.getElementById(machineId(moved.current))?.focus();
    moved.current = undefined;
  }, [topology]);
  return (machine) => {
    moved.current = machine;
  };
}

/** The move that protects etcd quorum and its consequences, with a button that accepts the risk. */
function QuorumAdvice({ topology, onMove }: { topology: Topology; onMove: (move: Move) => void }) {
  const { edit, fields, change } = useConfig();
  const { config, problems } = useAnalysis();
  const navigate = useNavigate();
  const warnings = problems.filter(
    (problem) =>
      topology.quorum.some(({ message }) => message === problem.message) &&
      !fields.acceptedWarnings.includes(keyOf(problem)),
  );
  if (warnings.length === 0) return null;
  const suggestion = suggestedMove(config, topology);
  const full = topology.vcenters.length >= MOST_VCENTERS;
  const unused = topology.vcenters.findIndex(
    (_, index) => !topology.failureDomains.some(({ vcenter }) => vcenter === index),
  );
  const accept = () => change({ acceptedWarnings: [...fields.acceptedWarnings, ...warnings.map(keyOf)] });
  return (
    <div className="al-ic-advice">
      <StateMark mark="warning" />
      {suggestion ? (
        <p className="al-grow">
          <strong>
            {t('adviceTitle', { machine: suggestion.move.machine, domain: suggestion.move.to })}
          </strong>{' '}
          <span className="al-sub">{consequences(suggestion).join(' ')}</span>
        </p>
      ) : (
        <p className="al-grow">
          <strong>{t('noMoveTitle')}</strong>{' '}
          <span className="al-sub">{t(unused < 0 ? 'noMoveText' : 'noMoveUnusedText')}</span>
        </p>
      )}
      {suggestion ? (
        <Button variant="secondary" size="sm" onClick={() => onMove(suggestion.move)}>
          {t('moveButton', { machine: suggestion.move.machine, domain: suggestion.move.to })}
        </Button>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          isDisabled={full && unused < 0}
          title={full && unused < 0 ? t('vcentersFullTip', { most: MOST_VCENTERS }) : undefined}
          onClick={() => {
            edit(unused < 0 ? addVCenter : (doc) => addFailureDomain(doc, unused));
            void navigate({
              pathname: `/install-config/${unused < 0 ? 'vcenters' : 'failure-domains'}`,
              search: window.location.hash.split('?')[1] ?? '',
            });
          }}
        >
          {t(unused < 0 ? 'addVCenterButton' : 'addDomainButton')}
        </Button>
      )}
      <Button variant="link" size="sm" onClick={accept}>
        {t('acceptRiskButton')}
      </Button>
    </div>
  );
}

/** Returns the consequences of a suggested move, in sentences. */
function consequences({ move, vcenter, becomesControlPlane, safe }: Suggestion): string[] {
  const { machine, swappedWith: other } = move;
  return [
    safe ? t('adviceSafeText') : t('adviceBetterText'),
    ...(becomesControlPlane ? [t('adviceSecretText', { vcenter })] : []),
    ...(other === undefined ? [] : [t('swapText', { machine, other })]),
  ];
}
