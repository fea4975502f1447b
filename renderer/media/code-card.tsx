import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useState } from 'react';
import type { ArrivalLine } from '../../core/contract/topics/media.ts';
import { useClient } from '../engine/provider.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
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
  const client = useClient();
  const [error, setError] = useState<unknown>();
  const { transfer, code, words, shortHash } = arrival;
  const save = async () => {
    try {
      const { savePage } = await import('../parts/save-picture.ts');
      const { html } = await client.request('media.acknowledgementPage', { directory, transfer, reached });
      savePage(html, `${transfer}-acknowledgement`);
      setError(undefined);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Card title="Tell the other side">
      <div className="al-column">
        <p>
          Read it over the phone or write it on paper. It says: <strong>{words}</strong>
        </p>
        <div className="al-media-code">
          <strong className="al-media-code-letters">{code}</strong>
          <span className="al-sub al-small">{spelt(code)}</span>
        </div>
        <div className="al-actions">
          <CopyButton text={code} label="Copy" />
          <Button variant="secondary" onClick={() => void save()}>
            Save page to print
          </Button>
        </div>
        {error !== undefined && <FailureAlert error={error} title="The page was not made" />}
        <dl className="al-facts">
          <dt>It contains</dt>
          <dd>number of the transfer, numbers of pieces, check letters. No host, user or path.</dd>
          <dt>Then</dt>
          <dd>Missing content counts as not sent. The next transfer includes it.</dd>
          <dt>Record fingerprint</dt>
          <dd>
            <span className="al-paper-hash">{shortHash}</span>{' '}
            <span className="al-sub al-small">compare it with the record that came with the transfer</span>
          </dd>
        </dl>
      </div>
    </Card>
  );
}
