import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Explanation } from '../config/explain.ts';
import { ownedFields } from './api/faults.ts';
import type { Cluster } from './connect.ts';
import { explanationOf, inSafeOrder } from './known-kinds.ts';
import { applyObject, readObject } from './live-objects.ts';
import { type FieldChange, HIDDEN, objectChanges, valueAtField } from './object-changes.ts';
import { type LiveObject, nameOf, type ObjectRef, refOf, sameRef } from './object-ref.ts';
import { type MissingPermission, missingPermissions } from './permissions.ts';
import { type PackagesOf, type Replaced, removalsOf } from './removals.ts';
import { signatureFault } from './signature-check.ts';
import { CLUSTER_VERSION, upstreamPatch } from './upstream.ts';
import { skewProblems, unknownKind } from './version-skew.ts';

/** A field that somebody else owns with another value. Values of Secrets are hidden. */
export interface FieldConflict {
  field: string;
  /** Field manager, e.g. `kubectl-edit`. */
  owner: string;
  theirs: unknown;
  ours: unknown;
}

/** One object as it would be applied. */
export interface ComparedObject extends ObjectRef, Explanation {
  /**
   * `unchanged`: all of it is there; `conflict`: others own fields; `skipped`: this cluster has no use for it; `refused`:
   * it cannot be applied, see `problem`.
   */
  action: 'create' | 'change' | 'unchanged' | 'conflict' | 'skipped' | 'rejected';
  /** With a conflict: those that taking it over would make. */
  changes: FieldChange[];
  conflicts: FieldConflict[];
  /** What the cluster would lose by it, a line each. */
  removals: string[];
  problem?: Problem;
}

/** What applying would do. */
export interface ClusterComparison {
  context: string;
  server: string;
  kubernetesVersion: string;
  openShiftVersion?: string;
  /** In the order in which they are applied. */
  objects: ComparedObject[];
  missingPermissions: MissingPermission[];
  problems: Problem[];
  /** The last of the objects, which no file has: ClusterVersion that asks the update service of the mirror. */
  upstream?: Resource;
}

/** Verbs that applying needs. */
const VERBS = ['get', 'create', 'patch'] as const;

/**
 * Compares objects with those of a live cluster: the cluster itself says what it would make of each (dry run), who else
 * owns fields, and what the user may not do. Nothing is changed.
 * @param options.overwrite conflicts are looked at as taken over: `create` or `change` in place of `conflict`
 * @param options.keyFile OpenPGP keys that releases may be signed with; default: the bundled ones. A ConfigMap with a
 *   signature that does not verify is `refused`
 * @param options.offerUpstream also ClusterVersion with the address of the cluster's update service, where that is known
 * @param options.packagesOf reads catalogs, for what a CatalogSource would lose; default: cannot be told
 * @throws AirlockError when the cluster as a whole does not answer; what is wrong with one object is in its `problem`
 */
export async function compareWithCluster(
  cluster: Cluster,
  resources: readonly Resource[],
  options: {
    overwrite?: boolean;
    offerUpstream?: boolean;
    packagesOf?: PackagesOf;
    keyFile?: string;
    signal?: AbortSignal;
  } = {},
): Promise<ClusterComparison> {
  const { overwrite = false, keyFile, signal } = options;
  const offered = options.offerUpstream ? await offeredUpstream(cluster, resources, signal) : undefined;
  const ordered = inSafeOrder([...resources, ...(offered ? [offered] : [])]);
  const missing = await missingPermissions(
    cluster,
    ordered.map((resource) => ({ ...refOf(resource), verbs: VERBS })),
    signal,
  );
  const found: { compared: ComparedObject; replaced?: Replaced }[] = [];
  for (const resource of ordered)
    found.push(await compareOne(cluster, resource, { overwrite, keyFile, signal }));
  const replaced = found.flatMap((one) => (one.replaced ? [one as Required<typeof one>] : []));
  const removals = await removalsOf(
    cluster,
    replaced.map((one) => one.replaced),
    options,
  );
  replaced.forEach(({ compared }, index) => {
    compared.removals = removals[index]!;
  });
  const { context, server, kubernetesVersion, openShiftVersion } = cluster;
  return {
    ...{ context, server, kubernetesVersion },
    openShiftVersion,
    objects: found.map(({ compared }) => compared),
    missingPermissions: missing,
    problems: await skewProblems(cluster, ordered, signal),
    upstream: offered,
  };
}

