import type { LiveRun } from '../../contract/topics/run.ts';

/** A run as events tell it. */
export function sampleRun(sequence: number, changed: Partial<LiveRun> = {}): LiveRun {
  return {
    run: { root: '/srv/mirror', sequence },
    workflow: 'mirrorToDisk',
    status: 'running',
    startedAt: '2026-01-31T10:00:00.000Z',
    directory: `/srv/mirror/working-dir/airlock/runs/${sequence}`,
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
