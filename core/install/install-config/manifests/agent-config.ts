import { readYaml } from '../../../base/document/yaml-text.ts';
import { AirlockError } from '../../../base/errors/airlock-error.ts';
import { parseIp } from '../../../base/network/addresses.ts';
import { type ManifestFile, yamlText } from '../model/manifest-file.ts';
import type { BareMetalHost, InstallConfig } from '../model/model.ts';
import { secretPaths } from '../model/secrets.ts';
import { t } from './messages.ts';

/**
 * Returns agent-config.yaml for the agent-based installer (openshift/installer: pkg/types/agent/agent_config_type.go) with the
 * bare metal hosts of the install-config: name, role, interfaces with MAC addresses, root device, network document. The
 * default rendezvous IP is that of the first control plane host with a static address.
 * @throws AirlockError `usage` for an invalid rendezvous IP or that of a worker
 */
export function agentConfigFile(config: InstallConfig, rendezvousIP?: string): ManifestFile {
  const { baremetal, vsphere } = config.platform ?? {};
  const hosts = baremetal?.hosts ?? [];
  const name = config.metadata?.name ?? '';
  if (rendezvousIP !== undefined) checkRendezvous(rendezvousIP, hosts);
  const rendezvous = rendezvousIP ?? firstAddress(hosts) ?? vsphereAddress(vsphere?.hosts);
  const text = yamlText(
    {
      ...{ apiVersion: 'v1beta1', kind: 'AgentConfig', metadata: { name } },
      rendezvousIP: rendezvous || undefined,
      additionalNTPSources: baremetal?.additionalNTPServers?.length
        ? baremetal.additionalNTPServers
        : undefined,
      hosts: hosts.length > 0 ? hosts.map(hostOf) : undefined,
    },
    { sorted: false },
  );
  return {
    ...{ path: 'agent-config.yaml', text, kind: 'AgentConfig', name },
    purpose: t('agentConfigText'),
    // Network documents may contain passwords, such as for 802.1X.
    secret: secretPaths(readYaml(text)).length > 0,
  };
}

function checkRendezvous(address: string, hosts: readonly BareMetalHost[]): void {
  const ip = parseIp(address);
  if (!ip)
    throw new AirlockError('usage', t('rendezvousInvalid', { address }), {
      remedy: t('rendezvousInvalidRemedy'),
    });
  for (const { name, role, networkConfig } of hosts) {
    if (role !== 'worker') continue;
    const own = addressesOf(networkConfig).map((each) => parseIp(each));
    if (own.some((each) => each?.family === ip.family && each.value === ip.value))
      throw new AirlockError(
        'usage',
        // Quotes the installer.
        `Host ${name} has role 'worker' and has the rendezvousIP assigned to it. The rendezvousIP must be assigned to a control plane host.`,
        { remedy: t('rendezvousWorkerRemedy') },
      );
  }
}

function hostOf(host: BareMetalHost): Record<string, unknown> {
  const { name, role, bootMACAddress, rootDeviceHints, networkConfig } = host;
  return {
    hostname: name,
    role: role || undefined,
    interfaces: interfacesOf(networkConfig, bootMACAddress),
    rootDeviceHints,
    networkConfig,
  };
}

/**
 * Returns the interfaces of the network document with a MAC address, because their names must be the same in both files. The
 * boot interface is named `boot` if the document doesn't contain it.
 */
function interfacesOf(networkConfig: unknown, bootMac: string | undefined) {
  const listed = nmstateInterfaces(networkConfig);
  const named = listed.flatMap((each) =>
    typeof each['mac-address'] === 'string' ? [{ name: each.name, macAddress: each['mac-address'] }] : [],
  );
  if (!bootMac) return named;
  if (named.some(({ macAddress }) => macAddress.toLowerCase() === bootMac.toLowerCase())) return named;
  // A single wired interface without a MAC address must be the boot interface.
  const wired = listed.filter((each) => each.type === 'ethernet' && each['mac-address'] === undefined);
  return [{ name: wired.length === 1 ? wired[0]!.name : 'boot', macAddress: bootMac }, ...named];
}

interface NmstateInterface {
  name: string;
  type?: unknown;
  'mac-address'?: unknown;
  ipv4?: { address?: { ip?: unknown }[] };
  ipv6?: { address?: { ip?: unknown }[] };
}

function nmstateInterfaces(networkConfig: unknown): NmstateInterface[] {
  const { interfaces } = (networkConfig ?? {}) as { interfaces?: unknown };
  if (!Array.isArray(interfaces)) return [];
  return interfaces.filter(
    (each): each is NmstateInterface =>
      typeof each === 'object' && each !== null && typeof (each as NmstateInterface).name === 'string',
  );
}

function firstAddress(hosts: BareMetalHost[]): string | undefined {
  const masters = hosts.filter(({ role }) => role === 'master' || !role);
  return masters.flatMap(({ networkConfig }) => addressesOf(networkConfig).slice(0, 1))[0];
}

/** Returns the static addresses. */
function addressesOf(networkConfig: unknown): string[] {
  return nmstateInterfaces(networkConfig)
    .flatMap(({ ipv4, ipv6 }) => [ipv4, ipv6])
    .flatMap((family) => (Array.isArray(family?.address) ? family.address : []))
    .flatMap(({ ip }) => (typeof ip === 'string' ? [ip] : []));
}

function vsphereAddress(
  hosts: NonNullable<NonNullable<InstallConfig['platform']>['vsphere']>['hosts'] = [],
): string | undefined {
  const master = hosts.find(({ role }) => role === 'control-plane');
  return master?.networkDevice?.ipAddrs?.[0]?.split('/')[0];
}
