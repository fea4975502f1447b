import { ContractError } from '../../core/contract/contract-error.ts';
import type { ContractFailure } from '../../core/contract/topics/vocabulary.ts';

/** Returns a failure of the engine with its message and remedy. */
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
