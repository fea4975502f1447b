import { compareBuild, parse, type SemVer } from 'semver';
import { alternativeList } from '../../../base/document/words.ts';
import { yamlOf } from '../../../base/document/yaml-of.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import type { ContractOperatorAnswer } from '../../../contract/topics/operator-upgrades.ts';
import { imageSetYaml } from '../../../upgrade/answers/image-set-of.ts';
import { answerComments, answerOcp } from '../../../upgrade/answers/ocp-answer.ts';
import { openShiftOf, packageInCatalogs, referenceNote } from '../../../upgrade/answers/operator-catalogs.ts';
import { railsOf, stackedSvg } from '../../../upgrade/answers/stacked-rails.ts';
import { planUpgrade, type UpgradePlan } from '../../../upgrade/answers/upgrade-plan.ts';
import { operatorPath } from '../../../upgrade/operator/answers.ts';
import { configurationsFor } from '../../../upgrade/operator/configuration-for.ts';
import { railOf } from '../../../upgrade/operator/layout.ts';
import type { OperatorHop } from '../../../upgrade/operator/path.ts';
import { planHtml } from '../../../upgrade/operator/plan/html.ts';
import { planSvg } from '../../../upgrade/operator/plan/svg.ts';
import { mark, planSentence, stepDetails, stepTitle } from '../../../upgrade/operator/plan/text.ts';
import type { OperatorCatalog } from '../../../upgrade/operator/prepared-catalog.ts';
import { shellCommand } from '../runs/run-request.ts';
import type { Handler } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';
import { riskAnswersOf, withComments } from './risk-answers.ts';
import { viewedCatalogs } from './upgrade-catalogs.ts';
import { graphFor } from './upgrade-graphs.ts';
import { channelName, channelsView, ocpQuestion, pathOptions, problemView } from './upgrades-answer.ts';

/** Details of the error about a package that no catalog contains. */
const UNKNOWN_PACKAGE = { remedy: t('packageUnknownRemedy'), at: { path: 'package' } };

type Viewed = Awaited<ReturnType<typeof viewedCatalogs>>;
type Looking = { state: ServiceState; signal: AbortSignal; ticket: string; workspace?: string | undefined };

async function look(
  catalogs: readonly string[],
  { state, signal, ticket, workspace }: Looking,
): Promise<Viewed> {
  using report = state.jobs.request(ticket, { phase: 'catalog', unit: 'bytes' });
  return await viewedCatalogs(catalogs, state.hostFor(workspace), signal, report);
}

