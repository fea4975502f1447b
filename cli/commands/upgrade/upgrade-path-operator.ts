import type { Command } from 'commander';
import { capitalized } from '../../../core/base/document/words.ts';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { OperatorAnswer } from '../../../core/upgrade/operator/answers.ts';
import type { Rail } from '../../../core/upgrade/operator/layout.ts';
import type { OperatorHop, OperatorPath } from '../../../core/upgrade/operator/path.ts';
import type { OperatorCatalog } from '../../../core/upgrade/operator/prepared-catalog.ts';
import { addCommand } from '../../terminal/command-line.ts';
import { count } from '../../terminal/format.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { NEGATIVE, printConfiguration, writeAsked } from '../output/path-output.ts';
import { catalogOptions, viewedCatalogs } from '../sources/catalog-view.ts';
import { each } from '../sources/graph-view.ts';

export function addUpgradePathOperator(parent: Command): void {
  addCommand(
    parent,
    'operator',
    'the updates that OLM makes from an installed version of an operator to another; exit 2 when there are none, with the reason',
    (command) => {
      command.requiredOption(
        '--catalog <ref|dir>',
        'catalog image (REGISTRY/PATH:TAG), oci://DIR, a folder of catalog files, a workspace or archive folder; again for the catalog of the next OpenShift',
        each,
      );
      command.requiredOption('--package <name>', 'the operator');
      command.requiredOption('--from <version>', 'what is installed: a version or the name of a bundle');
      command.option(
        '--to <version>',
        'a version or the name of a bundle (default: the head of the channel)',
      );
      command.option('--channel <name>', 'the channel to end in');
      command.option('--subscribed <channel>', 'the channel that the cluster follows now');
      command.option('--svg <file>', 'write a picture of the channels');
      catalogOptions(command);
    },
    async (context, options) => {
      const { terminal, signal, pause } = context;
      const wanted = options as {
        catalog: string[];
        package: string;
        from: string;
        to?: string;
        channel?: string;
        subscribed?: string;
        svg?: string;
      };
      const viewed = await viewedCatalogs(wanted.catalog, context, options);
      for (const { name, digest } of viewed) terminal.say('info', `${name} (${digest})`);
      const [{ operatorPath }, { operatorCatalog, similarPackages }] = await Promise.all([
        import('../../../core/upgrade/operator/answers.ts'),
        import('../../../core/upgrade/answers/operator-catalogs.ts'),
      ]);
      if (!viewed.some(({ index }) => index.packages.some(({ name }) => name === wanted.package)))
        throw unknownPackage(wanted.package, similarPackages(viewed, wanted.package));
      const catalogs: OperatorCatalog[] = [];
      for (const catalog of viewed)
        catalogs.push(
          await operatorCatalog(catalog, wanted.package, { signal: AbortSignal.any([signal, pause]) }),
        );
      const { to, channel, subscribed } = wanted;
      const answer = operatorPath({
        package: wanted.package,
        catalogs,
        from: wanted.from,
        ...(to !== undefined && { to }),
        ...(channel !== undefined && { channel }),
        ...(subscribed !== undefined && { subscribed }),
      });
      const named = viewed.map(({ name, digest }) => ({ catalog: name, digest }));
      if (!answer.path) return refused(terminal, answer, catalogs, named);
      const rails = await railsOf(catalogs, answer);
      await printPath(terminal, wanted.package, answer, rails);
      const carried = await configurationOf(catalogs, answer.hops);
      printCarried(terminal, carried);
      const { stackedSvg } = await import('../../../core/upgrade/answers/stacked-rails.ts');
      const svg =
        rails.length > 0 ? await writeAsked(terminal, wanted.svg, () => stackedSvg(rails)) : undefined;
      terminal.result({ ...answer, ...carried, catalogs: named, ...(svg && { svg }) });
      return 0;
    },
  );
}

/** @param near names of packages that may be meant */
export function unknownPackage(name: string, near: readonly string[]): AirlockError {
  return new AirlockError('operator-unknown', `no catalog has package "${name}"`, {
    remedy: near.length > 0 ? `Nearest: ${near.join(', ')}.` : 'See `airlock list operators`.',
  });
}

async function refused(
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
    ...(stages && { stages: { ...stages, configurations: staged } }),
    catalogs: named,
  });
  return NEGATIVE;
}

/** The channels that the path goes through, each once for each catalog; of a path without hops none. */
async function railsOf(catalogs: readonly OperatorCatalog[], { path, hops }: OperatorPath): Promise<Rail[]> {
  const { railOf } = await import('../../../core/upgrade/operator/layout.ts');
  const rails = new Map<string, Rail>();
  for (const { catalog, channel, from, fromVersion } of hops) {
    const key = `${catalog} ${channel}`;
    const found = catalogs.find(({ name }) => name === catalog)?.package;
    if (!found || rails.has(key)) continue;
    const here = { name: from, ...(fromVersion !== undefined && { version: fromVersion }) };
    const installed = from === path[0] ? { installed: here } : {};
    const rail = railOf(found, channel, {
      hops: hops.filter((hop) => hop.catalog === catalog),
      ...installed,
    });
    if (!('faults' in rail)) rails.set(key, rail);
  }
  return [...rails.values()];
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
  lacking: string[];
  configurationNotes: string[];
}

async function configurationOf(
  catalogs: readonly OperatorCatalog[],
  hops: readonly OperatorHop[],
): Promise<CarriedOperators> {
  const [{ configurationFor }, { imageSetOf, writtenPackage }, { referenceNote }] = await Promise.all([
    import('../../../core/upgrade/operator/configuration-for.ts'),
    import('../../../core/upgrade/answers/image-set-of.ts'),
    import('../../../core/upgrade/answers/operator-catalogs.ts'),
  ]);
  const operators: object[] = [];
  const carried: CarriedOperators = { configuration: null, extra: [], lacking: [], configurationNotes: [] };
  for (const [catalog, within] of Map.groupBy(hops, (hop) => hop.catalog)) {
    const found = catalogs.find(({ name }) => name === catalog)!.package!;
    const { package: entry, extra, lacking, notes } = await configurationFor(found, within);
    operators.push({ catalog, packages: [writtenPackage(entry)] });
    carried.extra.push(...extra.map((bundle) => ({ catalog, ...bundle })));
    carried.lacking.push(...lacking);
    const note = referenceNote(catalog);
    carried.configurationNotes.push(...notes, ...(note ? [note] : []));
  }
  return { ...carried, configuration: operators.length > 0 ? imageSetOf({ operators }) : null };
}

function printCarried(
  terminal: Terminal,
  { configuration, extra, lacking, configurationNotes }: CarriedOperators,
): void {
  if (!configuration) return;
  printConfiguration(terminal, 'Mirror it with:', configuration);
  if (extra.length > 0)
    terminal.print([
      '',
      `No smaller selection contains the whole path, so these are also selected: ${extra.map(({ name }) => name).join(', ')}.`,
    ]);
  if (lacking.length > 0) terminal.print(['', `No version range can select ${lacking.join(', ')}.`]);
  for (const note of configurationNotes) terminal.print(['', `Note: ${note}.`]);
}
