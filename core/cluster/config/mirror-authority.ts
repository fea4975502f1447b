import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../../content/resources/resource-yaml.ts';
import { certificateFolderOf, certificateFolders } from '../../registry/access/host-certificates.ts';
import { readAuthorities } from '../../registry/access/trusted-authorities.ts';

/** Name of the ConfigMap in `openshift-config`. */
export const AUTHORITY_CONFIG_MAP = 'airlock-registry-ca';

/**
 * The key that the operator of the update service reads, regardless of the name of the registry
 * (openshift/cincinnati-operator/docs/external-registry-ca.md).
 */
const UPDATE_SERVICE_KEY = 'updateservice-registry';

/**
 * Returns the CAs that this host trusts for one registry in `certs.d` (containers-certs.d(5)), as one PEM text. Returns
 * undefined if there are none. Then the certificate of the registry is from a CA that the host trusts for all registries.
 * @throws AirlockError `config-unreadable` for a file without certificates
 */
export function authoritiesOfHost(
  host: string,
  { home, systemRoot = '' }: { home: string; systemRoot?: string },
): string | undefined {
  const folder = certificateFolderOf(certificateFolders({ home, systemRoot }), host);
  if (folder === undefined) return undefined;
  const certificates = readdirSync(folder)
    .filter((name) => name.endsWith('.crt'))
    .sort()
    .flatMap((name) => readAuthorities(join(folder, name)));
  return certificates.length > 0 ? `${[...new Set(certificates)].join('\n')}\n` : undefined;
}

/** Returns the ConfigMap and the image configuration that make a cluster trust the CA of the registry. */
export function authorityObjects(
  host: string,
  pem: string,
  options: { updateService: boolean; annotations: Record<string, string> },
): { configMap: Resource; image: Resource } {
  const { updateService, annotations } = options;
  // Keys of a ConfigMap can't contain a colon.
  const data: Record<string, string> = { [host.replace(/:(\d+)$/, '..$1')]: pem };
  if (updateService) data[UPDATE_SERVICE_KEY] = pem;
  return {
    configMap: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { annotations, name: AUTHORITY_CONFIG_MAP, namespace: 'openshift-config' },
      data,
    },
    image: {
      apiVersion: 'config.openshift.io/v1',
      kind: 'Image',
      metadata: { annotations, name: 'cluster' },
      spec: { additionalTrustedCA: { name: AUTHORITY_CONFIG_MAP } },
    },
  };
}
