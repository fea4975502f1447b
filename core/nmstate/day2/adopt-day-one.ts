import { mentionsBrEx } from '../br-ex/layout.ts';
import type { HostDocument } from '../hosts/host-facts.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import type { NmstateDocument } from '../model/document.ts';
import { locate, type NmstateProblem } from '../model/finding.ts';
import type { NetworkState } from '../model/model.ts';
import { asFields, asList, type Fields } from '../model/values.ts';
import { targets } from './group-policies.ts';
import { t } from './messages.ts';
import type { PolicyTarget } from './node-selector.ts';
import { type OvnAddresses, ovnAddresses, withMasquerade } from './ovn-addresses.ts';
import { mainPart } from './policy-for.ts';
import { policyName, policyText } from './policy-text.ts';

/** A policy with the content of a day-1 document. */
export interface AdoptedPolicy {
  name: string;
  file: string;
  target: PolicyTarget;
  hosts: readonly string[];
  policy: string;
}

export interface Adoption {
  policies: readonly AdoptedPolicy[];
  problems: readonly NmstateProblem[];
}

/** The document for all hosts of a role that have none of their own (`cluster.yml`). */
export interface RoleDocument {
  role: string | undefined;
  document: NmstateDocument;
}

/**
 * Returns policies with the content of day-1 documents: each contains the complete document of its hosts and the masquerade
 * addresses of OVN-Kubernetes. They change nothing on nodes that match their documents. From then on, Kubernetes-NMState
 * enforces them.
 * @param options.openShiftVersion version that the cluster was installed with
 * @param options.cluster its own masquerade networks take precedence over those of the version
 */
export function adoptDayOne(
  hosts: readonly HostDocument[],
  clusterFiles: readonly RoleDocument[] = [],
  options: { openShiftVersion?: string; cluster?: ClusterNetwork } = {},
): Adoption {
  const problems: NmstateProblem[] = [];
  const ovnOf = (state: NetworkState) =>
    ovnAddresses([state], options.openShiftVersion, options.cluster?.masquerade);
  const stateOf = (document: NmstateDocument): { state: Fields; brEx: boolean } | undefined => {
    const part = mainPart(document);
    if (!part) return undefined;
    const brEx = mentionsBrEx(part.state);
    if (brEx && options.openShiftVersion === undefined && ovnOf(part.state).read.length === 0)
      problems.push(
        locate(document, part, 'nmstate-policy', {
          rule: 'day2-masquerade',
          path: [],
          level: 'warning',
          message: t('masqueradeUnknown', ovnOf(part.state).ipv4),
          remedy: t('masqueradeUnknownAdoptRemedy'),
        }),
      );
    return { state: completeState(part.state, ovnOf(part.state)), brEx };
  };
  const requested = hosts.flatMap(({ host, document }) => {
    const found = stateOf(document);
    return found ? [{ host, parts: [found.state], brEx: found.brEx }] : [];
  });
  const written = targets(
    requested,
    hosts.map(({ host }) => host),
    options.cluster?.masquerade,
  ).map(({ target, members }) => {
    const { parts, brEx } = requested.find(({ host }) => host === members[0])!;
    return policyOf(
      target,
      parts[0]!,
      brEx,
      members.map(({ name }) => name),
    );
  });
  const ofRoles = clusterFiles.flatMap(({ role, document }) => {
    const found = stateOf(document);
    if (!found) return [];
    if (role !== undefined) {
      const own = hosts.filter(({ host }) => host.role === role);
      if (own.length === 0) return [policyOf({ role }, found.state, found.brEx, [])];
    }
    const part = mainPart(document)!;
    problems.push(
      locate(document, part, 'nmstate-policy', {
        rule: 'adopt-cluster-file',
        path: [],
        level: 'warning',
        message: role === undefined ? t('clusterFileRoleUnknown') : t('clusterFileShared', { role }),
        remedy: role === undefined ? t('clusterFileRoleUnknownRemedy') : t('clusterFileSharedRemedy'),
      }),
    );
    return [];
  });
  return { policies: [...written, ...ofRoles], problems };
}

function policyOf(
  target: PolicyTarget,
  state: Fields,
  brEx: boolean,
  hosts: readonly string[],
): AdoptedPolicy {
  const name = policyName(target, brEx);
  return {
    name,
    file: `${name}.yaml`,
    target,
    hosts,
    policy: policyText({ name, target, maxUnavailable: brEx ? 1 : undefined, state, comment: [] }),
  };
}

/** Returns the parts of a document that belong in a policy: no running state, no captures and no hostname. */
function completeState({ fields, interfaces }: NetworkState, ovn: OvnAddresses): Fields {
  const config = (key: string) => {
    const value = asFields(fields[key])?.config;
    return value === undefined ? {} : { [key]: { config: value } };
  };
  return {
    interfaces:
      interfaces.length > 0
        ? asList(fields.interfaces).map((item) => {
            const iface = asFields(item);
            return iface?.name === 'br-ex' && iface.type === 'ovs-interface'
              ? withMasquerade(iface, ovn)
              : item;
          })
        : undefined,
    ...config('dns-resolver'),
    ...config('routes'),
    ...config('route-rules'),
    ovn: fields.ovn,
    'ovs-db': fields['ovs-db'],
  };
}
