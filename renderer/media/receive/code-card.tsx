import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ArrivalLine } from '../../../core/contract/topics/media.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { Card } from '../../parts/screen.tsx';
import { RecordFingerprint } from '../record-fingerprint.tsx';
import { usePrintedPage } from '../use-printed-page.ts';
import { t } from './messages.ts';
import { spelledOut } from './receive-words.ts';

/** The acknowledgment code in large letters and spelled out, with its meaning. */
export function CodeCard({
  arrival,
  directory,
  reached,
}: {
  arrival: ArrivalLine;
  /** Parent of `transfers/`. */
  directory: string;
  reached: 'imported' | 'pushed' | 'applied';
}) {
  const { transfer, code, summary, fingerprint } = arrival;
  const page = usePrintedPage(`${transfer}-acknowledgment`, (client) =>
    client.request('media.acknowledgmentPage', { directory, transfer, reached }),
  );
  return (
    <Card title={t('codeTitle')}>
      <div className="al-column">
        <p>
          {t.parts('codeText', {
            summary,
            strong: (meaning) => <strong key="summary">{meaning}</strong>,
          })}
        </p>
        <SpelledCode code={code} />
        <div className="al-actions">
          <CopyButton text={code} label={t('copyCodeButton')} />
          <Button variant="secondary" onClick={page.save}>
            {t('savePageButton')}
          </Button>
        </div>
        {page.error !== undefined && <FailureAlert error={page.error} title={t('pageFailedTitle')} />}
        <dl className="al-facts">
          <dt>{t('contentsLabel')}</dt>
          <dd>{t('contentsText')}</dd>
          <dt>{t('effectLabel')}</dt>
          <dd>{t('effectText')}</dd>
          <RecordFingerprint hash={fingerprint} note={t('fingerprintNote')} />
        </dl>
      </div>
    </Card>
  );
}

/** A code in large letters, and spelled out for reading aloud. */
export function SpelledCode({ code }: { code: string }) {
  return (
    <div className="al-media-code">
      <strong className="al-media-code-letters">{code}</strong>
      <span className="al-sub al-small">{spelledOut(code)}</span>
    </div>
  );
}
