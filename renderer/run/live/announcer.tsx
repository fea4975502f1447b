import { useEffect, useRef, useState } from 'react';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { counted, percent } from '../../parts/format.ts';
import { runTitle, statusWord } from '../../parts/run-words.ts';

const SAY_EVERY_MS = 10_000;

/**
 * Tells a run to those who do not look: the window's title, progress at most every ten seconds, failures and the end at
 * once.
 */
export function RunAnnouncer({ run, sentence }: { run: LiveRun; sentence: string }) {
  const { progress, failuresTotal } = run;
  const under = isUnderWay(run);
  const state = under
    ? progress && progress.total > 0
      ? percent(progress.done, progress.total)
      : statusWord(run.status).word
    : statusWord(run.status).word;
  const title = runTitle(run);
  useEffect(() => {
    document.title = `${state}, ${title}, Airlock`;
    return () => {
      document.title = 'Airlock';
    };
  }, [state, title]);

  const newest = useRef('');
  newest.current = under ? `${state}. ${sentence}` : sentence;
  const [said, setSaid] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of state is told at once
  useEffect(() => {
    setSaid(newest.current);
    if (!under) return;
    const timer = setInterval(() => setSaid(newest.current), SAY_EVERY_MS);
    return () => clearInterval(timer);
  }, [under, run.status]);
  return (
    <>
      <div className="al-unseen" role="status" aria-live="polite">
        {said}
      </div>
      <div className="al-unseen" role="alert">
        {failuresTotal > 0 && `${counted(failuresTotal, 'image')} failed`}
      </div>
    </>
  );
}
