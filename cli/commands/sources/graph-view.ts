import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { FoundGraph, GraphWanted } from '../../../core/upgrade/sources/find-graph.ts';
import { sourceText } from '../../../core/upgrade/sources/used-source.ts';
import type { CommandContext } from '../../terminal/command-line.ts';
import { Option } from '../../terminal/commander.ts';
import { each, userPath } from '../../terminal/options.ts';
import { networkOptions, networkUse } from './network.ts';

export const ARCHITECTURES = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'];

/** Options of the commands that read an update graph. */
export function graphOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return networkOptions(
    command
      .addOption(
        new Option('--arch <architecture>', 'architecture of the releases')
          .choices(ARCHITECTURES)
          .default('amd64'),
      )
      .addOption(
        new Option(
          '--data <file|dir|image>',
          'where the update graph is, instead of the update service: a saved answer (JSON), graph data (tar.gz, folder or image), a workspace or archive folder; may be given again',
        ).argParser(each),
      )
      .option('--offline', 'ask no update service: use what it answered before'),
  );
}

/**
 * The update graph that the options name, its sources and problems told as messages; `problems` has those of the graph
 * too. Without both ends of a path what is odd about updates is nobody's concern.
 * @throws AirlockError as `readGraph`
 */
export async function viewedGraph(
  wanted: Omit<GraphWanted, 'architecture'>,
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
  for (const source of found.used) terminal.say('info', `Updates from ${sourceText(source, Date.now())}`);
  const all = [...found.problems, ...found.graph.problems];
  const problems = wanted.from === undefined ? all.filter(({ code }) => code !== 'upgrade-path') : all;
  for (const problem of problems) terminal.problem(problem);
  return { ...found, problems };
}
