import { rcompare } from 'semver';
import type { OperatorPackage, OperatorSelection } from '../../../image-set/config/image-set.ts';
import type { CatalogIndex } from '../index/open-index.ts';
import type { CatalogPackage, Constraint } from '../model/catalog-model.ts';
import { channelGraph } from '../model/channel-graph.ts';
import { kindKey } from '../model/object-kind.ts';
import { versionsIn } from '../model/olm-range.ts';
import { type SelectOptions, selectOperators } from './select.ts';
import type { OperatorSelectionResult } from './selection-result.ts';

/** A dependency of selected bundles on another operator that the selection doesn't contain. */
export interface MissingDependency {
  /** `package NAME RANGE` or `kind GROUP/VERSION/KIND`, for reports. */
  what: string;
  /** Absent for kinds. */
  package?: string;
  /** Version range as written in the bundles; absent for kinds and if it is empty. No version satisfies an invalid one. */
  range?: string;
  /** Packages of this catalog that can satisfy it. Empty: another catalog is needed. */
  providers: string[];
  /** The packages of these that are selected already, but in no version that satisfies it. */
  selected: string[];
  requiredBy: { package: string; bundle: string }[];
  /** The entry to add to the selection; absent if no package of this catalog has it, or one is selected already. */
  add?: OperatorPackage;
}

/**
 * Returns the unsatisfied dependencies of a selection: required packages and kinds, and constraints with known parts.
 * oc-mirror doesn't add any of them automatically.
 * @throws AirlockError `disk`, `interrupted`
 */
export async function missingDependencies(
  index: CatalogIndex,
  result: OperatorSelectionResult,
  { signal }: { signal?: AbortSignal } = {},
): Promise<MissingDependency[]> {
  if (result.untouched) return [];
  const selection = await selectionOf(index, result, signal);
  const missing = new Map<string, MissingDependency>();
  // Most bundles of a package have the same constraints, and a search for a provider reads its package.
  const answers = new Map<string, Need[]>();
  for (const { bundle, package: of, requires } of selection.bundles)
    for (const constraint of requires) {
      const key = JSON.stringify(constraint);
      const needs = answers.get(key) ?? (await unmet(constraint, selection, index));
      answers.set(key, needs);
      for (const need of needs) {
        const known = missing.get(need.what) ?? { ...need, requiredBy: [] };
        known.requiredBy.push({ package: of, bundle });
        missing.set(need.what, known);
      }
    }
  return [...missing.values()];
}

/**
 * Returns a selection with its direct and indirect dependencies in this catalog.
 * @returns `added`: the added packages, in the order in which they were found to be missing
 * @throws AirlockError as {@link selectOperators}
 */
export async function withDependencies(
  index: CatalogIndex,
  selection: OperatorSelection,
  options: SelectOptions = {},
): Promise<{ selection: OperatorSelection; added: OperatorPackage[]; result: OperatorSelectionResult }> {
  const added: OperatorPackage[] = [];
  for (;;) {
    const complete =
      added.length === 0 ? selection : { ...selection, packages: [...(selection.packages ?? []), ...added] };
    const result = await selectOperators(index, complete, options);
    const missing = await missingDependencies(index, result, options);
    const more = new Map(missing.flatMap(({ add }) => (add ? [[add.name, add] as const] : [])));
    if (more.size === 0 || !selection.packages?.length) return { selection: complete, added, result };
    added.push(...more.values());
  }
}

interface Selection {
  versions: Map<string, string[]>;
  kinds: Set<string>;
  bundles: { bundle: string; package: string; requires: Constraint[] }[];
}

async function selectionOf(
  index: CatalogIndex,
  result: OperatorSelectionResult,
  signal: AbortSignal | undefined,
): Promise<Selection> {
  const selection: Selection = { versions: new Map(), kinds: new Set(), bundles: [] };
  for (const { name, bundles } of result.packages) {
    signal?.throwIfAborted();
    const details = await index.details(bundles);
    selection.versions.set(
      name,
      bundles.flatMap(({ version }) => version ?? []),
    );
    for (const [position, { provides, requires }] of details.entries()) {
      for (const kind of provides) selection.kinds.add(kindKey(kind));
      selection.bundles.push({ bundle: bundles[position]!.name, package: name, requires });
    }
  }
  return selection;
}

