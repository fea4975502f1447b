import { pathText, writtenPath } from '../../../base/document/field-path.ts';
import { type Path, valueAt } from '../../../base/document/yaml-text.ts';
import { ipText, overlap } from '../../../base/network/addresses.ts';
import { checkAwsMtu } from '../clouds/aws.ts';
import type { Checks } from '../model/checks.ts';
import {
  checkSubnet,
  DEFAULT_HOST_PREFIX,
  type Networks,
  networksOf,
  networkTypeOf,
} from '../model/listed-networks.ts';
import { type Network, parseNetwork } from '../model/networks.ts';
import { isBefore } from '../model/versions.ts';
import { t } from './messages.ts';
import { checkOvn } from './ovn.ts';

/** Platforms on which IPv6 may come first. */
const IPV6 = ['baremetal', 'vsphere', 'openstack', 'none', 'external'];
/** Platforms with IPv6 (openshift/installer: pkg/types/validation/installconfig.go, validateNetworkingIPVersion). */
const WITH_IPV6 = [...IPV6, 'nutanix', 'ovirt', ''];

/** Checks the networks, their address families and the network plugin. */
export function checkNetworking(checks: Checks): void {
  const networks = networksOf(checks);
  checkType(checks);
  checkUnreadable(checks);
  checkMachineNetworks(checks, networks);
  checkServiceNetworks(checks, networks);
  checkClusterNetworks(checks, networks);
  checkFamilies(checks, networks);
  const mtu = checks.config.networking?.clusterNetworkMTU;
  if (mtu && checks.platform === 'aws') checkAwsMtu(checks, mtu, networkTypeOf(checks));
  else if (mtu)
    checks.invalid(
      ['networking', 'clusterNetworkMTU'],
      mtu,
      'cluster network MTU is allowed only in AWS deployments',
      { remedy: t('removeFieldRemedy', { field: 'clusterNetworkMTU' }) },
    );
}

function checkType(checks: Checks): void {
  const type = networkTypeOf(checks);
  const path = ['networking', 'networkType'];
  const remedy = t('networkTypeRemedy');
  const fix = () =>
    checks.writing(t('setFieldFix', { field: 'networkType', value: 'OVNKubernetes' }), path, 'OVNKubernetes');
  if (type.toLowerCase() === 'kuryr' && !isBefore(checks.release, '4.15'))
    checks.invalid(path, type, 'networkType Kuryr is not supported on OpenShift later than 4.14', {
      remedy,
      fix: fix(),
    });
  if (type.toLowerCase() === 'openshiftsdn' && !isBefore(checks.release, '4.15'))
    checks.invalid(path, type, 'networkType OpenShiftSDN is not supported, please use OVNKubernetes', {
      remedy,
      fix: fix(),
    });
}

/**
 * Checks that networks can be read. The installer reads an entry without a network as an empty one, and its check of an
 * empty one compares nil with nil (openshift/installer: pkg/validate/validate.go, SubnetCIDR), so that it accepts it.
 */
function checkUnreadable({ config, document, invalid, unnoticed }: Checks): void {
  const { machineNetwork = [], clusterNetwork = [], serviceNetwork = [] } = config.networking ?? {};
  const check = (text: string | undefined, path: Path) => {
    const remedy = t('cidrRemedy');
    if (text === undefined) unnoticed(path, t('cidrMissing', { field: pathText(path) }), remedy);
    else if (!parseNetwork(text)) invalid(path, text, `invalid CIDR address: ${text}`, { remedy });
  };
  for (const [i, { cidr }] of machineNetwork.entries()) check(cidr, ['networking', 'machineNetwork', i]);
  for (const [i, cidr] of serviceNetwork.entries()) {
    const path = ['networking', 'serviceNetwork', i];
    check(valueAt(document, writtenPath(document, path)) === null ? undefined : cidr, path);
  }
  for (const [i, { cidr }] of clusterNetwork.entries())
    check(cidr, ['networking', 'clusterNetwork', i, 'cidr']);
}

function checkMachineNetworks(checks: Checks, { machine }: Networks): void {
  for (const [i, entry] of machine.entries()) {
    const at = [...entry.path, 'cidr'];
    checkSubnet(checks, entry, at);
    for (const other of machine.slice(0, i))
      if (overlap(entry.network, other.network))
        checks.invalid(
          entry.path,
          entry.network.text,
          `machine network must not overlap with machine network ${other.index}`,
          { at },
        );
    const docker = parseNetwork('172.17.0.0/16')!;
    if (overlap(entry.network, docker))
      checks.warn(
        entry.path,
        t('containerNetworkOverlap', { network: entry.network.text }),
        t('containerNetworkOverlapRemedy'),
        { at },
      );
    checkOvn(checks, entry, at);
  }
}

function checkServiceNetworks(checks: Checks, { service, machine }: Networks): void {
  for (const [i, entry] of service.entries()) {
    const { network, path } = entry;
    checkSubnet(checks, entry);
    const wide =
      network.family === 4 && network.prefix < 12
        ? 'subnet size for IPv4 service network must be /12 or greater (/16 is recommended)'
        : network.family === 6 && network.prefix < 108
          ? 'subnet size for IPv6 service network should be /112'
          : undefined;
    if (wide) checks.invalid(path, network.text, wide, { remedy: t('serviceNetworkRemedy') });
    if (machine.some((other) => overlap(network, other.network)))
      checks.invalid(path, network.text, 'service network must not overlap with any of the machine networks');
    for (const other of service.slice(0, i))
      if (overlap(network, other.network))
        checks.invalid(
          path,
          network.text,
          `service network must not overlap with service network ${other.index}`,
        );
    checkOvn(checks, entry);
  }
}

