import type { HostEvent } from '../../contract/events.ts';
import type { RequestJob } from '../../contract/topics/job.ts';
import type { LiveRun } from '../../contract/topics/run.ts';

/** A run in the form of events. */
export function sampleRun(sequence: number, changed: Partial<LiveRun> = {}): LiveRun {
  return {
    run: { root: '/srv/mirror', sequence },
    workflow: 'mirrorToDisk',
    status: 'running',
    startedAt: '2026-01-31T10:00:00.000Z',
    directory: `/srv/mirror/.airlock/runs/${sequence}`,
    phases: [],
    deliverables: [],
    failures: [],
    failuresTotal: 0,
    incomplete: [],
    incompleteTotal: 0,
    problems: [],
    retries: 0,
    imagesVersion: 0,
    own: true,
    resumable: true,
    ...changed,
  };
}

export function runEvent(sequence: number, changed: Partial<LiveRun> = {}): HostEvent {
  return { type: 'job', job: { kind: 'run', ...sampleRun(sequence, changed) } };
}

/** The progress of a request in the form of events. */
export function requestEvent(id: string, done: number, changed: Partial<RequestJob> = {}): HostEvent {
  const job = { kind: 'request', id, status: 'running', phase: 'verify', unit: 'bytes' } as const;
  return { type: 'job', job: { ...job, progress: { done }, ...changed } };
}

/** The progress of a request event; undefined for other events. */
export function doneOf(event: HostEvent, id?: string): number | undefined {
  const { job } = event.type === 'job' ? event : {};
  return job?.kind === 'request' && (id === undefined || job.id === id) ? job.progress.done : undefined;
}
