import type { Command } from '@commander-js/extra-typings';
import { firstWords } from '../../../core/base/document/words.ts';
import type { ChannelDifference, PackageDifference } from '../../../core/content/catalog/catalog-diff.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import { catalogOptions, viewedCatalogs } from '../sources/catalog-view.ts';
import { t } from './messages.ts';

const DIFFERENT = 2;
/** Most bundle names that are listed. */
const NAMES_SHOWN = 3;

export function addCatalog(program: Command): void {
  const catalog = program.command('catalog').description(t('catalogs'));
  addCommand(
    catalog,
    'diff <from> <to>',
    t('diff'),
    (command) => catalogOptions(command.option('--package <name>', t('diffPackageOption'))),
    async (context, options, names) => {
      const { terminal, signal, pause } = context;
      const { compareCatalogs } = await import('../../../core/content/operator/compare-catalogs.ts');
      const [from, to] = await viewedCatalogs(names, context, options);
      const packages = await compareCatalogs(from!.index, to!.index, {
        signal: AbortSignal.any([signal, pause]),
        package: options.package,
      });
      const same = packages.length === 0;
      terminal.print(
        same
          ? t(from!.digest === to!.digest ? 'noDifference' : 'noDifferenceDigests')
          : table([
              [t('packageColumn'), t('channelColumn'), t('changeColumn'), ''],
              ...packages.flatMap(rowsOf),
            ]),
      );
      const named = ({ name, digest }: { name: string; digest: string }) => ({ catalog: name, digest });
      terminal.result({ same, from: named(from!), to: named(to!), packages });
      return same ? 0 : DIFFERENT;
    },
  );
}

function rowsOf(difference: PackageDifference): string[][] {
  const { name, change, defaultChannel, channels, added, removed } = difference;
  if (change !== 'changed') {
    const all = change === 'added' ? added : removed;
    return [[name, '', change, t('packageContent', { channels: channels.length, versions: all.length })]];
  }
  const moved = defaultChannel
    ? [
        [
          name,
          '',
          'moved',
          t('defaultChannelMoved', { from: defaultChannel.from || '-', to: defaultChannel.to || '-' }),
        ],
      ]
    : [];
  const rows = [...moved, ...channels.flatMap((channel) => channelRows(name, channel))];
  // Bundles outside of all channels can be added and removed, too.
  const reported = new Set(channels.flatMap((channel) => [...channel.added, ...channel.removed]));
  const rest = (bundles: string[]) => bundles.filter((bundle) => !reported.has(bundle));
  return [...rows, ...bundleRows(name, '', { added: rest(added), removed: rest(removed) })];
}

function channelRows(of: string, channel: ChannelDifference): string[][] {
  const { name, change, head } = channel;
  if (change !== 'changed') {
    const entries = change === 'added' ? channel.added : channel.removed;
    const at = (change === 'added' ? head?.to : head?.from) || t('noHead');
    return [[of, name, change, t('channelContent', { head: at, versions: entries.length })]];
  }
  const moved = head
    ? [[of, name, 'moved', t('headMoved', { from: head.from || t('noHead'), to: head.to || t('noHead') })]]
    : [];
  return [...moved, ...bundleRows(of, name, channel)];
}

function bundleRows(
  of: string,
  channel: string,
  changes: { added: string[]; removed: string[] },
): string[][] {
  return (['added', 'removed'] as const).flatMap((change) =>
    changes[change].length > 0 ? [[of, channel, change, firstWords(changes[change], NAMES_SHOWN)]] : [],
  );
}
