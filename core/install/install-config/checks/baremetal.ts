import type { Path } from '../../../base/document/yaml-text.ts';
import {
  contains,
  firstOf,
  type Ip,
  ipText,
  lastOf,
  networkText,
  overlap,
  parseIp,
} from '../../../base/network/addresses.ts';
import type { Checks } from '../model/checks.ts';
import { networksOf } from '../model/listed-networks.ts';
import { isHost, macFault, uriFault } from '../model/names.ts';
import { type Network, parseNetwork } from '../model/networks.ts';
import { checkBmcAddress, checkHosts } from './baremetal-hosts.ts';
import { t } from './messages.ts';

const PATH = ['platform', 'baremetal'];

/**
 * Checks the bare-metal platform (openshift/installer: pkg/types/baremetal/validation/platform.go). Provisioning is
 * checked for the installer, and for agent-based installations that name BMCs.
 */
export function checkBareMetal(checks: Checks): void {
  const { config, invalid, method } = checks;
  const platform = config.platform?.baremetal ?? {};
  const { provisioningNetwork, hosts } = platform;
  checks.word([...PATH, 'provisioningNetwork'], provisioningNetwork);
  for (const field of ['bootstrapProvisioningIP', 'clusterProvisioningIP'] as const) {
    const ip = platform[field];
    if (ip && !parseIp(ip)) invalid([...PATH, field], ip, `"${ip}" is not a valid IP`);
  }
  for (const field of [
    'bootstrapExternalStaticIP',
    'bootstrapExternalStaticGateway',
    'bootstrapExternalStaticDNS',
  ] as const) {
    const ip = platform[field];
    if (ip && !parseIp(ip)) invalid([...PATH, field], ip, `"${ip}" is not a valid IP`);
  }
  checkHosts(checks);
  if (method !== 'agent' || hosts?.some(({ bmc }) => bmc?.address)) checkProvisioning(checks);
  if (method !== 'agent') checkDrivers(checks);
}

/** Returns the provisioning network with its defaults; undefined when it is disabled or invalid. */
function provisioningOf({ config }: Checks): Network | undefined {
  const { provisioningNetwork, provisioningNetworkCIDR = '172.22.0.0/24' } = config.platform?.baremetal ?? {};
  return provisioningNetwork === 'Disabled' ? undefined : parseNetwork(provisioningNetworkCIDR);
}

function checkProvisioning(checks: Checks): void {
  const { config, invalid } = checks;
  const platform = config.platform?.baremetal ?? {};
  const { provisioningNetwork = 'Managed', provisioningNetworkCIDR: cidr } = platform;
  if (cidr !== undefined && !parseNetwork(cidr))
    invalid([...PATH, 'provisioningNetworkCIDR'], cidr, `invalid CIDR address: ${cidr}`);
  const network = provisioningOf(checks);
  if (provisioningNetwork === 'Disabled') checkWithout(checks);
  else {
    if (network) checkWith(checks, network);
    // Not without a provisioning network (ValidateProvisioningNetworking).
    for (const [i, server] of (platform.additionalNTPServers ?? []).entries())
      if (!isHost(server))
        invalid([...PATH, 'additionalNTPServers', i], server, 'NTP server is not a valid IP or domain name');
  }
  checkMacs(checks);
}

/** Checks what the installer needs to reach and to boot hosts. */
function checkDrivers(checks: Checks): void {
  const { invalid } = checks;
  const platform = checks.config.platform?.baremetal ?? {};
  const { libvirtURI } = platform;
  const fault = libvirtURI && uriFault(libvirtURI);
  if (fault) invalid([...PATH, 'libvirtURI'], libvirtURI, fault);
  for (const field of ['bootstrapOSImage', 'clusterOSImage'] as const) {
    const image = platform[field];
    const bad = image && imageFault(image);
    if (bad)
      invalid([...PATH, field], image, bad, {
        remedy: t('imageUrlRemedy'),
      });
  }
  for (const [i, host] of (platform.hosts ?? []).entries()) checkBmcAddress(checks, host, i);
}

/** Checks a file without provisioning network, where provisioning services are on the machine network. */
function checkWithout({ config, invalid }: Checks): void {
  const { machine } = networksOf({ config });
  for (const field of ['bootstrapProvisioningIP', 'clusterProvisioningIP'] as const) {
    const text = config.platform?.baremetal?.[field];
    const ip = text ? parseIp(text) : undefined;
    if (ip && !machine.some(({ network }) => contains(network, ip)))
      invalid(
        [...PATH, field],
        text,
        `provisioning network is disabled, IP expected to be in one of the machine networks: ${machine.map(({ network }) => network.text).join(',')}`,
      );
  }
}

