import type { Command } from '@commander-js/extra-typings';
import { asSentence } from '../../../core/base/document/words.ts';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { NamedOperator, UpgradePlan } from '../../../core/upgrade/answers/upgrade-plan.ts';
import type { OcpGraph } from '../../../core/upgrade/ocp/graph.ts';
import type { PathFound } from '../../../core/upgrade/ocp/hops.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError } from '../../terminal/commander.ts';
import { each } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { NEGATIVE, printConfiguration, writeRequested } from '../output/path-output.ts';
import { viewedCatalogs } from '../sources/catalog-view.ts';
import { viewedGraph } from '../sources/graph-view.ts';
import { t } from './messages.ts';
import { graphRequest, pathOptions, printSizes, questionOf, rejected } from './upgrade-path-ocp.ts';
import { UNKNOWN_PACKAGE } from './upgrade-path-operator.ts';

export function addUpgradePathPlan(parent: Command): void {
  addCommand(
    parent,
    'plan',
    t('plan'),
    (command) =>
      pathOptions(command)
        .option('--operator <name=version>', t('operatorOption'), operatorOption)
        .option('--catalog <ref|directory>', t('planCatalogOption'), each)
        .option('--as-needed', t('asNeededOption'))
        .option('--workspace <file://DIR>', t('workspaceOption'))
        .option('--html <file>', t('htmlOption'))
        .option('--svg <file>', t('planSvgOption')),
    async (context, options) => {
      const { terminal } = context;
      const question = questionOf(options);
      if (options.operator && !options.catalog) throw new AirlockError('usage', t('operatorWithoutCatalog'));
      const { graph, used, problems } = await viewedGraph(graphRequest(question), context, options);
      const { answerOcp } = await import('../../../core/upgrade/answers/ocp-answer.ts');
      const found = answerOcp(graph, question);
      const sources = { sources: used, problems };
      if (!found.answer.path) return rejected(terminal, found, { possible: false, ...sources });
      const planned = await planOf(graph, found.answer, question.architecture, context, options);
      const { plan, configuration, extra, notes } = planned;
      const { problems: unreachable, versions: _, ...steps } = plan;
      const { planLines } = await import('../../../core/upgrade/operator/plan/text.ts');
      terminal.print(planLines(plan));
      for (const note of found.notes) terminal.print(t('note', { note: asSentence(note) }));
      await printCarried(terminal, planned);
      const sizes = options.sizes
        ? await sizesFor(found.answer.path, planned, options.sizes, context, options)
        : {};
      const { planHtml } = await import('../../../core/upgrade/operator/plan/html.ts');
      const html = await writeRequested(terminal, options.html, () => planHtml(plan));
      const { planSvg } = await import('../../../core/upgrade/operator/plan/svg.ts');
      const svg = await writeRequested(terminal, options.svg, () => planSvg(plan));
      terminal.result({
        path: found.answer.path,
        hops: found.answer.hops,
        ...steps,
        unreachable,
        ...{ configuration, extra, notes, ...sizes, html, svg },
        ...sources,
      });
      return plan.possible ? 0 : NEGATIVE;
    },
  );
}

/** `--operator NAME=INSTALLED[@CHANNEL]` */
function operatorOption(text: string, before: NamedOperator[] | undefined): NamedOperator[] {
  const [, name, installed, subscribed] = /^([^=@\s]+)=([^=@\s]+)(?:@([^=@\s]+))?$/.exec(text) ?? [];
  if (name === undefined || installed === undefined) throw new InvalidArgumentError(t('operatorInvalid'));
  return [...(before ?? []), { package: name, installed, subscribed }];
}

async function planOf(
  graph: OcpGraph,
  path: PathFound,
  architecture: string,
  context: CommandContext,
  options: { operator?: NamedOperator[]; catalog?: string[]; asNeeded?: true },
): Promise<UpgradePlan> {
  const { operator: installed = [], catalog = [], asNeeded } = options;
  const [{ oldestFirst }, { planUpgrade }] = await Promise.all([
    import('../../../core/upgrade/answers/operator-catalogs.ts'),
    import('../../../core/upgrade/answers/upgrade-plan.ts'),
  ]);
  const viewed = installed.length === 0 ? [] : oldestFirst(await viewedCatalogs(catalog, context, options));
  return planUpgrade(
    graph,
    path,
    { installed, viewed, asNeeded, architecture },
    AbortSignal.any([context.signal, context.pause]),
    UNKNOWN_PACKAGE,
  );
}

async function sizesFor(
  path: readonly string[],
  { configuration, extra }: UpgradePlan,
  workspace: string | true,
  context: CommandContext,
  options: Record<string, unknown>,
) {
  const { sizesOf } = await import('./path-sizes.ts');
  const sizes = await sizesOf(configuration, workspace, context, options);
  const versions = [...path, ...extra.releases.map(({ version }) => version)];
  const releases = versions.map((version) => {
    return { version, bytes: sizes.ofRelease(version) };
  });
  const { bytes, bytesPresent } = sizes;
  printSizes(context.terminal, { bytes, bytesPresent, releases });
  return { bytes, bytesPresent, releases };
}

async function printCarried(
  terminal: Terminal,
  { configuration, extra, notes, releases, catalogs }: UpgradePlan,
): Promise<void> {
  await printConfiguration(terminal, t('mirrorTitle'), configuration);
  const more = [...extra.releases.map(({ version }) => version), ...extra.bundles.map(({ name }) => name)];
  if (more.length > 0)
    terminal.print([
      '',
      t('extraSteps', {
        names: more.join(', '),
        channels: [
          ...(releases?.loaded ?? []),
          ...catalogs.flatMap(({ packages }) =>
            packages.flatMap(({ name, channels }) => channels.map((channel) => `${name}/${channel.name}`)),
          ),
        ].join(', '),
      }),
    ]);
  for (const note of notes) terminal.print(['', t('note', { note: asSentence(note) })]);
}
