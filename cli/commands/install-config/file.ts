import { readFile } from 'node:fs/promises';
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { InstallConfigProblem } from '../../../core/install/install-config/model/checks.ts';
import { InvalidArgumentError } from '../../terminal/commander.ts';
import { userPath } from '../../terminal/options.ts';

/** The text of a file that was named. @throws AirlockError `config-unreadable` */
export async function readNamedFile(file: string): Promise<{ path: string; text: string }> {
  const path = userPath(file);
  try {
    return { path, text: await readFile(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new AirlockError('config-unreadable', `${path} ${why}`, { at: { file: path } });
  }
}

/** `4.18` or `4.18.9`. */
export function openShiftVersion(text: string): string {
  if (!/^v?\d+\.\d+(?:\.\d[\w.+-]*)?$/.test(text))
    throw new InvalidArgumentError('must be a version such as 4.18 or 4.18.9.');
  return text;
}

/** Options that say what a file is meant for. */
export function purposeOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return command
    .option(
      '--openshift-version <version>',
      'the release that will be installed (default: the newest)',
      openShiftVersion,
    )
    .option('--agent', 'it is for the agent-based installer');
}

/** A problem as scripts read it: of a fix its name; the text of the file is not repeated. */
export function plainProblem({ fix, ...problem }: InstallConfigProblem): object {
  return { ...problem, fix: fix?.label };
}
