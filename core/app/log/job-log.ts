import type { HostEvent } from '../../contract/events.ts';
import { isUnderWay } from '../../contract/topics/job.ts';
import { jobKey } from '../../contract/topics/jobs.ts';
import type { Log } from './log.ts';
import { t } from './messages.ts';

/** Returns a function that logs every change of the status of a job, which includes runs. */
export function jobLog(log: Log): (event: HostEvent) => void {
  const last = new Map<string, string>();
  return (event) => {
    // Requests are short, and their failures are logged with their reason.
    if (event.type !== 'job' || event.job.kind === 'request') return;
    const { job } = event;
    const key = `${job.kind} ${jobKey(job)}`;
    if (last.get(key) === job.status) return;
    last.set(key, job.status);
    if (!isUnderWay(job)) last.delete(key);
    const { kind, status } = job;
    const level = status === 'failed' ? 'error' : 'info';
    const run = job.kind === 'run' ? job.directory : undefined;
    const error = 'error' in job ? job.error : undefined;
    const place = { run, code: error?.code, error: error?.message, job: jobKey(job) };
    log.write(level, t('jobState', { kind, status }), place);
  };
}

/** Logs that the engine of a host ended, restarted or is ready. */
export function logEngine(log: Log, event: HostEvent): void {
  if (event.type !== 'engine') return;
  const { state, detail = '', restarts } = event;
  if (state === 'ready') log.write('info', t('engineReady'), { restarts });
  else if (state === 'restarting') log.write('warning', t('engineRestarting', { detail }), { restarts });
  else log.write('error', t('engineStopped', { detail }), { restarts });
}
