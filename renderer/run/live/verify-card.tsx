import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useEffect, useRef, useState } from 'react';
import type { RequestOutput } from '../../../core/contract/contract.ts';
import { useLive } from '../../engine/live.ts';
import { useClient } from '../../engine/provider.tsx';
import { Bar } from '../../parts/bar.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { count, counted, size, sizeOf } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';

const PROBLEMS_SHOWN = 20;

/** Reads every byte of a transfer back, with progress; can be stopped. */
export function VerifyCard({ directory, name }: { directory: string; name: string }) {
  const client = useClient();
  const [ticket, setTicket] = useState<string>();
  const [result, setResult] = useState<RequestOutput<'transfers.verify'>>();
  const [error, setError] = useState<unknown>();
  const asking = useRef<AbortController>(undefined);
  const work = useLive((state) => (ticket ? state.work[ticket] : undefined));
  useEffect(() => () => asking.current?.abort(), []);
  const verify = async () => {
    const controller = new AbortController();
    const newTicket = crypto.randomUUID();
    asking.current = controller;
    setTicket(newTicket);
    setError(undefined);
    setResult(undefined);
    try {
      setResult(
        await client.request(
          'transfers.verify',
          { directory, ticket: newTicket },
          { signal: controller.signal },
        ),
      );
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown);
    } finally {
      setTicket(undefined);
    }
  };
  const total = work?.total;
  return (
    <section className="al-card al-in al-verify" aria-label={`Verify ${name}`}>
      <div className="al-row">
        <div className="al-grow">
          {result?.ok ? (
            <StateMark mark="good">
              {name} is as it was written: {counted(result.blobs, 'blob')}, {size(result.bytes)} checked
            </StateMark>
          ) : result ? (
            <StateMark mark="bad">
              {name} is damaged: {counted(result.problems.length, 'problem')}
            </StateMark>
          ) : ticket ? (
            <span className="al-num">
              <strong>Verifying {name}</strong>{' '}
              {work ? (total ? sizeOf(work.done, total) : size(work.done)) : 'opening the archive set'}
            </span>
          ) : (
            <>
              <strong>Verify {name}</strong>{' '}
              <span className="al-sub">Reads the set back and compares every blob with its digest.</span>
            </>
          )}
        </div>
        {ticket ? (
          <Button variant="secondary" size="sm" onClick={() => asking.current?.abort()}>
            Stop verifying
          </Button>
        ) : (
          <RequestButton
            request="transfers.verify"
            variant="secondary"
            size="sm"
            onClick={() => void verify()}
          >
            {result ? 'Verify again' : 'Verify every byte'}
          </RequestButton>
        )}
      </div>
      {ticket && <Bar small done={work?.done ?? 0} total={total ?? 0} label="Bytes verified" />}
      {error !== undefined && <FailureAlert error={error} title={`${name} was not verified`} />}
      <div role="status" className="al-unseen">
        {result && (result.ok ? `${name} is whole` : `${name} is damaged`)}
      </div>
      {result && !result.ok && (
        <>
          <ul className="al-verify-problems">
            {result.problems.slice(0, PROBLEMS_SHOWN).map((problem) => (
              <li key={`${problem.file} ${problem.digest}`}>
                <strong>{problem.kind}</strong> <code className="al-mono">{problem.file}</code>
                {problem.images.length > 0 && <span className="al-sub"> {problem.images.join(', ')}</span>}
              </li>
            ))}
          </ul>
          {result.problems.length > PROBLEMS_SHOWN && (
            <p className="al-sub">and {count(result.problems.length - PROBLEMS_SHOWN)} more</p>
          )}
        </>
      )}
    </section>
  );
}