/** Undefined also where update services must not be read: nobody has asked for it. */
async function offeredUpstream(
  cluster: Cluster,
  resources: readonly Resource[],
  signal: AbortSignal | undefined,
): Promise<Resource | undefined> {
  try {
    const found = await upstreamPatch(cluster, resources, signal);
    return 'patch' in found && !resources.some((one) => sameRef(refOf(one), CLUSTER_VERSION))
      ? found.patch
      : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (asAirlockError(error).code !== 'cluster-forbidden') throw error;
    return undefined;
  }
}

async function compareOne(
  cluster: Cluster,
  resource: Resource,
  options: { overwrite: boolean; keyFile: string | undefined; signal: AbortSignal | undefined },
): Promise<{ compared: ComparedObject; replaced?: Replaced }> {
  const { overwrite, keyFile, signal } = options;
  const blank = { ...refOf(resource), ...explanationOf(resource), changes: [], conflicts: [], removals: [] };
  const rejected = (problem: Problem, action: ComparedObject['action'] = 'rejected') => ({
    compared: { ...blank, action, problem },
  });
  try {
    const unknown = await unknownKind(cluster, resource, signal);
    if (unknown) return rejected(unknown.problem, unknown.needed ? 'rejected' : 'skipped');
    const forged = await signatureFault(resource, keyFile);
    if (forged) return rejected(forged);
    const before = await readObject(cluster, refOf(resource), signal);
    const dry = (force: boolean) => applyObject(cluster, resource, { force, dryRun: true }, signal);
    let conflicts: FieldConflict[] = [];
    const { body: after } = await dry(false).catch((error: unknown) => {
      if (!(error instanceof AirlockError) || error.code !== 'cluster-conflict') throw error;
      conflicts = fieldConflicts(error, before, resource);
      return dry(true);
    });
    const changes = objectChanges(before, after);
    const action =
      conflicts.length > 0 && !overwrite
        ? 'conflict'
        : before === undefined
          ? 'create'
          : changes.length > 0
            ? 'change'
            : 'unchanged';
    return { compared: { ...blank, action, changes, conflicts }, replaced: { before, after } };
  } catch (error) {
    signal?.throwIfAborted();
    const fault = asAirlockError(error);
    // Nothing else of the cluster could be asked either.
    if (fault.code === 'cluster-unauthorized' || fault.code === 'internal') throw fault;
    return rejected(fault.toJSON());
  }
}

/** Both values of every field that an apply was refused for. */
export function fieldConflicts(
  fault: AirlockError,
  live: LiveObject | undefined,
  resource: Resource,
): FieldConflict[] {
  const shown = (object: Resource | undefined, field: string) =>
    resource.kind === 'Secret' && /^\.(data|stringData)/.test(field) ? HIDDEN : valueAtField(object, field);
  return ownedFields(fault).map(({ field, owner }) => ({
    ...{ field, owner, theirs: shown(live, field), ours: shown(resource, field) },
  }));
}

/** A conflict as one sentence with both values and the owner. */
export function conflictText(
  object: Pick<ObjectRef, 'kind' | 'name' | 'namespace'>,
  conflicts: readonly FieldConflict[],
): string {
  const parts = conflicts.map(
    ({ field, owner, theirs, ours }) =>
      `${field} belongs to "${owner}" and is ${valueText(theirs)}, not ${valueText(ours)}`,
  );
  return `${nameOf(object)}: ${parts.join('; ')}`;
}

const LONGEST = 300;

function valueText(value: unknown): string {
  if (value === undefined) return 'not set';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
