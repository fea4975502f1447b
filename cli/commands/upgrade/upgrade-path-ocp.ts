import type { Command, OptionValues } from '@commander-js/extra-typings';
import { asSentence } from '../../../core/base/document/words.ts';
import { AirlockError } from '../../../core/base/errors/airlock-error.ts';
import type { PathImageSet } from '../../../core/upgrade/answers/image-set-of.ts';
import type { OcpAnswer, OcpQuestion } from '../../../core/upgrade/answers/ocp-answer.ts';
import type { CarriedRelease, PathConfiguration } from '../../../core/upgrade/ocp/configuration-for.ts';
import type { OcpGraph } from '../../../core/upgrade/ocp/graph.ts';
import type { PathFound } from '../../../core/upgrade/ocp/hops.ts';
import { addCommand, type CommandContext } from '../../terminal/command-line.ts';
import { InvalidArgumentError } from '../../terminal/commander.ts';
import { bytes } from '../../terminal/format.ts';
import { each } from '../../terminal/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { NEGATIVE, printConfiguration, terminalWidth, writeRequested } from '../output/path-output.ts';
import { graphOptions, viewedGraph } from '../sources/graph-view.ts';
import { t } from './messages.ts';

const MOST_PATHS = 100;

export function addUpgradePathOcp(parent: Command): void {
  addCommand(
    parent,
    'ocp',
    t('ocp'),
    (command) =>
      pathOptions(command)
        .option('--all', t('allOption'))
        .option('--per-hop', t('perHopOption'))
        .option('--svg <file>', t('svgOption')),
    async (context, options) => {
      const { terminal } = context;
      const question = questionOf(options);
      const { graph, used, problems } = await viewedGraph(graphRequest(question), context, options);
      const { answerOcp } = await import('../../../core/upgrade/answers/ocp-answer.ts');
      const found = answerOcp(graph, question);
      const sources = { sources: used, problems };
      if (!found.answer.path) return rejected(terminal, found, sources);
      const { answer } = found;
      await printPath(terminal, graph, answer);
      for (const note of found.notes) terminal.print(t('note', { note: asSentence(note) }));
      const others = options.all ? await otherPaths(terminal, graph, question, found) : {};
      const carried = await configurationsOf(graph, answer, question.architecture, options.perHop === true);
      for (const [at, each] of carried.entries())
        if (options.sizes) carried[at] = await measured(each, options.sizes, context, options);
      for (const each of carried) await printCarried(terminal, each, carried.length > 1);
      if (carried.length === 0) terminal.print(['', t('configurationImpossible')]);
      const svg = await pictureOf(terminal, graph, found, options.svg);
      const [only, ...more] = carried;
      const single = more.length === 0 ? only : undefined;
      terminal.result({
        path: answer.path,
        hops: answer.hops,
        segments: 'segments' in answer ? answer.segments : undefined,
        ...others,
        configuration: null,
        ...single,
        configurations: options.perHop ? carried : undefined,
        notes: found.notes,
        svg,
        sources: sources.sources,
        problems: [...sources.problems, ...(single?.problems ?? [])],
      });
      return 0;
    },
  );
}

/** Adds the options for a path that `ocp` and `plan` share. */
export function pathOptions<Args extends unknown[], Values extends OptionValues>(
  command: Command<Args, Values>,
) {
  return graphOptions(
    command
      .requiredOption('--from <version>', t('fromOption'))
      .requiredOption('--to <version>', t('toOption'))
      .option('--via <version>', t('viaOption'), each)
      .option('--channel <name>', t('channelOption'))
      .option('--avoid-risks', t('avoidRisksOption'))
      .option('--fewest-risks', t('fewestRisksOption'))
      .option('--eus', t('eusOption'))
      .option('--risk-answer <name=reason>', t('riskAnswerOption'), riskOption)
      .option('--risk-applies <name=reason>', t('riskAppliesOption'), riskOption)
      .option('--sizes [file://DIR]', t('sizesOption')),
  );
}

