import { expect, test } from 'vitest';
import { requestEvent, runEvent } from '../engine-link/sample-run.fixture.ts';
import { jobLog } from './job-log.ts';
import type { Log } from './log.ts';

test('every change of the status of a job is one line', () => {
  const lines: string[] = [];
  const log: Log = { used: true, write: (level, message) => void lines.push(`${level} ${message}`) };
  const take = jobLog(log);
  const events = [
    ...[runEvent(1), runEvent(1, { retries: 2 }), runEvent(1, { status: 'complete' })],
    requestEvent('ticket', 1),
    // A new workspace in the same directory starts with the first run again, which ended before it was noticed.
    runEvent(1, { status: 'complete' }),
    ...[runEvent(2), runEvent(2, { status: 'failed' })],
  ];
  for (const event of events) take(event);
  expect(lines).toEqual([
    'info Run: running',
    'info Run: complete',
    'info Run: complete',
    'info Run: running',
    'error Run: failed',
  ]);
});
