import type { CategoryEntries, MirrorEntry } from './mirror-entries.ts';
import type { Resource } from './resource-yaml.ts';

/** Returns the objects for `idms-oc-mirror.yaml`: ImageDigestMirrorSet `idms-<category>-0`. */
export function digestMirrorSets(groups: CategoryEntries[], annotations: Record<string, string>): Resource[] {
  return objects(
    groups,
    (group) => group.byDigest,
    (category, entries) => ({
      apiVersion: 'config.openshift.io/v1',
      kind: 'ImageDigestMirrorSet',
      metadata: { annotations, name: `idms-${category}-0` },
      spec: { imageDigestMirrors: entries },
    }),
  );
}

/** Returns the objects for `itms-oc-mirror.yaml`: ImageTagMirrorSet `itms-<category>-0`. */
export function tagMirrorSets(groups: CategoryEntries[], annotations: Record<string, string>): Resource[] {
  return objects(
    groups,
    (group) => group.byTag,
    (category, entries) => ({
      apiVersion: 'config.openshift.io/v1',
      kind: 'ImageTagMirrorSet',
      metadata: { annotations, name: `itms-${category}-0` },
      spec: { imageTagMirrors: entries },
    }),
  );
}

/**
 * Returns the objects for `icsp-oc-mirror.yaml`, for clusters before 4.13: ImageContentSourcePolicy `icsp-<category>-0` with the
 * entries of the ImageDigestMirrorSet of the same category. oc-mirror v2 has no such file.
 */
export function contentSourcePolicies(
  groups: CategoryEntries[],
  annotations: Record<string, string>,
): Resource[] {
  return objects(
    groups,
    (group) => group.byDigest,
    (category, entries) => ({
      apiVersion: 'operator.openshift.io/v1alpha1',
      kind: 'ImageContentSourcePolicy',
      metadata: { annotations, name: `icsp-${category}-0` },
      spec: { repositoryDigestMirrors: entries },
    }),
  );
}

function objects(
  groups: CategoryEntries[],
  entriesOf: (group: CategoryEntries) => MirrorEntry[],
  build: (category: string, entries: MirrorEntry[]) => Resource,
): Resource[] {
  return groups
    .filter((group) => entriesOf(group).length > 0)
    .map((group) => build(group.category, entriesOf(group)));
}
