import { type AirlockError, asAirlockError } from '../errors/airlock-error.ts';

/** True for what stops the run rather than one deliverable of it: the user, and the local disk. */
export function endsTheRun({ code }: AirlockError, signal?: AbortSignal): boolean {
  return signal?.aborted === true || ['interrupted', 'disk', 'disk-full', 'internal'].includes(code);
}

/**
 * Exit code of a run that leaves a deliverable out because of this error: 5 for signatures, 4 for the network, else 2.
 * @throws the error itself when it is not the deliverable's own
 */
export function leftOutExitCode(error: unknown, signal?: AbortSignal): number {
  const known = asAirlockError(error);
  if (endsTheRun(known, signal)) throw error;
  return known.exitCode === 4 || known.exitCode === 5 ? known.exitCode : 2;
}
