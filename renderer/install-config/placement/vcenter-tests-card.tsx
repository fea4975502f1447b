import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useRef, useState } from 'react';
import { ContractError } from '../../../core/contract/contract-error.ts';
import { sentenceStart } from '../../../core/contract/documents/words.ts';
import { useClient } from '../../engine/provider.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { FindingList } from '../../parts/findings/finding-list.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { draftOf } from '../form/config-store.ts';
import { t } from '../form/messages.ts';
import { useAnalysis, useConfig } from '../form/use-config.tsx';
import {
  testAddresses,
  testKey,
  testOutcome,
  testVCenters,
  useVCenterTests,
  type VCenterTestState,
} from './vcenter-tests.ts';

/** Tests all vCenters of the file. Names what it contacts before it does. */
export function VCenterTestsCard() {
  const open = useConfig();
  const { config } = useAnalysis();
  const client = useClient();
  const tests = useVCenterTests((state) => state.tests);
  const stopping = useRef<AbortController>(undefined);
  const [running, setRunning] = useState(false);
  useEffect(() => () => stopping.current?.abort(), []);
  const addresses = testAddresses(config);
  if (addresses.length === 0) return null;
  const run = async () => {
    const controller = new AbortController();
    stopping.current = controller;
    setRunning(true);
    try {
      await testVCenters(client, draftOf(open), config, controller.signal);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Card
      title={t('vcenterTestTitle')}
      label={t('vcenterTestTitle')}
      flush
      actions={
        running ? (
          <Button variant="secondary" size="sm" onClick={() => stopping.current?.abort()}>
            {t('stopTestButton')}
          </Button>
        ) : (
          <RequestButton request="installConfig.testVCenter" variant="secondary" size="sm" onClick={run}>
            {t('testAllButton')}
          </RequestButton>
        )
      }
    >
      <p className="al-in al-sub">{t('testText', { addresses: addresses.join(', ') })}</p>
      {addresses.map((address, index) => {
        const known = tests[testKey(open.id, config, index)];
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name until that is fixed
        return known && <VCenterResult key={index} address={address} known={known} />;
      })}
    </Card>
  );
}

/** The result of one vCenter: its problems in full, and below them the passed checks. */
function VCenterResult({ address, known }: { address: string; known: VCenterTestState }) {
  const { mark, words } = testOutcome(known)!;
  const findings = known.state === 'done' ? known.test.findings : [];
  const passed = findings.filter(({ level }) => level === 'ok');
  return (
    <section className="al-ic-test" aria-label={t('vcenterResultLabel', { vcenter: address })}>
      <p className="al-row al-wrap">
        <strong className="al-mono al-anywhere">{address}</strong>
        <StateMark mark={mark}>{words}</StateMark>
      </p>
      {known.state === 'untestable' && (
        <FailureAlert error={new ContractError(known.failure)} title={t('untestableTitle')} />
      )}
      <FindingList findings={findings} />
      {passed.length > 0 && (
        <details>
          <summary>{t('passedChecks', { checks: passed.length })}</summary>
          <ul className="al-sub al-small">
            {passed.map(({ subject, message }) => (
              <li key={`${subject} ${message}`} className="al-anywhere">
                <Words text={sentenceStart(message)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
