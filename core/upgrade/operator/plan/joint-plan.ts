import { AirlockError } from '../../../base/errors/airlock-error.ts';
import {
  allowsOpenShift,
  compareMinors,
  limitText,
  type Minor,
  minorOf,
  minorText,
} from '../../../content/operator/openshift-limit.ts';
import type { Installed } from '../edges.ts';
import { namedInstalled } from '../named-bundle.ts';
import { noPath } from '../no-path.ts';
import { hopOf, labelOf } from '../path.ts';
import { type OperatorCatalog, type PreparedCatalog, prepareCatalog } from '../prepared-catalog.ts';
import { explore, hopsTo, limitsOf, type Phase, type Search } from '../search.ts';
import {
  isMiss,
  type Miss,
  type Target,
  type TargetQuestion,
  targetOf,
  unknownInstalled,
} from '../target.ts';
import { planChecks } from './checks.ts';
import { t } from './messages.ts';
import {
  catalogAt,
  type JointPlan,
  type OperatorToPlan,
  type PlanCheck,
  type PlannedOperator,
  type PlanQuestion,
  type PlanStep,
} from './model.ts';

/** An operator with its path, from which the steps are built. */
interface UpgradeChoice {
  operator: OperatorToPlan;
  phases: Phase[];
  from: Installed;
  hops: ReturnType<typeof hopsTo>;
}

/**
 * Plans the upgrade of a cluster from one OpenShift version to another together with its operators. An operator is updated
 * before a hop to a minor version that its installed bundle doesn't support, or after which it has no update, and otherwise
 * as late as possible. Each step is checked separately.
 * @throws AirlockError `release-unknown` for an invalid OpenShift version
 */
export function jointPlan({ versions, segments = [], hops = [], operators }: PlanQuestion): JointPlan {
  const minors = versions.map(knownMinor);
  if (minors.length === 0) throw new AirlockError('release-unknown', t('versionsMissing'));
  const problems: JointPlan['problems'] = [];
  const choices = operators.map((operator) => {
    const path = pathOf(operator, minors);
    if (isMiss(path))
      problems.push({ package: operator.package, reason: path.reason, nearest: path.nearest });
    return isMiss(path) ? current(operator, minors) : path;
  });
  const steps = versions.flatMap((version, phase) => [
    ...catalogSteps(choices, version, phase),
    ...choices.flatMap((path) => operatorSteps(path, version, phase)),
    ...hopStep(versions, phase, { segments, hops }),
  ]);
  planChecks(steps, operators);
  return {
    versions: [...versions],
    possible: problems.length === 0 && steps.every(isSound),
    steps,
    operators: choices.map((path) => plannedOperator(path, versions)),
    problems,
  };
}

/** Returns whether a step is possible. A catalog without an update blocks nothing, because the operator continues to run. */
function isSound({ type, checks }: PlanStep): boolean {
  return type === 'catalog' || checks.every(({ ok }) => ok);
}

function knownMinor(version: string): Minor {
  const minor = minorOf(version);
  if (!minor) throw new AirlockError('release-unknown', t('versionInvalid', { version }));
  return minor;
}

function pathOf(operator: OperatorToPlan, minors: readonly Minor[]): UpgradeChoice | Miss {
  const catalogs = minors.map((minor) => catalogAt(operator, minor));
  const { package: name, installed, asNeeded, subscribed, to, channel } = operator;
  const question: TargetQuestion = {
    package: name,
    catalogs,
    from: installed,
    subscribed,
    to: !asNeeded ? to : undefined,
    channel: !asNeeded ? channel : undefined,
  };
  const found = namedInstalled(installed, catalogs, [subscribed, channel]);
  if (!found) return unknownInstalled(question);
  const target: Target | Miss = asNeeded ? { names: new Set(), endsAt: [] } : targetOf(question);
  if (isMiss(target)) return target;
  const phases = phasesOf(catalogs, minors, target.endsAt);
  const { name: bundle, version } = found;
  const from: Installed = { name: bundle, version };
  const search: Search = {
    phases,
    from,
    subscribed,
    preferred: target.channel,
    fewest: 'switches',
    isGoal: (state) =>
      state.phase === phases.length - 1 && (asNeeded || target.names.has(state.installed.name ?? '')),
  };
  const { goal, reached } = explore(search);
  return goal
    ? { operator, phases, from, hops: hopsTo(goal) }
    : noPath({ packageName: name, search, reached, target });
}

