import { t } from './messages.ts';
import type { ContractFailure } from './topics/vocabulary.ts';

/** An error that came over the contract. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly failure: ContractFailure;

  constructor(failure: ContractFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Converts any thrown value, or a failure or problem from a field of an answer or event, to a contract failure. */
export function failureOf(error: unknown): ContractFailure {
  if (error instanceof ContractError) return error.failure;
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  const unexpected: ContractFailure = {
    code: 'internal',
    level: 'error',
    message: message || t('unexpectedError'),
    remedy: t('unexpectedRemedy'),
    problems: [],
  };
  return hasCause(error) ? (isFailure(error) ? error : { ...unexpected, ...error }) : unexpected;
}

type Cause = Pick<ContractFailure, 'code' | 'message' | 'remedy'>;

function hasCause(value: unknown): value is Cause {
  if (typeof value !== 'object' || value === null || value instanceof Error) return false;
  const { code, message, remedy } = value as Partial<ContractFailure>;
  return [code, message, remedy].every((text) => typeof text === 'string');
}

function isFailure(value: Cause): value is ContractFailure {
  return Array.isArray((value as Partial<ContractFailure>).problems);
}
