import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { useRef, useState } from 'react';
import type { RequestOutput } from '../../core/contract/contract.ts';
import { asSentence } from '../../core/contract/documents/words.ts';
import type { UpgradeItemLine } from '../../core/contract/topics/clusters.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { Words } from '../parts/words.tsx';
import { type CheckGroup, checkGroups, checkSentence, ITEM_STATES } from './check-words.ts';
import { t } from './messages.ts';

/** The upgrade readiness report: blocking findings first, each with its remedy; passed checks collapsed. */
export function CheckView({
  answer: { report, html },
  onBack,
}: {
  answer: RequestOutput<'clusters.check'>;
  onBack: () => void;
}) {
  const [printing, setPrinting] = useState(false);
  const { context, server, version, inspectedAt } = report;
  return (
    <Screen
      eyebrow={[
        t('topic'),
        ...(context === undefined ? [] : [<strong key="context">{context}</strong>]),
        server,
        version === undefined ? t('clusterVersionUnknown') : t('clusterVersion', { version }),
        <RelativeTime key="at" at={inspectedAt} />,
      ]}
      sentence={checkSentence(report)}
      actions={
        <>
          <Button variant="primary" aria-haspopup="dialog" onClick={() => setPrinting(true)}>
            {t('printReportButton')}
          </Button>
          <Button variant="link" onClick={onBack}>
            {t('checkAgainButton')}
          </Button>
        </>
      }
    >
      {checkGroups(report.items).map((group) => (
        <GroupCard key={group.title} group={group} />
      ))}
      {printing && <PrintDialog html={html} onClose={() => setPrinting(false)} />}
    </Screen>
  );
}

function GroupCard({ group: { title, open, passed } }: { group: CheckGroup }) {
  const counts = { passed: passed.length, total: open.length + passed.length };
  return (
    <Card title={title} note={t('groupNote', counts)} label={title}>
      {open.length > 0 && <Items items={open} />}
      {passed.length > 0 && (
        <details>
          <summary>
            <StateMark mark="good">
              {open.length > 0 ? t('groupPassed', { passed: passed.length }) : t('showPassed')}
            </StateMark>
          </summary>
          <Items items={passed} />
        </details>
      )}
    </Card>
  );
}

function Items({ items }: { items: readonly UpgradeItemLine[] }) {
  return (
    <ul className="al-cluster-before al-cluster-checks">
      {items.map(({ name, state, message, remedy }) => (
        <li key={`${name} ${message}`}>
          <StateMark mark={ITEM_STATES[state].mark}>
            {ITEM_STATES[state].word}: <strong>{name}</strong>
          </StateMark>
          <p className="al-small">
            <Words text={asSentence(message)} />
          </p>
          {remedy !== '' && (
            <p className="al-sub al-small">
              <Words text={remedy} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The report in a frame without script, which this page can print. */
function PrintDialog({ html, onClose }: { html: string; onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  return (
    <Modal isOpen variant="large" onClose={onClose} aria-labelledby="al-cluster-print">
      <ModalHeader title={t('reportTitle')} labelId="al-cluster-print" />
      <ModalBody className="al-cluster-page">
        <iframe ref={frame} title={t('reportTitle')} sandbox="allow-same-origin allow-modals" srcDoc={html} />
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" onClick={() => frame.current?.contentWindow?.print()}>
          {t('printButton')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('closeButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
