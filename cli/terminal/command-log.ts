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
 * @param onFault called once if the log of the user can't be written
 * @returns the log, or the error of an unsuitable `--log-file`
 */
export function openCommandLog(
  name: string,
  { logLevel, logFile, logFormat }: CommandLogOptions,
  onFault: (reason: string) => void,
): { log?: Log; error?: AirlockError } {
  if (logFormat !== undefined && logFile === undefined)
    return { error: new AirlockError('usage', t('logFormatWithoutFile')) };
  const start = { version: VERSION, command: argumentsWithoutSecrets(commandHost().argv) };
  const level = logLevel === 'debug' ? 'debug' : 'info';
  if (logFile === undefined)
    return {
      log: openLog({ to: { directory: logDirectory(hostFacts()) }, source: name, level, start, onFault }),
    };
  try {
    const to = { file: userPath(logFile), format: logFormat ?? 'json' } as const;
    return { log: openLog({ to, source: name, level: logLevel ?? 'info', start, onFault }) };
  } catch (error) {
    return { error: amended(asAirlockError(error), { remedy: log('logFileRemedy') }) };
  }
}
