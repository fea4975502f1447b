import { compare, parse } from 'semver';
import { z } from 'zod';
import { aboutSubject } from '../../../base/errors/airlock-error.ts';
import { ruleField } from '../../../base/errors/rules.ts';
import type { CatalogIndex } from '../../../content/catalog/index/open-index.ts';
import type { CatalogBundle, CatalogPackage } from '../../../content/catalog/model/catalog-model.ts';
import type { SelectedPackage } from '../../../content/catalog/select/selection-result.ts';
import {
  allowsOpenShift,
  limitText,
  type Minor,
  minorText,
  type OpenShiftLimit,
  openShiftLimits,
} from '../../../content/operator/openshift-limit.ts';
import type { ContractInventory } from '../../../contract/topics/drafts.ts';
import { addPackage, setPackageChannels } from '../../../image-set/form/operators.ts';
import { t } from '../messages.ts';
import type { PlannedCatalog } from '../parts/operators.ts';
import type { FixableProblem } from './fixable-problem.ts';

/** A complete catalog isn't checked bundle by bundle. */
const MOST_PACKAGES = 150;

const DEPRECATIONS = z.object({
  entries: z.array(
    z.object({
      reference: z.object({ schema: z.string(), name: z.string().optional() }),
      message: z.string(),
    }),
  ),
});

/** The part of a package that is deprecated, with the name of the channel or bundle. */
interface Deprecated {
  kind: 'package' | 'channel' | 'version';
  name?: string;
}

/** Statements of the catalog about a selected package, read once. */
interface Reported {
  deprecated: { scope: Deprecated; message: string }[];
  /** The highest selected version. */
  head?: CatalogBundle;
  limit?: OpenShiftLimit;
}
/** The cluster of a draft. */
export interface Wanted {
  target: Minor | undefined;
  inventory: ContractInventory | undefined;
  /** Packages selected from any catalog of the draft. */
  selected: ReadonlySet<string>;
}

const SAID = new WeakMap<SelectedPackage, Promise<Reported>>();

/**
 * Returns warnings of deprecations, of versions that don't support the target OpenShift, and of installed operators that
 * are missing or block the upgrade.
 * @param position of the catalog among the operators
 * @throws AirlockError `disk`
 */
export async function operatorWarnings(
  catalog: PlannedCatalog,
  position: number,
  wanted: Wanted,
): Promise<FixableProblem[]> {
  const { index, selection, operator, title } = catalog;
  if (!index || !selection) return [];
  const { packages } = selection.result;
  const problems: FixableProblem[] = [];
  const at = (name: string) => operator.packages?.find((each) => each.name === name)?.at ?? operator.at ?? {};
  const { target } = wanted;
  for (const selected of packages.length <= MOST_PACKAGES ? packages : []) {
    const { name } = selected;
    const { deprecated, head, limit } = await reported(index, selected);
    for (const { scope, message } of deprecated)
      problems.push(
        aboutSubject(
          {
            code: 'config-suspicious',
            level: 'warning',
            message: deprecationText(scope, name, message),
            remedy: t('deprecatedRemedy'),
            ...at(name),
            ...ruleField(
              scope.kind === 'package' ? { id: 'package-deprecated', packages: [name] } : undefined,
            ),
          },
          title,
        ),
      );
    if (target && head && !allowsOpenShift(limit, target))
      problems.push(
        aboutSubject(
          {
            code: 'upgrade-path',
            level: 'warning',
            message: t('openShiftUnsupported', {
              bundle: head.name,
              version: minorText(target),
              limit: limitText(limit),
            }),
            remedy: t('openShiftUnsupportedRemedy'),
            ...at(name),
          },
          title,
        ),
      );
  }
  problems.push(...(await installedProblems(catalog, position, wanted)));
  return problems;
}

function deprecationText({ kind, name = '' }: Deprecated, packageName: string, message: string): string {
  const about = { package: packageName, message };
  if (kind === 'channel') return t('channelDeprecated', { ...about, channel: name });
  return kind === 'version'
    ? t('versionDeprecated', { ...about, version: name })
    : t('packageDeprecated', about);
}

function reported(index: CatalogIndex, selected: SelectedPackage): Promise<Reported> {
  let found = SAID.get(selected);
  if (!found) {
    found = catalogStatement(index, selected);
    SAID.set(selected, found);
    found.catch(() => SAID.delete(selected));
  }
  return found;
}

