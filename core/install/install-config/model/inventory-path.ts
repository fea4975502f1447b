/** What the folders of a datacenter hold: clusters and hosts, virtual machines, or datastores. */
export type InventoryKind = 'host' | 'vm' | 'datastore';

/**
 * The parts of an inventory path of vCenter, `/DATACENTER/KIND/REST`, which must be one line; undefined for any other
 * text. The installer's and the API's expressions (`^/(.*?)/KIND/(.*?)$`) take quadratic time on a text of many lines,
 * so the path is searched without them.
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
