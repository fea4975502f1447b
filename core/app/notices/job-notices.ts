import { isUnderWay } from '../../contract/topics/job.ts';
import type { Job, JobOf } from '../../contract/topics/jobs.ts';
import { t } from './messages.ts';
import type { NewNotice, Notices } from './notices.ts';

type NoticedJob = JobOf<'media' | 'cluster'>;

/**
 * Returns a function that sends notices about exports, imports and cluster jobs: they wait for a drive or an answer, or they
 * ended. A paused or stopped job sends none, because a user did that.
 */
export function jobNotices(notices: Pick<Notices, 'send'>): (job: Job) => void {
  const last = new Map<string, string>();
  return (job) => {
    if (job.kind !== 'media' && job.kind !== 'cluster') return;
    const { id, status } = job;
    if (last.get(id) === status) return;
    last.set(id, status);
    if (!isUnderWay(job)) last.delete(id);
    const notice = noticeOf(job);
    if (notice) void notices.send(notice);
  };
}

function noticeOf(job: NoticedJob): NewNotice | undefined {
  const { status, id } = job;
  const work = job.kind === 'cluster' ? 'cluster' : job.settings.kind;
  const screen = job.kind === 'cluster' ? 'cluster' : job.settings.kind === 'export' ? 'carry' : 'receive';
  const place = { job: id, screen } as const;
  if (status === 'waiting')
    return {
      ...place,
      ...{ kind: 'run-waiting', level: 'warning' },
      title: t('jobWaiting', { work }),
      text: (job.kind === 'media' ? job.need?.message : undefined) ?? t('jobWaitingText', { work }),
    };
  if (status !== 'done' && status !== 'failed') return undefined;
  const failed = status === 'failed' || (job.kind === 'cluster' && job.ok === false);
  return {
    ...place,
    ...{ kind: 'run-ended', status: failed ? 'failed' : 'complete', level: failed ? 'error' : 'info' },
    title: t('jobEnded', { work, status: failed ? 'failed' : 'complete' }),
    text: job.error?.message ?? '',
  };
}
