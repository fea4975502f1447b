import type { Path } from '../../../base/document/yaml-text.ts';
import { bitsOf, overlap } from '../../../base/network/addresses.ts';
import type { Checks } from '../model/checks.ts';
import {
  checkSubnet,
  DEFAULT_HOST_PREFIX,
  type Listed,
  networksOf,
  networkTypeOf,
} from '../model/listed-networks.ts';
import { type Network, parseNetwork } from '../model/networks.ts';
import { isBefore } from '../model/versions.ts';
import { t } from './messages.ts';

/** Returns the networks that OVN-Kubernetes uses internally. */
function ovnNetworks({ config, release }: Checks): { network: Network; name: string; text: string }[] {
  const old = isBefore(release, '4.18');
  const join = config.networking?.ovnKubernetesConfig?.ipv4?.internalJoinSubnet;
  return [
    ...(join ? [] : [['internal', '100.64.0.0/16']]),
    ['transit', '100.88.0.0/16'],
    ['masquerade', old ? '169.254.169.0/29' : '169.254.0.0/17'],
    ['internal', 'fd98::/64'],
    ['transit', 'fd97::/64'],
    ['masquerade', old ? 'fd69::/125' : 'fd69::/112'],
  ].map(([name = '', text = '']) => ({ name, text, network: parseNetwork(text)! }));
}

/** Checks that a network doesn't overlap with the internal networks of OVN-Kubernetes. */
export function checkOvn(checks: Checks, { network, path }: Listed, at: Path = path): void {
  if (networkTypeOf(checks) !== 'OVNKubernetes') return;
  for (const own of ovnNetworks(checks))
    if (overlap(network, own.network))
      checks.invalid(
        // The installer names the entry of the list here, not its field.
        path.slice(0, 3),
        network.text,
        `must not overlap with OVNKubernetes default ${own.name} subnet ${own.text}`,
        { at, remedy: t('ovnOverlapRemedy') },
      );
}

/** Checks the join network in `ovnKubernetesConfig`. */
export function checkJoinSubnet(checks: Checks): void {
  const { config, invalid } = checks;
  const ovn = config.networking?.ovnKubernetesConfig;
  if (!ovn) return;
  const type = networkTypeOf(checks);
  if (type !== 'OVNKubernetes') {
    invalid(
      ['networking', 'ovnKubernetesConfig'],
      ovn,
      'ovnKubernetesConfig may only be specified with the OVNKubernetes networkType',
    );
    return;
  }
  const text = ovn.ipv4?.internalJoinSubnet;
  if (text === undefined) return;
  const path = ['networking', 'ovnKubernetesConfig', 'ipv4', 'internalJoinSubnet'];
  const network = parseNetwork(text);
  if (network?.family !== 4) {
    invalid(path, text, `invalid CIDR address: ${text}`);
    return;
  }
  if (!checkSubnet(checks, { network, path, index: 0 })) return;
  const { machine, service, cluster } = networksOf(checks);
  const lists = { clusterNetwork: cluster, machineNetwork: machine, serviceNetwork: service };
  for (const [field, list] of Object.entries(lists))
    for (const other of list)
      if (overlap(network, other.network))
        invalid(path, text, `must not overlap with ${field} ${other.network.text}`, {
          remedy: t('joinSubnetOverlapRemedy'),
        });
  let nodes = 0;
  for (const { network: pods, index } of cluster) {
    if (pods.family !== 4) continue;
    const hostPrefix = config.networking?.clusterNetwork?.[index]?.hostPrefix ?? DEFAULT_HOST_PREFIX;
    nodes += 2 ** (hostPrefix - pods.prefix);
  }
  // Network address, broadcast address and the distributed router use three addresses.
  if (nodes >= 2 ** (bitsOf(4) - network.prefix) - 3)
    invalid(
      path,
      text,
      'ipv4InternalJoinSubnet is not large enough for the maximum number of nodes which can be supported by ClusterNetwork',
      { remedy: t('joinSubnetSizeRemedy') },
    );
}
