import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ArrivalLine } from '../../../core/contract/topics/media.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { Card } from '../../parts/screen.tsx';
import { RecordFingerprint } from '../record-fingerprint.tsx';
import { usePrintedPage } from '../use-printed-page.ts';
import { spelt } from './receive-words.ts';

/** The acknowledgement code: large, spelt, with what it says and what it does not contain. */
export function CodeCard({
  arrival,
  directory,
  reached,
}: {
  arrival: ArrivalLine;
  /** Above `transfers/`. */
  directory: string;
  reached: 'imported' | 'pushed' | 'applied';
}) {
  const { transfer, code, words, shortHash } = arrival;
  const page = usePrintedPage(`${transfer}-acknowledgement`, (client) =>
    client.request('media.acknowledgementPage', { directory, transfer, reached }),
  );
  return (
    <Card title="Tell the other side">
      <div className="al-column">
        <p>
          Read it over the phone or write it on paper. It says: <strong>{words}</strong>
        </p>
        <SpeltCode code={code} />
        <div className="al-actions">
          <CopyButton text={code} label="Copy" />
          <Button variant="secondary" onClick={page.save}>
            Save page to print
          </Button>
        </div>
        {page.error !== undefined && <FailureAlert error={page.error} title="The page was not made" />}
        <dl className="al-facts">
          <dt>It contains</dt>
          <dd>number of the transfer, numbers of pieces, check letters. No host, user or path.</dd>
          <dt>Then</dt>
          <dd>Missing content counts as not sent. The next transfer includes it.</dd>
          <RecordFingerprint hash={shortHash} note="compare it with the record that came with the transfer" />
        </dl>
      </div>
    </Card>
  );
}

/** A code, large, and as it is read over the telephone. */
export function SpeltCode({ code }: { code: string }) {
  return (
    <div className="al-media-code">
      <strong className="al-media-code-letters">{code}</strong>
      <span className="al-sub al-small">{spelt(code)}</span>
    </div>
  );
}
