import { type Host, shortName } from '../model/host.ts';

/** The nodes that a policy applies to. */
export type PolicyTarget = { host: string } | { role: string };

const HOSTNAME = 'kubernetes.io/hostname';
const ROLE = 'node-role.kubernetes.io/';

/** Returns the node selector: the label with the hostname, or the label of the role. */
export function selectorOf(target: PolicyTarget): Record<string, string> {
  return 'host' in target ? { [HOSTNAME]: target.host } : { [`${ROLE}${target.role}`]: '' };
}

/** Checks whether a node has the label of a role. Nodes of custom pools are also workers. */
export function hasRole(host: Pick<Host, 'role'>, role: string): boolean {
  if (role === 'control-plane') return host.role === 'master';
  return host.role === role || (role === 'worker' && host.role !== 'master' && host.role !== 'arbiter');
}

/**
 * Checks by name and role whether a policy applies to a host. Returns undefined if it selects labels that only the cluster
 * knows. Without a selector, it applies to all nodes.
 */
export function selects(
  selector: Readonly<Record<string, string>> | undefined,
  host: Pick<Host, 'name' | 'role'>,
): boolean | undefined {
  let unknown = false;
  for (const [label, value] of Object.entries(selector ?? {})) {
    // Nodes have short or full names, but the file of a document only has the short one.
    if (label === HOSTNAME) {
      if (shortName(value) !== shortName(host.name)) return false;
    } else if (label.startsWith(ROLE)) {
      if (!hasRole(host, label.slice(ROLE.length))) return false;
    } else if (label !== 'kubernetes.io/os' || value !== 'linux') unknown = true;
  }
  return unknown ? undefined : true;
}
