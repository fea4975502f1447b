import type { Path } from '../../../base/document/yaml-text.ts';
import { type Family, firstOf, ipText, networkText } from '../../../base/network/addresses.ts';
import type { Checks } from './checks.ts';
import { t } from './messages.ts';
import { type Network, parseNetwork } from './networks.ts';

/** One network of a list, with the path of its text. */
export interface Listed {
  readonly network: Network;
  readonly path: Path;
  readonly index: number;
}

/** The valid networks, with defaults. */
export interface Networks {
  readonly machine: Listed[];
  readonly service: Listed[];
  readonly cluster: Listed[];
  readonly kind: 'IPv4' | 'IPv6' | 'dual' | undefined;
}

const DEFAULTS = { machine: '10.0.0.0/16', service: '172.30.0.0/16', cluster: '10.128.0.0/14' };
export const DEFAULT_HOST_PREFIX = 23;

/** Returns the networks of a file, with defaults for missing ones and without invalid ones. */
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

/** Returns the network plugin of the cluster. */
export function networkTypeOf({ config }: Pick<Checks, 'config'>): string {
  return config.networking?.networkType || 'OVNKubernetes';
}

/** Checks for unspecified addresses and host bits. Returns false for an invalid network. */
export function checkSubnet(checks: Checks, { network, path }: Listed, valuePath = path): boolean {
  const written = `${ipText(network)}/${network.prefix}`;
  if (network.value === 0n) checks.invalid(path, written, 'address must be specified');
  else if (network.value !== firstOf(network)) {
    const right = networkText(network);
    checks.invalid(path, written, `invalid network address. got ${written}, expecting ${right}`, {
      at: valuePath,
      remedy: t('subnetRemedy', { network: right }),
      fix: checks.writing(t('changeFix', { value: right }), valuePath, right),
    });
  } else return true;
  return false;
}
