import { parse } from 'semver';
import {
  allowsOpenShift,
  compareMinors,
  limitText,
  minorOf,
  minorText,
  type OpenShiftLimit,
} from '../../../content/operator/openshift-limit.ts';
import { bundleVersions, channelView, type Installed, nextUpdate } from '../edges.ts';
import { bundleNamed, namedInstalled } from '../named-bundle.ts';
import type { OperatorCatalog } from '../prepared-catalog.ts';
import { t } from './messages.ts';
import { catalogAt, type OperatorToPlan, type PlanCheck, type PlanStep } from './model.ts';

interface Now {
  installed: Installed;
  limit: OpenShiftLimit | undefined;
}

/**
 * Checks the steps again with the catalogs alone, and adds the results to each: that OLM makes exactly this update, and
 * that every operator supports the next OpenShift version.
 */
export function planChecks(steps: readonly PlanStep[], operators: readonly OperatorToPlan[]): void {
  const now = new Map(operators.map((operator) => [operator.package, beginning(operator)]));
  for (const step of steps) {
    if (step.type === 'openshift') step.checks.push(...hopChecks(step, now));
    if (step.type === 'catalog')
      step.checks.push(...step.packages.map((name) => catalogCheck(step.on, name, operators, now)));
    if (step.type !== 'operator') continue;
    const operator = operators.find((each) => each.package === step.package)!;
    const catalog = catalogAt(operator, minorOf(step.on)!);
    step.checks.push(updateCheck(step, catalog, now.get(step.package)!.installed, operator));
    const version = parse(step.hop.toVersion);
    now.set(step.package, {
      installed: { name: step.hop.to, version: version ?? undefined },
      limit: limitIn(operator.catalogs, step.hop.to),
    });
  }
}

function beginning({ installed, catalogs, subscribed, channel }: OperatorToPlan): Now {
  const found = namedInstalled(installed, catalogs, [subscribed, channel]);
  if (!found) return { installed: { name: installed }, limit: undefined };
  return { installed: found, limit: found.name === undefined ? undefined : limitIn(catalogs, found.name) };
}

/** Returns the limit of a bundle in the oldest catalog that contains it. */
function limitIn(catalogs: readonly OperatorCatalog[], name: string): OpenShiftLimit | undefined {
  return catalogs
    .find(({ package: found }) => found?.bundles.some((bundle) => bundle.name === name))
    ?.limits?.get(name);
}

function hopChecks(
  { from, to }: PlanStep & { type: 'openshift' },
  now: ReadonlyMap<string, Now>,
): PlanCheck[] {
  const [before, after] = [minorOf(from)!, minorOf(to)!];
  if (compareMinors(before, after) === 0) return [{ ok: true, text: t('patchUpdate', { version: to }) }];
  const isNext =
    (after.major === before.major && after.minor === before.minor + 1) ||
    (after.major === before.major + 1 && after.minor === 0);
  return [
    {
      ok: isNext,
      text: t(isNext ? 'nextMinor' : 'notNextMinor', { after: minorText(after), before: minorText(before) }),
    },
    ...[...now].map(([name, { installed, limit }]) => ({
      ok: allowsOpenShift(limit, after),
      text: t('limit', {
        package: name,
        version: installed.version?.raw ?? installed.name ?? '',
        limit: limitText(limit),
      }),
    })),
  ];
}

function updateCheck(
  { hop }: PlanStep & { type: 'operator' },
  catalog: OperatorCatalog,
  installed: Installed,
  { to }: OperatorToPlan,
): PlanCheck {
  const found = catalog.package;
  const channel = found?.channels.find(({ name }) => name === hop.channel);
  if (!found || !channel)
    return { ok: false, text: t('channelMissing', { catalog: catalog.name, channel: hop.channel }) };
  const versions = bundleVersions(found);
  const goal = to === undefined ? undefined : bundleNamed(found, to, [hop.channel]);
  const offers = [undefined, channel.entries.find(({ name }) => name === goal)?.name].flatMap((endsAt) => {
    const view = channelView(channel, versions, endsAt);
    const next = 'faults' in view ? undefined : nextUpdate(view, installed);
    return next?.entry.name === hop.to ? [next] : [];
  });
  const ok = (installed.name ?? installed.version?.raw) === hop.from && offers.length > 0;
  return {
    ok,
    text: ok
      ? t('updateMade', { bundle: hop.to, by: hop.by })
      : t('updateNotMade', { from: hop.from, to: hop.to, channel: hop.channel }),
  };
}

function catalogCheck(
  on: string,
  name: string,
  operators: readonly OperatorToPlan[],
  now: ReadonlyMap<string, Now>,
): PlanCheck {
  const operator = operators.find((each) => each.package === name)!;
  const { package: found, name: catalog } = catalogAt(operator, minorOf(on)!);
  const { installed } = now.get(name)!;
  const label = `${name} ${installed.version?.raw ?? installed.name}`;
  if (!found) return { ok: false, text: t('packageMissing', { catalog, package: name, installed: label }) };
  if (found.bundles.some((bundle) => bundle.name === installed.name))
    return { ok: true, text: t('bundlePresent', { installed: label, catalog }) };
  const versions = bundleVersions(found);
  const leadsOn = found.channels.some((channel) => {
    const view = channelView(channel, versions);
    return 'offered' in view && nextUpdate(view, installed);
  });
  return leadsOn
    ? { ok: true, text: t('bundleReplaced', { installed: label, catalog }) }
    : { ok: false, text: t('bundleMissing', { installed: label, catalog }) };
}
