import { directoryOf } from '../../../core/mirror/run/workflow.ts';
import type { PathImageSet } from '../../../core/upgrade/answers/image-set-of.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { userPath } from '../../terminal/options.ts';
import { networkUse } from '../sources/network.ts';

export interface PathSizes {
  /** Everything that the configuration selects, shared content once. */
  bytes: number;
  /** Of these what the workspace has, or has sent. */
  bytesPresent: number;
  /** What a release adds to those before it; undefined for one that was left out. */
  ofRelease(version: string): number | undefined;
}

/**
 * Plans a configuration to know its bytes, and tells its problems.
 * @param workspace `file://DIR`: its content counts as present; true: none
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
  terminal.say('info', 'Asking registries for sizes');
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
