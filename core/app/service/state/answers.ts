import { visibleText } from '../../../base/document/inert-text.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { PARTS } from '../../../base/errors/message-parts.ts';
import type { Answer } from '../../../contract/envelope.ts';
import type { ContractFailure } from '../../../contract/topics/vocabulary.ts';
import { withoutSecrets } from '../../../runs/audit/without-secrets.ts';

/** An error as the contract carries it: no stack, no cause, no user info of addresses, no active characters in sentences. */
export function failureAnswer(error: unknown): Answer {
  return { ok: false, error: contractFailure(error) };
}

/** See {@link failureAnswer}. */
export function contractFailure(thrown: unknown): ContractFailure {
  const error = asAirlockError(thrown);
  return {
    ...error.toJSON(),
    message: shownText(error.message),
    statement: error[PARTS] && shownText(error[PARTS].statement),
    remedy: error.code === 'internal' ? INTERNAL_REMEDY : shownText(error.remedy),
    found: error.found === undefined ? undefined : shownText(error.found),
    expected: error.expected === undefined ? undefined : shownText(error.expected),
    problems: error.problems.map((problem) => ({
      ...problem,
      message: shownText(problem.message),
      remedy: shownText(problem.remedy),
    })),
  };
}

/** A text without secrets and active characters. */
export function shownText(text: string): string {
  return visibleText(withoutSecrets(text));
}

/** The codes' own remedy speaks of a command line. */
const INTERNAL_REMEDY = 'Please report it with a diagnostics bundle (Settings).';

/** The answer to a request that nobody waits for any more. */
export function interrupted(): AirlockError {
  return new AirlockError('interrupted', 'stopped on request', { remedy: ERROR_CODES.interrupted[1] });
}
