import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ListedRelease } from '../../../core/upgrade/answers/list-releases.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { graphOptions, viewedGraph } from '../sources/graph-view.ts';

export function addListReleases(list: Command): void {
  addCommand(
    list,
    'releases',
    'the releases of OpenShift that an update service or saved graphs know, or their channels',
    (command) =>
      graphOptions(
        command
          .option('--version <version>', 'only this release, or those of this minor (4.18)')
          .option('--channel <name>', 'only the releases of this channel')
          .option('--channels', 'channels instead of releases; with --version those that have it'),
      ),
    async (context, options) => {
      const { terminal } = context;
      if (options.channels && options.channel !== undefined)
        throw new AirlockError('usage', '--channel and --channels cannot be used together');
      const { listChannels, listReleases } = await import('../../../core/upgrade/answers/list-releases.ts');
      const { graph, used, problems } = await graphFor(options, context, options);
      const all = { sources: used, problems };
      if (options.channels) {
        const channels = listChannels(graph, options);
        for (const name of channels) terminal.print(name);
        terminal.result({ channels, ...all });
        return 0;
      }
      const releases = listReleases(graph, options);
      if (options.version === undefined && options.channel === undefined)
        await printMinors(terminal, releases);
      else printReleases(terminal, releases);
      terminal.result({ releases, ...all });
      return 0;
    },
  );
}

/** Of an update service one channel is asked where that is enough: its answer says in which channels each release is. */
async function graphFor(
  wanted: { version?: string; channel?: string; channels?: boolean },
  context: CommandContext,
  options: Record<string, unknown>,
) {
  const { version, channel } = wanted;
  const minor = /^\d+\.\d+/.exec(version ?? '')?.[0];
  if (version !== undefined && minor === undefined)
    throw new AirlockError('usage', `"${version}" is no version: write 4.18 or 4.18.1`);
  const requested = channel ?? (minor && `candidate-${minor}`);
  if (requested === undefined || options.data) return viewedGraph({}, context, options);
  const found = await viewedGraph({ channel: requested }, context, options);
  if (found.graph.nodes.length > 0) return found;
  // There is no such channel: what is near is known to the graph data alone.
  return viewedGraph({}, context, options).catch(() => found);
}

async function printMinors(terminal: Terminal, releases: readonly ListedRelease[]): Promise<void> {
  const { minorOf, minorText } = await import('../../../core/upgrade/ocp/version-order.ts');
  const minors = Map.groupBy(releases, ({ version }) => minorText(minorOf(version)!));
  const rows = [...minors].map(([minor, all]) => {
    const released = all.findLast(({ version }) => !version.includes('-')) ?? all.at(-1)!;
    const kinds = new Set(
      all.flatMap(({ channels }) => channels.filter((name) => name.endsWith(`-${minor}`))),
    );
    return [minor, released.version, String(all.length), [...kinds].join(', ')];
  });
  terminal.print(table([['MINOR', 'NEWEST', 'RELEASES', 'CHANNELS'], ...rows]));
}

function printReleases(terminal: Terminal, releases: readonly ListedRelease[]): void {
  const rows = releases.map(({ version, channels, errata }) => [version, channels.join(', '), errata ?? '']);
  terminal.print(table([['VERSION', 'CHANNELS', 'ERRATA'], ...rows]));
}
