import { visibleText } from '../../../base/document/inert-text.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../../base/errors/codes.ts';
import { PARTS } from '../../../base/errors/message-parts.ts';
import type { Answer } from '../../../contract/envelope.ts';
import type { ContractFailure } from '../../../contract/topics/vocabulary.ts';
import { withoutSecrets } from '../../../runs/audit/without-secrets.ts';
import { t } from './messages.ts';

/** Returns an error in the form of the contract: no stack, no cause, no user info in URLs, no control characters in texts. */
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
    remedy: remedyOf(error),
    found: error.found === undefined ? undefined : shownText(error.found),
    expected: error.expected === undefined ? undefined : shownText(error.expected),
    problems: error.problems.map((problem) => ({
      ...problem,
      message: shownText(problem.message),
      remedy: shownText(problem.remedy),
    })),
  };
}

/** Returns the remedy of an error in the app, where the default ones for a terminal would be wrong. */
function remedyOf({ code, remedy }: AirlockError): string {
  if (code === 'internal') return t('internalRemedy');
  return code === 'usage' && remedy === ERROR_CODES.usage[1] ? t('fieldInvalidRemedy') : shownText(remedy);
}

/** Returns a text without secrets and control characters. */
export function shownText(text: string): string {
  return visibleText(withoutSecrets(text));
}

/** Returns the answer to a request that was aborted. */
export function interrupted(): AirlockError {
  return new AirlockError('interrupted', t('stopped'), { remedy: ERROR_CODES.interrupted[1] });
}
