import { spawn } from 'node:child_process';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { startedChild } from '../../base/flow/started-child.ts';
import { withoutSecrets } from '../../runs/audit/without-secrets.ts';
import { t } from './messages.ts';

/** Of the standard error of a command, in characters. */
const LARGEST_SAYING = 500;
/** In ms. A command may wait for a service or for a person with a smart card. */
const LONGEST = 5 * 60 * 1000;

/** How a command ended. */
export interface CommandEnd {
  /** Exit code, or the signal that ended it. */
  end: number | NodeJS.Signals | null;
  /** Standard output, if it was requested. */
  output: Buffer;
  /** The beginning of its standard error, in one line and without secrets. */
  message: string;
}

/** Splits a command line into words without a shell. Quotes preserve spaces, and nothing else is special. */
export function wordsOfCommand(command: string): string[] {
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
}

/** Replaces `{name}` in words by values. If no word contains any of the names, the values are appended. */
export function filledWords(words: readonly string[], values: Readonly<Record<string, string>>): string[] {
  const [program = '', ...given] = words;
  const names = Object.keys(values);
  const named = given.some((word) => names.some((name) => word.includes(`{${name}}`)));
  if (!named) return [program, ...given, ...Object.values(values)];
  return [
    program,
    ...given.map((word) => names.reduce((text, name) => text.replaceAll(`{${name}}`, values[name]!), word)),
  ];
}

/**
 * Runs a short command (one that creates or checks signatures, or prints its version) without a shell and input.
 * @param words program and arguments
 * @param options.output maximum bytes of its standard output, which is ignored without it
 * @throws AirlockError `interrupted`, or the error of `unusable` for a program that can't be run or prints too much
 */
export async function runOutsideCommand(
  words: readonly string[],
  options: {
    env: Readonly<Record<string, string | undefined>>;
    output?: number;
    unusable(cause: unknown): AirlockError;
    signal?: AbortSignal;
  },
): Promise<CommandEnd> {
  const { env, output: limit, unusable, signal } = options;
  const [program = '', ...args] = words;
  const child = await startedChild(() =>
    spawn(program, args, {
      env: { ...env },
      stdio: ['ignore', limit === undefined ? 'ignore' : 'pipe', 'pipe'],
      timeout: LONGEST,
      killSignal: 'SIGKILL',
      signal,
    }),
  ).catch((cause: unknown) => {
    throw signal?.aborted ? new AirlockError('interrupted', t('stopped'), { cause }) : unusable(cause);
  });
  let reported = '';
  child.stderr!.on('data', (data: Buffer) => {
    reported = (reported + data.toString('utf8')).slice(0, LARGEST_SAYING);
  });
  const parts: Buffer[] = [];
  let length = 0;
  child.stdout?.on('data', (data: Buffer) => {
    length += data.length;
    if (length <= limit!) parts.push(data);
    else child.kill('SIGKILL');
  });
  const end = await new Promise<CommandEnd['end']>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => resolve(code ?? by));
  }).catch((cause) => {
    if (signal?.aborted) throw new AirlockError('interrupted', t('stopped'), { cause });
    throw unusable(cause);
  });
  if (limit !== undefined && length > limit) throw unusable(new Error(t('outputTooLarge', { program })));
  return {
    end,
    output: Buffer.concat(parts),
    message: withoutSecrets(reported.replaceAll(/\s+/g, ' ').trim()),
  };
}
