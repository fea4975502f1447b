import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { explainHost, nodeFileName, type SetHost } from '../../../core/contract/documents/nmstate.ts';
import { ProblemList } from '../../parts/failure.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { useHosts } from '../use-hosts.tsx';
import { clusterOf } from '../verdict.ts';

const OUTCOMES = {
  applied: { mark: 'good', words: 'The document is applied' },
  'configure-ovs': {
    mark: 'warning',
    words: 'The document is not used: br-ex is made as the script of the cluster guesses',
  },
  'no-br-ex': { mark: 'bad', words: 'The node has no br-ex, and does not join' },
  kept: { mark: 'info', words: 'What was applied before stays' },
} as const;

/** What the node does with its document at its first boot, and what it has then. */
export function ExplainDialog({ host, text, onClose }: { host: SetHost; text: string; onClose: () => void }) {
  const { set } = useHosts();
  const { cluster } = clusterOf(set);
  const told = explainHost([{ path: nodeFileName(host), text }], host, {
    cluster,
    openShiftVersion: set.openShiftVersion || undefined,
  });
  const outcome = OUTCOMES[told.outcome];
  const brEx = told.state?.brEx;
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-host-explain-title">
      <ModalHeader
        title={`First boot of ${told.shortName}`}
        labelId="al-host-explain-title"
        description={`OpenShift ${set.openShiftVersion || 'as the newest release does it'}. ${told.reason}`}
      />
      <ModalBody>
        <div className="al-column">
          <p className="al-strong">
            <StateMark mark={outcome.mark}>{outcome.words}</StateMark>
          </p>
          <ol className="al-host-steps">
            {told.steps.map((step) => (
              <li key={step}>
                <Words text={step} />
              </li>
            ))}
          </ol>
          {brEx && (
            <dl className="al-facts">
              <dt>br-ex</dt>
              <dd>
                on {brEx.chain.join(', then ')}
                {brEx.mtu !== undefined && `, MTU ${brEx.mtu}`}
              </dd>
              <dt>Addresses</dt>
              <dd className="al-mono">{[...brEx.addresses, ...brEx.automatic].join(', ') || 'none'}</dd>
              <dt>Routes</dt>
              <dd className="al-mono">
                {told
                  .state!.routes.map(
                    (route) => `${route.destination} by ${route.nextHop ?? route.interface ?? '?'}`,
                  )
                  .join(', ') || 'of DHCP'}
              </dd>
              <dt>DNS</dt>
              <dd className="al-mono">{told.state!.dns.servers.join(', ') || 'of DHCP'}</dd>
            </dl>
          )}
          {told.problems.length > 0 && <ProblemList problems={[...told.problems]} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      </ModalFooter>
    </Modal>
  );
}
