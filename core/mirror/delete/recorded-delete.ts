import { z } from 'zod';
import type { RunFile } from '../../runs/audit/run-file.ts';
import type { ExecuteDeleteRequest } from './execute-delete.ts';

const REQUEST = z.object({
  kind: z.literal('delete'),
  listFile: z.string(),
  destination: z.object({ host: z.string(), namespace: z.string() }),
  forceCacheDelete: z.boolean(),
  stateDirectory: z.string().optional(),
  destinationTlsVerify: z.boolean(),
  authFile: z.string().optional(),
  retryTimes: z.number().int().nonnegative(),
  retryDelayMs: z.number().nonnegative(),
});

/** Returns the request of a recorded deletion, to resume it, or undefined for other runs. */
export function recordedDelete(
  run: Pick<RunFile, 'request' | 'arguments'> | undefined,
): ExecuteDeleteRequest | undefined {
  const parsed = REQUEST.safeParse(run?.request);
  if (!run || !parsed.success) return undefined;
  const { kind: _kind, stateDirectory, authFile, ...request } = parsed.data;
  return {
    ...request,
    stateDirectory,
    authFile,
    arguments: run.arguments,
  };
}
