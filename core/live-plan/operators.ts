import { type MissingDependency, missingDependencies } from '../catalog/dependencies.ts';
import type { CatalogIndex } from '../catalog/open-index.ts';
import { relatedImages } from '../catalog/related-images.ts';
import type { OperatorSelectionResult } from '../catalog/selection-result.ts';
import type { CatalogSource } from '../catalog-image/catalog-instances.ts';
import { catalogNames } from '../catalog-image/catalog-names.ts';
import { isBlocked } from '../collect/blocked.ts';
import type { CollectedImage, ImageContentReader } from '../collect/collected.ts';
import { sourceOf } from '../collect/image-source.ts';
import type { ImageSetConfiguration, OperatorSelection } from '../config/image-set.ts';
import { type AirlockError, asAirlockError, type Problem } from '../errors/airlock-error.ts';
import type { Digest } from '../image/digest.ts';
import { parseReference } from '../image/reference.ts';
import { imageProblems, inCatalog } from '../operator/catalog-problems.ts';
import { selected, titleOf } from '../operator/collect-catalog.ts';
import { operatorImages } from '../operator/operator-images.ts';
import type { KeptPlace } from './kept-place.ts';
import type { Contents } from './known-contents.ts';

/** An operator of a catalog with all its images, also those that it has in common with others. */
export interface PlannedOperator {
  package: string;
  deliverable: string;
  images: readonly CollectedImage[];
  /** It was added because others need it (`addDependencies`). */
  added: boolean;
}

/** What is selected of a catalog that is known here. */
export interface CatalogSelection {
  result: OperatorSelectionResult;
  operators: readonly PlannedOperator[];
  missing: readonly MissingDependency[];
  /** Without place: see {@link placedIn}. */
  problems: readonly Problem[];
}

/** A catalog of the draft. */
export interface PlannedCatalog {
  operator: OperatorSelection;
  title: string;
  /** Its own image, as it is upstream. */
  original?: CollectedImage;
  digest?: Digest;
  /** RFC 3339: when its tag was last asked for. */
  asOf?: string;
  /** Of a folder (`oci://`): its image. */
  layout?: { reader: ImageContentReader; source: CatalogSource; contents: Contents };
  /** Absent: it was never read here. */
  index?: CatalogIndex;
  selection?: CatalogSelection;
  /** Why it cannot be selected from, or not all that is listed. */
  faults: readonly Problem[];
}

export interface OperatorChoices {
  skipUnknown: boolean;
  addDependencies: boolean;
}

export interface OperatorPlanner {
  /** The index of a catalog in a registry that is kept. @throws AirlockError `disk` */
  index(catalog: string): Promise<CatalogIndex | undefined>;
  /**
   * Catalogs in the draft's order.
   * @param file of the configuration: folders of catalogs count from there
   * @throws AirlockError `interrupted`
   */
  select(
    configuration: Pick<ImageSetConfiguration, 'operators' | 'blockedImages'>,
    file: string,
    choices: OperatorChoices,
    signal?: AbortSignal,
  ): Promise<PlannedCatalog[]>;
}

/** Those of drafts, and those of one package alone, whose size is shown in a list of packages. */
const MOST_SELECTIONS = 1_000;

/** Selects operators from indexes that are kept: by the rules, and with the code, of a run. */
export function operatorPlanner(place: KeptPlace): OperatorPlanner {
  const known = new Map<string, Promise<Pick<PlannedCatalog, 'selection' | 'faults'>>>();

  const selectOnce = (
    index: CatalogIndex,
    operator: OperatorSelection,
    of: { blocked: ImageSetConfiguration['blockedImages']; choices: OperatorChoices; title: string },
    signal: AbortSignal | undefined,
  ): Promise<Pick<PlannedCatalog, 'selection' | 'faults'>> => {
    const unplaced = withoutPlace(operator);
    const path = operator.at?.path ?? 'mirror.operators';
    const key = JSON.stringify([
      index.digest,
      unplaced,
      of.choices,
      path,
      of.blocked.map(({ name }) => name),
    ]);
    const before = known.get(key);
    if (before) {
      known.delete(key);
      known.set(key, before);
      return before;
    }
    const answer = selection(index, unplaced, { ...of, path }, signal);
    answer.catch(() => known.delete(key));
    known.set(key, answer);
    for (const oldest of known.keys()) if (known.size > MOST_SELECTIONS) known.delete(oldest);
    return answer;
  };

  const planned = async (
    operator: OperatorSelection,
    file: string,
    blocked: ImageSetConfiguration['blockedImages'],
    choices: OperatorChoices,
    signal: AbortSignal | undefined,
  ): Promise<PlannedCatalog> => {
    const catalog: PlannedCatalog = { operator, title: operator.catalog, faults: [] };
    try {
      const reference = parseReference(operator.catalog);
      catalog.title = titleOf(reference);
      const names = catalogNames(operator);
      const layout =
        reference.transport === 'oci' ? await place.layouts.open(reference.path, file) : undefined;
      const named = layout?.source ?? sourceOf(reference);
      const tagged = named.digest ? undefined : place.tags.get(named);
      const digest = named.digest ?? tagged?.digest;
      if (!digest) return catalog;
      catalog.digest = digest;
      if (tagged) catalog.asOf = tagged.at;
      const { registry, repository } = named;
      const original: CollectedImage = {
        kind: 'operatorCatalog',
        origin: layout ? `oci://${reference.text}` : reference.text,
        source: { registry, repository, digest },
        destination: names.original,
        deliverable: `catalog ${catalog.title}`,
        why: operator.at?.path ?? 'mirror.operators',
        verdict: { result: 'not-checked' },
        ...(operator.platforms.length > 0 && { platforms: operator.platforms }),
      };
      catalog.original = original;
      if (layout) {
        const { reader, source } = layout;
        catalog.layout = { reader, source, contents: await place.layouts.contents(original, layout) };
      }
      const index = await place.catalogIndex(digest);
      if (!index) return catalog;
      catalog.index = index;
      const { title } = catalog;
      Object.assign(catalog, await selectOnce(index, operator, { blocked, choices, title }, signal));
      return catalog;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (error.code === 'interrupted') throw error;
      // A damaged index is gone now: the catalog is looked up again.
      if (error.code === 'disk' && catalog.digest) place.forgetCatalog(catalog.digest);
      delete catalog.index;
      return { ...catalog, faults: problemsOf(error) };
    }
  };

  return {
    async index(catalog) {
      const reference = parseReference(catalog);
      if (reference.transport === 'oci') return undefined;
      const digest = reference.digest ?? place.tags.get(sourceOf(reference))?.digest;
      return digest && place.catalogIndex(digest);
    },
    async select({ operators, blockedImages }, file, choices, signal) {
      const catalogs: PlannedCatalog[] = [];
      for (const operator of operators) {
        signal?.throwIfAborted();
        catalogs.push(await planned(operator, file, blockedImages, choices, signal));
      }
      return catalogs;
    },
  };
}

