import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import {
  addressTexts,
  explainHost,
  nodeFileName,
  type SetHost,
} from '../../../core/contract/documents/nmstate.ts';
import { ProblemList } from '../../parts/failure.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { t as common } from '../messages.ts';
import { useHosts } from '../use-hosts.tsx';
import { clusterOf } from '../verdict.ts';
import { t } from './messages.ts';

const OUTCOMES = {
  applied: { mark: 'good', text: t('appliedOutcome') },
  'configure-ovs': {
    mark: 'warning',
    text: t('scriptOutcome'),
  },
  'no-br-ex': { mark: 'bad', text: t('noBridgeOutcome') },
  unchanged: { mark: 'info', text: t('unchangedOutcome') },
} as const;

/** Explains what the node does with its document at the first boot, and the resulting network. */
export function ExplainDialog({ host, text, onClose }: { host: SetHost; text: string; onClose: () => void }) {
  const { set } = useHosts();
  const { cluster } = clusterOf(set);
  const explanation = explainHost([{ path: nodeFileName(host), text }], host, {
    cluster,
    openShiftVersion: set.openShiftVersion || undefined,
  });
  const outcome = OUTCOMES[explanation.outcome];
  const brEx = explanation.state?.brEx;
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-host-explain-title">
      <ModalHeader
        title={t('explainTitle', { host: explanation.shortName })}
        labelId="al-host-explain-title"
        description={
          set.openShiftVersion === ''
            ? t('explainNewestText', { reason: explanation.reason })
            : t('explainText', { version: set.openShiftVersion, reason: explanation.reason })
        }
      />
      <ModalBody>
        <div className="al-column">
          <p className="al-strong">
            <StateMark mark={outcome.mark}>{outcome.text}</StateMark>
          </p>
          <ol className="al-host-steps">
            {explanation.steps.map((step) => (
              <li key={step}>
                <Words text={step} />
              </li>
            ))}
          </ol>
          {brEx && (
            <dl className="al-facts">
              <dt>{t('brExFact')}</dt>
              <dd>
                {brEx.mtu === undefined
                  ? t('chainText', { interfaces: brEx.chain.join(', ') })
                  : t('chainMtuText', { interfaces: brEx.chain.join(', '), mtu: String(brEx.mtu) })}
              </dd>
              <dt>{t('addressesFact')}</dt>
              <dd className="al-mono">
                {addressTexts(brEx.addresses, brEx.automatic).join(', ') || t('noAddressesText')}
              </dd>
              <dt>{t('routesFact')}</dt>
              <dd className="al-mono">
                {explanation
                  .state!.routes.map((route) =>
                    t('routeText', {
                      destination: route.destination ?? '',
                      hop: route.nextHop ?? route.interface ?? '?',
                    }),
                  )
                  .join(', ') || t('dhcpRoutesText')}
              </dd>
              <dt>{t('dnsFact')}</dt>
              <dd className="al-mono">{explanation.state!.dns.servers.join(', ') || t('dhcpServersText')}</dd>
            </dl>
          )}
          {explanation.problems.length > 0 && <ProblemList problems={[...explanation.problems]} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button variant="link" onClick={onClose}>
          {common('closeButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
