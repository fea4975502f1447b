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

/** Converts any thrown value, or a failure from a field of an answer or event, to a contract failure. */
export function failureOf(error: unknown): ContractFailure {
  if (error instanceof ContractError) return error.failure;
  if (isFailure(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    level: 'error',
    message,
    remedy: t('unexpectedRemedy'),
    problems: [],
  };
}

function isFailure(value: unknown): value is ContractFailure {
  if (typeof value !== 'object' || value === null || value instanceof Error) return false;
  const { code, message, remedy, problems } = value as Partial<ContractFailure>;
  return [code, message, remedy].every((text) => typeof text === 'string') && Array.isArray(problems);
}
