import { isUnderWay } from '../../core/contract/topics/job.ts';
import type { MediaJob } from '../../core/contract/topics/media.ts';
import { useKeys } from '../app-state/keys.ts';
import { useDo } from '../engine/requests.ts';
import { stoppedJob } from './media-words.ts';

/** What can be done with an export or import: paused while it is under way, resumed when it stopped. */
export type JobControls = ReturnType<typeof useJobControls>;

/** @param pauseLabel what the key P does, for the list of keys */
export function useJobControls(job: MediaJob | undefined, pauseLabel: string) {
  const pause = useDo('jobs.stop');
  const resume = useDo('media.resume');
  const under = job !== undefined && isUnderWay(job);
  const stopped = stoppedJob(job);
  const controls = {
    job,
    /** It may be paused. */
    under,
    /** It may be resumed. */
    stopped,
    pause: () => job && pause.mutate({ kind: 'media', id: job.id }),
    mayPause: job?.status !== 'pausing' && !pause.isPending,
    resume: () => stopped && resume.mutate({ id: stopped.id }),
    resuming: resume.isPending,
    /** Why the last of these failed. */
    error: pause.error ?? resume.error,
  };
  useKeys([{ key: 'P', label: pauseLabel, run: controls.pause, when: under }]);
  return controls;
}
