import type { ContractFailure } from './vocabulary.ts';

/** An error that came over the contract. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly failure: ContractFailure;

  constructor(failure: ContractFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Any thrown value as what the contract carries. */
export function failureOf(error: unknown): ContractFailure {
  if (error instanceof ContractError) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    level: 'error',
    message,
    remedy: 'Copy the details and report them.',
    problems: [],
  };
}
