import { type AirlockError, asAirlockError } from '../errors/airlock-error.ts';

/** Returns whether an error stops the entire run instead of one deliverable: interruptions and errors of the local disk. */
export function endsTheRun({ code }: AirlockError, signal?: AbortSignal): boolean {
  return signal?.aborted === true || ['interrupted', 'disk', 'disk-full', 'internal'].includes(code);
}

/**
 * Returns the exit code of a run that omits a deliverable because of this error: 5 for signatures, 4 for the network, else 2.
 * @throws the error itself if it isn't caused by the deliverable
 */
export function leftOutExitCode(error: unknown, signal?: AbortSignal): number {
  const known = asAirlockError(error);
  if (endsTheRun(known, signal)) throw error;
  return known.exitCode === 4 || known.exitCode === 5 ? known.exitCode : 2;
}