/** Handles `upgrades.packages`. */
export async function catalogPackages(
  { catalogs, ticket, workspace }: Parameters<Handler<'upgrades.packages'>>[0],
  state: ServiceState,
  signal: AbortSignal,
): ReturnType<Handler<'upgrades.packages'>> {
  const viewed = await look(catalogs, { state, signal, ticket, workspace });
  const packages = new Map<string, { name: string; displayName?: string }>();
  for (const { index } of viewed)
    for (const { name, displayName } of index.packages)
      packages.set(name, { name, displayName: displayName || undefined });
  return {
    catalogs: viewed.map(({ name, digest }) => ({ name, digest, openShift: openShiftOf(name) })),
    packages: [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Handles `upgrades.operator`. */
export async function operatorUpgrade(
  question: Parameters<Handler<'upgrades.operator'>>[0],
  state: ServiceState,
  signal: AbortSignal,
): ReturnType<Handler<'upgrades.operator'>> {
  const { package: name, from, to, channel, subscribed, ticket, workspace } = question;
  const viewed = await look(question.catalogs, { state, signal, ticket, workspace });
  const catalogs = await packageInCatalogs(viewed, name, signal, UNKNOWN_PACKAGE);
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
        : { faults: [t('channelUnknown', { channel: shownChannel ?? '' })] };
    return 'faults' in rail
      ? { rails: [], faults: rail.faults }
      : { rails: [{ ...rail, catalog: holder!.name }], faults: [] };
  };
  if (from === undefined) return { ...about, ...alone(), notes: [] };
  const answer = operatorPath({ package: name, catalogs, from, to, channel, subscribed });
  if (answer.path === null)
    return {
      ...about,
      ...alone(),
      notes: [],
      rejection: { reason: answer.reason, nearest: answer.nearest, stages: answer.stages?.path },
    };
  const rails = railsOf(catalogs, answer);
  const shown = rails.length > 0 ? { rails, faults: [] } : alone();
  return {
    ...about,
    ...shown,
    hops: answer.hops,
    notes: answer.notes,
    svg: shown.rails.length > 0 ? stackedSvg(shown.rails) : undefined,
    configuration: answer.hops.length > 0 ? await mirroredContent(catalogs, answer.hops) : undefined,
  };
}

/** Handles `upgrades.plan`. */
export async function upgradePlan(
  question: Parameters<Handler<'upgrades.plan'>>[0],
  state: ServiceState,
  signal: AbortSignal,
): ReturnType<Handler<'upgrades.plan'>> {
  const { workspace, source, from, to, architecture, fresh, asNeeded, ticket } = question;
  const target = /^\d+\.\d+$/.test(to) ? `${to}.0` : to;
  const channel = channelName(question.channel, target);
  const { graph, origins } = await graphFor(
    { source, architecture, from, to: target, channel, fresh, workspace },
    state.hostFor(workspace),
    signal,
  );
  const answered = { ...question, riskAnswers: await riskAnswersOf(workspace) };
  const command = shellCommand([
    'upgrade-path',
    'plan',
    '--from',
    from,
    '--to',
    to,
    '--channel',
    channel,
    ...pathOptions(answered),
    ...question.catalogs.flatMap((each) => ['--catalog', each]),
    ...question.operators.flatMap(({ package: name, installed, subscribed }) => [
      '--operator',
      `${name}=${installed}${subscribed ? `@${subscribed}` : ''}`,
    ]),
    ...(asNeeded ? ['--as-needed'] : []),
  ]);
  const found = answerOcp(graph, ocpQuestion(answered));
  const about = { origins, graphProblems: graph.problems.map(problemView), command };
  if (found.answer.path === null)
    return { ...about, ...withoutPath(question, found.answer.reason), notes: found.notes };
  if (question.operators.length > 0 && question.catalogs.length === 0)
    throw new AirlockError('usage', t('catalogsMissing'), {
      remedy: t('catalogsMissingRemedy'),
      at: { path: 'catalogs' },
    });
  const viewed =
    question.operators.length === 0
      ? []
      : await look(question.catalogs, { state, signal, ticket, workspace });
  const planned = await planUpgrade(
    graph,
    found.answer,
    { installed: question.operators, viewed, asNeeded, architecture },
    signal,
    UNKNOWN_PACKAGE,
  );
  const comments = answerComments(found.answer);
  return { ...about, ...planView(planned, comments), notes: [...found.notes, ...planned.notes] };
}

type PlanAnswer = Awaited<ReturnType<Handler<'upgrades.plan'>>>;
type PlanParts = Omit<PlanAnswer, 'origins' | 'graphProblems' | 'command' | 'notes'>;

/** Returns a plan without a path of OpenShift. */
function withoutPath({ from, to }: { from: string; to: string }, rejection: string): PlanParts {
  return {
    rejection,
    possible: false,
    sentence: t('pathMissing', { from, to }),
    ...{ steps: [], operators: [], problems: [], channels: [], catalogs: [], extra: [] },
    ...{ html: '', svg: '', yaml: '', comments: [] },
  };
}

function planView(
  { plan, releases, catalogs, configuration, extra }: UpgradePlan,
  comments: string[],
): PlanParts {
  return {
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
    catalogs,
    comments,
    yaml: withComments(yamlOf(configuration, { lineWidth: 0 }), comments),
    extra: [...extra.releases.map(({ version }) => version), ...extra.bundles.map(({ name }) => name)],
  };
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

async function mirroredContent(
  catalogs: readonly OperatorCatalog[],
  hops: readonly OperatorHop[],
): Promise<ContractOperatorAnswer['configuration']> {
  const carried = await configurationsFor(catalogs, hops);
  const operators = carried.map(({ catalog, package: entry }) => ({ catalog, packages: [entry] }));
  return {
    catalogs: operators,
    yaml: imageSetYaml({ operators }),
    extra: carried.flatMap(({ extra }) => extra.map(({ name }) => name)),
    notes: carried.flatMap(({ catalog, notes, missing }) => [
      ...notes,
      ...(missing.length > 0 ? [t('rangeMissing', { versions: alternativeList(missing) })] : []),
      ...[referenceNote(catalog) ?? []].flat(),
    ]),
  };
}
