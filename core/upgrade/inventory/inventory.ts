import type { ContractInventory } from '../../contract/topics/drafts.ts';

/** What a cluster runs: versions, channels and names of packages, nothing else of it. */
export type Inventory = ContractInventory;
export type InstalledOperator = Inventory['operators'][number];

/** The line that gives what {@link readInventory} of core/upgrade/inventory/read-inventory.ts takes. */
export const INVENTORY_COMMAND =
  'oc get clusterversions.config.openshift.io,subscriptions.operators.coreos.com,clusterserviceversions.operators.coreos.com -A -o json > installed.json';

/** `kind` of our own file. */
export const INVENTORY_KIND = 'airlock-inventory';

/** Names that hold nothing but a name: no host, no path, no spaces. */
const NAME = /^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?$/i;
const VERSION = /^v?\d+\.\d+(?:\.\d+)?[0-9A-Za-z.+_-]{0,100}$/;

export function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}

export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && VERSION.test(value);
}

/**
 * The well-known name of the catalog that a CatalogSource serves, by its name: `redhat-operators` and its mirror
 * `cs-redhat-operator-index-v4-16`. Undefined for others: what a site calls its own stays there.
 */
export function wellKnownCatalog(source: string): string | undefined {
  const name = source.toLowerCase();
  if (/redhat-operator(s$|-index)/.test(name)) return 'redhat-operators';
  if (/certified-operator(s$|-index)/.test(name)) return 'certified-operators';
  if (/community-operator(s$|-index)/.test(name)) return 'community-operators';
  if (/redhat-marketplace(-index|$)/.test(name)) return 'redhat-marketplace';
  return undefined;
}
