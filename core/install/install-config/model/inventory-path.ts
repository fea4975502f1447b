/** Folders of a datacenter with clusters and hosts, virtual machines, or datastores. */
export type InventoryKind = 'host' | 'vm' | 'datastore';

/**
 * Returns the parts of an inventory path of vCenter, `/DATACENTER/KIND/REST` on one line; undefined for any other text.
 * The regular expressions of the installer and the API (`^/(.*?)/KIND/(.*?)$`) need quadratic time for many lines, so
 * the path is searched without them.
 */
export function inventoryPath(
  path: string,
  kind: InventoryKind,
): { datacenter: string; rest: string } | undefined {
  const folder = `/${kind}/`;
  const at = path.indexOf(folder, 1);
  if (!path.startsWith('/') || at < 0 || path.includes('\n')) return undefined;
  return { datacenter: path.slice(1, at), rest: path.slice(at + folder.length) };
}
