import { useEffect, useRef, useState } from 'react';
import type { MediaJob } from '../../core/contract/topics/media.ts';

/** ms between two announcements of progress. */
const EVERY = 10_000;

/** Says how far an export or import is, at most every ten seconds; a new state and a failure at once. */
export function JobAnnouncer({ job, sentence }: { job: MediaJob; sentence: string }) {
  const [said, setSaid] = useState('');
  const last = useRef({ status: '', at: 0 });
  useEffect(() => {
    const now = Date.now();
    if (last.current.status === job.status && now - last.current.at < EVERY) return;
    last.current = { status: job.status, at: now };
    setSaid(sentence);
  }, [job.status, sentence]);
  return (
    <div role="status" className="al-unseen">
      {said}
    </div>
  );
}
