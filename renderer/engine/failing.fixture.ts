import { ContractError } from '../../core/contract/contract-error.ts';
import type { ContractFailure } from '../../core/contract/topics/vocabulary.ts';

/** A failure as the engine answers it: what happened, and what to do about it. */
export function failing(message: string, more: Partial<ContractFailure> = {}): ContractError {
  return new ContractError({
    code: 'internal',
    level: 'error',
    remedy: 'Check the host.',
    problems: [],
    ...more,
    message,
  });
}
