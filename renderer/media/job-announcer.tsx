import { useEffect, useRef, useState } from 'react';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import { Announcement } from '../parts/screen.tsx';

/** Milliseconds between announcements of progress. */
const EVERY = 10_000;

/** Announces the progress of an export or import every ten seconds, and a new state or outcome immediately. */
export function JobAnnouncer({ job, sentence }: { job: MediaJob; sentence: string }) {
  const [announced, setAnnounced] = useState({ sentence: '', event: '' });
  const last = useRef({ status: '', at: 0 });
  useEffect(() => {
    const now = Date.now();
    const isProgress = job.status === 'running' && last.current.status === 'running';
    if (isProgress && now - last.current.at < EVERY) return;
    last.current = { status: job.status, at: now };
    setAnnounced({ sentence, event: `${job.id} ${job.status}` });
  }, [job.id, job.status, sentence]);
  return <Announcement event={announced.event}>{announced.sentence}</Announcement>;
}
