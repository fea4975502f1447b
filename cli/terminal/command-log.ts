import { watchCrashes } from '../../core/app/log/crash-report.ts';
import { type Log, type LogFormat, type LogLevel, logDirectory, openLog } from '../../core/app/log/log.ts';
import { t as log } from '../../core/app/log/messages.ts';
import { AirlockError, amended, asAirlockError } from '../../core/base/errors/airlock-error.ts';
import { argumentsWithoutSecrets } from '../../core/runs/audit/without-secrets.ts';
import { commandHost, hostFacts, VERSION } from './host.ts';
import { t } from './messages.ts';
import { userPath } from './options.ts';

/** Options of every command for its log. */
export interface CommandLogOptions {
  logLevel?: LogLevel;
  logFile?: string;
  logFormat?: LogFormat;
}

/** Reports crashes of this process, which runs a command. */
export function watchCommand(): void {
  watchCrashes({ host: hostFacts(), source: 'command' });
}

/**
 * Opens the log of a command: its `--log-file`, or the log of this user. Its first line contains the command line. Failed
 * writes to the log never stop a command.
 * @param name words that call the command, without `airlock`
 * @param onFault called once with the reason if the log can't be written: a warning for a `--log-file`, otherwise for
 *   debugging
 * @returns the log, or the error of an unsuitable `--log-file`
 */
export function openCommandLog(
  name: string,
  { logLevel, logFile, logFormat }: CommandLogOptions,
  onFault: (level: LogLevel, reason: string) => void,
): { log?: Log; error?: AirlockError } {
  if (logFormat !== undefined && logFile === undefined)
    return { error: new AirlockError('usage', t('logFormatWithoutFile')) };
  const start = { version: VERSION, command: argumentsWithoutSecrets(commandHost().argv) };
  const level = logLevel === 'debug' ? 'debug' : 'info';
  if (logFile === undefined) {
    const to = { directory: logDirectory(hostFacts()) };
    return {
      log: openLog({ to, source: name, level, start, onFault: (reason) => onFault('debug', reason) }),
    };
  }
  try {
    const to = { file: userPath(logFile), format: logFormat ?? 'json' } as const;
    const given = { to, source: name, level: logLevel ?? 'info', start };
    return { log: openLog({ ...given, onFault: (reason) => onFault('warning', reason) }) };
  } catch (error) {
    return { error: amended(asAirlockError(error), { remedy: log('logFileRemedy') }) };
  }
}