function checkClusterNetworks(checks: Checks, { cluster, machine, service }: Networks): void {
  const entries = checks.config.networking?.clusterNetwork ?? [];
  let firstPrefix: number | undefined;
  for (const [i, entry] of cluster.entries()) {
    const { network, path, index } = entry;
    checkSubnet(checks, entry);
    if (machine.some((other) => overlap(network, other.network)))
      checks.invalid(path, network.text, 'cluster network must not overlap with any of the machine networks');
    for (const other of service)
      if (overlap(network, other.network))
        checks.invalid(
          path,
          network.text,
          `cluster network must not overlap with service network ${other.index}`,
        );
    for (const other of cluster.slice(0, i))
      if (overlap(network, other.network))
        checks.invalid(
          path,
          network.text,
          `cluster network must not overlap with cluster network ${other.index}`,
        );
    checkOvn(checks, entry);
    const hostPrefix = entries[index] ? (entries[index].hostPrefix ?? 0) : DEFAULT_HOST_PREFIX;
    const at = ['networking', 'clusterNetwork', index, 'hostPrefix'];
    checkHostPrefix(checks, network, hostPrefix, at);
    if (network.family !== 4) continue;
    firstPrefix ??= hostPrefix;
    if (firstPrefix !== hostPrefix)
      checks.invalid(
        at,
        hostPrefix,
        'cluster network host subnetwork prefix must be the same value for IPv4 networks',
        {
          remedy: t('samePrefixRemedy', { prefix: firstPrefix }),
          fix: checks.writing(t('setFieldFix', { field: 'hostPrefix', value: firstPrefix }), at, firstPrefix),
        },
      );
  }
}

function checkHostPrefix(checks: Checks, network: Network, hostPrefix: number, path: Path): void {
  if (hostPrefix < 0) checks.invalid(path, hostPrefix, 'hostPrefix must be positive');
  // Other network plugins may work without it. A file without the field has 0.
  if (hostPrefix === 0 && networkTypeOf(checks) !== 'OVNKubernetes') return;
  const good = network.family === 6 ? 64 : Math.max(network.prefix, DEFAULT_HOST_PREFIX);
  const hint = {
    remedy: t('hostPrefixRemedy', { prefix: good }),
    fix: checks.writing(t('setFieldFix', { field: 'hostPrefix', value: good }), path, good),
  };
  if (hostPrefix < network.prefix)
    checks.invalid(
      path,
      hostPrefix,
      `cluster network host subnetwork prefix must not be larger size than CIDR ${network.text}`,
      hint,
    );
  else if (network.family === 6 && hostPrefix !== 64)
    checks.invalid(
      path,
      hostPrefix,
      'cluster network host subnetwork prefix must be 64 for IPv6 networks',
      hint,
    );
}

function checkFamilies({ config, platform, invalid }: Checks, networks: Networks): void {
  const services = (config.networking?.serviceNetwork ?? []).toSorted().join(', ');
  const path = ['networking', 'serviceNetwork'];
  if (networks.kind === 'IPv4' && networks.service.length > 1)
    invalid(path, services, 'only one service network can be specified', {
      remedy: t('oneServiceNetworkRemedy'),
    });
  // The installer reads a service network without a value as IPv6.
  const unset = config.networking?.serviceNetwork?.every((text) => text === '') ? 'IPv6' : undefined;
  if ((networks.kind ?? unset) === 'IPv6' && !WITH_IPV6.includes(platform))
    invalid(
      ['networking'],
      'IPv6',
      (config.platform?.azure as { cloudName?: unknown } | undefined)?.cloudName === 'AzureStackCloud'
        ? 'Azure Stack does not support IPv6'
        : 'single-stack IPv6 is not supported for this platform',
    );
  if (networks.kind !== 'dual') return;
  // Feature sets of newer releases support dual stack on some clouds.
  if (!WITH_IPV6.includes(platform) && !config.featureSet)
    invalid(
      ['networking'],
      'DualStack',
      'dual-stack IPv4/IPv6 is not supported for this platform, specify only one type of address',
    );
  if (networks.service.length !== 2)
    invalid(
      path,
      services,
      'when installing dual-stack IPv4/IPv6 you must provide two service networks, one for each IP address type',
    );
  const lists = {
    clusterNetwork: networks.cluster,
    machineNetwork: networks.machine,
    serviceNetwork: networks.service,
  };
  for (const [field, list] of Object.entries(lists)) {
    const families = new Set(list.map(({ network }) => network.family));
    const missing = !families.has(6) ? 'IPv6' : !families.has(4) ? 'IPv4' : undefined;
    if (missing && list.length)
      invalid(
        ['networking', field],
        list.map(({ network }) => ipText(network)).join(', '),
        `dual-stack IPv4/IPv6 requires an ${missing} network in this list`,
        { remedy: t('familyMissingRemedy', { family: missing, field: `networking.${field}` }) },
      );
  }
  const first = networks.service[0]?.network.family;
  if (first === 6 && !IPV6.includes(platform))
    invalid(path, services, 'IPv4 addresses must be listed before IPv6 addresses', {
      remedy: t('familyOrderRemedy'),
    });
}
