import { compareBuild, parse, type SemVer } from 'semver';
import { yamlOf } from '../../../base/document/yaml-of.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { CarriedPackage, OperatorRail } from '../../../contract/topics/operator-upgrades.ts';
import type { OperatorPackage } from '../../../image-set/config/image-set.ts';
import { imageSetOf, writtenPackage } from '../../../upgrade/answers/image-set-of.ts';
import { answerOcp } from '../../../upgrade/answers/ocp-answer.ts';
import {
  catalogsWith,
  openShiftOf,
  operatorCatalog,
  referenceNote,
  similarPackages,
} from '../../../upgrade/answers/operator-catalogs.ts';
import { stackedSvg } from '../../../upgrade/answers/stacked-rails.ts';
import { configurationFor as releasesFor } from '../../../upgrade/ocp/configuration-for.ts';
import { operatorPath } from '../../../upgrade/operator/answers.ts';
import { configurationFor } from '../../../upgrade/operator/configuration-for.ts';
import { type Rail, railOf } from '../../../upgrade/operator/layout.ts';
import type { OperatorHop } from '../../../upgrade/operator/path.ts';
import { planConfiguration } from '../../../upgrade/operator/plan/configuration.ts';
import { planHtml } from '../../../upgrade/operator/plan/html.ts';
import { jointPlan } from '../../../upgrade/operator/plan/joint-plan.ts';
import type { OperatorToPlan } from '../../../upgrade/operator/plan/model.ts';
import { planSvg } from '../../../upgrade/operator/plan/svg.ts';
import { mark, planSentence, stepDetails, stepTitle } from '../../../upgrade/operator/plan/text.ts';
import type { OperatorCatalog } from '../../../upgrade/operator/prepared-catalog.ts';
import { shellCommand } from '../runs/run-request.ts';
import type { Handler } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { viewedCatalogs } from './upgrade-catalogs.ts';
import { graphFor } from './upgrade-graphs.ts';
import { channelName, channelsView, ocpQuestion, wayOptions } from './upgrades-answer.ts';

type Viewed = Awaited<ReturnType<typeof viewedCatalogs>>;
type Looking = { state: ServiceState; signal: AbortSignal; ticket: string; workspace?: string | undefined };

async function look(
  catalogs: readonly string[],
  { state, signal, ticket, workspace }: Looking,
): Promise<Viewed> {
  using tell = state.jobs.request(ticket, { phase: 'catalog', unit: 'bytes' });
  return await viewedCatalogs(catalogs, state.hostFor(workspace), signal, tell);
}

