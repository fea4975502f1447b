import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import { compileCacheNote } from '../../core/app/engine-link/process-start.ts';
import { inertJson } from '../../core/base/document/inert-text.ts';
import { type AirlockError, amended, asAirlockError } from '../../core/base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../core/base/errors/codes.ts';
import { withoutLogins } from '../../core/base/errors/without-logins.ts';
import { damagedRecords } from '../../core/base/files/sealed-records.ts';
import { type CommandLogOptions, openCommandLog } from './command-log.ts';
import { CommanderError } from './commander.ts';
import { commandHost } from './host.ts';
import { t } from './messages.ts';
import { commonOptions } from './options.ts';
import { Terminal } from './terminal.ts';

/** Arguments of a command's action: its output, and two signals that stop it. */
export interface CommandContext {
  terminal: Terminal;
  /** Aborted by the second SIGINT: stop immediately. */
  signal: AbortSignal;
  /** Aborted by the first SIGINT or SIGTERM: finish requests in progress, and save offsets. */
  pause: AbortSignal;
}

export type Action<Values = Record<string, unknown>> = (
  context: CommandContext,
  options: Values,
  args: string[],
) => Promise<number>;

const SECOND_INTERRUPT = 130;

/**
 * Adds a command whose action returns the exit code. Prints errors as one line, or as the result with --json.
 * @param description help of the command; its first line is in the list of commands
 * @param texts.interrupted message at the first SIGINT
 */
export function addCommand<Args extends unknown[], Values extends OptionValues>(
  parent: CommandUnknownOpts,
  usage: string,
  description: string,
  configure: (command: Command) => Command<Args, Values>,
  action: Action<Values>,
  texts: { interrupted: string } = { interrupted: t('stopping') },
): void {
  const [summary] = description.split('\n', 1);
  const command = parent.command(usage).summary(summary!).description(description);
  configure(command);
  for (const option of commonOptions()) command.addOption(option);
  command.action(async () => {
    exitCodes.set(rootOf(command), await perform(command, action as Action, texts.interrupted));
  });
}

/**
 * Adds a command whose words aren't options of Airlock. Its action parses them, and prints its own errors.
 */
export function addForeignCommand(
  parent: CommandUnknownOpts,
  name: string,
  description: string,
  action: (context: CommandContext, words: string[]) => Promise<number>,
): void {
  const [summary] = description.split('\n', 1);
  const command = parent.command(`${name} [arguments...]`).summary(summary!).description(description);
  command.allowUnknownOption().helpOption(false);
  command.action(async () => {
    const { argv } = commandHost();
    const words = argv.slice(argv.indexOf(name) + 1);
    const code = await perform(command, (context) => action(context, words), t('stopping'));
    exitCodes.set(rootOf(command), code);
  });
}

/** Exit codes of completed actions, by program. */
const exitCodes = new WeakMap<CommandUnknownOpts, number>();

function rootOf(command: CommandUnknownOpts): CommandUnknownOpts {
  return command.parent ? rootOf(command.parent) : command;
}

