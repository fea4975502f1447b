import type { Command } from '@commander-js/extra-typings';
import { alternativeList, asSentence } from '../../../core/base/document/words.ts';
import type { OperatorAnswer } from '../../../core/upgrade/operator/answers.ts';
import type { Rail } from '../../../core/upgrade/operator/layout.ts';
import type { OperatorHop } from '../../../core/upgrade/operator/path.ts';
import type { OperatorCatalog } from '../../../core/upgrade/operator/prepared-catalog.ts';
import { addCommand } from '../../terminal/command-line.ts';

import { each } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { NEGATIVE, printConfiguration, writeRequested } from '../output/path-output.ts';
import { catalogOptions, viewedCatalogs } from '../sources/catalog-view.ts';
import { t } from './messages.ts';

export function addUpgradePathOperator(parent: Command): void {
  addCommand(
    parent,
    'operator',
    t('operator'),
    (command) =>
      catalogOptions(
        command
          .requiredOption('--catalog <ref|directory>', t('catalogOption'), each)
          .requiredOption('--package <name>', t('packageOption'))
          .requiredOption('--from <version>', t('installedOption'))
          .option('--to <version>', t('targetOption'))
          .option('--channel <name>', t('lastChannelOption'))
          .option('--subscribed <channel>', t('subscribedOption'))
          .option('--svg <file>', t('railOption')),
      ),
    async (context, options) => {
      const { terminal, signal, pause } = context;
      const viewed = await viewedCatalogs(options.catalog, context, options);
      for (const { name, digest } of viewed) terminal.say('info', `${name} (${digest})`);
      const [{ operatorPath }, { packageInCatalogs }, { railsOf, stackedSvg }] = await Promise.all([
        import('../../../core/upgrade/operator/answers.ts'),
        import('../../../core/upgrade/answers/operator-catalogs.ts'),
        import('../../../core/upgrade/answers/stacked-rails.ts'),
      ]);
      const either = AbortSignal.any([signal, pause]);
      const catalogs = await packageInCatalogs(viewed, options.package, either, UNKNOWN_PACKAGE);
      const { package: name, from, to, channel, subscribed } = options;
      const answer = operatorPath({ package: name, catalogs, from, to, channel, subscribed });
      const named = viewed.map(({ name, digest }) => ({ catalog: name, digest }));
      if (!answer.path) return rejected(terminal, answer, catalogs, named);
      const rails = railsOf(catalogs, answer);
      await printPath(terminal, options.package, answer, rails);
      const carried = await configurationOf(catalogs, answer.hops);
      await printCarried(terminal, carried);
      const svg =
        rails.length > 0 ? await writeRequested(terminal, options.svg, () => stackedSvg(rails)) : undefined;
      terminal.result({ ...answer, ...carried, catalogs: named, svg });
      return 0;
    },
  );
}

/** The remedy for a package that no catalog contains. */
export const UNKNOWN_PACKAGE = { remedy: t('packageUnknownRemedy') };

async function rejected(
  terminal: Terminal,
  { reason, nearest, stages }: Extract<OperatorAnswer, { path: null }>,
  catalogs: readonly OperatorCatalog[],
  named: object[],
): Promise<number> {
  terminal.print(t('reason', { reason }));
  const staged: CarriedOperators[] = [];
  for (const hop of stages?.hops ?? []) staged.push(await configurationOf(catalogs, [hop]));
  if (stages) {
    terminal.print(['', t('stages', { path: stages.path.join(' -> ') })]);
    for (const [position, { configuration }] of staged.entries()) {
      const title = t('stage', { number: position + 1, bundle: stages.path[position + 1]! });
      await printConfiguration(terminal, title, configuration!);
    }
  }
  terminal.result({
    path: null,
    reason,
    nearest,
    hops: [],
    configuration: null,
    stages: stages && { ...stages, configurations: staged },
    catalogs: named,
  });
  return NEGATIVE;
}

async function printPath(
  terminal: Terminal,
  name: string,
  { path, hops, notes, smaller }: Extract<OperatorAnswer, { path: string[] }>,
  rails: readonly Rail[],
): Promise<void> {
  const { drawRail } = await import('../../../core/upgrade/operator/draw.ts');
  const [from, to] = [path[0]!, path.at(-1)!];
  if (hops.length === 0) terminal.print(t('targetInstalled', { package: name, bundle: from }));
  else terminal.print([t('path', { package: name, count: hops.length, from, to }), '']);
  for (const [position, hop] of hops.entries()) terminal.print(hopText(hop, position + 1));
  for (const rail of rails) terminal.print(['', `${rail.channel}:`, ...drawRail(rail)]);
  for (const note of notes) terminal.print(['', t('note', { note: asSentence(note) })]);
  if (smaller)
    terminal.print(['', t('smaller', { count: smaller.hops.length, path: smaller.path.join(' -> ') })]);
}

function hopText(hop: OperatorHop, number: number): string {
  const { channel, catalog, by } = hop;
  const [from, to] = [hop.fromVersion ?? hop.from, hop.toVersion ?? hop.to];
  return t(hop.switched ? 'switchedHop' : 'hop', { number, from, to, channel, catalog, by });
}

interface CarriedOperators {
  /** Null if nothing needs to be mirrored. */
  configuration: object | null;
  extra: { catalog: string; name: string; version?: string }[];
  missing: string[];
  /** Channels of the operators that were considered. */
  channels: string[];
  configurationNotes: string[];
}

async function configurationOf(
  catalogs: readonly OperatorCatalog[],
  hops: readonly OperatorHop[],
): Promise<CarriedOperators> {
  const [{ configurationsFor }, { imageSetOf }, { referenceNote }] = await Promise.all([
    import('../../../core/upgrade/operator/configuration-for.ts'),
    import('../../../core/upgrade/answers/image-set-of.ts'),
    import('../../../core/upgrade/answers/operator-catalogs.ts'),
  ]);
  const carried = await configurationsFor(catalogs, hops);
  const operators = carried.map(({ catalog, package: entry }) => ({ catalog, packages: [entry] }));
  return {
    configuration: operators.length > 0 ? imageSetOf({ operators }) : null,
    extra: carried.flatMap(({ catalog, extra }) => extra.map((bundle) => ({ catalog, ...bundle }))),
    missing: carried.flatMap(({ missing }) => missing),
    channels: [...new Set(carried.flatMap((each) => each.package.channels.map(({ name }) => name)))],
    configurationNotes: carried.flatMap(({ catalog, notes }) => [
      ...notes,
      ...[referenceNote(catalog) ?? []].flat(),
    ]),
  };
}

async function printCarried(
  terminal: Terminal,
  { configuration, extra, missing, channels, configurationNotes }: CarriedOperators,
): Promise<void> {
  if (!configuration) return;
  await printConfiguration(terminal, t('mirrorTitle'), configuration);
  if (extra.length > 0)
    terminal.print([
      '',
      t('extraBundles', { bundles: extra.map(({ name }) => name).join(', '), channels: channels.join(', ') }),
    ]);
  if (missing.length > 0) terminal.print(['', t('unselectable', { bundles: alternativeList(missing) })]);
  for (const note of configurationNotes) terminal.print(['', t('note', { note: asSentence(note) })]);
}
