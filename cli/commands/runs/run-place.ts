import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import { defaultStateDirectory } from '../../../core/mirror/run/state-directory.ts';
import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import { hostFacts } from '../../terminal/host.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

/**
 * Returns the folder with the audit records of a workspace or state folder (default: the user's state folder).
 * @param command shown in the error for another URL
 */
export function runsDirectory(url: string | undefined, command: string): string {
  const root = url === undefined ? defaultStateDirectory(hostFacts()) : userPath(directoryOf(url, command));
  return `${root}/.airlock/runs`;
}

/** Parses the number of a run. @throws AirlockError `usage` */
export function runNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new AirlockError('usage', t('numberInvalid', { number: text }));
  return Number(text);
}
