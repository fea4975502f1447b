import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import { useTicketed } from '../../engine/ticketed.ts';
import { JobView } from '../../job/job-view.tsx';
import { FailureAlert } from '../../parts/failure.tsx';
import { size, sizeOf } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Announcement } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './ended/messages.ts';

const PROBLEMS_SHOWN = 20;

/** Reads every byte of a transfer back, with progress. The verification can be stopped. */
export function VerifyCard({ directory, name }: { directory: string; name: string }) {
  const verifying = useTicketed('transfers.verify');
  const { asking: pending, error, work } = verifying;
  const result = verifying.answer?.value;
  const verify = () => {
    verifying.forget();
    void verifying.ask({ directory });
  };
  const { done = 0, total } = work?.progress ?? {};
  return (
    <section className="al-card al-in al-verify" aria-label={t('verifyLabel', { transfer: name })}>
      <div className="al-row">
        <div className="al-grow">
          {result?.ok ? (
            <StateMark mark="good">
              {t('verified', { transfer: name, blobs: result.blobs, size: size(result.bytes) })}
            </StateMark>
          ) : result ? (
            <StateMark mark="bad">
              {t('verifyDamaged', { transfer: name, problems: result.problems.length })}
            </StateMark>
          ) : pending ? (
            <span className="al-num">
              {work
                ? t.parts('verifying', {
                    transfer: name,
                    progress: total ? sizeOf(done, total) : size(done),
                    strong,
                  })
                : t.parts('verifyingStart', { transfer: name, strong })}
            </span>
          ) : (
            t.parts('verifyNote', {
              transfer: name,
              strong,
              note: (inner) => (
                <span key="note" className="al-sub">
                  {inner}
                </span>
              ),
            })
          )}
        </div>
        {pending ? (
          <Button variant="secondary" size="sm" onClick={verifying.cancel}>
            {t('stopVerifyButton')}
          </Button>
        ) : (
          <RequestButton request="transfers.verify" variant="secondary" size="sm" onClick={verify}>
            {t(result ? 'verifyAgainButton' : 'verifyButton')}
          </RequestButton>
        )}
      </div>
      {pending && <JobView job={work} label={t('verifiedBytesLabel')} small />}
      {error !== undefined && (
        <FailureAlert error={error} title={t('verifyFailedTitle', { transfer: name })} />
      )}
      <Announcement event={result}>
        {result && t(result.ok ? 'verifiedStatus' : 'verifyDamagedStatus', { transfer: name })}
      </Announcement>
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
            <p className="al-sub">
              {t('moreProblems', { problems: result.problems.length - PROBLEMS_SHOWN })}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function strong(inner: ReactNode[]) {
  return <strong key="strong">{inner}</strong>;
}
