import type { Problem } from '../../base/errors/airlock-error.ts';
import type { CatalogIndex } from '../../content/catalog/index/open-index.ts';
import type { OperatorPackage, ReleaseChannel } from '../../image-set/config/image-set.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { OcpGraph } from '../ocp/graph.ts';

/** What a configuration is to be suggested for. */
export interface SuggestQuestion {
  inventory: Inventory;
  /** Version of OpenShift to go to, or a minor (`4.18`) for its newest release. */
  to: string;
  architecture: string;
  /** Undefined: no update graph is known here. */
  graph?: OcpGraph;
  /** References or folders of catalogs, in place of those that the inventory speaks of. */
  catalogs?: readonly string[];
  /** Catalogs of other configurations here: an operator may be from one of them. */
  inUse?: readonly string[];
  /** A configuration to be changed; without it a new one is written. */
  existing?: { text: string; file: string };
}

/** Looks at a catalog; undefined: it is not known here. */
export type OpenCatalog = (reference: string) => Promise<{ name: string; index: CatalogIndex } | undefined>;

/** One entry of the configuration, and what it is there for. */
export interface SuggestReason {
  /** `release 4.18.9`, `operator lvms-operator`, `catalog …:v4.18`. */
  entry: string;
  why: string;
}

/** What became of something that an existing configuration had, or had not. */
export interface SuggestChange {
  what: 'added' | 'changed' | 'removed' | 'kept';
  /** `release channel stable-4.16`, `operator web-terminal`, `catalog …`. */
  entry: string;
  why: string;
}

export interface Suggestion {
  /** A whole configuration. */
  text: string;
  reasons: SuggestReason[];
  /** Empty for a new configuration. */
  changes: SuggestChange[];
  /** The versions of OpenShift on the way, both ends included, where the graph tells them. */
  releases: string[];
  /** What stands in the way, or is not known here. */
  problems: Problem[];
}

/** What is to be in a configuration, whatever it is written into. */
export interface Wanted {
  channels: ReleaseChannel[];
  operators: WantedCatalog[];
}

export interface WantedCatalog {
  catalog: string;
  packages: { entry: OperatorPackage; why: string }[];
}
