import { oldestFirst } from '../answers/operator-catalogs.ts';
import type { InstalledOperator, Inventory } from '../inventory/inventory.ts';
import { wellKnownCatalog } from '../inventory/inventory.ts';
import { catalogBase, catalogFor, catalogSources, WELL_KNOWN } from './known-catalogs.ts';
import type { OpenCatalog, SuggestQuestion } from './suggestion.ts';

type Opened = NonNullable<Awaited<ReturnType<OpenCatalog>>>;

/** One catalog in the editions for the minors of a way. */
export interface OperatorSource {
  /** Reference without tag. */
  base: string;
  /** Of the last minor: what the configuration names when nothing is known. */
  target: string;
  /** Those that are known here, of the oldest OpenShift first. */
  editions: Opened[];
}

/** The catalogs in question, each edition looked at once. */
export interface OperatorSources {
  /** @param minors those whose editions are wanted */
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

/** Sources that an operator may be from, the likeliest first. */
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
