import type { Problem } from '../../base/errors/airlock-error.ts';
import type { CatalogIndex } from '../../content/catalog/index/open-index.ts';
import type { Inventory } from '../../content/inventory/inventory.ts';
import type { OperatorPackage, ReleaseChannel } from '../../image-set/config/image-set.ts';
import type { OcpGraph } from '../ocp/graph.ts';

/** A request for a suggested configuration. */
export interface SuggestQuestion {
  inventory: Inventory;
  /** Target version of OpenShift, or a minor version (`4.18`) for its newest release. */
  to: string;
  architecture: string;
  /** Undefined if no update graph is available locally. */
  graph?: OcpGraph;
  /** References or folders of catalogs that replace those in the inventory. */
  catalogs?: readonly string[];
  /** Catalogs of other local configurations, from which an operator may come. */
  inUse?: readonly string[];
  /** A configuration to change. Without it, a new one is created. */
  existing?: { text: string; file: string };
}

/** Opens a catalog, or returns undefined if it isn't available. */
export type OpenCatalog = (reference: string) => Promise<{ name: string; index: CatalogIndex } | undefined>;

/** An entry of the configuration with its reason. */
export interface SuggestReason {
  /** `release 4.18.9`, `operator lvms-operator`, `catalog …:v4.18`. */
  entry: string;
  why: string;
}

/** A change of an existing configuration. */
export interface SuggestChange {
  type: 'added' | 'changed' | 'removed' | 'unchanged';
  /** `release channel stable-4.16`, `operator web-terminal`, `catalog …`. */
  entry: string;
  why: string;
}

export interface Suggestion {
  /** A complete configuration. */
  text: string;
  reasons: SuggestReason[];
  /** Empty for a new configuration. */
  changes: SuggestChange[];
  /** The OpenShift versions on the path, both ends included, as far as the graph contains them. */
  releases: string[];
  /** Obstacles and missing data. */
  problems: Problem[];
}

/** The content of a configuration, new or existing. */
export interface Wanted {
  channels: ReleaseChannel[];
  operators: RequestedCatalog[];
}

export interface RequestedCatalog {
  catalog: string;
  packages: { entry: OperatorPackage; why: string }[];
}
