import { nearest } from '../../base/document/spelling.ts';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { RULE } from '../../base/errors/rules.ts';
import { inventoryPath } from '../../install/install-config/model/inventory-path.ts';
import type { FailureDomain } from '../../install/install-config/model/model.ts';
import { type Finding, fault, fine, note } from '../doctor/checks/finding.ts';
import { atOnce, interrupted } from '../doctor/checks/step.ts';
import { t } from './messages.ts';
import type { Filter, InventoryObject, ObjectKind, VCenterSession } from './vcenter-session.ts';

/** Concurrent requests to one vCenter. */
const AT_ONCE = 4;
/** Listed names in a remedy. */
const MOST_NAMES = 5;

/** An object that failure domains use. */
interface NeededObject {
  kind: ObjectKind;
  /** As in the file: a name or an inventory path. */
  path: string;
  /** As in the file: `dc1` or `folder/dc1`. */
  datacenter: string;
  /** The cluster of a resource pool, as in the file. */
  cluster?: string;
  domains: string[];
}

/**
 * Checks that the datacenters, clusters, datastores, networks, folders and resource pools of failure domains exist. The
 * REST API knows clusters, datastores and networks by name, so that folders in their paths aren't checked.
 * @throws AirlockError `interrupted`
 */
export async function checkInventory(
  server: string,
  domains: readonly FailureDomain[],
  session: VCenterSession,
  signal: AbortSignal,
): Promise<Finding[]> {
  const needed = neededObjects(domains);
  const check = async (object: NeededObject, look: () => Promise<Finding>): Promise<Finding> => {
    try {
      return await look();
    } catch (error) {
      if (signal.aborted) throw interrupted();
      if (object.kind === 'datacenter' && hasNoLists(error)) throw error;
      return fault('inventory', object.path, 'error', asAirlockError(error));
    }
  };
  const datacenters = new Map<string, string>();
  const absent = new Set<string>();
  let found: Finding[];
  try {
    found = await atOnce(
      needed.filter(({ kind }) => kind === 'datacenter'),
      AT_ONCE,
      (object) =>
        check(object, async () => {
          const { finding, id } = await lookUpDatacenter(server, object, session);
          if (id) datacenters.set(object.datacenter, id);
          else absent.add(object.datacenter);
          return finding;
        }),
    );
  } catch (error) {
    if (!hasNoLists(error)) throw error;
    const unchecked = new AirlockError(
      'vcenter-unfit',
      t('notListed', { count: needed.length, api: session.api }),
      { remedy: error.remedy },
    );
    const paths = needed.map(({ path }) => path);
    return [fault('inventory', server, 'warning', unchecked, paths), ...unknownToRest(server, domains)];
  }
  const others = needed.filter(
    ({ kind, datacenter }) => kind !== 'datacenter' && datacenters.has(datacenter),
  );
  found.push(
    ...(await atOnce(others, AT_ONCE, (object) =>
      check(object, () => lookUp(server, object, datacenters.get(object.datacenter)!, session)),
    )),
  );
  for (const reason of ['missing', 'failed'] as const) {
    const skipped = needed.filter(
      ({ kind, datacenter }) =>
        kind !== 'datacenter' &&
        !datacenters.has(datacenter) &&
        absent.has(datacenter) === (reason === 'missing'),
    );
    if (skipped.length === 0) continue;
    const message = t('notChecked', { count: skipped.length, reason });
    const paths = skipped.map(({ path }) => path);
    found.push(note('inventory', server, message, t('notCheckedRemedy', { reason }), paths));
  }
  return [...found, ...unknownToRest(server, domains)];
}

function hasNoLists(error: unknown): error is AirlockError {
  return error instanceof AirlockError && error[RULE]?.id === 'vcenter-lists-missing';
}

/** Returns the objects of failure domains, each once with all failure domains that use it. */
function neededObjects(domains: readonly FailureDomain[]): NeededObject[] {
  const needed = new Map<string, NeededObject>();
  for (const { name = '', topology = {} } of domains) {
    const { datacenter = '', computeCluster, datastore, networks = [], folder, resourcePool } = topology;
    const add = (kind: ObjectKind, path: string | undefined, cluster?: string) => {
      if (!path) return;
      const key = JSON.stringify([kind, path, datacenter]);
      const known = needed.get(key) ?? { kind, path, datacenter, cluster, domains: [] };
      known.domains.push(name);
      needed.set(key, known as NeededObject);
    };
    if (!datacenter) continue;
    add('datacenter', datacenter);
    add('cluster', computeCluster);
    add('datastore', datastore);
    for (const network of networks) add('network', network);
    add('folder', folder);
    add('resource-pool', resourcePool, computeCluster);
  }
  return [...needed.values()];
}

