import { writeFile } from 'node:fs/promises';
import { asAirlockError } from '../../../core/base/errors/airlock-error.ts';
import { commandHost } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** There is no path. */
export const NEGATIVE = 2;

/** Writes the output of an option and prints where it is. @throws AirlockError `disk`, `disk-full` */
export async function writeRequested(
  terminal: Terminal,
  file: string | undefined,
  make: () => string,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const path = userPath(file);
  try {
    await writeFile(path, make());
  } catch (error) {
    throw asAirlockError(error);
  }
  terminal.say('info', `Written to ${path}`);
  return path;
}

/**
 * Prints a configuration below a line that says what it is. A text with line breaks is quoted on one line: a name
 * can't pass for another line.
 */
export async function printConfiguration(
  terminal: Terminal,
  title: string,
  configuration: object,
): Promise<void> {
  const { yamlOf } = await import('../../../core/base/document/yaml-of.ts');
  terminal.print(['', title, '']);
  const oneLine = {
    blockQuote: false,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    lineWidth: 0,
  };
  terminal.printText(yamlOf(configuration, oneLine).trimEnd());
}

export function terminalWidth(): number {
  return Math.min(commandHost().stdout.columns ?? 100, 120);
}
