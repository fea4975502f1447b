/** A message in parts: pages that show its subject already leave that out. `quay.io: answered 401 (asked without credentials)`. */
export interface MessageParts {
  /** What the message is about. */
  readonly subject: string;
  readonly statement: string;
  /** Put behind, with its parentheses. */
  readonly aside?: string;
}

/** The property of a problem or error that has its message in parts. Like `RULE` it never gets into JSON. */
export const PARTS: unique symbol = Symbol('message parts');

/** Returns a message as people read it. */
export function messageText(message: string | MessageParts): string {
  if (typeof message === 'string') return message;
  const { subject, statement, aside } = message;
  return `${subject}: ${statement}${aside === undefined ? '' : ` ${aside}`}`;
}
