import { readYaml, valueAt } from '../../document/yaml-text.ts';
import { AirlockError } from '../../errors/airlock-error.ts';
import { parseNetwork } from '../addresses.ts';
import { asFields, asInt, asList, asText, type Fields } from '../values.ts';

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
}

/**
 * Reads the cluster's network from an install-config.yaml, or from a short form with the same words at its top level
 * (`machineNetwork`, `apiVIPs`, `ingressVIPs`, `clusterNetworkMTU`, `masters`, `workers`).
 * Fails with `document-unreadable` when it is no YAML, `config-invalid` when it holds none of these.
 */
export function readClusterNetwork(text: string, options: { file?: string } = {}): ClusterNetwork {
  const yaml = readYaml(text);
  const fault = yaml.faults[0];
  const at = { ...(options.file !== undefined && { file: options.file }) };
  if (fault)
    throw new AirlockError('document-unreadable', `the cluster's file is no YAML: ${fault.message}`, {
      at: { ...at, line: fault.line, column: fault.column },
    });
  const root: Fields = asFields(valueAt(yaml, [], 0)) ?? {};
  const networking: Fields = asFields(root.networking) ?? {};
  const platform: Fields =
    Object.values(asFields(root.platform) ?? {})
      .map(asFields)
      .find((value) => value !== undefined) ?? {};
  const first = (key: string): unknown => root[key] ?? networking[key] ?? platform[key];
  const name = asText(asFields(root.metadata)?.name) ?? asText(root.name);
  const mtu = asInt(first('clusterNetworkMTU'));
  const masters = asInt(root.masters) ?? asInt(asFields(root.controlPlane)?.replicas);
  const workers = asInt(root.workers) ?? asInt(asFields(asList(root.compute)[0])?.replicas);
  const arbiters = asInt(asFields(root.arbiter)?.replicas);
  const cluster: ClusterNetwork = {
    ...(name !== undefined && { name }),
    machineNetworks: networks(first('machineNetwork') ?? networking.machineCIDR),
    apiVips: words(first('apiVIPs') ?? first('apiVIP')),
    ingressVips: words(first('ingressVIPs') ?? first('ingressVIP')),
    serviceNetworks: networks(first('serviceNetwork')),
    clusterNetworks: networks(first('clusterNetwork')),
    ...(mtu !== undefined && { clusterMtu: mtu }),
    ...(masters !== undefined && { masters }),
    ...(workers !== undefined && { workers }),
    ...(arbiters !== undefined && { arbiters }),
  };
  if (
    cluster.machineNetworks.length === 0 &&
    cluster.apiVips.length === 0 &&
    masters === undefined &&
    mtu === undefined
  )
    throw new AirlockError(
      'config-invalid',
      "the cluster's file names no machine network, VIPs, MTU or replicas",
      {
        at: { ...at, line: 1, column: 1 },
        remedy: 'Name an install-config.yaml, or a file with machineNetwork, apiVIPs and ingressVIPs.',
      },
    );
  return cluster;
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