/** What an error says of the entries of a selection, without their place. */
function problemsOf(error: AirlockError): Problem[] {
  return error.problems.length > 0 ? error.problems : [error.toJSON()];
}

/** The same entry wherever it stands in a file: what was selected for it once holds when lines move. */
function withoutPlace(operator: OperatorSelection): OperatorSelection {
  const { at: _at, packages, ...rest } = operator;
  return {
    ...rest,
    ...(packages && {
      packages: packages.map(({ at: _place, ...entry }, position) => ({
        ...entry,
        at: { path: `packages[${position}]` },
      })),
    }),
  };
}

/** The problem of a selection at its place in the file. */
export function placedIn(operator: OperatorSelection, problem: Problem): Problem {
  const position = /^packages\[(\d+)\]/.exec(problem.path ?? '')?.[1];
  const entry = position === undefined ? undefined : operator.packages?.[Number(position)];
  const at = entry?.at ?? operator.at ?? {};
  const within =
    problem.path === undefined ? undefined : `${operator.at?.path ?? 'mirror.operators'}.${problem.path}`;
  return { ...problem, ...at, ...(within !== undefined && { path: within }) };
}

async function selection(
  index: CatalogIndex,
  operator: OperatorSelection,
  of: {
    blocked: ImageSetConfiguration['blockedImages'];
    choices: OperatorChoices;
    title: string;
    path: string;
  },
  signal: AbortSignal | undefined,
): Promise<Pick<PlannedCatalog, 'selection' | 'faults'>> {
  const { title, choices } = of;
  let faults: Problem[] = [];
  let good = operator;
  let made: Awaited<ReturnType<typeof selected>>;
  for (;;) {
    try {
      made = await selected(index, good, { ...choices, ...(signal && { signal }) });
      break;
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (error.code === 'interrupted' || error.code === 'disk') throw error;
      const found = problemsOf(error);
      faults = [...faults, ...found];
      const rest = withoutFaulty(good, found);
      if (!rest) return { faults };
      good = rest;
    }
  }
  const stop = signal ? { signal } : {};
  const { result, problems } = made;
  const missing = await missingDependencies(index, result, stop);
  const listed = new Set(good.packages?.map(({ name }) => name));
  const groups = new Map<string, CollectedImage[]>();
  let unusable: Problem[] = [];
  try {
    const related = await relatedImages(index, result, stop);
    unusable = imageProblems(related.problems);
    for (const image of operatorImages(related.images, result, { operator: good, title, why: of.path })) {
      if (isBlocked(image, of.blocked)) continue;
      for (const name of new Set(image.neededBy?.map((bundle) => bundle.package))) {
        const group = groups.get(name);
        if (group) group.push(image);
        else groups.set(name, [image]);
      }
    }
  } catch (thrown) {
    const error = asAirlockError(thrown);
    if (error.code !== 'operator-selection') throw error;
    faults = [...faults, ...problemsOf(error)];
  }
  const operators = result.packages.map(({ name }): PlannedOperator => {
    const deliverable = `operator ${name} of ${title}`;
    const added = (good.packages?.length ?? 0) > 0 && !listed.has(name);
    return { package: name, deliverable, images: groups.get(name) ?? [], added };
  });
  const told = problems.filter(({ code, level }) => code !== 'operator-dependency' || level === 'info');
  return {
    faults,
    selection: {
      result,
      operators,
      missing,
      problems: [...told, ...unusable].map((each) => inCatalog(each, title)),
    },
  };
}

/** The entry without the packages that faults name; undefined when nothing would be left, or they name none. */
function withoutFaulty(operator: OperatorSelection, faults: Problem[]): OperatorSelection | undefined {
  const faulty = new Set(faults.flatMap(({ path }) => /^packages\[\d+\]/.exec(path ?? '')?.[0] ?? []));
  const packages = operator.packages?.filter(({ at }) => !faulty.has(at?.path ?? ''));
  return faulty.size > 0 && packages && packages.length > 0 ? { ...operator, packages } : undefined;
}
