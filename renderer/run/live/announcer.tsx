import { useEffect, useRef, useState } from 'react';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { isUnderWay } from '../../engine/live.ts';
import { percent } from '../../parts/format.ts';
import { runTitle, statusWord } from '../../parts/run-words.ts';
import { t } from './messages.ts';

const ANNOUNCE_EVERY_MS = 10_000;

/**
 * Announces a run in the title of the window and to screen readers: its progress at most every ten seconds, failures and
 * the end at once.
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
    document.title = t('windowTitle', { state, run: title });
    return () => {
      document.title = t('closedWindowTitle');
    };
  }, [state, title]);

  const newest = useRef('');
  newest.current = under ? t('announcement', { state, title: sentence }) : sentence;
  const [announced, setAnnounced] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of state is announced at once
  useEffect(() => {
    setAnnounced(newest.current);
    if (!under) return;
    const timer = setInterval(() => setAnnounced(newest.current), ANNOUNCE_EVERY_MS);
    return () => clearInterval(timer);
  }, [under, run.status]);
  return (
    <>
      <div className="al-unseen" role="status" aria-live="polite">
        {announced}
      </div>
      <div className="al-unseen" role="alert">
        {failuresTotal > 0 && t('imagesFailed', { images: failuresTotal })}
      </div>
    </>
  );
}
