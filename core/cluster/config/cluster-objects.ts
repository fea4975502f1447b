import type { Problem } from '../../base/errors/airlock-error.ts';
import { ERROR_CODES } from '../../base/errors/codes.ts';
import { type Digest, hexOf } from '../../base/image/digest.ts';
import { catalogObjects } from '../../content/resources/catalog-resources.ts';
import {
  contentSourcePolicies,
  digestMirrorSets,
  tagMirrorSets,
} from '../../content/resources/mirror-sets.ts';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import { signatureConfigMap } from '../../content/resources/signature-config-map.ts';
import { UPDATE_OPERATOR, updateOperator, updateService } from '../../content/resources/update-service.ts';
import type { ClusterNeeds } from './cluster-needs.ts';
import { EXPLANATIONS, type ExplainedKind, type Explanation } from './explain.ts';
import { t } from './messages.ts';
import { authorityObjects } from './mirror-authority.ts';
import { pullSecretObject } from './pull-secret.ts';
import { versionLimits } from './version-limits.ts';

/** One object that a cluster needs, with its file. */
export interface ClusterObject extends Explanation {
  /** Path below `config/`. The order of folders is a safe order to apply the objects. */
  path: string;
  kind: string;
  name: string;
  namespace?: string;
  resource: Resource;
  /** Its file must be readable only by its owner. */
  secret: boolean;
}

/**
 * Contains no date, so that applying the same object again changes nothing. (The files of `cluster-resources/` contain
 * one, as those of oc-mirror.)
 */
const ANNOTATIONS = { createdBy: 'airlock' };

/** Folders below `config/`. Sorted by name, they are in the order of docs/guides/cluster.md#apply-the-manifests. */
export const FOLDERS = {
  access: 'access',
  mirrors: 'mirrors',
  operators: 'operators',
  signature: 'signature/sha256',
  updates: 'update-service',
} as const;

/**
 * Returns all objects that a cluster needs to use the mirror, in a safe order: trust and login, mirror sets, catalogs,
 * signatures, update service with its operator if a mirrored catalog contains it. Names, grouping and content are those of oc-mirror v2, where it writes the object. Each
 * release has one ConfigMap of signatures, with the name that `oc adm release mirror` uses. Deterministic.
 * @returns `problems`: objects that are omitted, and why
 */
export function clusterObjects(needs: ClusterNeeds): { objects: ClusterObject[]; problems: Problem[] } {
  const { host } = needs.destination;
  const limits = versionLimits(needs);
  const problems = [...needs.problems, ...limits.problems];
  const objects: ClusterObject[] = [];
  const put = (folder: string, explained: ExplainedKind, resources: Resource[], file?: string) => {
    for (const resource of resources)
      objects.push(described(resource, folder, EXPLANATIONS[explained], file));
  };

  if (needs.authorities !== undefined) {
    const { configMap, image } = authorityObjects(host, needs.authorities, {
      updateService: needs.updates !== undefined,
      annotations: ANNOTATIONS,
    });
    put(FOLDERS.access, 'AuthorityConfigMap', [configMap]);
    put(FOLDERS.access, 'Image', [image], 'image');
  }
  if (needs.pullSecret !== undefined)
    put(FOLDERS.access, 'PullSecret', [pullSecretObject(needs.pullSecret, ANNOTATIONS)]);

  if (limits.icsp) {
    put(FOLDERS.mirrors, 'ImageContentSourcePolicy', contentSourcePolicies(needs.mirrors, ANNOTATIONS));
  } else {
    put(FOLDERS.mirrors, 'ImageDigestMirrorSet', digestMirrorSets(needs.mirrors, ANNOTATIONS));
    put(FOLDERS.mirrors, 'ImageTagMirrorSet', tagMirrorSets(needs.mirrors, ANNOTATIONS));
  }

  const catalogs = catalogObjects(needs.catalogs, ANNOTATIONS);
  problems.push(...catalogs.problems);
  if (needs.catalogs.length > 0) put(FOLDERS.operators, 'OperatorHub', [operatorHub()], 'operator-hub');
  put(
    FOLDERS.operators,
    'CatalogSource',
    catalogs.sources.map(({ resource }) => resource),
  );
  if (limits.clusterCatalogs)
    put(
      FOLDERS.operators,
      'ClusterCatalog',
      catalogs.clusterCatalogs.map(({ resource }) => resource),
    );

  objects.push(...signatureObjects(needs.signatures));

  if (needs.updates) {
    const { graph, releases } = needs.updates;
    const at = (place: { repository: string; tag: string }) => ({
      destination: { registry: host, ...place },
    });
    const operator = catalogs.sources.findLast(({ catalog }) => catalog.updateOperator !== undefined);
    if (operator) {
      const channel = operator.catalog.updateOperator!;
      const parts = updateOperator({ source: operator.name, channel }, ANNOTATIONS);
      put(FOLDERS.updates, 'UpdateServiceNamespace', [parts.namespace], 'namespace');
      put(FOLDERS.updates, 'OperatorGroup', [parts.operatorGroup], 'operator-group');
      put(FOLDERS.updates, 'Subscription', [parts.subscription], 'subscription');
    } else
      problems.push({
        ...{ code: 'update-operator-missing', level: 'info' },
        message: t('updateOperatorMissing', { package: UPDATE_OPERATOR.package }),
        remedy: ERROR_CODES['update-operator-missing'][1],
      });
    const resource = updateService(at(graph), at({ repository: releases, tag: '' }), ANNOTATIONS);
    put(FOLDERS.updates, 'UpdateService', [resource]);
  }
  return { objects, problems };
}

/** Returns the ConfigMaps of release signatures. @param signatures raw verified messages by payload */
export function signatureObjects(signatures: ReadonlyMap<Digest, readonly Uint8Array[]>): ClusterObject[] {
  return [...signatures]
    .filter(([, messages]) => messages.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([digest, messages]) => {
      const resource = signatureConfigMap(
        `sha256-${hexOf(digest)}`,
        new Map([[digest, messages]]),
        ANNOTATIONS,
      );
      // The name of the file is that of the enhancement mirroring-configuration-manifests: the first 16 digits.
      return described(
        resource,
        FOLDERS.signature,
        EXPLANATIONS.SignatureConfigMap,
        hexOf(digest).slice(0, 16),
      );
    });
}

/** Returns the object that disables the default catalogs, because disconnected clusters can't reach them. */
function operatorHub(): Resource {
  return {
    apiVersion: 'config.openshift.io/v1',
    kind: 'OperatorHub',
    metadata: { annotations: ANNOTATIONS, name: 'cluster' },
    spec: { disableAllDefaultSources: true },
  };
}

function described(
  resource: Resource,
  folder: string,
  explanation: Explanation,
  file?: string,
): ClusterObject {
  const { name, namespace } = resource.metadata as { name: string; namespace?: string };
  return {
    path: `${folder}/${file ?? name}.yaml`,
    kind: resource.kind,
    name,
    namespace,
    resource,
    secret: resource.kind === 'Secret',
    ...explanation,
  };
}
