import type { InstalledOperator, Inventory } from '../../content/inventory/inventory.ts';
import { wellKnownCatalog } from '../../content/inventory/inventory.ts';
import { oldestFirst } from '../answers/operator-catalogs.ts';
import { catalogBase, catalogFor, catalogSources, WELL_KNOWN } from './known-catalogs.ts';
import type { OpenCatalog, SuggestQuestion } from './suggestion.ts';

type Opened = NonNullable<Awaited<ReturnType<OpenCatalog>>>;

/** A catalog with its editions for the minor versions of a path. */
export interface OperatorSource {
  /** Reference without tag. */
  base: string;
  /** Reference for the last minor version, used in the configuration if no edition is known. */
  target: string;
  /** Available editions, ascending by OpenShift version. */
  editions: Opened[];
}

/** The candidate catalogs, with each edition opened once. */
export interface OperatorSources {
  /** Opens the editions for some minor versions. @param minors minor versions of the editions */
  open(minors: readonly string[]): Promise<OperatorSource[]>;
}

export function operatorSources(
  { inventory, catalogs }: Pick<SuggestQuestion, 'inventory' | 'catalogs'>,
  existing: readonly string[],
  openCatalog: OpenCatalog,
): OperatorSources {
  const looked = new Map<string, Opened | undefined>();
  const look = async (reference: string): Promise<Opened | undefined> => {
    if (!looked.has(reference)) looked.set(reference, await openCatalog(reference));
    return looked.get(reference);
  };
  return {
    async open(minors) {
      const last = minors.at(-1)!;
      const references = catalogs ?? editionsOf(catalogSources(inventory, existing, last), minors);
      const sources = new Map<string, OperatorSource>();
      for (const reference of references) {
        const base = catalogBase(reference);
        const source = sources.get(base) ?? { base, target: catalogFor(reference, last), editions: [] };
        sources.set(base, source);
        const opened = await look(reference);
        if (opened) source.editions.push(opened);
      }
      return [...sources.values()]
        .map((source) => ({ ...source, editions: oldestFirst(source.editions) }))
        .sort((a, b) => preference(a) - preference(b));
    },
  };
}

function editionsOf(references: readonly string[], minors: readonly string[]): string[] {
  return [...new Set(references.flatMap((each) => minors.map((minor) => catalogFor(each, minor))))];
}

function preference({ base }: OperatorSource): number {
  const at = Object.values(WELL_KNOWN).indexOf(base);
  return at < 0 ? -1 : at;
}

/** Returns the sources that an operator may come from, the most likely first. */
export function sourcesOf(
  operator: Inventory['operators'][number],
  sources: readonly OperatorSource[],
): OperatorSource[] {
  const stated = statedSources(operator, sources);
  return stated.length > 0 ? stated : [...sources];
}

function statedSources({ catalog }: InstalledOperator, sources: readonly OperatorSource[]): OperatorSource[] {
  if (catalog === undefined) return [];
  const exact = sources.filter(({ base }) => base === catalogBase(catalog));
  if (exact.length > 0) return exact;
  return sources.filter(({ base }) => wellKnownCatalog(base) === wellKnownCatalog(catalog));
}