/** @throws AirlockError `usage` */
export function questionOf(options: Record<string, unknown>): OcpQuestion {
  const { from, to, via, channel, arch, avoidRisks, fewestRisks, eus, riskAnswer, riskApplies } = options as {
    from: string;
    to: string;
    via?: string[];
    channel?: string;
    arch: string;
    avoidRisks?: boolean;
    fewestRisks?: boolean;
    eus?: boolean;
    riskAnswer?: NamedReason[];
    riskApplies?: NamedReason[];
  };
  for (const [version, shape] of [
    [from, VERSION],
    ...(via ?? []).map((each) => [each, VERSION] as const),
    [to, VERSION_OR_MINOR],
  ] as const)
    if (!shape.test(version))
      throw new AirlockError('usage', t('versionInvalid', { version }), {
        remedy: t('versionInvalidRemedy'),
      });
  if (eus && (via || fewestRisks)) throw new AirlockError('usage', t('eusCombination'));
  return {
    from,
    to,
    architecture: arch,
    via,
    channel,
    avoidRisks,
    preference: fewestRisks ? 'fewest-risks' : undefined,
    eus,
    riskAnswers: new Map<string, { applies: boolean; reason: string }>([
      ...(riskAnswer ?? []).map(({ risk, reason }) => [risk, { applies: false, reason }] as const),
      ...(riskApplies ?? []).map(({ risk, reason }) => [risk, { applies: true, reason }] as const),
    ]),
  };
}

interface NamedReason {
  risk: string;
  reason: string;
}

/** `--risk-answer NAME=REASON` */
function riskOption(text: string, before: NamedReason[] | undefined): NamedReason[] {
  const [risk = '', ...rest] = text.split('=');
  const reason = rest.join('=').trim();
  if (risk.trim() === '' || reason === '') throw new InvalidArgumentError(t('riskAnswerInvalid'));
  if (reason.length > LONGEST_REASON)
    throw new InvalidArgumentError(t('riskReasonTooLong', { most: LONGEST_REASON }));
  return [...(before ?? []), { risk: risk.trim(), reason }];
}

/** Longest reason, as in a workspace, in characters. */
const LONGEST_REASON = 500;

const VERSION = /^\d+\.\d+\.\d[\w.+-]*$/;
const VERSION_OR_MINOR = /^\d+\.\d+(?:\.\d[\w.+-]*)?$/;

/** Returns the part of a question that decides what to request from an update service. */
export function graphRequest({ from, to, channel }: OcpQuestion) {
  return { from, to, channel };
}

/** Prints why no path exists, and the result. @returns exit code */
export async function rejected(
  terminal: Terminal,
  { answer, notes }: OcpAnswer,
  more: object,
): Promise<number> {
  if (answer.path) return 0;
  const { drawNoPath } = await import('../../../core/upgrade/ocp/draw.ts');
  terminal.print(drawNoPath(answer, { width: terminalWidth() }));
  const { reason, why } = answer;
  terminal.result({ path: null, reason, why, hops: [], configuration: null, notes, ...more });
  return NEGATIVE;
}

async function printPath(terminal: Terminal, graph: OcpGraph, answer: PathFound): Promise<void> {
  const [{ drawPath }, { pathSentences }] = await Promise.all([
    import('../../../core/upgrade/ocp/draw.ts'),
    import('../../../core/upgrade/ocp/svg.ts'),
  ]);
  const errata = new Map(graph.nodes.map((node) => [node.version, node.errata]));
  terminal.print([pathSentences(answer.hops), '']);
  const options = { width: terminalWidth(), errataOf: (version: string) => errata.get(version) };
  terminal.print(drawPath(answer, options));
}

async function otherPaths(
  terminal: Terminal,
  graph: OcpGraph,
  { from, via, architecture, avoidRisks, preference, riskAnswers }: OcpQuestion,
  { to, channels }: OcpAnswer,
): Promise<object> {
  const [{ allPaths }, { answerFilter }] = await Promise.all([
    import('../../../core/upgrade/ocp/answers.ts'),
    import('../../../core/upgrade/answers/ocp-answer.ts'),
  ]);
  const query = { from, to, architecture, via, channels, avoidRisks, ...answerFilter(riskAnswers) };
  const all = allPaths(graph, query, { limit: MOST_PATHS, preference });
  if (!('paths' in all)) return {};
  const { paths, total, truncated } = all;
  terminal.print([
    '',
    truncated ? t('firstPaths', { total, shown: paths.length }) : t('allPaths', { total }),
    '',
  ]);
  for (const { path } of paths) terminal.print(path.join(' -> '));
  return { paths: paths.map(({ path }) => path), total, truncated };
}