async function catalogStatement(
  index: CatalogIndex,
  { bundles, deprecations }: SelectedPackage,
): Promise<Reported> {
  const found: Reported = { deprecated: [] };
  for (const { document, retained } of deprecations)
    for await (const json of index.documents([document])) {
      const { entries = [] } = DEPRECATIONS.safeParse(JSON.parse(json.toString('utf8'))).data ?? {};
      for (const position of retained) {
        const entry = entries[position];
        if (!entry) continue;
        const { schema, name } = entry.reference;
        const kinds = { 'olm.channel': 'channel', 'olm.bundle': 'version' } as const;
        const kind = kinds[schema as keyof typeof kinds] ?? 'package';
        found.deprecated.push({ scope: { kind, name }, message: entry.message.split('\n')[0]!.trim() });
      }
    }
  const head = highest(bundles);
  if (!head) return found;
  const limit = (await openShiftLimits(index, [head])).get(head.name);
  return { ...found, head, limit: limit ?? found.limit };
}

function highest(bundles: readonly CatalogBundle[]): CatalogBundle | undefined {
  const versioned = bundles.filter(({ version }) => parse(version));
  return versioned.toSorted((a, b) => compare(b.version!, a.version!))[0];
}

/** Returns warnings of installed operators that the draft doesn't select or that block the upgrade. */
async function installedProblems(
  { index, selection, operator, title }: PlannedCatalog,
  position: number,
  { target, inventory, selected: anywhere }: Wanted,
): Promise<FixableProblem[]> {
  const problems: FixableProblem[] = [];
  for (const installed of inventory?.operators ?? []) {
    const { package: name, version } = installed;
    const found = index!.packages.some((each) => each.name === name) ? await index!.package(name) : undefined;
    if (!found || !isOfCatalog(installed.catalog, operator.catalog)) continue;
    const selected = selection!.result.packages.find((each) => each.name === name);
    const channel =
      found.channels.find((each) => each.name === installed.channel)?.name ?? found.defaultChannel;
    if (!selected && anywhere.has(name)) continue;
    if (!selected) {
      problems.push({
        code: 'operator-dependency',
        level: 'warning',
        message: version
          ? t('installedVersionMissing', { package: name, version, catalog: title })
          : t('installedMissing', { package: name, catalog: title }),
        remedy: t('installedMissingRemedy'),
        ...operator.at,
        fix: {
          label: t('addFix', { name }),
          change: (doc) => addPackage(doc, position, name, [{ name: channel }]),
        },
        adds: { catalog: operator.catalog, package: name },
      });
      continue;
    }
    if (!target || version === undefined || !parse(version)) continue;
    const limits = await limitsOf(index!, found);
    const allowed = (bundle: CatalogBundle) => allowsOpenShift(limits.get(bundle.name), target);
    const now = found.bundles.find(
      (bundle) => bundle.version === version || bundle.name === installed.bundle,
    );
    if (
      !now ||
      allowed(now) ||
      selected.bundles.some((bundle) => isAfter(bundle, version) && allowed(bundle))
    )
      continue;
    const bridge = found.bundles
      .filter((bundle) => isAfter(bundle, version) && allowed(bundle))
      .toSorted((a, b) => compare(a.version!, b.version!))[0];
    const within = found.channels.find(({ entries }) => entries.some((entry) => entry.name === bridge?.name));
    problems.push({
      code: 'upgrade-path',
      level: 'warning',
      message: t('installedBlocks', {
        package: name,
        version,
        target: minorText(target),
        limit: limitText(limits.get(now.name)),
      }),
      remedy: bridge
        ? t('installedBlocksRemedy', { bundle: bridge.name })
        : t('installedBlocksCatalogRemedy', { catalog: title }),
      ...(operator.packages?.find((each) => each.name === name)?.at ?? operator.at),
      fix:
        bridge?.version !== undefined && within
          ? {
              label: t('bridgeFix', { version: bridge.version }),
              change: (doc) =>
                setPackageChannels(doc, position, name, [
                  ...selected.channels
                    .filter((each) => each.name !== within.name)
                    .map((each) => ({ name: each.name })),
                  { name: within.name, minVersion: bridge.version },
                ]),
            }
          : undefined,
    });
  }
  return problems;
}

const LIMITS = new WeakMap<CatalogPackage, Promise<Map<string, OpenShiftLimit>>>();

function limitsOf(index: CatalogIndex, found: CatalogPackage): Promise<Map<string, OpenShiftLimit>> {
  let limits = LIMITS.get(found);
  if (!limits) {
    limits = openShiftLimits(index, found.bundles);
    LIMITS.set(found, limits);
    limits.catch(() => LIMITS.delete(found));
  }
  return limits;
}

function isAfter({ version }: CatalogBundle, than: string): boolean {
  return parse(version) !== null && compare(version!, than) > 0;
}

/** Returns whether an operator is from a catalog. Only a reference identifies it, not the name of a CatalogSource. */
function isOfCatalog(installed: string | undefined, catalog: string): boolean {
  if (installed === undefined || !installed.includes('/')) return true;
  const name = (text: string) => text.replace(/@.*$|:[^:/]*$/gs, '');
  return name(installed) === name(catalog);
}
