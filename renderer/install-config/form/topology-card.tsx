import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useNavigate } from 'react-router';
import type { Topology } from '../../../core/contract/documents/install-config.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { keyOf } from './analysis.ts';
import type { SectionId } from './form-fields.ts';
import {
  addFailureDomain,
  addVCenter,
  moveMaster,
  movesOf,
  removeFailureDomain,
  removeVCenter,
  suggestedMove,
} from './topology-edits.ts';
import { TopologyPicture } from './topology-picture.tsx';
import { useAnalysis, useConfig } from './use-config.tsx';

/** The picture on top, and what would make it safer, with what that costs. */
export function TopologyCard({
  topology,
  onOpen,
}: {
  topology: Topology;
  /** Opens a section at an item of its list. */
  onOpen: (section: SectionId, item: number) => void;
}) {
  const { edit } = useConfig();
  const { config, problems } = useAnalysis();
  const { kept } = useConfig().fields;
  const wrong = new Set(
    problems.flatMap((problem) => {
      const at = /^platform\.vsphere\.failureDomains\[(\d+)\]/.exec(problem.path ?? '')?.[1];
      return at === undefined || kept.includes(keyOf(problem)) ? [] : [Number(at)];
    }),
  );
  return (
    <Card
      title="Where everything lands"
      actions={
        <>
          <span className="al-ic-legend al-small al-wide-only">
            <i className="al-ic-master" /> master
            <i className="al-ic-bootstrap" /> bootstrap, removed later
            <i className="al-ic-workers" /> workers
          </span>
          <Button
            variant="link"
            isInline
            size="sm"
            onClick={() => {
              edit(addVCenter);
              onOpen('vcenters', topology.vcenters.length);
            }}
          >
            Add vCenter
          </Button>
        </>
      }
      flush
      label="Where everything lands"
    >
      <TopologyPicture
        topology={topology}
        wrong={wrong}
        actions={{
          movesOf: (master) => movesOf(config, topology, master),
          move: (move) => edit((doc) => moveMaster(doc, config, move)),
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
      <QuorumAdvice topology={topology} />
    </Card>
  );
}

/** The change that takes a quorum warning away, and what it costs; or the decision to leave it. */
function QuorumAdvice({ topology }: { topology: Topology }) {
  const { edit, fields, change } = useConfig();
  const { config, problems } = useAnalysis();
  const navigate = useNavigate();
  const warnings = problems.filter(
    (problem) =>
      topology.quorum.some(({ message }) => message === problem.message) &&
      !fields.kept.includes(keyOf(problem)),
  );
  if (warnings.length === 0) return null;
  const suggestion = suggestedMove(config, topology);
  const keep = () => change({ kept: [...fields.kept, ...warnings.map(keyOf)] });
  return (
    <div className="al-ic-advice">
      <StateMark mark="warning" />
      {suggestion ? (
        <p className="al-grow">
          <strong>
            Put {suggestion.move.master} on {suggestion.move.to}
          </strong>{' '}
          <span className="al-sub">
            {suggestion.safe ? 'and any one of them may fail.' : 'and fewer losses take the quorum along.'}
            {suggestion.becomesControlPlane &&
              ` ${suggestion.vcenter} would then hold control plane and need its own credentials secret.`}
            {suggestion.move.swappedWith && ` ${suggestion.move.swappedWith} goes the other way.`}
          </span>
        </p>
      ) : (
        <p className="al-grow">
          <strong>Three places for three masters</strong>{' '}
          <span className="al-sub">keep the quorum when one is lost: add a failure domain elsewhere.</span>
        </p>
      )}
      {suggestion ? (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => edit((doc) => moveMaster(doc, config, suggestion.move))}
        >
          Move {suggestion.move.master} to {suggestion.move.to}
        </Button>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            edit(addVCenter);
            void navigate({
              pathname: '/install-config/vcenters',
              search: window.location.hash.split('?')[1] ?? '',
            });
          }}
        >
          Add vCenter
        </Button>
      )}
      <Button variant="link" size="sm" onClick={keep}>
        Keep
      </Button>
    </div>
  );
}
