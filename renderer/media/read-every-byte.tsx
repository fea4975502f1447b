import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useRef, useState } from 'react';
import type { RequestOutput } from '../../core/contract/contract.ts';
import { useLive } from '../engine/live.ts';
import { useClient } from '../engine/provider.tsx';
import { Bar } from '../parts/bar.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { counted, size, sizeOf } from '../parts/format.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { spelt } from './receive-words.ts';

type Received = RequestOutput<'transfers.received'>['sets'][number];

/** A set that was copied by other means: its code comes after every byte was read. */
export function ReadEveryByte({
  directory,
  reached,
}: {
  /** Of the set. */
  directory: string;
  reached: 'imported' | 'pushed' | 'applied';
}) {
  const client = useClient();
  const [ticket, setTicket] = useState<string>();
  const [found, setFound] = useState<{ set: Received; reached: string }>();
  const [error, setError] = useState<unknown>();
  const asking = useRef<AbortController>(undefined);
  const work = useLive((state) => (ticket ? state.work[ticket] : undefined));
  useEffect(() => () => asking.current?.abort(), []);
  const read = async () => {
    const controller = new AbortController();
    const newTicket = crypto.randomUUID();
    asking.current = controller;
    setTicket(newTicket);
    setError(undefined);
    try {
      const asked = { directory, reached, ticket: newTicket };
      const { sets } = await client.request('transfers.received', asked, { signal: controller.signal });
      if (sets[0]) setFound({ set: sets[0], reached });
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown);
    } finally {
      setTicket(undefined);
    }
  };
  const shown = found?.reached === reached ? found.set : undefined;
  return (
    <Card title="Tell the other side">
      <div className="al-column">
        {shown ? (
          <>
            <p>
              <StateMark mark={shown.lacks.length === 0 ? 'good' : 'bad'}>
                {shown.lacks.length === 0
                  ? `Every byte is right, ${size(shown.bytes)}.`
                  : `${counted(shown.lacks.length, 'piece')} missing, cut short or altered: ${shown.lacks.join(', ')}`}
              </StateMark>
            </p>
            <p>
              It says: <strong>{shown.words}</strong>
            </p>
            <div className="al-media-code">
              <strong className="al-media-code-letters">{shown.code}</strong>
              <span className="al-sub al-small">{spelt(shown.code)}</span>
            </div>
            <div className="al-actions">
              <CopyButton text={shown.code} label="Copy" />
            </div>
          </>
        ) : (
          <>
            <p>It was copied by other means. Every byte is read before there is a code for it.</p>
            {ticket ? (
              <>
                <Bar small done={work?.done ?? 0} total={work?.total ?? 0} label="Bytes read" />
                <p className="al-sub al-num">
                  {work?.total ? sizeOf(work.done, work.total) : 'Opening the set'}
                </p>
                <div className="al-actions">
                  <Button variant="secondary" onClick={() => asking.current?.abort()}>
                    Stop reading
                  </Button>
                </div>
              </>
            ) : (
              <div className="al-actions">
                <Button variant="secondary" onClick={() => void read()}>
                  Read every byte
                </Button>
              </div>
            )}
          </>
        )}
        {error !== undefined && <FailureAlert error={error} title="The set was not read" />}
        <div role="status" className="al-unseen">
          {shown?.words}
        </div>
      </div>
    </Card>
  );
}
