import { ContractError } from '../../core/contract/contract-error.ts';
import type { Answer } from '../../core/contract/envelope.ts';

const CHECK_SERVE = 'Check that `airlock serve` still runs, and the SSH tunnel if there is one.';

/** The value of an answer. @throws ContractError with what the host said */
export function answeredValue(given: Answer): unknown {
  if (given.ok) return given.value;
  throw new ContractError(given.error);
}

export function interrupted(name: string): ContractError {
  return new ContractError({
    code: 'interrupted',
    level: 'error',
    message: `${name} was stopped on request`,
    remedy: 'Ask again when it is wanted.',
    problems: [],
  });
}

/** The host cannot be heard. */
export function unreachable(message: string, remedy = CHECK_SERVE): ContractError {
  return new ContractError({
    code: 'connection',
    level: 'error',
    message,
    remedy,
    problems: [],
  });
}
