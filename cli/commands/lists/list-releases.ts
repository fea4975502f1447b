import type { Command } from '@commander-js/extra-typings';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ListedRelease } from '../../../core/upgrade/answers/list-releases.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { graphOptions, viewedGraph } from '../sources/graph-view.ts';
import { t } from './messages.ts';

export function addListReleases(list: Command): void {
  addCommand(
    list,
    'releases',
    t('releases'),
    (command) =>
      graphOptions(
        command
          .option('--version <version>', t('versionOption'))
          .option('--channel <name>', t('channelOption'))
          .option('--channels', t('channelsOption')),
      ),
    async (context, options) => {
      const { terminal } = context;
      if (options.channels && options.channel !== undefined)
        throw new AirlockError('usage', t('channelConflict'));
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

/** Returns the update graph. Requests a single channel if that suffices, because the response names all channels of each release. */
async function graphFor(
  wanted: { version?: string; channel?: string; channels?: boolean },
  context: CommandContext,
  options: Record<string, unknown>,
) {
  const { version, channel } = wanted;
  const minor = /^\d+\.\d+/.exec(version ?? '')?.[0];
  if (version !== undefined && minor === undefined)
    throw new AirlockError('usage', t('versionInvalid', { version }));
  const requested = channel ?? (minor && `candidate-${minor}`);
  if (requested === undefined || options.data) return viewedGraph({}, context, options);
  const found = await viewedGraph({ channel: requested }, context, options);
  if (found.graph.nodes.length > 0) return found;
  // The channel doesn't exist. Only the graph data contains similar names.
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
  terminal.print(
    table([[t('minorColumn'), t('newestColumn'), t('releasesColumn'), t('channelsColumn')], ...rows]),
  );
}

function printReleases(terminal: Terminal, releases: readonly ListedRelease[]): void {
  const rows = releases.map(({ version, channels, errata }) => [version, channels.join(', '), errata ?? '']);
  terminal.print(table([[t('versionColumn'), t('channelsColumn'), t('errataColumn')], ...rows]));
}
