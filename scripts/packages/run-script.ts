import { AirlockError } from '../../core/base/errors/airlock-error.ts';

/** An option of a script that has a wrong value, or is missing. */
export class UsageError extends Error {}

/** Runs a script. Errors of the user end it with exit code 1 and a message without a stack. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof AirlockError) process.stderr.write(textOf(error));
    else if (error instanceof UsageError || isOfParseArgs(error)) process.stderr.write(`${error.message}\n`);
    else throw error;
  }
}

function textOf({ message, found, remedy }: AirlockError): string {
  const lines = [message, found === undefined ? undefined : `Found: ${found}`, remedy];
  return lines.flatMap((line) => (line ? [`${line}\n`] : [])).join('');
}

function isOfParseArgs(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
