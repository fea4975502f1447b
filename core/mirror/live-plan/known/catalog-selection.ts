import type { CollectedImage } from '../../../base/collected/collected.ts';
import {
  type AirlockError,
  aboutSubject,
  asAirlockError,
  type Problem,
} from '../../../base/errors/airlock-error.ts';
import type { CatalogIndex } from '../../../content/catalog/index/open-index.ts';
import { t as selectionText } from '../../../content/catalog/messages.ts';
import { relatedImages } from '../../../content/catalog/related-images.ts';
import { type MissingDependency, missingDependencies } from '../../../content/catalog/select/dependencies.ts';
import { selectOperators } from '../../../content/catalog/select/select.ts';
import type {
  OperatorSelectionResult,
  SelectedPackage,
} from '../../../content/catalog/select/selection-result.ts';
import { dependencyProblems, imageProblems } from '../../../content/operator/catalog-problems.ts';
import { operatorImages } from '../../../content/operator/operator-images.ts';
import { isBlocked } from '../../../image-set/config/blocked.ts';
import type {
  ImageSetConfiguration,
  OperatorPackage,
  OperatorSelection,
} from '../../../image-set/config/image-set.ts';

/** An operator of a catalog with all its images, including those shared with others. */
export interface PlannedOperator {
  package: string;
  images: readonly CollectedImage[];
  /** It was added as a dependency (`addDependencies`). */
  added: boolean;
  /** Packages whose dependency added it. */
  requiredBy: readonly string[];
}

/** The selection from a catalog. */
export interface CatalogSelection {
  result: OperatorSelectionResult;
  operators: readonly PlannedOperator[];
  missing: readonly MissingDependency[];
  /** Paths begin at the entry of the catalog: `packages[2].channels[0]`. */
  problems: readonly Problem[];
}

export interface SelectionOutcome {
  /** Absent if nothing can be selected. */
  selection?: CatalogSelection;
  /** Errors of the selection, with paths like those of problems. */
  faults: readonly Problem[];
}

export interface SelectionOptions {
  blocked: ImageSetConfiguration['blockedImages'];
  skipUnknown: boolean;
  addDependencies: boolean;
  /** The catalog's short name. */
  title: string;
  /** Path of its entry in the configuration. */
  path: string;
  signal?: AbortSignal;
}

/** The selection of one entry or of a complete catalog. */
interface Chosen {
  packages: SelectedPackage[];
  images: ReadonlyMap<string, readonly CollectedImage[]>;
  problems: Problem[];
  faults: Problem[];
}

const ENTRY = 'entry';
/** Number of cached entries of drafts and of single packages in lists. */
const MOST_ENTRIES = 1_500;
const MOST_OUTCOMES = 200;

/** Selects from one catalog. */
export interface CatalogSelector {
  select(operator: OperatorSelection, options: SelectionOptions): Promise<SelectionOutcome>;
}

/**
 * Selects each entry of a catalog separately, and caches it: a change affects only its own entry. Uses the rules and the
 * code of a run.
 */
