import { contains, parseIp } from '../../../base/network/addresses.ts';
import type { InstallConfig } from './model.ts';
import { parseNetwork } from './networks.ts';

const DEFAULT = '10.0.0.0/16';

/** Returns the machine networks, or the installer's default when the file has none. */
export function machineNetworks({ networking }: InstallConfig): string[] {
  const cidrs = (networking?.machineNetwork ?? []).flatMap(({ cidr }) => (cidr ? [cidr] : []));
  return cidrs.length ? cidrs : [DEFAULT];
}

/**
 * Returns the machine networks, and virtual IPs outside of them as networks of one address (openshift/installer:
 * pkg/asset/manifests/vsphere/infrastructure.go).
 */
export function withVips(config: InstallConfig, vips: readonly string[]): string[] {
  const networks = machineNetworks(config);
  const isInside = (vip: string) => {
    const ip = parseIp(vip);
    return networks.some((text) => {
      const network = parseNetwork(text);
      return ip && network && contains(network, ip);
    });
  };
  const single = vips.filter((vip) => !isInside(vip)).map((vip) => `${vip}/${vip.includes(':') ? 128 : 32}`);
  return [...new Set([...networks, ...single])];
}
