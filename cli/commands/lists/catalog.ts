import type { Command } from '@commander-js/extra-typings';
import { firstWords } from '../../../core/base/document/words.ts';
import { type CatalogChange, changesOf } from '../../../core/content/catalog/catalog-changes.ts';
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
              ...packages.flatMap(changesOf).map(rowOf),
            ]),
      );
      const named = ({ name, digest }: { name: string; digest: string }) => ({ catalog: name, digest });
      terminal.result({ same, from: named(from!), to: named(to!), packages });
      return same ? 0 : DIFFERENT;
    },
  );
}

function rowOf({ package: name, channel = '', change, ...about }: CatalogChange): string[] {
  return [name, channel, change, wordsOf({ change, ...about })];
}

function wordsOf({ about, change, from, to, channels, versions }: Omit<CatalogChange, 'package'>): string {
  switch (about) {
    case 'package':
      return t('packageContent', { channels: channels ?? 0, versions: versions.length });
    case 'default-channel':
      return t('defaultChannelMoved', { from: from || '-', to: to || '-' });
    case 'channel':
      return t('channelContent', {
        head: (change === 'added' ? to : from) || t('noHead'),
        versions: versions.length,
      });
    case 'head':
      return t('headMoved', { from: from || t('noHead'), to: to || t('noHead') });
    case 'versions':
      return firstWords(versions, NAMES_SHOWN);
  }
}
