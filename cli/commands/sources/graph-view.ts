import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { FoundGraph, GraphRequest } from '../../../core/upgrade/sources/find-graph.ts';
import { sourceText } from '../../../core/upgrade/sources/used-source.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { each, userPath } from '../../terminal/options.ts';
import { t } from '../lists/messages.ts';
import { networkOptions, networkUse } from './network.ts';

export const ARCHITECTURES = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'];

/** Adds the options of commands that read an update graph. */
export function graphOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return networkOptions(
    command
      .addOption(
        new Option('--arch <architecture>', t('graphArchOption')).choices(ARCHITECTURES).default('amd64'),
      )
      .addOption(new Option('--data <file|directory|image>', t('dataOption')).argParser(each))
      .option('--offline', t('offlineOption')),
  );
}

/**
 * Returns the update graph that the options select, and prints its sources and problems. `problems` includes those of the
 * graph. Problems of updates are omitted unless a path is requested.
 * @throws AirlockError as `readGraph`
 */
export async function viewedGraph(
  wanted: Omit<GraphRequest, 'architecture'>,
  context: CommandContext,
  options: Record<string, unknown>,
): Promise<FoundGraph> {
  const { terminal, signal, pause } = context;
  const { arch, data, offline } = options as { arch: string; data?: string[]; offline?: boolean };
  const { readGraph } = await import('../../../core/app/sources/read-graph.ts');
  const found = await readGraph(
    data,
    { architecture: arch, ...wanted },
    {
      ...networkUse(context, options),
      pathOf: userPath,
      offline,
      signal: AbortSignal.any([signal, pause]),
    },
  );
  for (const source of found.used)
    terminal.say('info', t('graphSource', { source: sourceText(source, Date.now()) }));
  const all = [...found.problems, ...found.graph.problems];
  const problems = wanted.from === undefined ? all.filter(({ code }) => code !== 'upgrade-path') : all;
  for (const problem of problems) terminal.problem(problem);
  return { ...found, problems };
}
