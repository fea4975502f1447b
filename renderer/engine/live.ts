import { create } from 'zustand';
import type { HostEvent, SequencedEvent } from '../../core/contract/events.ts';
import { isUnderWay } from '../../core/contract/topics/job.ts';
import { type Job, type JobOf, jobKey } from '../../core/contract/topics/jobs.ts';
import type { PracticeState } from '../../core/contract/topics/practice.ts';
import type { Notice } from '../../core/contract/topics/schedules/notifications.ts';
import type { ContractFailure } from '../../core/contract/topics/vocabulary.ts';

export { isUnderWay } from '../../core/contract/topics/job.ts';
export { runKey } from '../../core/contract/topics/jobs.ts';

/** Jobs of each kind by their key. */
export type LiveJobs = { [K in Job['kind']]: Record<string, JobOf<K>> };

/** The latest state of each topic that the host reports. State that can be requested is in the query cache instead. */
interface LiveState {
  connected: boolean;
  /** Why the connection to the host is broken; undefined while it works. */
  unheard?: ContractFailure | undefined;
  engine?: Extract<HostEvent, { type: 'engine' }>;
  practice?: PracticeState;
  /** The last notices, latest last. */
  notices: Notice[];
  jobs: LiveJobs;
  /**
   * Times at which the ends of jobs arrived, by the key of the job, in ms of the browser's clock. The engine's clock can differ, so
   * its times can't be compared with those of answers.
   */
  ended: Readonly<Record<string, number>>;
}

export const useLive = create<LiveState>(() => ({
  connected: true,
  notices: [],
  jobs: { run: {}, media: {}, cluster: {}, serve: {}, request: {} },
  ended: {},
}));

/** Updates the live state with an event. The provider updates the query cache. */
export function takeEvent({ event }: SequencedEvent): void {
  if (event.type === 'job')
    useLive.setState(({ jobs, ended }) => ({
      jobs: withJob(jobs, event.job),
      ended: withEnd(ended, event.job),
    }));
  else if (event.type === 'engine') useLive.setState({ engine: event });
  else if (event.type === 'notices') useLive.setState({ notices: event.notices });
  else if (event.type === 'practice') useLive.setState({ practice: event.practice });
}

/** Returns the jobs with the newer state of one. */
export function withJob(jobs: LiveJobs, job: Job): LiveJobs {
  return { ...jobs, [job.kind]: { ...jobs[job.kind], [jobKey(job)]: job } };
}

function withEnd(ended: LiveState['ended'], job: Job): LiveState['ended'] {
  const key = jobKey(job);
  const { [key]: known, ...others } = ended;
  // A resumed job ends again.
  if (isUnderWay(job)) return known === undefined ? ended : others;
  return known === undefined ? { ...ended, [key]: Date.now() } : ended;
}