/** `upgrades.packages` */
export async function catalogPackages(
  { catalogs, ticket, workspace }: Parameters<Handler<'upgrades.packages'>>[0],
  state: ServiceState,
  signal: AbortSignal,
): ReturnType<Handler<'upgrades.packages'>> {
  const viewed = await look(catalogs, { state, signal, ticket, workspace });
  const packages = new Map<string, { name: string; displayName?: string }>();
  for (const { index } of viewed)
    for (const { name, displayName } of index.packages)
      packages.set(name, { name, ...(displayName && { displayName }) });
  return {
    catalogs: viewed.map(({ name, digest }) => {
      const openShift = openShiftOf(name);
      return { name, digest, ...(openShift && { openShift }) };
    }),
    packages: [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** `upgrades.operator` */
export async function operatorUpgrade(
  question: Parameters<Handler<'upgrades.operator'>>[0],
  state: ServiceState,
  signal: AbortSignal,
): ReturnType<Handler<'upgrades.operator'>> {
  const { package: name, from, to, channel, subscribed, ticket, workspace } = question;
  const viewed = await look(question.catalogs, { state, signal, ticket, workspace });
  const catalogs = await offered(viewed, name, signal);
  const last = catalogs.findLast((each) => each.package)!.package!;
  const about = {
    channels: last.channels.map((each) => each.name),
    defaultChannel: last.defaultChannel,
    versions: versionsOf(catalogs),
    command: shellCommand([
      'upgrade-path',
      'operator',
      ...question.catalogs.flatMap((each) => ['--catalog', each]),
      '--package',
      name,
      ...(from ? ['--from', from] : []),
      ...(to ? ['--to', to] : []),
      ...(channel ? ['--channel', channel] : []),
      ...(subscribed ? ['--subscribed', subscribed] : []),
    ]),
  };
  const shownChannel = channel ?? (last.defaultChannel || last.channels[0]?.name);
  const alone = () => {
    const holder = catalogs.findLast((each) =>
      each.package?.channels.some((one) => one.name === shownChannel),
    );
    const rail =
      holder?.package && shownChannel !== undefined
        ? railOf(holder.package, shownChannel)
        : { faults: [`there is no channel ${shownChannel}`] };
    return 'faults' in rail
      ? { rails: [], faults: rail.faults }
      : { rails: [{ ...rail, catalog: holder!.name }], faults: [] };
  };
  if (from === undefined) return { ...about, ...alone(), notes: [] };
  const answer = operatorPath({
    package: name,
    catalogs,
    from,
    ...(to && { to }),
    ...(channel && { channel }),
    ...(subscribed && { subscribed }),
  });
  if (answer.path === null)
    return {
      ...about,
      ...alone(),
      notes: [],
      refusal: {
        reason: answer.reason,
        nearest: [...answer.nearest],
        ...(answer.stages && { stages: [...answer.stages.path] }),
      },
    };
  const rails = railsOf(catalogs, answer.hops, answer.path[0]!);
  const shown = rails.length > 0 ? { rails, faults: [] } : alone();
  return {
    ...about,
    ...shown,
    hops: answer.hops.map((hop) => ({ ...hop })),
    notes: answer.notes,
    ...(shown.rails.length > 0 && { svg: stackedSvg(shown.rails) }),
    ...(answer.hops.length > 0 && { configuration: await carriedBy(catalogs, answer.hops) }),
  };
}

/** `upgrades.plan` */
export async function upgradePlan(
  question: Parameters<Handler<'upgrades.plan'>>[0],
  state: ServiceState,
  signal: AbortSignal,
): ReturnType<Handler<'upgrades.plan'>> {
  const { workspace, source, from, to, architecture, fresh, asNeeded, ticket } = question;
  const target = /^\d+\.\d+$/.test(to) ? `${to}.0` : to;
  const channel = channelName(question.channel, target);
  const { graph, origins } = await graphFor(
    { source, architecture, from, to: target, channel, fresh, ...(workspace && { workspace }) },
    state.hostFor(workspace),
    signal,
  );
  const command = shellCommand([
    'upgrade-path',
    'plan',
    '--from',
    from,
    '--to',
    to,
    '--channel',
    channel,
    ...wayOptions(question),
    ...question.catalogs.flatMap((each) => ['--catalog', each]),
    ...question.operators.flatMap(({ package: name, installed, subscribed }) => [
      '--operator',
      `${name}=${installed}${subscribed ? `@${subscribed}` : ''}`,
    ]),
    ...(asNeeded ? ['--as-needed'] : []),
  ]);
  const graphProblems = graph.problems.map(({ code, level, message, remedy }) => ({
    code,
    level,
    message,
    remedy,
  }));
  const found = answerOcp(graph, ocpQuestion(question));
  if (found.answer.path === null)
    return {
      origins,
      refusal: found.answer.reason,
      possible: false,
      sentence: `There is no way from ${from} to ${to}.`,
      steps: [],
      operators: [],
      problems: [],
      html: '',
      svg: '',
      channels: [],
      carried: [],
      yaml: '',
      extra: [],
      notes: found.notes,
      graphProblems,
      command,
    };
  const operators: OperatorToPlan[] = [];
  if (question.operators.length > 0) {
    if (question.catalogs.length === 0)
      throw new AirlockError('usage', 'operators need the catalogs that they come from', {
        remedy: 'Name the catalog of each OpenShift on the way.',
        at: { path: 'catalogs' },
      });
    const viewed = await look(question.catalogs, { state, signal, ticket, workspace });
    for (const { package: name, installed, subscribed } of question.operators)
      operators.push({
        package: name,
        installed,
        ...(subscribed && { subscribed }),
        catalogs: catalogsWith(await offered(viewed, name, signal)),
        ...(asNeeded && { asNeeded }),
      });
  }
  const plan = jointPlan({
    versions: found.answer.path,
    ...(found.answer.segments && { segments: found.answer.segments }),
    operators,
  });
  const releases = await releasesFor(graph, found.answer);
  const carried = await planConfiguration(plan, operators);
  return {
    origins,
    possible: plan.possible,
    sentence: planSentence(plan),
    steps: plan.steps.map((step) => ({
      type: step.type,
      title: stepTitle(step),
      details: stepDetails(step),
      checks: step.checks.map((check) => ({ mark: mark(check, step), text: check.text })),
    })),
    operators: plan.operators.map((each) => ({
      package: each.package,
      from: each.fromVersion ?? each.from,
      to: each.toVersion ?? each.to,
      when: each.when,
      why: each.why,
    })),
    problems: plan.problems.map(({ package: name, reason }) => ({ package: name, reason })),
    html: planHtml(plan),
    svg: planSvg(plan),
    channels: releases ? channelsView(releases.channels) : [],
    carried: carried.catalogs.map(({ catalog, packages }) => ({
      catalog,
      packages: packages.map(packageView),
    })),
    yaml: yamlOf(
      imageSetOf({
        architecture,
        channels: releases?.channels,
        operators: carried.catalogs.map(({ catalog, packages }) => ({
          catalog,
          packages: packages.map(writtenPackage),
        })),
      }),
      { lineWidth: 0 },
    ),
    extra: [
      ...(releases?.extra ?? []).map(({ version }) => version),
      ...carried.extra.map(({ name }) => name),
    ],
    notes: [
      ...found.notes,
      ...(releases
        ? []
        : ['no configuration carries the releases: their channels are not wholly known here']),
      ...carried.notes,
      ...carried.catalogs.flatMap(({ catalog }) => referenceNote(catalog) ?? []),
    ],
    graphProblems,
    command,
  };
}

/** A package in each catalog. @throws AirlockError `operator-unknown` with the nearest names */
async function offered(viewed: Viewed, name: string, signal: AbortSignal): Promise<OperatorCatalog[]> {
  const catalogs: OperatorCatalog[] = [];
  for (const each of viewed) catalogs.push(await operatorCatalog(each, name, { signal }));
  if (catalogs.some((each) => each.package)) return catalogs;
  const near = similarPackages(viewed, name);
  throw new AirlockError('operator-unknown', `no catalog has package "${name}"`, {
    remedy: near.length > 0 ? `Nearest: ${near.join(', ')}.` : 'Choose one of the list.',
    at: { path: 'package' },
  });
}

function versionsOf(catalogs: readonly OperatorCatalog[]): string[] {
  const versions = new Map<string, SemVer>();
  for (const { package: found } of catalogs)
    for (const { version } of found?.bundles ?? []) {
      const parsed = parse(version);
      if (parsed) versions.set(parsed.raw, parsed);
    }
  return [...versions.values()].sort((a, b) => compareBuild(b, a)).map(({ raw }) => raw);
}

/** The channels that the path goes through, each once for each catalog. */
function railsOf(
  catalogs: readonly OperatorCatalog[],
  hops: readonly OperatorHop[],
  start: string,
): OperatorRail[] {
  const rails = new Map<string, OperatorRail>();
  for (const { catalog, channel, from, fromVersion } of hops) {
    const key = `${catalog} ${channel}`;
    const found = catalogs.find(({ name }) => name === catalog)?.package;
    if (!found || rails.has(key)) continue;
    const here = { name: from, ...(fromVersion !== undefined && { version: fromVersion }) };
    const rail: Rail | { faults: string[] } = railOf(found, channel, {
      hops: hops.filter((hop) => hop.catalog === catalog),
      ...(from === start && { installed: here }),
    });
    if (!('faults' in rail)) rails.set(key, { ...rail, catalog });
  }
  return [...rails.values()];
}

async function carriedBy(catalogs: readonly OperatorCatalog[], hops: readonly OperatorHop[]) {
  const operators: { catalog: string; packages: OperatorPackage[] }[] = [];
  const extra: string[] = [];
  const notes: string[] = [];
  for (const [catalog, within] of Map.groupBy(hops, (hop) => hop.catalog)) {
    const found = catalogs.find(({ name }) => name === catalog)!.package!;
    const chosen = await configurationFor(found, within);
    operators.push({ catalog, packages: [chosen.package] });
    extra.push(...chosen.extra.map(({ name }) => name));
    const lacking =
      chosen.lacking.length > 0 ? [`no range of versions selects ${chosen.lacking.join(', ')}`] : [];
    const note = referenceNote(catalog);
    notes.push(...chosen.notes, ...lacking, ...(note ? [note] : []));
  }
  const written = operators.map(({ catalog, packages }) => ({
    catalog,
    packages: packages.map(writtenPackage),
  }));
  return {
    catalogs: operators.map(({ catalog, packages }) => ({ catalog, packages: packages.map(packageView) })),
    yaml: yamlOf(imageSetOf({ operators: written }), { lineWidth: 0 }),
    extra,
    notes,
  };
}

/** An entry of `packages` as a page has it. */
function packageView({ name, defaultChannel, channels = [] }: OperatorPackage): CarriedPackage {
  return {
    name,
    ...(defaultChannel && { defaultChannel }),
    channels: channels.map(({ name: channel, minVersion, maxVersion }) => ({
      name: channel,
      ...(minVersion && { minVersion }),
      ...(maxVersion && { maxVersion }),
    })),
  };
}
