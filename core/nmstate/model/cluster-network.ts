import { readYaml, valuesOf } from '../../base/document/yaml-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseNetwork } from '../../base/network/addresses.ts';
import type { MasqueradeNetworks } from './masquerade.ts';
import { asFields, asInt, asList, asText, type Fields } from './values.ts';

/** What is known of the cluster that the hosts are for. Every part may be missing; checks that need it are left out then. */
export interface ClusterNetwork {
  name?: string;
  /** CIDR networks that node addresses are in. */
  machineNetworks: readonly string[];
  apiVips: readonly string[];
  ingressVips: readonly string[];
  serviceNetworks: readonly string[];
  clusterNetworks: readonly string[];
  /** MTU of the cluster network (pods); OVN needs 100 bytes more on the nodes. */
  clusterMtu?: number;
  masters?: number;
  workers?: number;
  arbiters?: number;
  /** OVN's networks for masquerading that the cluster has instead of those of its version; empty: it is known to have none. */
  masquerade?: MasqueradeNetworks;
}

/**
 * Reads the cluster's network from an install-config.yaml, or from a short form with the same words at its top level
 * (`machineNetwork`, `apiVIPs`, `ingressVIPs`, `clusterNetworkMTU`, `internalMasqueradeSubnet`, `masters`, `workers`). The Network object of the cluster
 * (`oc get network.operator cluster -o yaml`, or that of the installer's manifests), alone or as a further document, tells
 * its MTU, its networks and OVN's own masquerade networks.
 * Fails with `document-unreadable` when it is no YAML, `config-invalid` when it holds none of these.
 */
export function readClusterNetwork(text: string, options: { file?: string } = {}): ClusterNetwork {
  const yaml = readYaml(text);
  const fault = yaml.faults[0];
  const at = { file: options.file };
  if (fault)
    throw new AirlockError('document-unreadable', `the cluster's file is no YAML: ${fault.message}`, {
      at: { ...at, line: fault.line, column: fault.column },
    });
  const all = valuesOf(yaml)
    .flatMap((value): readonly unknown[] => {
      const items = asFields(value)?.items;
      return Array.isArray(items) ? items : [value];
    })
    .map(asFields)
    .filter((fields) => fields !== undefined);
  const operator = all.find(isNetworkOperator);
  const root: Fields = all.find((fields) => !isNetworkOperator(fields)) ?? {};
  const spec = asFields(operator?.spec);
  const ovn = asFields(asFields(spec?.defaultNetwork)?.ovnKubernetesConfig);
  const masquerade = masqueradeOf(ovn, root.internalMasqueradeSubnet) ?? (operator && {});
  const networking: Fields = asFields(root.networking) ?? {};
  const platform: Fields =
    Object.values(asFields(root.platform) ?? {})
      .map(asFields)
      .find((value) => value !== undefined) ?? {};
  const first = (key: string): unknown => root[key] ?? networking[key] ?? platform[key];
  const name = asText(asFields(root.metadata)?.name) ?? asText(root.name);
  const mtu = asInt(first('clusterNetworkMTU')) ?? asInt(ovn?.mtu);
  const masters = asInt(root.masters) ?? asInt(asFields(root.controlPlane)?.replicas);
  const workers = asInt(root.workers) ?? asInt(asFields(asList(root.compute)[0])?.replicas);
  const arbiters = asInt(asFields(root.arbiter)?.replicas);
  const cluster: ClusterNetwork = {
    name,
    machineNetworks: networks(first('machineNetwork') ?? networking.machineCIDR),
    apiVips: words(first('apiVIPs') ?? first('apiVIP')),
    ingressVips: words(first('ingressVIPs') ?? first('ingressVIP')),
    serviceNetworks: networks(first('serviceNetwork') ?? spec?.serviceNetwork),
    clusterNetworks: networks(first('clusterNetwork') ?? spec?.clusterNetwork),
    clusterMtu: mtu,
    masters,
    workers,
    arbiters,
    masquerade,
  };
  if (
    cluster.machineNetworks.length === 0 &&
    cluster.apiVips.length === 0 &&
    masters === undefined &&
    mtu === undefined &&
    masquerade === undefined
  )
    throw new AirlockError(
      'config-invalid',
      "the cluster's file names no machine network, VIPs, MTU or replicas",
      {
        at: { ...at, line: 1, column: 1 },
        remedy:
          'Name an install-config.yaml, a file with machineNetwork, apiVIPs and ingressVIPs, or the Network object (`oc get network.operator cluster -o yaml`).',
      },
    );
  return cluster;
}

function isNetworkOperator({ kind, apiVersion }: Fields): boolean {
  return kind === 'Network' && String(apiVersion).startsWith('operator.openshift.io/');
}

/** `gatewayConfig.ipv4.internalMasqueradeSubnet` and that of IPv6, else as the short form has them. */
function masqueradeOf(ovn: Fields | undefined, short: unknown): MasqueradeNetworks | undefined {
  const gateway = asFields(ovn?.gatewayConfig);
  const found = (['ipv4', 'ipv6'] as const).flatMap((family) => {
    const own = networks(asFields(gateway?.[family])?.internalMasqueradeSubnet);
    const [network] = [...own, ...networks(short)].filter(
      (text) => parseNetwork(text)?.family === (family === 'ipv4' ? 4 : 6),
    );
    return network === undefined ? [] : [[family, network]];
  });
  return found.length === 0 ? undefined : (Object.fromEntries(found) as MasqueradeNetworks);
}

function words(value: unknown): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).flatMap(
    (item) => asText(item) ?? [],
  );
}

/** Networks as texts, or as mappings with `cidr`. */
function networks(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.flatMap((item) => {
    const text = asText((asFields(item) as Fields | undefined)?.cidr ?? item);
    return text !== undefined && parseNetwork(text) ? [text] : [];
  });
}