/** A configuration with what it selects. */
interface Carried extends Omit<PathConfiguration, 'channels'> {
  configuration: PathImageSet;
  /** Size of all of it, with --sizes. */
  bytes?: number;
  /** Size of the part that the workspace contains or has sent. */
  bytesPresent?: number;
}

/** Returns the configurations of a path, or none if its channels aren't completely in the graph. */
async function configurationsOf(
  graph: OcpGraph,
  answer: PathFound,
  architecture: string,
  perHop: boolean,
): Promise<Carried[]> {
  const [{ configurationFor, configurationsPerHop }, { imageSetOf }] = await Promise.all([
    import('../../../core/upgrade/ocp/configuration-for.ts'),
    import('../../../core/upgrade/answers/image-set-of.ts'),
  ]);
  const one = perHop ? undefined : await configurationFor(graph, answer);
  const all = perHop ? await configurationsPerHop(graph, answer) : one && [one];
  return (all ?? []).map(({ channels, ...rest }) => ({
    configuration: imageSetOf({ architecture, channels }),
    ...rest,
  }));
}

async function measured(
  carried: Carried,
  workspace: string | true,
  context: CommandContext,
  options: Record<string, unknown>,
): Promise<Carried> {
  const { sizesOf } = await import('./path-sizes.ts');
  const sizes = await sizesOf(carried.configuration, workspace, context, options);
  const sized = ({ version }: CarriedRelease) => ({ version, bytes: sizes.ofRelease(version) });
  return {
    ...carried,
    releases: carried.releases.map(sized),
    extra: carried.extra.map(sized),
    bytes: sizes.bytes,
    bytesPresent: sizes.bytesPresent,
  };
}

async function printCarried(terminal: Terminal, carried: Carried, isPart: boolean): Promise<void> {
  const { configuration, releases, extra, problems } = carried;
  const names = (of: readonly CarriedRelease[]) =>
    of
      .map(({ version, bytes: size }) =>
        size === undefined ? version : t('releaseSize', { version, size: bytes(size) }),
      )
      .join(', ');
  const title = isPart ? t('mirrorPart', { releases: names(releases) }) : t('mirrorTitle');
  await printConfiguration(terminal, title, configuration);
  if (extra.length > 0)
    terminal.print(['', t('extraReleases', { releases: names(extra), channels: carried.loaded.join(', ') })]);
  if (carried.bytes !== undefined)
    printSizes(terminal, { bytes: carried.bytes, bytesPresent: carried.bytesPresent ?? 0, releases });
  for (const problem of problems) terminal.problem(problem);
}

/** Prints the size of a configuration and of each of its releases. */
export function printSizes(
  terminal: Terminal,
  sizes: { bytes: number; bytesPresent: number; releases: readonly CarriedRelease[] },
): void {
  terminal.print(['', t('total', { size: bytes(sizes.bytes), present: bytes(sizes.bytesPresent) })]);
  for (const { version, bytes: size } of sizes.releases)
    terminal.print(`  ${version}  ${size === undefined ? t('notIncluded') : bytes(size)}`);
}

/** Writes a picture of the path and the versions between its ends. @returns the file */
async function pictureOf(
  terminal: Terminal,
  graph: OcpGraph,
  { answer, channels }: OcpAnswer,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined || !answer.path) return undefined;
  const [{ layoutGraph }, { graphSvg, pathSentences }] = await Promise.all([
    import('../../../core/upgrade/ocp/layout.ts'),
    import('../../../core/upgrade/ocp/svg.ts'),
  ]);
  const { path, hops } = answer;
  return writeRequested(terminal, file, () =>
    graphSvg(layoutGraph(graph, answer, { channels }), {
      title: t('pictureTitle', { from: path[0]!, to: path.at(-1)! }),
      description: pathSentences(hops),
    }),
  );
}
