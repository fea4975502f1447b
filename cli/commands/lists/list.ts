import type { Command } from '@commander-js/extra-typings';
import { firstWords } from '../../../core/base/document/words.ts';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ListedChannel, ListedPackage } from '../../../core/content/operator/list-operators.ts';
import type { ViewedCatalog } from '../../../core/content/operator/look-at-catalog.ts';
import type { ChannelGaps } from '../../../core/upgrade/operator/channel-gaps.ts';
import type { Rail } from '../../../core/upgrade/operator/layout.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { table } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { catalogOptions, viewedCatalogs } from '../sources/catalog-view.ts';
import { addListImages } from './list-images.ts';
import { addListReleases } from './list-releases.ts';
import { t } from './messages.ts';

const NAMES_SHOWN = 2;
const ROWS_SHOWN = 30;
const CHANNEL_HEAD = [t('channelColumn'), t('headColumn'), t('bundleColumn'), t('versionsColumn'), ''];
const VERSION_HEAD = [
  t('versionColumn'),
  t('bundleColumn'),
  t('replacesColumn'),
  t('skipsColumn'),
  t('skipRangeColumn'),
  '',
];

export function addList(program: Command): void {
  const list = program.command('list').description(t('list'));
  addListReleases(list);
  addListImages(list);
  addCommand(
    list,
    'operators',
    t('operators'),
    (command) =>
      catalogOptions(
        command
          .requiredOption('--catalog <ref|directory>', t('catalogOption'))
          .option('--package <name>', t('packageOption'))
          .option('--channel <name>', t('packageChannelOption')),
      ),
    async (context, options) => {
      const { terminal, signal, pause } = context;
      if (options.channel !== undefined && options.package === undefined)
        throw new AirlockError('usage', t('channelWithoutPackage'));
      const { listOperators } = await import('../../../core/content/operator/list-operators.ts');
      const [catalog] = await viewedCatalogs([options.catalog], context, options);
      const { name, digest, index } = catalog!;
      terminal.say('info', t('catalog', { name, digest }));
      // The list of packages has all columns, so no package is opened.
      if (options.package === undefined && !terminal.json) {
        printPackages(terminal, index.packages);
        return 0;
      }
      const packages = await listOperators(index, options, { signal: AbortSignal.any([signal, pause]) });
      const [first] = packages;
      if (options.channel !== undefined) printVersions(terminal, first!.channels[0]!);
      else if (options.package !== undefined) printChannels(terminal, first!);
      const updates = options.package === undefined ? undefined : await updatesOf(index, options.package);
      const gaps = updates?.gaps.filter(
        ({ channel }) => options.channel === undefined || channel === options.channel,
      );
      if (options.channel !== undefined) await printRail(terminal, updates!.rail(options.channel));
      for (const each of gaps ?? []) printGaps(terminal, each);
      const { anomalies, rejections } = index;
      terminal.result({ catalog: name, digest, packages, gaps, anomalies, rejections });
      return 0;
    },
  );
}

function printPackages(terminal: Terminal, packages: ViewedCatalog['index']['packages']): void {
  const rows = packages.map(({ name, displayName, defaultChannel, head, version }) => [
    name,
    displayName ?? '-',
    defaultChannel || '-',
    version ?? head ?? '-',
  ]);
  terminal.print(
    table([[t('nameColumn'), t('displayNameColumn'), t('defaultChannelColumn'), t('headColumn')], ...rows]),
  );
}

function printChannels(terminal: Terminal, found: ListedPackage): void {
  const { name, displayName, provider, summary, deprecation, channels } = found;
  terminal.print([name, displayName, provider].filter(Boolean).join(', '));
  if (summary) terminal.print(summary);
  if (deprecation !== undefined) terminal.print(deprecated(deprecation));
  const rows = channels.map((channel) => [
    channel.name,
    channel.version ?? '-',
    channel.head ?? '-',
    t('versions', { count: channel.entries.length }),
    [...(channel.isDefault ? [t('isDefault')] : []), ...marks(channel)].join('; '),
  ]);
  terminal.print(['', ...table([CHANNEL_HEAD, ...rows])]);
}

function printVersions(terminal: Terminal, channel: ListedChannel): void {
  for (const mark of marks(channel)) terminal.print(mark);
  const rows = channel.entries.map(({ name, version, replaces, skips, skipRange, isHead, deprecation }) => [
    version ?? '-',
    name,
    replaces ?? '-',
    listed([...new Set(skips)]),
    skipRange ?? '-',
    [...(isHead ? [t('isHead')] : []), ...(deprecation === undefined ? [] : [deprecated(deprecation)])].join(
      '; ',
    ),
  ]);
  terminal.print(table([VERSION_HEAD, ...rows]));
}

/** Returns the updates between the versions of a package, as OLM resolves them. */
async function updatesOf(index: ViewedCatalog['index'], name: string) {
  const [{ channelGaps }, { railOf }] = await Promise.all([
    import('../../../core/upgrade/operator/channel-gaps.ts'),
    import('../../../core/upgrade/operator/layout.ts'),
  ]);
  const found = (await index.package(name))!;
  return { gaps: channelGaps(found), rail: (channel: string) => railOf(found, channel, { brackets: 'all' }) };
}

async function printRail(terminal: Terminal, rail: Rail | { faults: string[] }): Promise<void> {
  if ('faults' in rail) return;
  const { drawRail } = await import('../../../core/upgrade/operator/draw.ts');
  terminal.print(['', t('updates'), '', ...drawRail(rail, { all: rail.nodes.length <= ROWS_SHOWN })]);
}

function printGaps(terminal: Terminal, { channel, withoutBundle, gaps }: ChannelGaps): void {
  if (withoutBundle.length > 0) terminal.print(t('bundleMissing', { channel, names: listed(withoutBundle) }));
  const stuck = Map.groupBy(gaps, ({ remainsAt }) => remainsAt);
  for (const [remainsAt, [first]] of stuck)
    terminal.print(t('unreachableHead', { channel, version: remainsAt, reason: first!.why }));
}

/** Returns the first names, because a list can have hundreds. --json lists all. */
function listed(names: string[]): string {
  return firstWords(names, NAMES_SHOWN) || '-';
}

function marks({ faults = [], deprecation }: ListedChannel): string[] {
  return [
    ...faults.map((fault) => t('unusable', { reason: fault })),
    ...(deprecation === undefined ? [] : [deprecated(deprecation)]),
  ];
}

function deprecated(words: string): string {
  return words ? t('deprecatedBecause', { reason: words.replaceAll(/\s+/g, ' ').trim() }) : t('deprecated');
}
