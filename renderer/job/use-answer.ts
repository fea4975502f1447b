import { useEffect } from 'react';
import type { JobStatus } from '../../core/contract/topics/job.ts';
import { useDo } from '../engine/requests.ts';

/** Returns the request that answers a waiting job. Its error is undefined when the job has continued, and for the next question. */
export function useAnswer(job: { status: JobStatus } | undefined) {
  const { mutate, isPending, error, reset } = useDo('jobs.answer');
  const waits = job?.status === 'waiting';
  useEffect(() => {
    if (waits) reset();
  }, [waits, reset]);
  return { mutate, isPending, error: waits ? (error ?? undefined) : undefined };
}
