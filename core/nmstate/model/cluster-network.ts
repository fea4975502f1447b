import { readYaml, valuesOf } from '../../base/document/yaml-text.ts';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { parseNetwork } from '../../base/network/addresses.ts';
import type { MasqueradeNetworks } from './masquerade.ts';
import { t } from './messages.ts';
import { asFields, asInt, asList, asText, type Fields } from './values.ts';

/** The known settings of the cluster of the hosts. Any of them may be missing. Checks that need it are skipped then. */
export interface ClusterNetwork {
  name?: string;
  /** Networks of the node addresses, in CIDR form. */
  machineNetworks: readonly string[];
  apiVips: readonly string[];
  ingressVips: readonly string[];
  serviceNetworks: readonly string[];
  clusterNetworks: readonly string[];
  /** MTU of the cluster network (pods). OVN-Kubernetes needs 100 bytes more on the nodes. */
  clusterMtu?: number;
  masters?: number;
  workers?: number;
  arbiters?: number;
  /** The cluster's own masquerade networks. Empty if it is known to use the default of its version. */
  masquerade?: MasqueradeNetworks;
}

/**
 * Reads the cluster's network from install-config.yaml, or from a short form with the same fields at its top level
 * (`machineNetwork`, `apiVIPs`, `ingressVIPs`, `clusterNetworkMTU`, `internalMasqueradeSubnet`, `masters`, `workers`). The
 * Network object of the cluster (`oc get network.operator cluster -o yaml`, or from the installer's manifests), alone or as
 * an additional document, contains its MTU, its networks and its own masquerade networks.
 * Throws `document-unreadable` if the text isn't YAML, and `config-invalid` if it contains none of these settings.
 */
export function readClusterNetwork(text: string, options: { file?: string } = {}): ClusterNetwork {
  const yaml = readYaml(text);
  const fault = yaml.faults[0];
  const at = { file: options.file };
  if (fault)
    throw new AirlockError('document-unreadable', t('clusterUnreadable', { reason: fault.message }), {
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
    throw new AirlockError('config-invalid', t('clusterEmpty'), {
      at: { ...at, line: 1, column: 1 },
      remedy: t('clusterEmptyRemedy'),
    });
  return cluster;
}

function isNetworkOperator({ kind, apiVersion }: Fields): boolean {
  return kind === 'Network' && String(apiVersion).startsWith('operator.openshift.io/');
}

/** Returns `gatewayConfig.ipv4.internalMasqueradeSubnet` and that of IPv6, otherwise those of the short form. */
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

/** Returns networks from strings or from mappings with `cidr`. */
function networks(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.flatMap((item) => {
    const text = asText((asFields(item) as Fields | undefined)?.cidr ?? item);
    return text !== undefined && parseNetwork(text) ? [text] : [];
  });
}
