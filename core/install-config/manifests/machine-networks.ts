import type { InstallConfig } from '../model.ts';

const DEFAULT = '10.0.0.0/16';

/** Networks of the machines; the installer's default when the file has none. */
export function machineNetworks({ networking }: InstallConfig): string[] {
  const cidrs = (networking?.machineNetwork ?? []).flatMap(({ cidr }) => (cidr ? [cidr] : []));
  return cidrs.length ? cidrs : [DEFAULT];
}

/** The same with virtual addresses behind them, each as a network of one address (reference 3.5). */
export function withVips(config: InstallConfig, vips: readonly string[]): string[] {
  const single = vips.map((vip) => `${vip}/${vip.includes(':') ? 128 : 32}`);
  return [...new Set([...machineNetworks(config), ...single])];
}
