import type { Command } from '@commander-js/extra-typings';
import { firstWords } from '../../../core/base/document/words.ts';
import type { ChannelDifference, PackageDifference } from '../../../core/content/catalog/catalog-diff.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count, table } from '../../terminal/format.ts';
import { catalogOptions, viewedCatalogs } from '../sources/catalog-view.ts';

const DIFFERENT = 2;
/** More bundle names than these are counted. */
const NAMES_SHOWN = 3;

export function addCatalog(program: Command): void {
  const catalog = program.command('catalog').description('operator catalogs');
  addCommand(
    catalog,
    'diff <from> <to>',
    'what appeared, vanished and moved from one operator catalog to another; each an image or a folder',
    (command) => catalogOptions(command.option('--package <name>', 'only this package')),
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
          ? `No difference in packages, channels and versions${from!.digest === to!.digest ? '' : '; the images have different digests'}.`
          : table([['PACKAGE', 'CHANNEL', 'WHAT', ''], ...packages.flatMap(rowsOf)]),
      );
      const named = ({ name, digest }: { name: string; digest: string }) => ({ catalog: name, digest });
      terminal.result({ same, from: named(from!), to: named(to!), packages });
      return same ? 0 : DIFFERENT;
    },
  );
}

function rowsOf(difference: PackageDifference): string[][] {
  const { name, change, defaultChannel, channels, appeared, vanished } = difference;
  if (change !== 'changed') {
    const all = change === 'appeared' ? appeared : vanished;
    return [[name, '', change, `${count(channels.length, 'channel')}, ${count(all.length, 'version')}`]];
  }
  const moved = defaultChannel
    ? [[name, '', 'moved', `default channel ${defaultChannel.from || '-'} -> ${defaultChannel.to || '-'}`]]
    : [];
  const rows = [...moved, ...channels.flatMap((channel) => channelRows(name, channel))];
  // Bundles may come and go that no channel has.
  const reported = new Set(channels.flatMap((channel) => [...channel.appeared, ...channel.vanished]));
  const rest = (bundles: string[]) => bundles.filter((bundle) => !reported.has(bundle));
  return [...rows, ...bundleRows(name, '', { appeared: rest(appeared), vanished: rest(vanished) })];
}

function channelRows(of: string, channel: ChannelDifference): string[][] {
  const { name, change, head } = channel;
  if (change !== 'changed') {
    const entries = change === 'appeared' ? channel.appeared : channel.vanished;
    const at = (change === 'appeared' ? head?.to : head?.from) || 'none';
    return [[of, name, change, `head ${at}, ${count(entries.length, 'version')}`]];
  }
  const moved = head ? [[of, name, 'moved', `head ${head.from || 'none'} -> ${head.to || 'none'}`]] : [];
  return [...moved, ...bundleRows(of, name, channel)];
}

function bundleRows(
  of: string,
  channel: string,
  changes: { appeared: string[]; vanished: string[] },
): string[][] {
  return (['appeared', 'vanished'] as const).flatMap((change) =>
    changes[change].length > 0 ? [[of, channel, change, firstWords(changes[change], NAMES_SHOWN)]] : [],
  );
}