async function lookUpDatacenter(
  server: string,
  object: NeededObject,
  session: VCenterSession,
): Promise<{ finding: Finding; id?: string }> {
  const parts = object.path.split('/').filter(Boolean);
  const name = parts.at(-1)!;
  const chain = await folderChain(parts.slice(0, -1), { type: 'DATACENTER' }, session);
  if (chain.missing !== undefined)
    return { finding: missing(server, object, t('folderOf', { folder: chain.missing })) };
  const filter: Filter = chain.id === undefined ? {} : { folders: chain.id };
  const [known] = await session.list('datacenter', { names: name, ...filter });
  if (known) return { finding: exists(server, object, known), id: known.id };
  return { finding: missing(server, object, undefined, await session.list('datacenter', filter)) };
}

async function lookUp(
  server: string,
  object: NeededObject,
  datacenter: string,
  session: VCenterSession,
): Promise<Finding> {
  const { kind, path } = object;
  const name = nameOf(path);
  if (kind === 'folder') {
    // The path of the datacenter may contain `/vm/` as well.
    const root = `/${object.datacenter.replace(/^\//, '')}/vm/`;
    const rest = path.startsWith(root) ? path.slice(root.length) : inventoryPath(path, 'vm')?.rest;
    const parts = (rest ?? path).split('/').filter(Boolean);
    const filter: Filter = { type: 'VIRTUAL_MACHINE', datacenters: datacenter };
    const chain = await folderChain(['vm', ...parts], filter, session);
    return chain.missing === undefined
      ? exists(server, object, { id: chain.id!, name })
      : missing(
          server,
          object,
          chain.missing === name ? undefined : t('folderOf', { folder: chain.missing }),
        );
  }
  const filter: Filter = { datacenters: datacenter };
  if (kind === 'resource-pool' && object.cluster) {
    const [cluster] = await session.list('cluster', { names: nameOf(object.cluster), ...filter });
    if (!cluster) return missing(server, object, t('clusterOf', { cluster: object.cluster }));
    filter.clusters = cluster.id;
  }
  const [known] = await session.list(kind, { names: name, ...filter });
  if (known) return exists(server, object, known);
  // The list is only for the remedy, and some accounts may not read it.
  return missing(server, object, undefined, await session.list(kind, filter).catch(() => []));
}

/** Follows folders from the outermost one. @returns the ID of the last one, or the name of the first missing one */
async function folderChain(
  names: readonly string[],
  filter: Filter,
  session: VCenterSession,
): Promise<{ id?: string; missing?: string }> {
  let parent: string | undefined;
  for (const name of names) {
    const within: Filter = parent === undefined ? filter : { ...filter, parent_folders: parent };
    const [known] = await session.list('folder', { names: name, ...within });
    if (!known) return { missing: name };
    parent = known.id;
  }
  return parent === undefined ? {} : { id: parent };
}

/** Returns the name of the object of a path. The name of a network may be given without one. */
function nameOf(path: string): string {
  return path.startsWith('/') ? path.split('/').filter(Boolean).at(-1)! : path.replaceAll('/', '%2f');
}

function exists(server: string, { kind, path, domains }: NeededObject, { id }: InventoryObject): Finding {
  const values = { kind: t(kind), path, server, id, domains: domains.join(', ') };
  return fine('inventory', path, t('objectExists', values));
}

function missing(
  server: string,
  { kind, path, datacenter, domains }: NeededObject,
  because: string | undefined,
  others: readonly InventoryObject[] = [],
): Finding {
  const values = { kind: t(kind), path, server, datacenter, domains: domains.join(', ') };
  const message = kind === 'datacenter' ? t('datacenterMissing', values) : t('objectMissing', values);
  const names = others.map(({ name }) => name);
  const similar = nearest(nameOf(path), names);
  const remedy =
    similar !== undefined
      ? t('objectSimilarRemedy', { kind: values.kind, similar })
      : names.length > 0
        ? t('objectListedRemedy', {
            kind: values.kind,
            names: names.slice(0, MOST_NAMES).join(', '),
            more: Math.max(0, names.length - MOST_NAMES),
          })
        : t('objectMissingRemedy', { kind: values.kind });
  const error = new AirlockError('vcenter-unfit', because ? `${message}: ${because}` : message, { remedy });
  return fault('inventory', path, 'error', error);
}

/** Returns a note about fields of failure domains whose objects the REST API doesn't list. */
function unknownToRest(server: string, domains: readonly FailureDomain[]): Finding[] {
  const fields = domains.flatMap(({ name = '', topology = {} }) =>
    (['template', 'hostGroup', 'tagIDs'] as const).flatMap((field) =>
      topology[field]?.length ? [`${name}: ${field}`] : [],
    ),
  );
  if (fields.length === 0) return [];
  return [
    note('inventory', server, t('unknownToRest', { count: fields.length }), t('unknownToRestRemedy'), fields),
  ];
}
