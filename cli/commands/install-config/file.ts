import { readFile } from 'node:fs/promises';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { InstallConfigProblem } from '../../../core/install/install-config/model/checks.ts';
import type { InstallMethod } from '../../../core/install/install-config/model/model.ts';
import { InvalidArgumentError } from '../../terminal/commander.ts';
import { userPath } from '../../terminal/options.ts';
import { t } from './messages.ts';

/** Returns the text of a file of the command line. @throws AirlockError `config-unreadable` */
export async function readNamedFile(file: string): Promise<{ path: string; text: string }> {
  const path = userPath(file);
  try {
    return { path, text: await readFile(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      code === 'ENOENT'
        ? t('fileMissing', { file: path })
        : t('fileUnreadable', { file: path, code: String(code) });
    throw new AirlockError('config-unreadable', message, { at: { file: path } });
  }
}

/** Checks the value of an option: `4.18` or `4.18.9`. */
export function openShiftVersion(text: string): string {
  if (!/^v?\d+\.\d+(?:\.\d[\w.+-]*)?$/.test(text)) throw new InvalidArgumentError(t('versionInvalid'));
  return text;
}

/** Adds the options for the release and the kind of installer. */
export function purposeOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option('--openshift-version <version>', t('openShiftVersionOption'), openShiftVersion)
    .option('--agent', t('agentOption'))
    .option('--user-provisioned', t('userProvisionedOption'));
}

/** Returns the kind of installer that the options select. @throws AirlockError `usage` for both options */
export function installMethod({
  agent,
  userProvisioned,
}: {
  agent?: boolean | undefined;
  userProvisioned?: boolean | undefined;
}): InstallMethod {
  if (agent && userProvisioned) throw new AirlockError('usage', t('userProvisionedWithAgent'));
  return agent ? 'agent' : userProvisioned ? 'user-provisioned' : 'installer';
}

/** Returns a problem for --json: with the label of its fix, but without the text of the file. */
export function plainProblem({ fix, ...problem }: InstallConfigProblem): object {
  return { ...problem, fix: fix?.label };
}
