import { type Host, shortName } from '../model/host.ts';

/** Which nodes a policy is for. */
export type PolicyTarget = { host: string } | { role: string };

const HOSTNAME = 'kubernetes.io/hostname';
const ROLE = 'node-role.kubernetes.io/';

/** The node selector: the host name that the node has as its label, or the label of the role. */
export function selectorOf(target: PolicyTarget): Record<string, string> {
  return 'host' in target ? { [HOSTNAME]: target.host } : { [`${ROLE}${target.role}`]: '' };
}

/** Whether a node has the label of a role: nodes of a pool of one's own are workers as well. */
export function hasRole(host: Pick<Host, 'role'>, role: string): boolean {
  if (role === 'control-plane') return host.role === 'master';
  return host.role === role || (role === 'worker' && host.role !== 'master' && host.role !== 'arbiter');
}

/**
 * Whether a policy is for a host, as far as names and roles tell; undefined when it asks for labels that only the cluster
 * knows. Without selector it is for every node.
 */
export function selects(
  selector: Readonly<Record<string, string>> | undefined,
  host: Pick<Host, 'name' | 'role'>,
): boolean | undefined {
  let unknown = false;
  for (const [label, value] of Object.entries(selector ?? {})) {
    // Nodes are called by their short or by their full name: the document's file says the short one only.
    if (label === HOSTNAME) {
      if (shortName(value) !== shortName(host.name)) return false;
    } else if (label.startsWith(ROLE)) {
      if (!hasRole(host, label.slice(ROLE.length))) return false;
    } else if (label !== 'kubernetes.io/os' || value !== 'linux') unknown = true;
  }
  return unknown ? undefined : true;
}
