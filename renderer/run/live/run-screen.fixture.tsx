import type { LiveRun } from '../../../core/contract/topics/run.ts';
import type { Answers } from '../../engine/screen.fixture.tsx';
import { liveRunOf } from './live-run.fixture.ts';

/** A run that has ended with everything in place. */
export function endedRunOf(changes: Partial<LiveRun> = {}): LiveRun {
  return liveRunOf({
    status: 'complete',
    endedAt: '2026-05-09T01:00:00Z',
    progress: undefined,
    images: { total: 546, copied: 546, present: 0, failed: 0 },
    resumable: false,
    ...changes,
  });
}

/** What the host answers in a session that may only look. */
export const READER: Answers = { 'host.describe': { home: '/home/op', session: { role: 'reader' } } };
