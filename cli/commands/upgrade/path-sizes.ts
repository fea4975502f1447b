import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import type { PathImageSet } from '../../../core/upgrade/answers/image-set-of.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import { networkUse } from '../sources/network.ts';
import { t } from './messages.ts';

export interface PathSizes {
  /** Size of all selected content, with shared content counted once. */
  bytes: number;
  /** Size of the part that the workspace contains or has sent. */
  bytesPresent: number;
  /** Returns the size that a release adds to those before it, or undefined if it isn't included. */
  ofRelease(version: string): number | undefined;
}

/**
 * Plans a configuration to get its size, and reports its problems.
 * @param workspace `file://DIR`, whose content counts as present, or true for none
 * @throws AirlockError as `plannedSize`
 */
export async function sizesOf(
  configuration: PathImageSet,
  workspace: string | true,
  context: CommandContext,
  options: Record<string, unknown>,
): Promise<PathSizes> {
  const { terminal, signal, pause } = context;
  const { plannedSize } = await import('../../../core/app/sources/planned-size.ts');
  const directory = workspace === true ? undefined : userPath(directoryOf(workspace, '--sizes'));
  terminal.say('info', t('requestingSizes'));
  const { bytes, bytesPresent, bySection, problems } = await plannedSize(configuration, {
    ...networkUse(context, options),
    workspace: directory,
    signal: AbortSignal.any([signal, pause]),
  });
  for (const problem of problems) terminal.problem(problem);
  return {
    bytes,
    bytesPresent,
    ofRelease: (version) =>
      Object.entries(bySection).find(([name]) => name.startsWith(`release ${version}-`))?.[1].bytes,
  };
}
