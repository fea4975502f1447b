import { isUnderWay } from '../../contract/topics/job.ts';
import type { Job, JobOf } from '../../contract/topics/jobs.ts';
import { t } from './messages.ts';
import type { NewNotice, Notices } from './notices.ts';

type NoticedJob = JobOf<'media' | 'cluster'>;

/**
 * Returns a function that sends notices about exports, imports and cluster jobs: they wait for a drive or an answer, or they
 * ended. A paused or stopped job sends none, because a user did that. A job that no longer waits ends its notice.
 */
export function jobNotices(notices: Pick<Notices, 'send' | 'endWait'>): (job: Job) => void {
  const last = new Map<string, string>();
  return (job) => {
    if (job.kind !== 'media' && job.kind !== 'cluster') return;
    const { id, status } = job;
    const before = last.get(id);
    if (before === status) return;
    if (before === 'waiting') void notices.endWait({ job: id });
    last.set(id, status);
    if (!isUnderWay(job)) last.delete(id);
    const notice = noticeOf(job);
    if (notice) void notices.send(notice);
  };
}

function noticeOf(job: NoticedJob): NewNotice | undefined {
  const { status } = job;
  const work = job.kind === 'cluster' ? 'cluster' : job.settings.kind;
  if (status === 'waiting')
    return {
      ...placeOf(job),
      ...{ kind: 'run-waiting', level: 'warning' },
      title: t('jobWaiting', { work }),
      text: (job.kind === 'media' ? job.need?.message : undefined) ?? t('jobWaitingText', { work }),
    };
  if (status !== 'done' && status !== 'failed') return undefined;
  const faults = faultsOf(job);
  const failed = status === 'failed' || (job.kind === 'cluster' && job.ok === false);
  const result = failed ? 'failed' : faults.length > 0 ? 'partial' : 'complete';
  return {
    ...placeOf(job),
    ...{ kind: 'run-ended', status: result, text: faults.join('\n') },
    level: failed ? 'error' : result === 'partial' ? 'warning' : 'info',
    title: t('jobEnded', { work, status: result }),
  };
}

function placeOf(
  job: NoticedJob,
): Pick<NewNotice, 'job' | 'screen' | 'workspace' | 'transfer' | 'directory'> {
  const { id } = job;
  if (job.kind === 'cluster') return { job: id, screen: 'cluster' };
  const { settings } = job;
  return settings.kind === 'export'
    ? { job: id, screen: 'carry', workspace: settings.workspace, transfer: settings.transfer }
    : { job: id, screen: 'receive', directory: settings.directory };
}

/** Returns why a job failed, or which content an export or import is missing, as sentences. */
function faultsOf(job: NoticedJob): string[] {
  if (job.error) return [job.error.message];
  if (job.kind === 'cluster') return [];
  const { incomplete = [], problems } = job;
  if (incomplete.length > 0) return incomplete;
  const fault = problems.find(({ level, code }) => level === 'error' || code === 'content-missing');
  return fault ? [fault.message] : [];
}
