import { isUnderWay } from '../../core/contract/topics/job.ts';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import { useKeys } from '../app-state/keys.ts';
import { useDo } from '../engine/requests.ts';
import { stoppedJob } from './media-words.ts';

/** Pause and resume of an export or import. */
export type JobControls = ReturnType<typeof useJobControls>;

/** Returns pause and resume of an export or import. @param pauseLabel label of the button and of the key P */
export function useJobControls(job: MediaJob | undefined, pauseLabel: string) {
  const pause = useDo('jobs.stop');
  const resume = useDo('media.resume');
  const under = job !== undefined && isUnderWay(job);
  const stopped = stoppedJob(job);
  const controls = {
    job,
    pauseLabel,
    /** The job can be paused. */
    under,
    /** The job, if it can be resumed. */
    stopped,
    pause: () => job && pause.mutate({ kind: 'media', id: job.id }),
    mayPause: job?.status !== 'pausing' && !pause.isPending,
    resume: () => stopped && resume.mutate({ id: stopped.id }),
    resuming: resume.isPending,
    /** Error of the last pause or resume. */
    error: pause.error ?? resume.error,
  };
  useKeys([{ key: 'P', label: pauseLabel, run: controls.pause, when: under }]);
  return controls;
}
