import type { InstallConfig } from './model.ts';

const DEFAULT = '10.0.0.0/16';

/** Returns the machine networks, or the installer's default when the file has none. */
export function machineNetworks({ networking }: InstallConfig): string[] {
  const cidrs = (networking?.machineNetwork ?? []).flatMap(({ cidr }) => (cidr ? [cidr] : []));
  return cidrs.length ? cidrs : [DEFAULT];
}

/**
 * Returns the machine networks, and each virtual IP as a network of one address, also if a machine network contains it
 * (openshift/installer: pkg/asset/manifests/vsphere/infrastructure.go).
 */
export function withVips(config: InstallConfig, vips: readonly string[]): string[] {
  const single = vips.map((vip) => `${vip}/${vip.includes(':') ? 128 : 32}`);
  return [...new Set([...machineNetworks(config), ...single])];
}
