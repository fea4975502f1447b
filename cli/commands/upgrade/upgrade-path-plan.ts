import { type Command, InvalidArgumentError } from 'commander';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { ViewedCatalog } from '../../../core/content/operator/look-at-catalog.ts';
import type { OcpAnswer } from '../../../core/upgrade/answers/ocp-answer.ts';
import type { PlanConfiguration } from '../../../core/upgrade/operator/plan/configuration.ts';
import type { JointPlan, OperatorToPlan } from '../../../core/upgrade/operator/plan/model.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { NEGATIVE, printConfiguration, writeAsked } from '../output/path-output.ts';
import { viewedCatalogs } from '../sources/catalog-view.ts';
import { each, viewedGraph } from '../sources/graph-view.ts';
import {
  type configurationsOf,
  graphWanted,
  pathOptions,
  printSizes,
  questionOf,
  refused,
} from './upgrade-path-ocp.ts';
import { unknownPackage } from './upgrade-path-operator.ts';

/** `--operator NAME=INSTALLED[@CHANNEL]` */
interface NamedOperator {
  package: string;
  installed: string;
  subscribed?: string;
}

export function addUpgradePathPlan(parent: Command): void {
  addCommand(
    parent,
    'plan',
    'OpenShift from one release to another together with operators, in order and each step checked; exit 2 when it does not work out',
    (command) => {
      pathOptions(command);
      command.option(
        '--operator <name=version>',
        'an operator and what is installed of it; NAME=VERSION@CHANNEL with the channel that the cluster follows; may be given again',
        operatorOption,
      );
      command.option(
        '--catalog <ref|dir>',
        'catalog of an OpenShift on the way, by its tag (…:v4.18); may be given again',
        each,
      );
      command.option('--as-needed', 'operators are updated only where OpenShift demands it');
      command.option(
        '--workspace <file://DIR>',
        'use and keep the indexes of catalogs in this workspace (default: your cache folder)',
      );
      command.option('--html <file>', 'write the plan as a page to print');
      command.option('--svg <file>', 'write the plan as a picture');
    },
    async (context, options) => {
      const { terminal } = context;
      const wanted = options as {
        operator?: NamedOperator[];
        catalog?: string[];
        asNeeded?: boolean;
        html?: string;
        sizes?: string | true;
        svg?: string;
      };
      const question = questionOf(options);
      if (wanted.operator && !wanted.catalog)
        throw new AirlockError(
          'usage',
          '--operator needs --catalog: the catalogs that the operators come from',
        );
      const { graph, used, problems } = await viewedGraph(graphWanted(question), context, options);
      const { answerOcp } = await import('../../../core/upgrade/answers/ocp-answer.ts');
      const found = answerOcp(graph, question);
      const sources = { sources: used, problems };
      if (!found.answer.path) return refused(terminal, found, { possible: false, ...sources });
      const operators = await operatorsToPlan(wanted, context, options);
      const { jointPlan } = await import('../../../core/upgrade/operator/plan/joint-plan.ts');
      const plan = jointPlan({
        versions: found.answer.path,
        ...(found.answer.segments && { segments: found.answer.segments }),
        operators,
      });
      const { problems: unreachable, versions: _, ...steps } = plan;
      const { planLines } = await import('../../../core/upgrade/operator/plan/text.ts');
      terminal.print(planLines(plan));
      for (const note of found.notes) terminal.print(`Note: ${note}.`);
      const carried = await carriedBy(plan, operators, graph, found, question.architecture);
      printCarried(terminal, carried);
      const sizes = wanted.sizes
        ? await sizesFor(found.answer.path, carried, wanted.sizes, context, options)
        : {};
      const { planHtml } = await import('../../../core/upgrade/operator/plan/html.ts');
      const html = await writeAsked(terminal, wanted.html, () => planHtml(plan));
      const { planSvg } = await import('../../../core/upgrade/operator/plan/svg.ts');
      const svg = await writeAsked(terminal, wanted.svg, () => planSvg(plan));
      terminal.result({
        path: found.answer.path,
        hops: found.answer.hops,
        ...steps,
        unreachable,
        ...carried,
        ...sizes,
        ...(html && { html }),
        ...(svg && { svg }),
        ...sources,
      });
      return plan.possible ? 0 : NEGATIVE;
    },
  );
}

