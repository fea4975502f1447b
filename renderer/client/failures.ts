import { ContractError } from '../../core/contract/contract-error.ts';
import type { Answer } from '../../core/contract/envelope.ts';
import { t } from './messages.ts';

/** Returns the value of an answer. @throws ContractError with the failure that the host reported */
export function answeredValue(given: Answer): unknown {
  if (given.ok) return given.value;
  throw new ContractError(given.error);
}

/** Returns the failure of a canceled request. */
export function interrupted(name: string): ContractError {
  return new ContractError({
    code: 'interrupted',
    level: 'error',
    message: t('canceledError', { request: name }),
    remedy: t('canceledRemedy'),
    problems: [],
  });
}

/** Returns the failure of a broken connection to the host. */
export function unreachable(message: string, remedy = t('serveRemedy')): ContractError {
  return new ContractError({
    code: 'connection',
    level: 'error',
    message,
    remedy,
    problems: [],
  });
}
