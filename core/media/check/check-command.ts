import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, delimiter, join, resolve } from 'node:path';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { startedChild } from '../../base/flow/started-child.ts';
import { finish, newHash, sha256 } from '../../base/image/sha256.ts';
import { filledWords, runOutsideCommand, wordsOfCommand } from '../../content/signature/outside-command.ts';

/** A command that says of an image, or of a file of a set, whether it may cross. */
export interface CheckCommand {
  words: readonly string[];
  /** `file` where its words name `{volume}`. */
  of: 'image' | 'file';
  /** Whether it wants unpacked files; a file of a set may be read as it is. */
  unpacked: boolean;
  /** Without its folder. */
  program: string;
  /** What `PROGRAM --version` says, else the digest of the program. */
  version: string;
  /** Names what is kept of its answers: another version or another command line has another key. */
  key: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** ms */
const LONGEST_VERSION = 20_000;
const LONGEST_CHECK = 60 * 60 * 1000;
/** Characters of what `--version` says. */
const LONGEST_SAYING = 300;
/** Bytes of a report; the rest is left out. */
const LARGEST_REPORT = 1024 * 1024;
/** Bytes of an argument that is a file, e.g. a script or rules, which count as part of the command. */
const LARGEST_ARGUMENT = 256 * 1024 * 1024;

/**
 * Reads a check command. It is run without a shell. In its words `{files}` is the folder with the unpacked files (put
 * behind them where they name neither that nor `{volume}`), `{image}` a name of the image, `{digest}` its digest, `{volume}` the
 * file of the set.
 * @throws AirlockError `usage` for a program that is not there, `interrupted`
 */
export async function readCheckCommand(
  command: string,
  options: { env: Env; signal?: AbortSignal },
): Promise<CheckCommand> {
  const words = wordsOfCommand(command);
  const program = words[0] && (await findProgram(words[0], options.env));
  if (!program)
    throw new AirlockError('usage', `--check: ${words[0] ?? 'nothing'} is no program that can be run`, {
      side: 'local',
    });
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

/** What a program says of itself; undefined where it says nothing. */
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
    // It cannot be asked: its own bytes are its version.
    return undefined;
  }
}

/** What a check command answered. */
export interface CheckAnswer {
  /** 0: it may cross. Undefined when it gave no answer. */
  exitCode?: number;
  /** Why there is no answer. */
  why?: string;
  /** What it wrote, both streams in the order they came; at most {@link LARGEST_REPORT} bytes. */
  report: string;
}

/**
 * Runs a check command once, with its folder as working directory. With the signal, or after an hour, it is ended together
 * with what it started.
 * @param values.files the folder with unpacked files
 * @throws AirlockError `usage` when it cannot be run, `interrupted`
 */
export async function runCheckCommand(
  command: CheckCommand,
  values: { files: string; image: string; digest: string; volume: string },
  options: { env: Env; signal?: AbortSignal },
): Promise<CheckAnswer> {
  const { env, signal } = options;
  signal?.throwIfAborted();
  const [program = '', ...args] = filledWords(command.words, values);
  // A group of its own: shells leave their children behind.
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
      // It has ended by itself.
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
    if (signal?.aborted) throw new AirlockError('interrupted', 'stopped on request');
    const report = Buffer.concat(parts).toString('utf8');
    const cut = length > LARGEST_REPORT ? '\n(the rest of the report is left out)\n' : '';
    if (code !== null) return { exitCode: code, report: report + cut };
    return { why: over ? 'it took longer than an hour' : `it was ended by ${by}`, report: report + cut };
  } catch (cause) {
    if (cause instanceof AirlockError) throw cause;
    throw notRun(command, cause);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
  }
}

function notRun({ program }: CheckCommand, cause: unknown): AirlockError {
  return new AirlockError('usage', `--check: can't run ${program}: ${(cause as Error).message}`, {
    side: 'local',
    cause,
  });
}
