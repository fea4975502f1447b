import type { CollectedImage, ImageContentReader } from '../../../base/collected/collected.ts';
import { sourceOf } from '../../../base/collected/image-source.ts';
import { asAirlockError, type Problem } from '../../../base/errors/airlock-error.ts';
import type { Digest } from '../../../base/image/digest.ts';
import { parseReference } from '../../../base/image/reference.ts';
import type { CatalogIndex } from '../../../content/catalog/index/open-index.ts';
import type { CatalogSource } from '../../../content/catalog-image/catalog-instances.ts';
import { catalogNames } from '../../../content/catalog-image/catalog-names.ts';
import { titleOf } from '../../../content/operator/collect-catalog.ts';
import type { ImageSetConfiguration, OperatorSelection } from '../../../image-set/config/image-set.ts';
import { type CatalogSelection, type CatalogSelector, catalogSelector } from '../known/catalog-selection.ts';
import type { Contents } from '../known/known-contents.ts';
import type { StatePlace } from '../known/state-place.ts';

/** A catalog of the draft. */
export interface PlannedCatalog {
  operator: OperatorSelection;
  title: string;
  /** Its own image, unchanged. */
  original?: CollectedImage;
  digest?: Digest;
  /** RFC 3339: when its tag was last resolved. */
  asOf?: string;
  /** Its image if it is a folder (`oci://`). */
  layout?: { reader: ImageContentReader; source: CatalogSource; contents: Contents };
  /** Absent if it was never read. */
  index?: CatalogIndex;
  selection?: CatalogSelection;
  /** Errors of the selection. */
  faults: readonly Problem[];
}

export interface OperatorChoices {
  skipUnknown: boolean;
  addDependencies: boolean;
}

export interface OperatorPlanner {
  /** Returns the local index of a catalog in a registry. @throws AirlockError `disk` */
  index(catalog: string): Promise<CatalogIndex | undefined>;
  /**
   * Returns the catalogs in the draft's order.
   * @param file path of the configuration, to which folders of catalogs are relative
   * @throws AirlockError `interrupted`
   */
  select(
    configuration: Pick<ImageSetConfiguration, 'operators' | 'blockedImages'>,
    file: string,
    choices: OperatorChoices,
    signal?: AbortSignal,
  ): Promise<PlannedCatalog[]>;
}

/** Selects operators from local indexes, with the rules and the code of a run. */
export function operatorPlanner(place: StatePlace): OperatorPlanner {
  const selectors = new WeakMap<CatalogIndex, CatalogSelector>();
  const selectorOf = (index: CatalogIndex): CatalogSelector => {
    const selector = selectors.get(index) ?? catalogSelector(index);
    selectors.set(index, selector);
    return selector;
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
        platforms: operator.platforms.length > 0 ? operator.platforms : undefined,
      };
      catalog.original = original;
      if (layout) {
        const { reader, source } = layout;
        catalog.layout = { reader, source, contents: await place.layouts.contents(original, layout) };
      }
      const index = await place.catalogIndex(digest);
      if (!index) return catalog;
      catalog.index = index;
      const path = operator.at?.path ?? 'mirror.operators';
      const options = { ...choices, blocked, title: catalog.title, path, signal };
      return { ...catalog, ...(await selectorOf(index).select(operator, options)) };
    } catch (thrown) {
      const error = asAirlockError(thrown);
      if (error.code === 'interrupted') throw error;
      // A damaged index was removed, so the catalog is looked up again.
      if (error.code === 'disk' && catalog.digest) place.forgetCatalog(catalog.digest);
      delete catalog.index;
      return { ...catalog, faults: error.problems.length > 0 ? error.problems : [error.toJSON()] };
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

/** Returns the problem of a selection with its place in the file. */
export function placedIn(operator: OperatorSelection, problem: Problem): Problem {
  const position = /^packages\[(\d+)\]/.exec(problem.path ?? '')?.[1];
  const entry = position === undefined ? undefined : operator.packages?.[Number(position)];
  const at = entry?.at ?? operator.at;
  const path =
    problem.path === undefined ? at?.path : `${operator.at?.path ?? 'mirror.operators'}.${problem.path}`;
  return { ...problem, ...at, path };
}
