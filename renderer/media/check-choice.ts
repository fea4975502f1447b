import { typedText } from '../parts/fields/typed-text.ts';

/** A command that looks into every image before it crosses, and whether all has to be checked by it. */
export interface CheckChoice {
  /** As typed; empty: none. */
  check: string;
  requireCheck: boolean;
}

export const NO_CHECK: CheckChoice = { check: '', requireCheck: false };

/** The settings of a check that was chosen; none for an empty command. */
export function checkSettings({ check, requireCheck }: CheckChoice): Partial<CheckChoice> {
  const command = typedText(check);
  return command === undefined ? {} : { check: command, requireCheck };
}
