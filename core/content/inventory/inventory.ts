import type { ContractInventory } from '../../contract/topics/drafts.ts';

/** The inventory of a cluster: only versions, channels and names of packages. */
export type Inventory = ContractInventory;
export type InstalledOperator = Inventory['operators'][number];

/** The command whose output {@link readInventory} of core/content/inventory/read-inventory.ts reads. */
export const INVENTORY_COMMAND =
  'oc get clusterversions.config.openshift.io,subscriptions.operators.coreos.com,clusterserviceversions.operators.coreos.com -A -o json > installed.json';

/** `kind` of Airlock's own inventory file. */
export const INVENTORY_KIND = 'airlock-inventory';

/** Plain names, without host, path or spaces. */
const NAME = /^[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?$/i;
const VERSION = /^v?\d+\.\d+(?:\.\d+)?[0-9A-Za-z.+_-]{0,100}$/;

export function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}

export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && VERSION.test(value);
}

/**
 * Returns the well-known name of the catalog that a CatalogSource serves, by its name: `redhat-operators`, also for its
 * mirror `cs-redhat-operator-index-v4-16`. Undefined for others, so that a site's own names don't leave it.
 */
export function wellKnownCatalog(source: string): string | undefined {
  const name = source.toLowerCase();
  if (/redhat-operator(s$|-index)/.test(name)) return 'redhat-operators';
  if (/certified-operator(s$|-index)/.test(name)) return 'certified-operators';
  if (/community-operator(s$|-index)/.test(name)) return 'community-operators';
  if (/redhat-marketplace(-index|$)/.test(name)) return 'redhat-marketplace';
  return undefined;
}
