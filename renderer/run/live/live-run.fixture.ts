import type { LiveRun } from '../../../core/contract/topics/run.ts';

const GiB = 1024 ** 3;

/** A mirror to disk in the middle of copying; tests change the relevant fields. */
export function liveRunOf(changes: Partial<LiveRun> = {}): LiveRun {
  return {
    run: { root: '/srv/north-mirror', sequence: 8 },
    workflow: 'mirrorToDisk',
    status: 'running',
    startedAt: '2026-05-09T00:00:00Z',
    enclave: 'fleet',
    directory: '/srv/north-mirror/.airlock/runs/8',
    images: { total: 546, copied: 425, present: 0, failed: 0 },
    bytes: { fetched: 32 * GiB, sent: 0, written: 32 * GiB, present: 0 },
    phases: [{ phase: 'copy', startedAt: '2026-05-09T00:00:41Z' }],
    progress: {
      images: { total: 546, copied: 425, present: 0, failed: 0 },
      bytes: { fetched: 32 * GiB, sent: 0, written: 32 * GiB, present: 0 },
      done: 32 * GiB,
      total: Math.round(48.2 * GiB),
      totalKnown: true,
      rate: 1.9 * 1024 ** 2,
      remainingMs: 145 * 60_000,
    },
    deliverables: [],
    failures: [],
    failuresTotal: 0,
    incomplete: [],
    incompleteTotal: 0,
    problems: [],
    retries: 0,
    imagesVersion: 1,
    own: true,
    resumable: true,
    ...changes,
  };
}
