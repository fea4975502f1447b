import { type Command, CommanderError } from 'commander';
import { compileCacheNote } from '../../core/app/engine-link/process-start.ts';
import { inertJson } from '../../core/base/document/inert-text.ts';
import { asAirlockError } from '../../core/base/errors/airlock-error.ts';
import { withoutLogins } from '../../core/base/errors/without-logins.ts';
import { damagedRecords } from '../../core/base/files/sealed-records.ts';
import { commonOptions } from './options.ts';
import { type LogLevel, Terminal } from './terminal.ts';

/** What a command's action gets: where to speak, and the two ways to stop it. */
export interface CommandContext {
  terminal: Terminal;
  /** Second SIGINT: stop at once. */
  signal: AbortSignal;
  /** First SIGINT or SIGTERM: finish what is under way, keep offsets. */
  pause: AbortSignal;
}

export type Action = (
  context: CommandContext,
  options: Record<string, unknown>,
  args: string[],
) => Promise<number>;

const SECOND_INTERRUPT = 130;
const DRAINING =
  'Stopping: what is under way is finished or keeps its place. Press Ctrl-C again to stop at once.';

/**
 * Adds a command whose action returns the exit code; errors become one line, or the result with --json.
 * @param texts.interrupted what is said at the first SIGINT
 */
export function addCommand(
  parent: Command,
  usage: string,
  description: string,
  configure: (command: Command) => void,
  action: Action,
  texts: { interrupted: string } = { interrupted: DRAINING },
): void {
  const command = parent.command(usage).description(description);
  configure(command);
  for (const option of commonOptions()) command.addOption(option);
  command.action(async () => {
    process.exitCode = await perform(command, action, texts.interrupted);
  });
}

async function perform(command: Command, action: Action, interrupted: string): Promise<number> {
  const options = command.opts<{ json?: boolean; logLevel: LogLevel }>();
  const terminal = new Terminal({
    json: options.json ?? false,
    logLevel: options.logLevel,
    stdout: process.stdout,
    stderr: process.stderr,
  });
  const note = compileCacheNote();
  if (note !== undefined) terminal.say('debug', note);
  damagedRecords.subscribe((found) => {
    const { file } = found as { file: string };
    terminal.say('debug', `${file}: dropped damaged records. The affected content will be downloaded again.`);
  });
  const stop = new AbortController();
  const pause = new AbortController();
  const interrupt = () => {
    if (pause.signal.aborted) {
      terminal.say('error', 'Stopping at once.');
      stop.abort();
      setTimeout(endProcess, 2000).unref();
      return;
    }
    terminal.say('info', interrupted);
    pause.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    const code = await action(
      { terminal, signal: stop.signal, pause: pause.signal },
      options,
      command.processedArgs as string[],
    );
    return stop.signal.aborted ? SECOND_INTERRUPT : code;
  } catch (thrown) {
    const error = asAirlockError(thrown);
    terminal.error(error);
    terminal.result({ status: 'failed', ...error.toJSON(), problems: error.problems });
    return stop.signal.aborted ? SECOND_INTERRUPT : error.exitCode;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
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
 * Parses and runs a command line; exit code 1 for wrong usage, 0 for help and version.
 * @param argv without node and script
 */
export async function runCommandLine(program: Command, argv: string[]): Promise<void> {
  const json = argv.includes('--json');
  // Whoever stops reading (`| head`) must not end a run.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  const quiet = (command: Command): void => {
    command.exitOverride();
    command.showHelpAfterError('(see --help)');
    command.configureOutput({ writeErr: (text) => json || process.stderr.write(withoutLogins(text)) });
    for (const child of command.commands) quiet(child as Command);
  };
  quiet(program);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    process.exitCode = thrown.exitCode === 0 ? 0 : 1;
    if (thrown.exitCode === 0 || !json) return;
    const message = withoutLogins(thrown.message.replace(/^error: /, ''));
    process.stdout.write(
      `${inertJson({ type: 'result', status: 'failed', code: 'usage', message, remedy: 'See --help.' })}\n`,
    );
  }
}