function operatorOption(text: string, before: NamedOperator[] | undefined): NamedOperator[] {
  const [, name, installed, subscribed] = /^([^=@\s]+)=([^=@\s]+)(?:@([^=@\s]+))?$/.exec(text) ?? [];
  if (name === undefined || installed === undefined)
    throw new InvalidArgumentError('must be NAME=VERSION or NAME=VERSION@CHANNEL.');
  return [...(before ?? []), { package: name, installed, ...(subscribed !== undefined && { subscribed }) }];
}

async function operatorsToPlan(
  wanted: { operator?: NamedOperator[]; catalog?: string[]; asNeeded?: boolean },
  context: CommandContext,
  options: Record<string, unknown>,
): Promise<OperatorToPlan[]> {
  const { operator = [], catalog = [], asNeeded } = wanted;
  if (operator.length === 0) return [];
  const { catalogsWith, operatorCatalog, oldestFirst, similarPackages } = await import(
    '../../../core/upgrade/answers/operator-catalogs.ts'
  );
  const viewed: ViewedCatalog[] = oldestFirst(await viewedCatalogs(catalog, context, options));
  const operators: OperatorToPlan[] = [];
  const signal = AbortSignal.any([context.signal, context.pause]);
  for (const named of operator) {
    const catalogs = [];
    for (const each of viewed) catalogs.push(await operatorCatalog(each, named.package, { signal }));
    if (catalogs.every((each) => !each.package))
      throw unknownPackage(named.package, similarPackages(viewed, named.package));
    operators.push({ ...named, catalogs: catalogsWith(catalogs), ...(asNeeded && { asNeeded }) });
  }
  return operators;
}

interface CarriedPlan {
  configuration: object;
  /** Releases and bundles that are selected although no step needs them. */
  extra: { releases: readonly { version: string; bytes?: number }[]; bundles: PlanConfiguration['extra'] };
  notes: string[];
}

async function carriedBy(
  plan: JointPlan,
  operators: readonly OperatorToPlan[],
  graph: Parameters<typeof configurationsOf>[0],
  { answer }: OcpAnswer,
  architecture: string,
): Promise<CarriedPlan> {
  const [{ planConfiguration }, { imageSetOf, writtenPackage }, { configurationFor }, { referenceNote }] =
    await Promise.all([
      import('../../../core/upgrade/operator/plan/configuration.ts'),
      import('../../../core/upgrade/answers/image-set-of.ts'),
      import('../../../core/upgrade/ocp/configuration-for.ts'),
      import('../../../core/upgrade/answers/operator-catalogs.ts'),
    ]);
  const platform = answer.path ? await configurationFor(graph, answer) : undefined;
  const { catalogs, extra, notes } = await planConfiguration(plan, operators);
  const configuration = imageSetOf({
    architecture,
    channels: platform?.channels,
    operators: catalogs.map((each) => ({
      catalog: each.catalog,
      packages: each.packages.map(writtenPackage),
    })),
  });
  return {
    configuration,
    extra: { releases: platform?.extra ?? [], bundles: extra },
    notes: [
      ...(platform
        ? []
        : ['no configuration carries the releases: their channels are not wholly known here']),
      ...notes,
      ...catalogs.flatMap(({ catalog }) => referenceNote(catalog) ?? []),
    ],
  };
}

async function sizesFor(
  path: readonly string[],
  { configuration, extra }: CarriedPlan,
  workspace: string | true,
  context: CommandContext,
  options: Record<string, unknown>,
) {
  const { sizesOf } = await import('./path-sizes.ts');
  const sizes = await sizesOf(configuration, workspace, context, options);
  const versions = [...path, ...extra.releases.map(({ version }) => version)];
  const releases = versions.map((version) => {
    const size = sizes.ofRelease(version);
    return { version, ...(size !== undefined && { bytes: size }) };
  });
  const { bytes, bytesPresent } = sizes;
  printSizes(context.terminal, { bytes, bytesPresent, releases });
  return { bytes, bytesPresent, releases };
}

function printCarried(terminal: Terminal, { configuration, extra, notes }: CarriedPlan): void {
  printConfiguration(terminal, 'Mirror it with:', configuration);
  const more = [...extra.releases.map(({ version }) => version), ...extra.bundles.map(({ name }) => name)];
  if (more.length > 0)
    terminal.print([
      '',
      `No smaller selection contains all steps, so these are also selected: ${more.join(', ')}.`,
    ]);
  for (const note of notes) terminal.print(['', `Note: ${note}.`]);
}
