import { alternativeList, wordList } from '../../base/document/words.ts';
import { AirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { nearestNames } from '../../content/catalog/model/nearest-names.ts';
import type { InstalledOperator } from '../../content/inventory/inventory.ts';
import type { OperatorPackage } from '../../image-set/config/image-set.ts';
import { operatorCatalog } from '../answers/operator-catalogs.ts';
import { planConfiguration } from '../operator/plan/configuration.ts';
import { jointPlan } from '../operator/plan/joint-plan.ts';
import type { JointPlan, OperatorToPlan, PlannedOperator } from '../operator/plan/model.ts';
import { stepTitle } from '../operator/plan/text.ts';
import { minorsOf } from './known-catalogs.ts';
import { t } from './messages.ts';
import { addDependencies } from './needed-packages.ts';
import { type OperatorSource, operatorSources, sourcesOf } from './operator-sources.ts';
import { doubt } from './requested-releases.ts';
import { remainingEntry } from './retained-entry.ts';
import type { OpenCatalog, RequestedCatalog, SuggestQuestion, SuggestReason } from './suggestion.ts';

export interface RequestedOperators {
  catalogs: RequestedCatalog[];
  reasons: SuggestReason[];
  problems: Problem[];
}

interface Collected {
  catalogs: Map<string, RequestedCatalog['packages']>;
  problems: Problem[];
}

/** An operator with the catalogs that contain it. */
interface Found {
  operator: InstalledOperator;
  toPlan: OperatorToPlan;
}

/**
 * Returns the packages that the installed operators need along an upgrade path of OpenShift, with their dependencies.
 * Each is in the catalogs that its updates come from, and in that of the target, so that it stays installable there.
 * @param versions of OpenShift on the path, or minor versions, both ends included
 * @param existing catalogs that a configuration already selects
 * @throws AirlockError `disk`, and what `open` throws
 */
export async function requestedOperators(
  question: SuggestQuestion,
  versions: readonly string[],
  existing: readonly string[],
  open: OpenCatalog,
  signal?: AbortSignal,
): Promise<RequestedOperators> {
  const { operators } = question.inventory;
  if (operators.length === 0) return { catalogs: [], reasons: [], problems: [] };
  const sources = operatorSources(question, existing, open);
  const all = minorsOf(versions);
  const ends = all.length > 2 ? [all[0]!, all.at(-1)!] : all;
  let result = await planned(question, versions, await sources.open(ends), signal);
  // Catalogs in between are large, and most operators don't need them.
  if (!result.plan.possible && ends.length < all.length && !question.catalogs)
    result = await planned(question, versions, await sources.open(all), signal);
  const { collected, opened } = result;
  for (const source of opened)
    for (const edition of source.editions) {
      const packages = collected.catalogs.get(edition.name);
      if (packages) await addDependencies(edition, packages, collected.problems, signal);
    }
  const catalogs = [...collected.catalogs].map(([catalog, packages]) => ({ catalog, packages }));
  return {
    catalogs,
    reasons: catalogs.flatMap(({ catalog, packages }) =>
      packages.map(({ entry, why }) => ({
        entry: t('operatorEntry', { package: entry.name, catalog }),
        why,
      })),
    ),
    problems: collected.problems,
  };
}

async function planned(
  { inventory }: SuggestQuestion,
  versions: readonly string[],
  sources: OperatorSource[],
  signal: AbortSignal | undefined,
): Promise<{ plan: JointPlan; collected: Collected; opened: OperatorSource[] }> {
  const collected: Collected = { catalogs: new Map(), problems: unknownSources(sources) };
  const found: Found[] = [];
  for (const operator of inventory.operators) {
    signal?.throwIfAborted();
    const source = sourcesOf(operator, sources).find(({ editions }) => editions.some(has(operator.package)));
    if (!source) {
      withoutCatalog(operator, sourcesOf(operator, sources), collected);
      continue;
    }
    const catalogs = [];
    for (const edition of source.editions)
      catalogs.push(await operatorCatalog(edition, operator.package, signal ? { signal } : {}));
    const { package: name, bundle, version, channel } = operator;
    const installed = bundle ?? version;
    const toPlan: OperatorToPlan = {
      package: name,
      installed: installed ?? '',
      subscribed: channel,
      catalogs,
    };
    if (installed === undefined) putRemaining({ operator, toPlan }, undefined, collected);
    else found.push({ operator, toPlan });
  }
  const plan = jointPlan({ versions, operators: found.map(({ toPlan }) => toPlan) });
  for (const each of found) await putPlanned(each, plan, collected);
  for (const step of plan.steps)
    for (const check of step.checks)
      if (!check.ok && step.type !== 'catalog')
        collected.problems.push(
          doubt(t('stepProblem', { step: stepTitle(step), problem: check.text }), t('blockedRemedy')),
        );
  return { plan, collected, opened: sources };
}

function has(name: string) {
  return ({ index }: OperatorSource['editions'][number]) => index.packages.some((each) => each.name === name);
}

function unknownSources(sources: readonly OperatorSource[]): Problem[] {
  return sources
    .filter(({ editions }) => editions.length === 0)
    .map(({ target }) => doubt(t('catalogUnknown', { catalog: target }), t('catalogUnknownRemedy')));
}

function withoutCatalog(
  { package: name, version, channel }: InstalledOperator,
  candidates: readonly OperatorSource[],
  { catalogs, problems }: Collected,
): void {
  const unknown = candidates.find(({ editions }) => editions.length === 0);
  if (unknown) {
    const channels =
      channel === undefined ? undefined : [{ name: channel, minVersion: version || undefined }];
    put(catalogs, unknown.target, {
      entry: { name, channels, minVersion: channels ? undefined : version || undefined },
      why: version ? t('versionWithoutCatalog', { version }) : t('installedWithoutCatalog'),
    });
    return;
  }
  const names = candidates.flatMap(({ editions }) =>
    editions.flatMap(({ index }) => index.packages.map((each) => each.name)),
  );
  const near = nearestNames(name, [...new Set(names)]);
  const searched = alternativeList(candidates.map(({ target }) => target));
  problems.push(
    doubt(
      searched
        ? t('packageMissing', { package: name, catalogs: searched })
        : t('catalogMissing', { package: name }),
      near.length > 0 ? t('similarNamesRemedy', { names: near.join(', ') }) : t('packageMissingRemedy'),
    ),
  );
}

async function putPlanned(found: Found, plan: JointPlan, collected: Collected): Promise<void> {
  const { toPlan } = found;
  const miss = plan.problems.find((each) => each.package === toPlan.package);
  const problemOf = (problem: string) => t('packageProblem', { package: toPlan.package, problem });
  if (miss) collected.problems.push(doubt(problemOf(miss.reason), t('blockedRemedy')));
  const own = plan.operators.find((each) => each.package === toPlan.package)!;
  try {
    const { catalogs, notes } = await planConfiguration({ ...plan, operators: [own] }, [toPlan]);
    for (const { catalog, packages } of catalogs)
      for (const entry of packages)
        put(collected.catalogs, catalog, { entry, why: whyOf(own, catalog, plan) });
    for (const note of notes) collected.problems.push(doubt(problemOf(note)));
  } catch (error) {
    if (!(error instanceof AirlockError) || !['catalog-invalid', 'operator-selection'].includes(error.code))
      throw error;
    collected.problems.push(doubt(problemOf(error.message), error.remedy));
  }
  putRemaining(found, own, collected);
}

/** Selects an operator in the last catalog too, even if none of its updates come from there. */
function putRemaining(
  { operator, toPlan }: Found,
  own: PlannedOperator | undefined,
  { catalogs, problems }: Collected,
): void {
  const last = toPlan.catalogs.at(-1)!;
  if (catalogs.get(last.name)?.some(({ entry }) => entry.name === operator.package)) return;
  if (!last.package) {
    problems.push(
      doubt(
        t('packageRemoved', { catalog: last.name, package: operator.package }),
        t('packageRemovedRemedy'),
      ),
    );
    return;
  }
  const installed = own?.to ?? operator.bundle ?? operator.version;
  put(catalogs, last.name, {
    entry: remainingEntry(last.package, installed, operator.channel),
    why:
      installed === undefined
        ? t('versionUnknown')
        : t('remains', { version: own?.toVersion ?? operator.version ?? installed }),
  });
}

function whyOf(
  { package: name, hops, why, when }: PlannedOperator,
  catalog: string,
  plan: JointPlan,
): string {
  const within = hops.filter((hop) => hop.catalog === catalog);
  const versions = within.map((hop) => hop.toVersion ?? hop.to);
  const from = within[0]!.fromVersion ?? within[0]!.from;
  const through = wordList(versions.slice(0, -1)) || 'none';
  const update = { from, through, version: versions.at(-1)! };
  if (hops[0]!.catalog !== catalog) return t('updated', update);
  // Without a later OpenShift update, `why` is the version limit of the operator, and no step has it as its reason.
  const isReason = plan.steps.some(
    (step) => step.type === 'operator' && step.package === name && step.why === why,
  );
  return isReason
    ? t('updatedBecause', { ...update, when, reason: why })
    : t('updatedOn', { ...update, when });
}

function put(
  catalogs: Collected['catalogs'],
  catalog: string,
  wanted: { entry: OperatorPackage; why: string },
): void {
  const packages = catalogs.get(catalog) ?? [];
  if (!packages.some(({ entry }) => entry.name === wanted.entry.name)) packages.push(wanted);
  catalogs.set(catalog, packages);
}
