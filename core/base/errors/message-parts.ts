import { t } from './messages.ts';

/**
 * A message in parts, because pages that already show its subject omit it. `quay.io: answered 401 (without
 * credentials)`.
 */
export interface MessageParts {
  /** The subject of the message. */
  readonly subject: string;
  readonly statement: string;
  /** Appended text, with its parentheses. */
  readonly note?: string;
}

/** The property of a problem or error with its message in parts. Like `RULE`, it is never written to JSON. */
export const PARTS: unique symbol = Symbol('message parts');

/** Returns a message as one text. */
export function messageText(message: string | MessageParts): string {
  if (typeof message === 'string') return message;
  const { subject, statement, note } = message;
  return note === undefined
    ? t('withSubject', { subject, statement })
    : t('withSubjectNote', { subject, statement, note });
}