async function perform(command: CommandUnknownOpts, action: Action, interrupted: string): Promise<number> {
  const options = command.opts();
  const { stdout, stderr } = commandHost();
  const { json = false, ...logOptions } = options as { json?: boolean } & CommandLogOptions;
  const { logLevel = 'info' } = logOptions;
  const { log, error: logError } = openCommandLog(
    nameOf(command).replace(/^airlock /, ''),
    options,
    (level, reason) => terminal.say(level, reason),
  );
  const terminal = new Terminal({ json, logLevel, stdout, stderr, log });
  const note = compileCacheNote();
  if (note !== undefined) terminal.say('debug', note);
  const onDamage = (found: unknown) => {
    const { file } = found as { file: string };
    terminal.say('debug', t('damagedRecords', { file }));
  };
  damagedRecords.subscribe(onDamage);
  const stop = new AbortController();
  const pause = new AbortController();
  const interrupt = () => {
    if (pause.signal.aborted) {
      terminal.say('error', t('stoppingNow'));
      stop.abort();
      setTimeout(endProcess, 2000).unref();
      return;
    }
    terminal.say('info', interrupted);
    pause.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const ended = (code: number): number => {
    const exit = stop.signal.aborted ? SECOND_INTERRUPT : code;
    if (log?.used) log.write('info', t('commandEnded', { code: exit }), { exit });
    return exit;
  };
  try {
    if (logError) throw logError;
    const context = { terminal, signal: stop.signal, pause: pause.signal };
    return ended(await action(context, options, command.processedArgs as string[]));
  } catch (thrown) {
    const error = withHelp(asAirlockError(thrown), command);
    terminal.error(error);
    terminal.result({ status: 'failed', ...error.toJSON(), problems: error.problems });
    return ended(error.exitCode);
  } finally {
    damagedRecords.unsubscribe(onDamage);
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** Returns a usage error without a remedy of its own with the help of its command as the remedy. */
function withHelp(error: AirlockError, command: CommandUnknownOpts): AirlockError {
  return error.code === 'usage' && error.remedy === ERROR_CODES.usage[1]
    ? amended(error, { remedy: t('seeHelp', { command: nameOf(command) }) })
    : error;
}

/** Returns the words that call a command: `airlock media export`. */
function nameOf(command: CommandUnknownOpts): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/**
 * Ends this process as an uncaught SIGINT does, which shells report as exit code 130. `process.exit` would wait for threads
 * that are blocked in the system, for example while they open a named pipe that nobody writes to.
 */
function endProcess(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

/**
 * Parses and runs the command line of this host. Returns the exit code: 1 for wrong usage, 0 for help and version, otherwise
 * the result of the command's action.
 * @param advice returns the remedy for an unknown option or command
 */
export async function runCommandLine(
  program: CommandUnknownOpts,
  advice: (word: string) => Promise<string | undefined> = async () => undefined,
): Promise<number> {
  const { argv, stdout, stderr } = commandHost();
  const json = argv.includes('--json');
  const outputLost = watchOutput();
  let failed = program;
  const quiet = (command: CommandUnknownOpts): void => {
    command.exitOverride();
    command.configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => json || stderr.write(withoutLogins(text)),
      outputError() {
        failed = command;
      },
    });
    for (const child of command.commands) quiet(child);
  };
  quiet(program);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCodes.get(program) || (await outputLost());
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) return outputLost();
    const message = withoutLogins(usageMessage(thrown.message));
    const [, word] = /unknown (?:option|command) '([^']+)'/.exec(thrown.message) ?? [];
    const remedy = (word && (await advice(word))) || t('seeHelp', { command: nameOf(failed) });
    const usage = { type: 'result', status: 'failed', code: 'usage', message, remedy };
    if (json) stdout.write(`${inertJson(usage)}\n`);
    else stderr.write(`${t('error', { message })}\n    ${remedy}\n`);
    return 1;
  }
}

/**
 * Keeps a run going whose output can't be written: a reader that stops early (`| head`) is normal, and a full disk below a
 * redirected output is reported on stderr once. Returns a function with the exit code for the output so far: 1 if output
 * was lost.
 */
function watchOutput(): () => Promise<number> {
  const { stdout, stderr } = commandHost();
  let code = 0;
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || code !== 0) return;
      code = 1;
      const { message, remedy } = asAirlockError(error);
      if (stream === stdout)
        stderr.write(`${t('error', { message: t('outputLost', { message }) })}\n    ${remedy}\n`);
    });
  // Streams report the fault of a write after it returned.
  return () => new Promise((resolve) => setImmediate(() => resolve(code)));
}

/** Returns an error message of commander on one line, without its prefix. */
function usageMessage(text: string): string {
  return text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ');
}
