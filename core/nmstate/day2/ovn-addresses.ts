import { knownIp } from '../../base/network/addresses.ts';
import { BR_EX } from '../br-ex/layout.ts';
import { isMasquerade, type MasqueradeNetworks, masqueradeAddress } from '../model/masquerade.ts';
import { type FamilyKey, isOn, modelOf, type NetworkState } from '../model/model.ts';
import { asFields, asInt, asList, asText, type Fields } from '../model/values.ts';

/** The addresses of br-ex in the masquerade network of OVN-Kubernetes, one per family. */
export interface OvnAddresses {
  ipv4: { ip: string; prefixLength: number };
  ipv6: { ip: string; prefixLength: number };
  /** Families whose address comes from a state or from the cluster's own network. The version determines the others. */
  read: readonly FamilyKey[];
  /** The cluster's own masquerade networks, if known. */
  networks: MasqueradeNetworks;
}

const FAMILIES = ['ipv4', 'ipv6'] as const;

/**
 * Returns the masquerade addresses of br-ex: those of the cluster's own `networks`, otherwise those in the states (the report
 * of a node, an earlier policy), otherwise those of the version that the cluster was installed with.
 */
export function ovnAddresses(
  states: readonly NetworkState[],
  installed?: string,
  networks: MasqueradeNetworks = {},
): OvnAddresses {
  const read = FAMILIES.flatMap((family) => {
    if (networks[family] !== undefined)
      return [{ family, address: masqueradeAddress(family, installed, networks) }];
    for (const state of states)
      for (const iface of state.interfaces.filter(({ name }) => name === BR_EX))
        for (const { ip: text, prefixLength } of iface[family]?.addresses ?? []) {
          const ip = knownIp(text);
          if (ip && isMasquerade(ip) && prefixLength !== undefined)
            return [{ family, address: { ip: text, prefixLength } }];
        }
    return [];
  });
  const of = (family: FamilyKey) =>
    read.find((one) => one.family === family)?.address ?? masqueradeAddress(family, installed);
  return { ipv4: of('ipv4'), ipv6: of('ipv6'), read: read.map(({ family }) => family), networks };
}

/** Returns the ovs-interface br-ex with the masquerade address after its own addresses, for each enabled family. */
export function withMasquerade(fields: Fields, ovn: OvnAddresses): Fields {
  const [iface] = modelOf({ interfaces: [fields] }).interfaces;
  const families = FAMILIES.flatMap((family) => {
    const ip = iface?.[family];
    if (!isOn(ip)) return [];
    const { ip: address, prefixLength } = ovn[family];
    const own = withoutMasquerade(asList(ip.fields.address), ovn.networks);
    return [[family, { ...ip.fields, address: [...own, { ip: address, 'prefix-length': prefixLength }] }]];
  });
  return { ...fields, ...(Object.fromEntries(families) as Fields) };
}

/** Returns a list of addresses without masquerade addresses. */
function withoutMasquerade(list: readonly unknown[], networks: MasqueradeNetworks): unknown[] {
  return list.filter((item) => {
    const ip = knownIp(asText(asFields(item)?.ip) ?? '');
    return !ip || !isMasquerade(ip, networks) || asInt(asFields(item)?.['prefix-length']) === undefined;
  });
}

/** Returns a state without the masquerade addresses of br-ex. */
export function withoutOvnAddresses(state: Fields, networks: MasqueradeNetworks = {}): Fields {
  if (!Array.isArray(state.interfaces)) return state;
  return {
    ...state,
    interfaces: state.interfaces.map((item) => {
      const iface = asFields(item);
      if (iface?.name !== BR_EX) return item;
      const families = FAMILIES.flatMap((family) => {
        const ip = asFields(iface[family]);
        if (!Array.isArray(ip?.address)) return [];
        const { address, ...rest } = ip;
        const own = withoutMasquerade(asList(address), networks);
        return [[family, own.length > 0 ? { ...ip, address: own } : rest]];
      });
      return { ...iface, ...(Object.fromEntries(families) as Fields) };
    }),
  };
}
