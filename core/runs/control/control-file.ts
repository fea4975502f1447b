import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { appendFile } from '../../base/files/created-files.ts';
import { SLOWEST_RATE } from '../../base/schedule/rate-text.ts';
import { readRunFile } from '../audit/read-runs.ts';
import { CONTROL_FILE, LIVE_FILE } from '../audit/run-file.ts';
import { type ControlRequest, MOST_PARALLEL, type RunLimits } from '../progress/events.ts';
import { requesterName } from './requester-name.ts';

const parallel = z.number().int().min(1).max(MOST_PARALLEL);
const who = { at: z.string(), by: z.string() };
const CONTROL_LINE = z.discriminatedUnion('action', [
  z.object({ ...who, action: z.literal('pause') }),
  z.object({ ...who, action: z.literal('stop') }),
  z.object({
    ...who,
    action: z.literal('adjust'),
    parallelImages: parallel.optional(),
    parallelLayers: parallel.optional(),
    rate: z.number().min(SLOWEST_RATE).nullable().optional(),
  }),
  z.object({ ...who, action: z.literal('windows'), windows: z.array(z.string().max(1000)).max(100) }),
  z.object({ ...who, action: z.literal('ignore-windows'), ignore: z.boolean() }),
]);

/** What can be asked of a run, by whatever process. */
export type RunRequest =
  | { action: 'pause' | 'stop' }
  | ({ action: 'adjust' } & Partial<RunLimits>)
  | { action: 'windows'; windows: string[] }
  | { action: 'ignore-windows'; ignore: boolean };

/**
 * Asks something of a run under way, whichever process works on it; it obeys within about half a second. Which changes of
 * limits it took is in live.json and events.jsonl.
 * @throws AirlockError `run-ended` when no process works on it; `usage` for limits out of bounds; `disk` when the record
 * may not be written to
 */
export async function requestRun(runDirectory: string, query: RunRequest): Promise<void> {
  const line = CONTROL_LINE.safeParse({ at: new Date().toISOString(), by: requesterName(), ...query });
  if (!line.success)
    throw new AirlockError(
      'usage',
      `a run takes 1 to ${MOST_PARALLEL} parallel images and layers, and at least ${SLOWEST_RATE} bytes a second`,
    );
  const { status, run } = await readRunFile(runDirectory);
  if (status !== 'running')
    throw new AirlockError('run-ended', `the run in ${runDirectory} is ${status}: nothing works on it now`);
  const live = await stat(join(runDirectory, LIVE_FILE)).catch(() => undefined);
  if (!live)
    throw new AirlockError(
      'run-ended',
      `the run in ${runDirectory} is worked on by ${run?.tool.version ?? 'a version'} that takes no requests`,
      { remedy: 'Press Ctrl-C in the terminal that runs it.' },
    );
  try {
    // One write in append mode: lines of several askers do not mix.
    await appendFile(join(runDirectory, CONTROL_FILE), `${JSON.stringify(line.data)}\n`);
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** A line of control.jsonl, or undefined when it is none. */
export function controlRequest(value: unknown): ControlRequest | undefined {
  const line = CONTROL_LINE.safeParse(value);
  if (!line.success) return undefined;
  const { at: _at, ...request } = line.data;
  return request;
}