/** Returns an operator without updates. The checks of the steps show what it blocks. */
function current(operator: OperatorToPlan, minors: readonly Minor[]): UpgradeChoice {
  const catalogs = minors.map((minor) => catalogAt(operator, minor));
  const found = namedInstalled(operator.installed, catalogs, [operator.subscribed]);
  const from = found?.name === undefined ? { name: operator.installed } : { ...found };
  return { operator, phases: phasesOf(catalogs, minors, []), from, hops: [] };
}

function phasesOf(
  catalogs: readonly OperatorCatalog[],
  minors: readonly Minor[],
  endsAt: Target['endsAt'],
): Phase[] {
  const prepared = new Map<OperatorCatalog, PreparedCatalog>();
  return catalogs.map((catalog, position) => {
    const ready = prepared.get(catalog) ?? prepareCatalog(catalog, endsAt[position]);
    prepared.set(catalog, ready);
    const [before, now] = [minors[position - 1], minors[position]!];
    // A later patch of the same minor version is never blocked.
    const isNew = before !== undefined && compareMinors(before, now) !== 0;
    return { openShift: isNew ? now : undefined, catalog: ready };
  });
}

function hopStep(
  versions: readonly string[],
  phase: number,
  { segments, hops }: Required<Pick<PlanQuestion, 'segments' | 'hops'>>,
): PlanStep[] {
  const [from, to] = [versions[phase]!, versions[phase + 1]];
  if (to === undefined) return [];
  const paused = segments.filter(({ pausePools }) => pausePools);
  const pools = [
    ...(paused.some((each) => each.from === from) ? (['pause'] as const) : []),
    ...(paused.some((each) => each.to === to) ? (['resume'] as const) : []),
  ];
  const risks = hops.find((hop) => hop.from === from && hop.to === to)?.risks ?? [];
  const checks = risks.map(
    ({ name, answer }): PlanCheck =>
      answer && !answer.applies
        ? { ok: true, text: t('dismissedRisk', { risk: name, reason: answer.reason }) }
        : { ok: true, risk: true, text: t('knownRisk', { risk: name }) },
  );
  return [{ type: 'openshift', from, to, pools, checks }];
}

function catalogSteps(choices: readonly UpgradeChoice[], version: string, phase: number): PlanStep[] {
  if (phase === 0) return [];
  const changed = new Map<string, string[]>();
  for (const { operator, phases } of choices) {
    const [before, now] = [phases[phase - 1]!.catalog.name, phases[phase]!.catalog.name];
    if (before !== now) changed.set(now, [...(changed.get(now) ?? []), operator.package]);
  }
  return [...changed].map(([catalog, packages]) => ({
    type: 'catalog',
    on: version,
    catalog,
    packages,
    checks: [],
  }));
}

function operatorSteps(
  { operator, phases, hops }: UpgradeChoice,
  version: string,
  phase: number,
): PlanStep[] {
  return hops
    .filter((hop) => hop.phase === phase)
    .map((hop) => ({
      type: 'operator',
      package: operator.package,
      on: version,
      hop: hopOf(hop, phases),
      why: whyNow(phases, phase, hop.from, operator),
      checks: [],
    }));
}

function whyNow(phases: readonly Phase[], phase: number, from: Installed, operator: OperatorToPlan): string {
  const next = phases.slice(phase + 1).find(({ openShift }) => openShift)?.openShift;
  const limit = limitsOf(phases)(phase, from.name);
  if (next && !allowsOpenShift(limit, next))
    return t('openShiftUnsupported', {
      bundle: labelOf(from),
      version: minorText(next),
      limit: limitText(limit),
    });
  if (next) return t('updateMissingLater', { version: minorText(next), bundle: labelOf(from) });
  return operator.to === undefined ? t('towardsHead') : t('towards', { target: operator.to });
}

function plannedOperator(path: UpgradeChoice, versions: readonly string[]): PlannedOperator {
  const { operator, phases, from, hops } = path;
  const last = hops.at(-1)?.to ?? from;
  const first = hops[0];
  const limit = limitText(limitsOf(phases)(first?.phase ?? 0, from.name));
  const next = first && phases.slice(first.phase + 1).find(({ openShift }) => openShift)?.openShift;
  const when = next
    ? t('beforeVersion', { version: versions[first.phase]!, next: minorText(next) })
    : first
      ? t('onVersion', { version: versions[first.phase]! })
      : t('notUpdated');
  return {
    package: operator.package,
    from: labelOf(from),
    to: labelOf(last),
    fromVersion: from.version?.raw,
    toVersion: last.version?.raw,
    hops: hops.map((hop) => hopOf(hop, phases)),
    when,
    why: next ? whyNow(phases, first.phase, from, operator) : limit,
  };
}
