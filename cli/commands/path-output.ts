import { writeFile } from 'node:fs/promises';
import { yamlOf } from '../../core/document/yaml-of.ts';
import { asAirlockError } from '../../core/errors/airlock-error.ts';
import { userPath } from '../options.ts';
import type { Terminal } from '../terminal.ts';

/** There is no path. */
export const NEGATIVE = 2;

/** Writes what an option asked for, and says so. @throws AirlockError `disk`, `disk-full` */
export async function writeAsked(
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

/** A configuration for people, below a line that says what it is. */
export function printConfiguration(terminal: Terminal, title: string, configuration: object): void {
  terminal.print(`\n${title}\n`);
  terminal.print(yamlOf(configuration).trimEnd());
}

export function terminalWidth(): number {
  return Math.min(process.stdout.columns ?? 100, 120);
}
