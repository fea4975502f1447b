import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import type { Explanation } from '../config/explain.ts';
import { ownedFields } from './api/faults.ts';
import type { Cluster } from './connect.ts';
import { explanationOf, inSafeOrder } from './known-kinds.ts';
import { applyObject, readObject } from './live-objects.ts';
import { t } from './messages.ts';
import { type FieldChange, HIDDEN, objectChanges, valueAtField } from './object-changes.ts';
import { type LiveObject, nameOf, type ObjectRef, refOf, sameRef } from './object-ref.ts';
import { type MissingPermission, missingPermissions } from './permissions.ts';
import { type PackagesOf, type Replaced, removalsOf } from './removals.ts';
import { signatureFault } from './signature-check.ts';
import { isPrepared, updateOperatorPresent } from './update-operator.ts';
import { CLUSTER_VERSION, upstreamPatch } from './upstream.ts';
import { skewProblems, unknownKind } from './version-skew.ts';

/** A field that another manager owns with another value. Values of Secrets are hidden. */
export interface FieldConflict {
  field: string;
  /** Field manager, such as `kubectl-edit`. */
  owner: string;
  theirs: unknown;
  ours: unknown;
}

/** The comparison of one object. */
export interface ComparedObject extends ObjectRef, Explanation {
  /**
   * `unchanged`: the cluster already has it. `conflict`: others own fields. `skipped`: this cluster doesn't use it.
   * `rejected`: it can't be applied, see `problem`.
   */
  action: 'create' | 'change' | 'unchanged' | 'conflict' | 'skipped' | 'rejected';
  /** For a conflict: the changes that overwriting would make. */
  changes: FieldChange[];
  conflicts: FieldConflict[];
  /** What the cluster would lose, one entry each. */
  removals: string[];
  problem?: Problem;
}

/** The effect of applying objects. */
export interface ClusterComparison {
  context: string;
  server: string;
  kubernetesVersion: string;
  openShiftVersion?: string;
  /** In the order in which they are applied. */
  objects: ComparedObject[];
  missingPermissions: MissingPermission[];
  problems: Problem[];
  /** The last object, which isn't in a file: ClusterVersion with the update service of the mirror as its upstream. */
  upstream?: Resource;
}

/** Verbs that an apply requires. */
const VERBS = ['get', 'create', 'patch'] as const;

/**
 * Compares objects with those of a live cluster. The cluster itself reports by a dry run what it would change, who else
 * owns fields, and which permissions are missing. Nothing is changed.
 * @param options.overwrite reports conflicts as `create` or `change` instead of `conflict`
 * @param options.keyFile OpenPGP keys that verify release signatures; default: the bundled ones. A ConfigMap with a
 *   signature that can't be verified is `rejected`
 * @param options.offerUpstream includes ClusterVersion with the address of the cluster's update service, if it is known
 * @param options.packagesOf reads catalogs, to find operators that a CatalogSource would lose; default: unknown
 * @throws AirlockError if the cluster doesn't answer; the fault of a single object is in its `problem`
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
    found.push(await compareOne(cluster, resource, { overwrite, keyFile, among: ordered, signal }));
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

/** Returns undefined also without permission to read update services, because the upstream is only an offer. */
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
  options: {
    overwrite: boolean;
    keyFile: string | undefined;
    /** All objects to apply. */
    among: readonly Resource[];
    signal: AbortSignal | undefined;
  },
): Promise<{ compared: ComparedObject; replaced?: Replaced }> {
  const { overwrite, keyFile, among, signal } = options;
  const blank = { ...refOf(resource), ...explanationOf(resource), changes: [], conflicts: [], removals: [] };
  const rejected = (problem: Problem, action: ComparedObject['action'] = 'rejected') => ({
    compared: { ...blank, action, problem },
  });
  try {
    const present = await updateOperatorPresent(cluster, resource, signal);
    if (present) return rejected(present, 'skipped');
    if (await isPrepared(cluster, resource, among, signal))
      return {
        compared: { ...blank, action: 'create', changes: objectChanges(undefined, resource as LiveObject) },
      };
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
    // All other requests to the cluster would fail too.
    if (fault.code === 'cluster-unauthorized' || fault.code === 'internal') throw fault;
    return rejected(fault.toJSON());
  }
}

/** Returns both values of every field for which an apply was rejected. */
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

/** Returns the conflicts of an object as one sentence with both values and the owner of each field. */
export function conflictText(
  object: Pick<ObjectRef, 'kind' | 'name' | 'namespace'>,
  conflicts: readonly FieldConflict[],
): string {
  const parts = conflicts.map(({ field, owner, theirs, ours }) =>
    t('fieldConflict', { field, owner, theirs: valueText(theirs), ours: valueText(ours) }),
  );
  return t('conflicts', { object: nameOf(object), conflicts: parts.join('; ') });
}

const LONGEST = 300;

function valueText(value: unknown): string {
  if (value === undefined) return t('valueUnset');
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
