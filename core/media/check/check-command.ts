import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, delimiter, join, resolve } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { startedChild } from '../../base/flow/started-child.ts';
import { finish, newHash, sha256 } from '../../base/image/sha256.ts';
import { filledWords, runOutsideCommand, wordsOfCommand } from '../../content/signature/outside-command.ts';
import { t } from './messages.ts';

/** A command that decides whether an image, or a file of a set, may be transferred. */
export interface CheckCommand {
  words: readonly string[];
  /** `file` where its words name `{volume}`. */
  of: 'image' | 'file';
  /** Whether it needs unpacked files. A command for files of a set can read them as they are. */
  unpacked: boolean;
  /** File name without its folder. */
  program: string;
  /** Output of `PROGRAM --version`, or the digest of the program if it prints no version. */
  version: string;
  /** Key of its saved reports. Another version or another command line has another key. */
  key: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** ms */
const LONGEST_VERSION = 20_000;
const LONGEST_CHECK = 60 * 60 * 1000;
/** Characters of the output of `--version`. */
const LONGEST_SAYING = 300;
/** Bytes of a report. The rest is omitted. */
const LARGEST_REPORT = 1024 * 1024;
/** Bytes of an argument that is a file, such as a script or rules, which are part of the command's key. */
const LARGEST_ARGUMENT = 256 * 1024 * 1024;

/**
 * Reads a check command, which runs without a shell. In its words, `{files}` stands for the folder with the unpacked files,
 * `{image}` for a name of the image, `{digest}` for its digest, and `{volume}` for the file of the set. Without `{files}` and
 * `{volume}`, the folder is its last argument.
 * @throws AirlockError `usage` if the program doesn't exist, `interrupted`
 */
export async function readCheckCommand(
  command: string,
  options: { env: Env; signal?: AbortSignal },
): Promise<CheckCommand> {
  const words = wordsOfCommand(command);
  const program = words[0] && (await findProgram(words[0], options.env));
  if (!program)
    throw new AirlockError(
      'usage',
      words[0] ? t('programUnusable', { program: words[0] }) : t('commandEmpty'),
      { side: 'local' },
    );
  const names = (name: string) => words.some((word) => word.includes(`{${name}}`));
  if (!names('files') && !names('volume')) words.push('{files}');
  const digest = await digestOfFile(program);
  const files = [digest];
  for (const word of words.slice(1)) {
    const facts = await stat(resolve(word)).catch(() => undefined);
    if (facts?.isFile() && facts.size <= LARGEST_ARGUMENT) files.push(await digestOfFile(resolve(word)));
  }
  const version = (await reportedVersion(program, options)) ?? digest;
  return {
    words: [program, ...words.slice(1)],
    of: names('volume') ? 'file' : 'image',
    unpacked: words.some((word) => word.includes('{files}')),
    program: basename(program),
    version,
    key: sha256(JSON.stringify([words, version, files])).slice('sha256:'.length, 'sha256:'.length + 16),
  };
}

async function findProgram(name: string, env: Env): Promise<string | undefined> {
  const folders = /[/\\]/.test(name) ? [''] : (env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const folder of folders)
    for (const ending of process.platform === 'win32' ? ['', '.exe'] : [''])
      if ((await stat(resolve(folder, name + ending)).catch(() => undefined))?.isFile())
        return folder === '' ? resolve(name + ending) : join(folder, name + ending);
  return undefined;
}

async function digestOfFile(path: string): Promise<string> {
  const hash = newHash();
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw asAirlockError(error);
  }
  return finish(hash);
}

/** Returns the version that a program prints, or undefined if it prints none. */
async function reportedVersion(
  program: string,
  { env, signal }: { env: Env; signal?: AbortSignal },
): Promise<string | undefined> {
  const limit = AbortSignal.any([AbortSignal.timeout(LONGEST_VERSION), ...(signal ? [signal] : [])]);
  try {
    const { end, output } = await runOutsideCommand([program, '--version'], {
      env,
      output: 64 * 1024,
      unusable: (cause) => asAirlockError(cause),
      signal: limit,
    });
    const text = output
      .toString('utf8')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim();
    return end === 0 && text !== '' ? text.slice(0, LONGEST_SAYING) : undefined;
  } catch (error) {
    if (signal?.aborted) throw asAirlockError(error);
    // It can't print a version, so its digest is used instead.
    return undefined;
  }
}

/** The result of a check command. */
export interface CheckAnswer {
  /** 0 if the content may be transferred. Undefined without a result. */
  exitCode?: number;
  /** Why there is no result. */
  why?: string;
  /** Its output, both streams in the order of arrival. At most {@link LARGEST_REPORT} bytes. */
  report: string;
}

/**
 * Runs a check command once, in the folder with the unpacked files. Kills it with its child processes on the signal, or
 * after an hour.
 * @param values.files the folder with unpacked files
 * @throws AirlockError `usage` if it can't be run, `interrupted`
 */
export async function runCheckCommand(
  command: CheckCommand,
  values: { files: string; image: string; digest: string; volume: string },
  options: { env: Env; signal?: AbortSignal },
): Promise<CheckAnswer> {
  const { env, signal } = options;
  signal?.throwIfAborted();
  const [program = '', ...args] = filledWords(command.words, values);
  // Its own process group, because a killed shell leaves its children running.
  const grouped = process.platform !== 'win32';
  const child = await startedChild(() =>
    spawn(program, args, {
      env: { ...env },
      cwd: values.files,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: grouped,
    }),
  ).catch((cause: unknown) => {
    throw notRun(command, cause);
  });
  let over: 'time' | undefined;
  const stop = (): void => {
    try {
      if (grouped && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // It has already ended.
    }
  };
  const late = setTimeout(() => {
    over = 'time';
    stop();
  }, LONGEST_CHECK);
  signal?.addEventListener('abort', stop, { once: true });
  const parts: Buffer[] = [];
  let length = 0;
  const take = (data: Buffer): void => {
    if (length < LARGEST_REPORT) parts.push(data.subarray(0, LARGEST_REPORT - length));
    length += data.length;
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  try {
    const { code, by } = await new Promise<{ code: number | null; by: NodeJS.Signals | null }>(
      (done, fail) => {
        child.once('error', fail);
        child.once('close', (ended, signalName) => done({ code: ended, by: signalName }));
      },
    );
    if (signal?.aborted) throw new AirlockError('interrupted', t('stopped'));
    const report = Buffer.concat(parts).toString('utf8');
    const cut = length > LARGEST_REPORT ? `\n${t('reportCut')}\n` : '';
    if (code !== null) return { exitCode: code, report: report + cut };
    return { why: over ? t('timedOut') : t('killed', { signal: by! }), report: report + cut };
  } catch (cause) {
    if (cause instanceof AirlockError) throw cause;
    throw notRun(command, cause);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
  }
}

function notRun({ program }: CheckCommand, cause: unknown): AirlockError {
  return new AirlockError('usage', t('programFailed', { program, cause: (cause as Error).message }), {
    side: 'local',
    cause,
  });
}
