import { sameValue } from '../../base/document/node-value.ts';
import { isLinkLocal, knownIp } from '../../base/network/addresses.ts';
import { type Interface, modelOf, type NetworkState } from '../model/model.ts';
import { asFields, asList, asText, type Fields } from '../model/values.ts';
import { canonicalRoute } from './canonical.ts';
import { ownAddresses } from './differences.ts';

/**
 * Returns `copy-mac-from` of a desired interface if the node has that MAC address: nmstate uses the permanent one of a NIC
 * (ifaces/inter_ifaces.rs), and nmstate doesn't report the field.
 */
function copiedFrom(desired: Interface, { mac }: Interface, report: NetworkState): string | undefined {
  const source = report.interfaces.find(
    ({ name, type }) => name === desired.copyMacFrom && type !== 'ovs-bridge',
  );
  const copied = asText(source?.fields['permanent-mac-address']) ?? source?.mac;
  return copied !== undefined && copied.toLowerCase() === mac?.toLowerCase() ? source!.name : undefined;
}

/**
 * Returns the part of a node's report that a desired state mentions, in the form of a document. A report also contains
 * interfaces of pods, addresses from DHCP and virtual addresses, which no document contains and no policy may change.
 */
export function asReported(report: NetworkState, desired: NetworkState): NetworkState {
  const interfaces = desired.interfaces.flatMap((iface): Fields[] => {
    const reported = report.interfaces.find(
      ({ name, type }) => name === iface.name && (iface.type === undefined || type === iface.type),
    );
    if (!reported) return [];
    const { ipv4, ipv6, bridge, ...rest } = picked(reported.fields, iface.fields);
    return [
      {
        name: iface.name,
        type: reported.type,
        state: reported.state,
        'copy-mac-from': copiedFrom(iface, reported, report),
        ...rest,
        bridge: bridge === undefined ? undefined : withoutPatches(bridge),
        ipv4: ipv4 === undefined ? undefined : family(ipv4, iface.fields.ipv4),
        ipv6: ipv6 === undefined ? undefined : family(ipv6, iface.fields.ipv6),
      },
    ];
  });
  const known = report.routes.map(({ fields }) => canonicalRoute(fields));
  const defaults = (destination: string | undefined) => destination === '0.0.0.0/0' || destination === '::/0';
  const routes = [
    ...desired.routes.filter(({ fields }) => known.some((route) => sameValue(route, canonicalRoute(fields)))),
    // A desired default route replaces the one on the same interface.
    ...report.routes.filter(
      (route) =>
        defaults(route.destination) &&
        desired.routes.some(
          (other) =>
            other.destination === route.destination &&
            other.nextHopInterface === route.nextHopInterface &&
            other.nextHop !== route.nextHop,
        ) &&
        !desired.routes.some(({ fields }) => sameValue(canonicalRoute(fields), canonicalRoute(route.fields))),
    ),
  ].map(({ fields }) => fields);
  const dns = asFields(report.fields['dns-resolver']);
  const mappings = report.mappings.filter(({ localnet }) =>
    desired.mappings.some((other) => other.localnet === localnet),
  );
  return modelOf({
    interfaces,
    routes: { config: routes },
    'route-rules':
      desired.rules.length > 0
        ? {
            config: report.rules.map(({ fields }) => fields).filter((rule) => isRequestedRule(rule, desired)),
          }
        : undefined,
    'dns-resolver':
      desired.dns && dns ? { config: asFields(dns.config) ?? asFields(dns.running) ?? {} } : undefined,
    hostname:
      desired.hostname === undefined
        ? undefined
        : { config: report.hostname ?? asText(asFields(report.fields.hostname)?.running) },
    ovn: { 'bridge-mappings': mappings.map(({ localnet, bridge }) => ({ localnet, bridge })) },
    'ovs-db':
      desired.fields['ovs-db'] === undefined
        ? undefined
        : picked(asFields(report.fields['ovs-db']) ?? {}, asFields(desired.fields['ovs-db']) ?? {}),
  });
}

function isRequestedRule(rule: Fields, desired: NetworkState): boolean {
  return desired.rules.some(({ fields }) => sameValue(fields, rule));
}

/** Returns the entries of a mapping whose keys another one has, as deep as both are mappings. */
function picked(fields: Fields, mentioned: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(mentioned).flatMap((key) => {
      if (fields[key] === undefined) return [];
      const [inner, requested] = [asFields(fields[key]), asFields(mentioned[key])];
      return [[key, inner && requested ? picked(inner, requested) : fields[key]]];
    }),
  );
}

/** Returns the addresses that are also in the desired list. If there are none, returns those that aren't link-local. */
function family(reportedValue: unknown, mentioned: unknown): unknown {
  const fields = asFields(reportedValue);
  if (!fields || !Array.isArray(fields.address)) return reportedValue;
  const addresses = ownAddresses(asFields(mentioned)?.address);
  const all = asList(fields.address).filter((item) => {
    const ip = knownIp(asText(asFields(item)?.ip) ?? '');
    return !ip || !isLinkLocal(ip);
  });
  const both = all.filter((item) => ownAddresses([item]).some((text) => addresses.includes(text)));
  return { ...fields, address: both.length > 0 ? both : all };
}

/** Removes the patch ports of OVN-Kubernetes, which no document contains. */
function withoutPatches(bridge: unknown): unknown {
  const fields = asFields(bridge);
  if (!fields || !Array.isArray(fields.port)) return bridge;
  return {
    ...fields,
    port: fields.port.filter((port) => !/^patch-/.test(asText(asFields(port)?.name) ?? '')),
  };
}
