import { type Digest, hexOf } from '../../base/image/digest.ts';
import type { ResourceFile } from './pushed-image.ts';
import { type Resource, resourceYaml } from './resource-yaml.ts';

/**
 * `signature-configmap.json` and `signature-configmap.yaml` (oc-mirror v2:
 * internal/pkg/clusterresources/clusterresources.go): the signatures of the pushed releases in the form the cluster's
 * update operator reads (openshift/library-go: pkg/verify/store/configmap). Sorted by digest; the number at the end of
 * a key counts over all.
 * @param signatures release digest -> raw OpenPGP message, byte for byte as it was verified
 * @returns no file when there is no signature
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
 * A ConfigMap of release signatures. The cluster takes any name in this namespace that has the label, and every key
 * that begins with a digest (openshift/library-go: pkg/verify/store/configmap).
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
