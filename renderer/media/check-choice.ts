import { typedText } from '../parts/fields/typed-text.ts';

/** A command that checks every image, and whether images that it can't check are rejected. */
export interface CheckChoice {
  /** The typed command; empty for none. */
  check: string;
  requireCheck: boolean;
}

export const NO_CHECK: CheckChoice = { check: '', requireCheck: false };

/** Returns the settings of a check; none for an empty command. */
export function checkSettings({ check, requireCheck }: CheckChoice): Partial<CheckChoice> {
  const command = typedText(check);
  return command === undefined ? {} : { check: command, requireCheck };
}
