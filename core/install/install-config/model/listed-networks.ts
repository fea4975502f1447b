import type { Path } from '../../../base/document/yaml-text.ts';
import { type Family, firstOf, ipText, networkText } from '../../../base/network/addresses.ts';
import type { Checks } from './checks.ts';
import { type Network, parseNetwork } from './networks.ts';

/** One network of a list, with the path where its text stands and the one the installer names. */
export interface Listed {
  readonly network: Network;
  readonly path: Path;
  readonly index: number;
}

/** The networks that could be read, after defaults. */
export interface Networks {
  readonly machine: Listed[];
  readonly service: Listed[];
  readonly cluster: Listed[];
  readonly kind: 'IPv4' | 'IPv6' | 'dual' | undefined;
}

const DEFAULTS = { machine: '10.0.0.0/16', service: '172.30.0.0/16', cluster: '10.128.0.0/14' };
export const DEFAULT_HOST_PREFIX = 23;

/** The networks of a file, defaults where it has none; what cannot be read is left out. */
export function networksOf({ config }: Pick<Checks, 'config'>): Networks {
  const { machineNetwork, serviceNetwork, clusterNetwork } = config.networking ?? {};
  const listed = (texts: (string | undefined)[], field: string, inner: string[] = []): Listed[] =>
    texts.flatMap((text = '', index) => {
      const network = parseNetwork(text);
      return network ? [{ network, index, path: ['networking', field, index, ...inner] }] : [];
    });
  const or = <T>(list: T[] | undefined, fallback: T): T[] => (list?.length ? list : [fallback]);
  const machine = or(machineNetwork, { cidr: DEFAULTS.machine }).map(({ cidr }) => cidr);
  const cluster = or(clusterNetwork, { cidr: DEFAULTS.cluster }).map(({ cidr }) => cidr);
  const service = listed(or(serviceNetwork, DEFAULTS.service), 'serviceNetwork');
  const has = (family: Family) => service.some(({ network }) => network.family === family);
  return {
    machine: listed(machine, 'machineNetwork'),
    cluster: listed(cluster, 'clusterNetwork', ['cidr']),
    service,
    kind: has(4) && has(6) ? 'dual' : has(6) ? 'IPv6' : has(4) ? 'IPv4' : undefined,
  };
}

/** The CNI that the cluster gets. */
export function networkTypeOf({ config }: Pick<Checks, 'config'>): string {
  return config.networking?.networkType || 'OVNKubernetes';
}

/** Unspecified addresses and bits of the host. @returns false when something is wrong */
export function checkSubnet(checks: Checks, { network, path }: Listed, valuePath = path): boolean {
  const written = `${ipText(network)}/${network.prefix}`;
  if (network.value === 0n) checks.invalid(path, written, 'address must be specified');
  else if (network.value !== firstOf(network)) {
    const right = networkText(network);
    checks.invalid(path, written, `invalid network address. got ${written}, expecting ${right}`, {
      at: valuePath,
      remedy: `Write ${right}.`,
      fix: checks.writing(`Write ${right}`, valuePath, right),
    });
  } else return true;
  return false;
}