export function catalogSelector(index: CatalogIndex): CatalogSelector {
  const entries = lastUsed<Chosen>(MOST_ENTRIES);
  const outcomes = lastUsed<SelectionOutcome>(MOST_OUTCOMES);

  const choose = (
    operator: OperatorSelection,
    packages: OperatorPackage[] | undefined,
    options: SelectionOptions,
  ): Promise<Chosen> => {
    const { at: _at, targetCatalog: _name, targetTag: _tag, packages: _packages, ...rest } = operator;
    const entry = { ...rest, packages: packages?.map(withoutPlace) };
    const { title, path, skipUnknown } = options;
    const blocked = options.blocked.map(({ name }) => name);
    return entries([entry, title, path, skipUnknown, blocked], () => chosenOf(index, entry, options));
  };

  const selection = async (
    operator: OperatorSelection,
    options: SelectionOptions,
  ): Promise<SelectionOutcome> => {
    const { title, signal, addDependencies } = options;
    const stop = signal ? { signal } : {};
    const listed = operator.packages?.length ? operator.packages : undefined;
    // Of several entries with one name the last one counts, as in `selectOperators`.
    const wanted = listed && [...new Map(listed.map((entry) => [entry.name, entry])).values()];
    const parts = wanted
      ? await Promise.all(
          wanted.map(async (entry) =>
            placedAt(await choose(operator, [entry], options), listed.indexOf(entry)),
          ),
        )
      : [await choose(operator, undefined, options)];
    const added: OperatorPackage[] = [];
    const requiredBy = new Map<string, Set<string>>();
    let result = joined(index, operator, parts);
    let missing = await missingDependencies(index, result, stop);
    while (addDependencies && wanted) {
      const more = new Map(missing.flatMap(({ add }) => (add ? [[add.name, add] as const] : [])));
      if (more.size === 0) break;
      for (const need of missing)
        if (need.add) {
          const packages = requiredBy.get(need.add.name) ?? new Set();
          for (const each of need.requiredBy) packages.add(each.package);
          requiredBy.set(need.add.name, packages);
        }
      added.push(...more.values());
      for (const entry of more.values()) parts.push(await choose(operator, [entry], options));
      result = joined(index, operator, parts);
      missing = await missingDependencies(index, result, stop);
    }
    const faults = parts.flatMap((part) => part.faults);
    const images = new Map(parts.flatMap((part) => [...part.images]));
    if (faults.length === 0 && ![...images.values()].some((each) => each.length > 0)) {
      const [message, remedy] = [selectionText('noImages'), selectionText('noImagesRemedy')];
      faults.push({ code: 'operator-selection', level: 'error', message, remedy });
    }
    const reported = [...parts.flatMap((part) => part.problems), ...dependencyProblems([], added, undefined)];
    const extra = new Set(added.map(({ name }) => name));
    const operators = result.packages.map(({ name }) => ({
      ...{ package: name, images: images.get(name) ?? [], added: extra.has(name) },
      requiredBy: [...(requiredBy.get(name) ?? [])],
    }));
    const problems = reported.map((each) => aboutSubject(each, title));
    return { faults, selection: { result, missing, operators, problems } };
  };

  return {
    select(operator, options) {
      const { at: _at, packages, ...rest } = operator;
      const { title, path, skipUnknown, addDependencies, blocked } = options;
      const key = [
        ...[rest, packages?.map(withoutPlace), title, path, skipUnknown, addDependencies],
        blocked.map(({ name }) => name),
      ];
      return outcomes(key, () => selection(operator, options));
    },
  };
}

/** Caches the most recently used answers. An error isn't cached. */
function lastUsed<T>(most: number): (key: unknown, find: () => Promise<T>) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key, find) => {
    const text = JSON.stringify(key);
    const found = known.get(text) ?? find();
    if (!known.has(text)) found.catch(() => known.delete(text));
    known.delete(text);
    known.set(text, found);
    for (const oldest of known.keys()) if (known.size > most) known.delete(oldest);
    return found;
  };
}

/** Returns an entry without its place in the file, so that its selection stays valid when lines move. */
function withoutPlace({ at: _at, ...entry }: OperatorPackage): OperatorPackage {
  return { ...entry, at: { path: ENTRY } };
}

function placedAt(chosen: Chosen, position: number): Chosen {
  const placed = (problem: Problem): Problem =>
    problem.path?.startsWith(ENTRY)
      ? { ...problem, path: `packages[${position}]${problem.path.slice(ENTRY.length)}` }
      : problem;
  return { ...chosen, problems: chosen.problems.map(placed), faults: chosen.faults.map(placed) };
}

function joined(
  index: CatalogIndex,
  { full, packages }: OperatorSelection,
  parts: Chosen[],
): OperatorSelectionResult {
  const all = parts.flatMap((part) => part.packages).sort((a, b) => (a.name < b.name ? -1 : 1));
  return { untouched: full && !packages?.length, packages: all, others: [...index.others], problems: [] };
}

async function chosenOf(
  index: CatalogIndex,
  operator: OperatorSelection,
  { title, path, blocked, skipUnknown, signal }: SelectionOptions,
): Promise<Chosen> {
  const stop = signal ? { signal } : {};
  let result: OperatorSelectionResult;
  try {
    result = await selectOperators(index, operator, {
      unknownNames: skipUnknown ? 'warning' : 'error',
      ...stop,
    });
  } catch (thrown) {
    return { packages: [], images: new Map(), problems: [], faults: faultsOf(asAirlockError(thrown)) };
  }
  const { packages, problems } = result;
  const images = new Map<string, CollectedImage[]>();
  if (packages.every(({ bundles }) => bundles.length === 0))
    return { packages, images, problems, faults: [] };
  const related = await relatedImages(index, result, stop);
  for (const image of operatorImages(related.images, result, { operator, title, why: path })) {
    if (isBlocked(image, blocked)) continue;
    for (const name of new Set(image.neededBy?.map((bundle) => bundle.package))) {
      const group = images.get(name);
      if (group) group.push(image);
      else images.set(name, [image]);
    }
  }
  return { packages, images, problems: [...problems, ...imageProblems(related.problems)], faults: [] };
}

/** Returns the errors of a selection. @throws AirlockError for other errors */
function faultsOf(error: AirlockError): Problem[] {
  if (error.code === 'interrupted' || error.code === 'disk') throw error;
  return error.problems.length > 0 ? error.problems : [error.toJSON()];
}
