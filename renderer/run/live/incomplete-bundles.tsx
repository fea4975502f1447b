import { useState } from 'react';
import type { IncompleteBundle, LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { count, counted } from '../../parts/format.ts';
import { shortImageName } from '../../parts/image-name.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { incompleteWords } from './sentence.ts';

/** Bundles, and missing images of each, that fit beside the failures. */
const SHOWN = 3;

/** Versions of operators that cannot be installed from what this run moved, and what each of them lacks. */
export function IncompleteBundles({ run, onRetry }: { run: LiveRun; onRetry?: (() => void) | undefined }) {
  const [all, setAll] = useState(false);
  const { incomplete, incompleteTotal } = run;
  if (incompleteTotal === 0) return null;
  const under = isUnderWay(run);
  return (
    <Card
      title={<StateMark mark="bad">{incompleteWords(incompleteTotal)} cannot be installed</StateMark>}
      actions={
        incomplete.length > SHOWN && (
          <button type="button" className="al-link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? 'Show fewer'
              : `Show ${incomplete.length < incompleteTotal ? '' : 'all '}${count(incomplete.length)}`}
          </button>
        )
      }
      flush
    >
      <ul className="al-run-failures" aria-label="Versions that cannot be installed">
        {incomplete.slice(0, all ? incomplete.length : SHOWN).map((bundle) => (
          <li key={`${bundle.package} ${bundle.bundle}`}>
            <p className="al-row al-wrap">
              <strong className="al-mono">{bundle.bundle}</strong>
              <span className="al-sub">of operator {bundle.package}</span>
            </p>
            <Missing bundle={bundle} all={all} />
          </li>
        ))}
      </ul>
      <p className="al-in al-small al-sub">
        {under
          ? 'The rest goes on; what failed can be retried when the run ends.'
          : `Clusters that install ${incompleteTotal === 1 ? 'it' : 'one of them'} would wait for images that are not there.`}{' '}
        {!under && onRetry && (
          <button type="button" className="al-link" onClick={onRetry}>
            Retry what failed
          </button>
        )}
      </p>
    </Card>
  );
}

function Missing({ bundle: { missing }, all }: { bundle: IncompleteBundle; all: boolean }) {
  const shown = missing.slice(0, all ? missing.length : SHOWN);
  const more = missing.length - shown.length;
  return (
    <p>
      Lacks{' '}
      {shown.map((origin, index) => (
        <span key={origin}>
          {index > 0 && ', '}
          <code className="al-mono" title={origin}>
            {shortImageName(origin, '')}
          </code>
        </span>
      ))}
      {more > 0 && ` and ${counted(more, 'more image')}`}.
    </p>
  );
}