function checkWith(checks: Checks, network: Network): void {
  const { config, invalid } = checks;
  const platform = config.platform?.baremetal ?? {};
  const path = [...PATH, 'provisioningNetworkCIDR'];
  const { provisioningNetwork = 'Managed' } = platform;
  if (provisioningNetwork === 'Managed' && network.family === 6 && network.prefix < 64)
    invalid(
      path,
      network.text,
      'provisioningNetworkCIDR mask must be greater than or equal to 64 for IPv6 networks',
    );
  const { machine } = networksOf(checks);
  const other = machine.find((entry) => overlap(entry.network, network));
  if (other)
    invalid(
      path,
      network.text,
      `cannot overlap with machine network: ${networkText(network)} overlaps with ${networkText(other.network)}`,
      { remedy: t('provisioningOverlapRemedy') },
    );
  const wrong = (field: string, ip: string) =>
    invalid([...PATH, field], ip, `"${ip}" is not in the provisioning network`, {
      remedy: t('provisioningAddressRemedy', { network: networkText(network) }),
    });
  const ips = new Map<string, Ip>();
  for (const field of ['bootstrapProvisioningIP', 'clusterProvisioningIP'] as const) {
    const text = platform[field];
    const ip = text ? parseIp(text) : undefined;
    if (!ip) continue;
    ips.set(field, ip);
    if (!contains(network, ip)) wrong(field, text!);
    if (field === 'bootstrapProvisioningIP' && machine.some((entry) => contains(entry.network, ip)))
      invalid([...PATH, field], text, 'the IP must not be in one of the machine networks');
  }
  if (network.value !== firstOf(network))
    invalid(
      path,
      network.text,
      `provisioningNetworkCIDR has host bits set, expected ${networkText(network)}`,
      {
        fix: checks.writing(
          t('setFieldFix', { field: 'provisioningNetworkCIDR', value: networkText(network) }),
          path,
          networkText(network),
        ),
      },
    );
  if (platform.provisioningDHCPRange) checkRange(checks, platform.provisioningDHCPRange, network, ips);
}

function checkRange({ invalid }: Checks, text: string, network: Network, ips: Map<string, Ip>): void {
  const path: Path = [...PATH, 'provisioningDHCPRange'];
  const ends = text.split(',');
  if (ends.length !== 2) {
    invalid(path, text, 'provisioning DHCP range should be in format: start_ip,end_ip');
    return;
  }
  const parsed = ends.map((end) => parseIp(end));
  for (const [i, end] of ends.entries()) {
    const ip = parsed[i];
    if (!ip) {
      invalid(path, text, `${end}: "${end}" is not a valid IP`);
      return;
    }
    if (!contains(network, ip)) {
      invalid(path, text, `"${end}" is not in the provisioning network`);
      return;
    }
  }
  const [start, end] = parsed as [Ip, Ip];
  for (const [field, ip] of ips)
    if (ip.family === start.family && start.value <= ip.value && ip.value <= end.value)
      invalid([...PATH, field], ipText(ip), `"${ipText(ip)}" overlaps with the allocated DHCP range`, {
        remedy: t('dhcpRangeRemedy', {
          range: text,
          first: ipText({ ...network, value: firstOf(network) }),
          last: ipText({ ...network, value: lastOf(network) }),
        }),
      });
}

function checkMacs({ config, invalid, duplicate }: Checks): void {
  const { externalMACAddress: external, provisioningMACAddress: provisioning } =
    config.platform?.baremetal ?? {};
  for (const [field, mac] of Object.entries({
    externalMACAddress: external,
    provisioningMACAddress: provisioning,
  })) {
    const fault = mac && macFault(mac);
    if (fault) invalid([...PATH, field], mac, fault);
  }
  if (external && provisioning && external.toLowerCase() === provisioning.toLowerCase())
    duplicate(
      [...PATH, 'provisioningMACAddress'],
      'provisioning and external MAC addresses may not be identical',
    );
}

function imageFault(image: string): string | undefined {
  if (!URL.canParse(image)) return `the URI provided: ${image} is invalid`;
  const { protocol, searchParams } = new URL(image);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `the URI provided: ${image} must begin with http/https`;
  const sum = searchParams.get('sha256') ?? '';
  if (!sum) return `the sha256 parameter in the ${image} URI is missing`;
  return sum.length === 64 ? undefined : `the sha256 parameter in the ${image} URI is invalid`;
}
