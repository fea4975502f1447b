import type { Resource } from '../../content/resources/resource-yaml.ts';
import { parseAuthFile } from '../../registry/access/auth-file.ts';

/** A login as pull secrets hold it: base64 of `user:password`. */
export interface PullSecretLogin {
  /** Host with port. */
  registry: string;
  auth: string;
}

/**
 * A pull secret with more logins; whatever else it holds stays as it is.
 * @param text `.dockerconfigjson`, as `oc get secret` or console.redhat.com gives it
 * @param origin what to call it in messages, which quote nothing of it
 * @returns registries that were added, and those whose login is another now; both empty: the text is the same
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

/** The cluster-wide pull secret with this content. Whoever writes it to a file lets its owner alone read it. */
export function pullSecretObject(text: string, annotations: Record<string, string>): Resource {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { annotations, name: 'pull-secret', namespace: 'openshift-config' },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': Buffer.from(text).toString('base64') },
  };
}
