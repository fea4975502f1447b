import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useTicketed } from '../../engine/ticketed.ts';
import { JobView } from '../../job/job-view.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { count, counted, size, sizeOf } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';

const PROBLEMS_SHOWN = 20;

/** Reads every byte of a transfer back, with progress; can be stopped. */
export function VerifyCard({ directory, name }: { directory: string; name: string }) {
  const verifying = useTicketed('transfers.verify');
  const { asking, error, work } = verifying;
  const result = verifying.answer?.value;
  const verify = () => {
    verifying.forget();
    void verifying.ask({ directory });
  };
  const { done = 0, total } = work?.progress ?? {};
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
          ) : asking ? (
            <span className="al-num">
              <strong>Verifying {name}</strong>{' '}
              {work ? (total ? sizeOf(done, total) : size(done)) : 'opening the archive set'}
            </span>
          ) : (
            <>
              <strong>Verify {name}</strong>{' '}
              <span className="al-sub">Reads the set back and compares every blob with its digest.</span>
            </>
          )}
        </div>
        {asking ? (
          <Button variant="secondary" size="sm" onClick={verifying.cancel}>
            Stop verifying
          </Button>
        ) : (
          <RequestButton request="transfers.verify" variant="secondary" size="sm" onClick={verify}>
            {result ? 'Verify again' : 'Verify every byte'}
          </RequestButton>
        )}
      </div>
      {asking && <JobView job={work} label="Bytes verified" small />}
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
