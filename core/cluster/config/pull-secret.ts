import type { Resource } from '../../content/resources/resource-yaml.ts';
import { parseAuthFile } from '../../registry/access/auth-file.ts';

/** A login of a pull secret: base64 of `user:password`. */
export interface PullSecretLogin {
  /** Host with port. */
  registry: string;
  auth: string;
}

/**
 * Adds logins to a pull secret. The rest of it stays unchanged.
 * @param text `.dockerconfigjson`, from `oc get secret` or console.redhat.com
 * @param origin its name in messages, which don't quote its content
 * @returns the registries whose logins were added or replaced. If both are empty, the text is unchanged
 * @throws AirlockError `config-invalid`
 */
export function mergePullSecret(
  text: string,
  logins: readonly PullSecretLogin[],
  origin: string,
): { text: string; added: string[]; replaced: string[] } {
  parseAuthFile(text, origin, false);
  const complete = (text.trim() === '' ? {} : JSON.parse(text)) as { auths?: Record<string, unknown> | null };
  const auths: Record<string, unknown> = { ...complete.auths };
  const added: string[] = [];
  const replaced: string[] = [];
  for (const { registry, auth } of logins) {
    const before = auths[registry] as Record<string, unknown> | undefined;
    if (before?.auth === auth) continue;
    (before ? replaced : added).push(registry);
    auths[registry] = { ...before, auth };
  }
  const same = added.length === 0 && replaced.length === 0;
  return { text: same ? text : JSON.stringify({ ...complete, auths }), added, replaced };
}

/** Returns the cluster-wide pull secret with this content. A file with it must be readable only by its owner. */
export function pullSecretObject(text: string, annotations: Record<string, string>): Resource {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { annotations, name: 'pull-secret', namespace: 'openshift-config' },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': Buffer.from(text).toString('base64') },
  };
}
