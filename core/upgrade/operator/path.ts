import type { ContractOperatorHop } from '../../contract/topics/operator-upgrades.ts';
import type { Installed } from './edges.ts';
import type { FoundHop, Phase, Search } from './search.ts';

/** An update that OLM makes. */
export type OperatorHop = ContractOperatorHop;

/** The minimum content of one catalog in a mirror for a path. */
export interface CatalogToCarry {
  catalog: string;
  channels: { name: string; bundles: string[] }[];
  /** Each once, in the order of installation. */
  bundles: { name: string; version?: string; image: string }[];
}

export interface OperatorPath {
  /** The installed bundle and every later one. */
  path: string[];
  hops: OperatorHop[];
  minimumContent: CatalogToCarry[];
}

/** Returns the name of a bundle in answers. */
export function labelOf({ name, version }: Installed): string {
  return name ?? version?.raw ?? '';
}

/** Returns the hops of a search in the form of an answer. */
export function pathOf(
  { phases, from }: Pick<Search, 'phases' | 'from'>,
  hops: readonly FoundHop[],
): OperatorPath {
  const carry = new Map<string, CatalogToCarry>();
  for (const { phase, channel, to } of hops) {
    const { catalog } = phases[phase]!;
    const into = carry.get(catalog.name) ?? { catalog: catalog.name, channels: [], bundles: [] };
    carry.set(catalog.name, into);
    const within = into.channels.find(({ name }) => name === channel);
    if (within) within.bundles.push(to.name);
    else into.channels.push({ name: channel, bundles: [to.name] });
    const bundle = catalog.bundles.get(to.name)!;
    if (!into.bundles.some(({ name }) => name === to.name))
      into.bundles.push({
        name: to.name,
        version: bundle.version,
        image: bundle.image,
      });
  }
  return {
    path: [labelOf(from), ...hops.map(({ to }) => to.name)],
    hops: hops.map((hop) => hopOf(hop, phases)),
    minimumContent: [...carry.values()],
  };
}

/** Returns a hop in the form of an answer. */
export function hopOf(
  { phase, channel, switched, from, to, by }: FoundHop,
  phases: readonly Phase[],
): OperatorHop {
  return {
    from: labelOf(from),
    to: to.name,
    fromVersion: from.version?.raw,
    toVersion: to.version?.raw,
    channel,
    switched,
    catalog: phases[phase]!.catalog.name,
    by,
  };
}