type Need = Omit<MissingDependency, 'requiredBy'>;

/** Returns what must be added to satisfy a constraint. Of alternatives, the first that this catalog has. */
async function unmet(constraint: Constraint, selection: Selection, index: CatalogIndex): Promise<Need[]> {
  switch (constraint.type) {
    case 'package': {
      const versions = selection.versions.get(constraint.package);
      if (versions?.some(versionsIn(constraint.range))) return [];
      return [await packageNeed(constraint.package, constraint.range, versions !== undefined, index)];
    }
    case 'kind':
      return selection.kinds.has(kindKey(constraint.kind))
        ? []
        : [await kindNeed(kindKey(constraint.kind), selection, index)];
    case 'all': {
      const needs = await Promise.all(constraint.constraints.map((each) => unmet(each, selection, index)));
      return needs.flat();
    }
    case 'any': {
      const needs = await Promise.all(constraint.constraints.map((each) => unmet(each, selection, index)));
      if (needs.some((each) => each.length === 0)) return [];
      return needs.find((each) => each.every(({ add }) => add)) ?? needs[0] ?? [];
    }
    default:
      // No addition can satisfy `not`, and only OLM can evaluate `cel`.
      return [];
  }
}

async function packageNeed(
  name: string,
  range: string,
  isSelected: boolean,
  index: CatalogIndex,
): Promise<Need> {
  const found = await index.package(name);
  const add = found && !isSelected ? entryFor(found, range) : undefined;
  return {
    what: `package ${name}${range ? ` ${range}` : ''}`,
    package: name,
    range: range || undefined,
    providers: found ? [name] : [],
    selected: isSelected ? [name] : [],
    add,
  };
}

async function kindNeed(key: string, selection: Selection, index: CatalogIndex): Promise<Need> {
  const providers = [...((await index.providers()).get(key) ?? [])];
  const selected = providers.filter((name) => selection.versions.has(name));
  let add: OperatorPackage | undefined;
  for (const name of selected.length > 0 ? [] : providers) {
    const found = await index.package(name);
    if (found) add ??= await entryForKind(found, key, index);
  }
  return { what: `kind ${key}`, providers, selected, add };
}

/** Returns the head of the default channel if it is in the range, else of another channel, else the highest version in it. */
function entryFor(found: CatalogPackage, range: string): OperatorPackage | undefined {
  return entryWhere(found, versionsIn(range));
}

async function entryForKind(
  found: CatalogPackage,
  key: string,
  index: CatalogIndex,
): Promise<OperatorPackage | undefined> {
  const details = await index.details(found.bundles);
  const providing = new Set(
    found.bundles.flatMap(({ version }, position) =>
      version !== undefined && details[position]!.provides.some((kind) => kindKey(kind) === key)
        ? version
        : [],
    ),
  );
  return entryWhere(found, (version) => providing.has(version));
}

function entryWhere(found: CatalogPackage, meets: (version: string) => boolean): OperatorPackage | undefined {
  const { name, defaultChannel } = found;
  const versions = new Map(found.bundles.map((bundle) => [bundle.name, bundle.version]));
  const channels = [...found.channels].sort((a) => (a.name === defaultChannel ? -1 : 1));
  const other = (channel: string) => (channel === defaultChannel ? {} : { defaultChannel: channel });
  for (const { name: channel, entries } of channels) {
    const graph = channelGraph(entries);
    const head = 'head' in graph ? versions.get(graph.head) : undefined;
    if (head !== undefined && meets(head)) return { name, channels: [{ name: channel }], ...other(channel) };
  }
  for (const { name: channel, entries } of channels) {
    const [best] = entries
      .flatMap((entry) => versions.get(entry.name) ?? [])
      .filter(meets)
      .sort((a, b) => rcompare(a, b));
    if (best !== undefined)
      return { name, channels: [{ name: channel, minVersion: best, maxVersion: best }], ...other(channel) };
  }
  return undefined;
}
