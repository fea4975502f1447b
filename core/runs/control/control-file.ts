import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { appendFile } from '../../base/files/created-files.ts';
import { SLOWEST_RATE } from '../../base/schedule/rate-text.ts';
import { readRunFile } from '../audit/read-runs.ts';
import { CONTROL_FILE, LIVE_FILE } from '../audit/run-file.ts';
import { t } from '../messages.ts';
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

/** A request to a run from any process. */
export type RunRequest =
  | { action: 'pause' | 'stop' }
  | ({ action: 'adjust' } & Partial<RunLimits>)
  | { action: 'windows'; windows: string[] }
  | { action: 'ignore-windows'; ignore: boolean };

/**
 * Sends a request to a running run of any process, which follows it within about half a second. The limits that it
 * accepted are in live.json and events.jsonl.
 * @throws AirlockError `run-ended` if no process works on it; `usage` for limits out of bounds; `disk` if the record isn't
 *   writable
 */
export async function requestRun(runDirectory: string, query: RunRequest): Promise<void> {
  const line = CONTROL_LINE.safeParse({ at: new Date().toISOString(), by: requesterName(), ...query });
  if (!line.success)
    throw new AirlockError('usage', t('limitsInvalid', { most: MOST_PARALLEL, rate: SLOWEST_RATE }));
  const { status, run } = await readRunFile(runDirectory);
  if (status !== 'running')
    throw new AirlockError('run-ended', t('runNotActive', { directory: runDirectory, status }));
  const live = await stat(join(runDirectory, LIVE_FILE)).catch(() => undefined);
  if (!live)
    throw new AirlockError(
      'run-ended',
      t('requestsUnsupported', {
        directory: runDirectory,
        version: run?.tool.version ?? t('unknownVersion'),
      }),
      { remedy: t('requestsUnsupportedRemedy') },
    );
  try {
    // A single write in append mode doesn't mix with lines of other requesters.
    await appendFile(join(runDirectory, CONTROL_FILE), `${JSON.stringify(line.data)}\n`);
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Returns the request in a line of control.jsonl, or undefined if it is invalid. */
export function controlRequest(value: unknown): ControlRequest | undefined {
  const line = CONTROL_LINE.safeParse(value);
  if (!line.success) return undefined;
  const { at: _at, ...request } = line.data;
  return request;
}
