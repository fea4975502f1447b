import type { Command } from '@commander-js/extra-typings';
import { capitalized } from '../../../core/base/document/words.ts';
import type { OperatorAnswer } from '../../../core/upgrade/operator/answers.ts';
import type { Rail } from '../../../core/upgrade/operator/layout.ts';
import type { OperatorHop } from '../../../core/upgrade/operator/path.ts';
import type { OperatorCatalog } from '../../../core/upgrade/operator/prepared-catalog.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import { each } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { NEGATIVE, printConfiguration, writeRequested } from '../output/path-output.ts';
import { catalogOptions, viewedCatalogs } from '../sources/catalog-view.ts';

export function addUpgradePathOperator(parent: Command): void {
  addCommand(
    parent,
    'operator',
    'the updates that OLM makes from an installed version of an operator to another; exit 2 when there are none, with the reason',
    (command) =>
      catalogOptions(
        command
          .requiredOption(
            '--catalog <ref|dir>',
            'catalog image (REGISTRY/PATH:TAG), oci://DIR, a folder of catalog files, a workspace or archive folder; again for the catalog of the next OpenShift',
            each,
          )
          .requiredOption('--package <name>', 'the operator')
          .requiredOption('--from <version>', 'what is installed: a version or the name of a bundle')
          .option('--to <version>', 'a version or the name of a bundle (default: the head of the channel)')
          .option('--channel <name>', 'the channel to end in')
          .option('--subscribed <channel>', 'the channel that the cluster follows now')
          .option('--svg <file>', 'write a picture of the channels'),
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
      printCarried(terminal, carried);
      const svg =
        rails.length > 0 ? await writeRequested(terminal, options.svg, () => stackedSvg(rails)) : undefined;
      terminal.result({ ...answer, ...carried, catalogs: named, svg });
      return 0;
    },
  );
}

/** Where to look for the name of a package that no catalog has. */
export const UNKNOWN_PACKAGE = { remedy: 'See `airlock list operators`.' };

async function rejected(
  terminal: Terminal,
  { reason, nearest, stages }: Extract<OperatorAnswer, { path: null }>,
  catalogs: readonly OperatorCatalog[],
  named: object[],
): Promise<number> {
  terminal.print(`${capitalized(reason)}.`);
  const staged: CarriedOperators[] = [];
  for (const hop of stages?.hops ?? []) staged.push(await configurationOf(catalogs, [hop]));
  if (stages) {
    terminal.print([
      '',
      `Mirror and update to each of these versions in turn, with a catalog that ends at that version: ${stages.path.join(' -> ')}.`,
    ]);
    for (const [position, { configuration }] of staged.entries())
      printConfiguration(terminal, `${position + 1}. ${stages.path[position + 1]}:`, configuration!);
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
  if (hops.length === 0) terminal.print(`${name}: ${path[0]} is where it is to be; no update is needed.`);
  else terminal.print([`${name}: ${count(hops.length, 'update')} from ${path[0]} to ${path.at(-1)}.`, '']);
  for (const [position, hop] of hops.entries()) terminal.print(`${position + 1}. ${hopText(hop)}`);
  for (const rail of rails) terminal.print(['', `${rail.channel}:`, ...drawRail(rail)]);
  for (const note of notes) terminal.print(['', `Note: ${note}.`]);
  if (smaller)
    terminal.print([
      '',
      `With more channel changes, ${count(smaller.hops.length, 'bundle')} would be enough: ${smaller.path.join(' -> ')}.`,
    ]);
}

function hopText({ from, to, fromVersion, toVersion, channel, switched, catalog, by }: OperatorHop): string {
  const set = switched ? `set the subscription to ${channel}; ` : '';
  return `${fromVersion ?? from} -> ${toVersion ?? to}  (${set}channel ${channel} of ${catalog}, ${by})`;
}

interface CarriedOperators {
  /** Null when nothing needs to be mirrored. */
  configuration: object | null;
  extra: { catalog: string; name: string; version?: string }[];
  missing: string[];
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
    configurationNotes: carried.flatMap(({ catalog, notes }) => [
      ...notes,
      ...[referenceNote(catalog) ?? []].flat(),
    ]),
  };
}

function printCarried(
  terminal: Terminal,
  { configuration, extra, missing, configurationNotes }: CarriedOperators,
): void {
  if (!configuration) return;
  printConfiguration(terminal, 'Mirror it with:', configuration);
  if (extra.length > 0)
    terminal.print([
      '',
      `No smaller selection contains the whole path, so these are also selected: ${extra.map(({ name }) => name).join(', ')}.`,
    ]);
  if (missing.length > 0) terminal.print(['', `No version range can select ${missing.join(', ')}.`]);
  for (const note of configurationNotes) terminal.print(['', `Note: ${note}.`]);
}
