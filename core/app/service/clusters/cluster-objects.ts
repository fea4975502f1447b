import { yamlOf } from '../../../base/document/yaml-of.ts';
import type { ClusterFacts } from '../../../cluster/check/cluster-facts.ts';
import type { AppliedObject } from '../../../cluster/client/applied.ts';
import type { ClusterComparison, ComparedObject } from '../../../cluster/client/compare.ts';
import { type FieldChange, HIDDEN } from '../../../cluster/client/object-changes.ts';
import { type ObjectRef, refOf, sameRef } from '../../../cluster/client/object-ref.ts';
import { permissionText } from '../../../cluster/client/permissions.ts';
import type { Manifest } from '../../../cluster/client/read-manifests.ts';
import type { PoolState } from '../../../cluster/client/readiness.ts';
import { type Resource, resourceYaml } from '../../../content/resources/resource-yaml.ts';
import type {
  ClusterComparisonLine,
  ClusterJob,
  ComparedObjectLine,
  FieldChangeLine,
  InspectedClusterLine,
  ObjectRefLine,
} from '../../../contract/topics/clusters.ts';
import { t } from './messages.ts';

/** Returns a comparison as a page shows it. Of a Secret, it contains only names. */
export function comparisonLine(
  comparison: ClusterComparison,
  manifests: readonly Manifest[],
  pools: readonly PoolState[],
): ClusterComparisonLine {
  const { context, server, kubernetesVersion, openShiftVersion, objects, problems } = comparison;
  return {
    ...{ context, server, kubernetesVersion },
    openShiftVersion,
    objects: objects.map((object) => objectLine(object, manifests)),
    missingPermissions: comparison.missingPermissions.map(permissionText),
    pools: pools.map(({ name, machines, updated, state, message }) => ({
      ...{ name, machines, updated, state },
      message,
    })),
    problems,
    comparedAt: new Date().toISOString(),
  };
}

/** Returns the state of a cluster as a page shows it. */
export function inspectedLine(facts: ClusterFacts): InspectedClusterLine {
  const { inspectedAt, server, context, version, channel, upstream, architectures, pullSecret } = facts;
  return {
    ...{ inspectedAt, server, context, version, channel, upstream, architectures, pullSecret },
    updates: facts.updates.map((update) => update.version),
    authorities: Object.keys(facts.trust.registries),
    mirrors: facts.mirrors,
    catalogs: facts.catalogs.map(({ object, image, ready }) => ({ object, image, ready })),
    installed: facts.installed.map(({ name, namespace, phase, images }) => ({
      ...{ name, namespace, phase },
      images: images.length,
    })),
    pools: facts.pools.map(({ name, state, updated, machines }) => ({ name, state, updated, machines })),
    unread: Object.entries(facts.unread).map(([part, reason]) => ({ part, reason })),
  };
}

/** Returns the result of an object as a page shows it. */
export function appliedLine(object: AppliedObject): ClusterJob['objects'][number] {
  const { result, message, remedy } = object;
  return {
    ...refLine(object),
    result,
    message,
    remedy,
  };
}

export function refLine({ apiVersion, kind, name, namespace }: ObjectRef): ObjectRefLine {
  return { apiVersion, kind, name, namespace };
}

function objectLine(object: ComparedObject, manifests: readonly Manifest[]): ComparedObjectLine {
  const { purpose, effect, restartsNodes, action, changes, conflicts, removals, problem } = object;
  const manifest = manifests.find(({ resource }) => sameRef(refOf(resource), object));
  return {
    ...refLine(object),
    file: manifest?.file ?? '',
    ...{ purpose, effect, restartsNodes, action, removals },
    changes: changes.map(changeLine),
    conflicts: conflicts.map(({ field, owner, theirs, ours }) => ({
      ...{ field, owner },
      theirs: textOf(theirs),
      ours: textOf(ours),
    })),
    problem,
    yaml: manifest ? resourceYaml(shown(manifest.resource)) : '',
  };
}

/** Returns a change. Of lists with common entries, it contains only the entries that differ. */
export function changeLine({ path, before, after }: FieldChange): FieldChangeLine {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, now] = [before, after].map((list: unknown[]) => list.map((item) => JSON.stringify(item)));
    return {
      path,
      removed: before.filter((_, index) => !now!.includes(old![index]!)).map(entryText),
      added: after.filter((_, index) => !old!.includes(now![index]!)).map(entryText),
    };
  }
  return {
    path,
    removed: before === undefined ? [] : [textOf(before)],
    added: after === undefined ? [] : [textOf(after)],
  };
}

/** Returns an entry of a list as it is written in the list. */
function entryText(entry: unknown): string {
  return typeof entry === 'string' ? entry : textOf([entry]);
}

function textOf(value: unknown): string {
  if (value === undefined) return t('notSet');
  return typeof value === 'string' ? value : yamlOf(value, { lineWidth: 0, indentSeq: false }).trimEnd();
}

/** Returns an object to show: the values of a Secret are hidden. */
export function shown(resource: Resource): Resource {
  if (resource.kind !== 'Secret') return resource;
  const hidden = (field: 'data' | 'stringData') => {
    const values = resource[field];
    return typeof values === 'object' && values !== null
      ? { [field]: Object.fromEntries(Object.keys(values).map((name) => [name, HIDDEN])) }
      : {};
  };
  return { ...resource, ...hidden('data'), ...hidden('stringData') };
}
