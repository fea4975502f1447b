import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { DigestText } from '../../parts/digest.tsx';
import { count, counted } from '../../parts/format.ts';
import { shortImageName } from '../../parts/image-name.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { failureCause, failureConsequence } from './failure-words.ts';

/** Cards that fit above the fold; the table below has all of them. */
const SHOWN = 3;

/** Failures as cards of two sentences: side and cause; what retrying does and what hangs on it. */
export function FailureList({ run, onShowAll }: { run: LiveRun; onShowAll: () => void }) {
  const { failures, failuresTotal } = run;
  if (failuresTotal === 0) return null;
  return (
    <Card
      title={<StateMark mark="bad">{counted(failuresTotal, 'image')} failed</StateMark>}
      note={isUnderWay(run) ? 'the rest goes on' : undefined}
      actions={
        failuresTotal > SHOWN && (
          <button type="button" className="al-link" onClick={onShowAll}>
            Show all {count(failuresTotal)}
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
