import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { DigestText } from '../../parts/digest.tsx';
import { shortImageName } from '../../parts/image-name.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { failureCause, failureConsequence } from './failure-words.ts';
import { t } from './messages.ts';

/** Failures that fit above the fold. The table below has all of them. */
const SHOWN = 3;

/** Shows each failure in two sentences: the side and the cause, then what a retry does and what is incomplete. */
export function FailureList({ run, onShowAll }: { run: LiveRun; onShowAll: () => void }) {
  const { failures, failuresTotal } = run;
  if (failuresTotal === 0) return null;
  return (
    <Card
      title={<StateMark mark="bad">{t('imagesFailed', { images: failuresTotal })}</StateMark>}
      note={isUnderWay(run) ? t('failuresNote') : undefined}
      actions={
        failuresTotal > SHOWN && (
          <button type="button" className="al-link" onClick={onShowAll}>
            {t('showFailuresButton', { failures: failuresTotal })}
          </button>
        )
      }
      flush
    >
      <ul className="al-run-failures">
        {failures.slice(0, SHOWN).map((failure) => (
          <li key={`${failure.destination} ${failure.digest}`}>
            <p className="al-row al-wrap">
              <strong className="al-mono" title={failure.origin}>
                {shortImageName(failure.origin, failure.destination)}
              </strong>
              {failure.digest && <DigestText digest={failure.digest} />}
            </p>
            <p>
              <Words text={failureCause(failure)} />{' '}
              <span className="al-sub">
                <Words text={failureConsequence(failure, run)} />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
