import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { ResourceFile } from './pushed-image.ts';
import { type Resource, resourceYaml } from './resource-yaml.ts';

/**
 * Returns `signature-configmap.json` and `signature-configmap.yaml` (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go): the signatures of the pushed releases in the format of the cluster's
 * update operator (openshift/library-go: pkg/verify/store/configmap), sorted by digest. The number at the end of a key is
 * counted over all digests.
 * @param signatures raw verified OpenPGP message by release digest
 * @returns no files without signatures
 */
export function signatureFiles(
  signatures: ReadonlyMap<Digest, Uint8Array>,
  annotations: Record<string, string>,
): ResourceFile[] {
  if (signatures.size === 0) return [];
  const lists = new Map([...signatures].map(([digest, message]) => [digest, [message]]));
  const configMap = signatureConfigMap('mirrored-release-signatures', lists, annotations);
  return [
    { name: 'signature-configmap.json', content: JSON.stringify(configMap) },
    { name: 'signature-configmap.yaml', content: resourceYaml(configMap) },
  ];
}

/**
 * Returns a ConfigMap with release signatures. The cluster reads every ConfigMap in this namespace with the label, and
 * every key that begins with a digest (openshift/library-go: pkg/verify/store/configmap).
 */
export function signatureConfigMap(
  name: string,
  signatures: ReadonlyMap<Digest, readonly Uint8Array[]>,
  annotations: Record<string, string>,
): Resource {
  const binaryData: Record<string, string> = {};
  let number = 0;
  for (const [digest, messages] of [...signatures].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const message of messages)
      binaryData[`sha256-${hexOf(digest)}-${++number}`] = Buffer.from(message).toString('base64');
  // The order of fields is that of oc-mirror's compact JSON file.
  return {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'openshift-config-managed',
      labels: { 'release.openshift.io/verification-signatures': '' },
      annotations,
    },
    binaryData,
  };
}
