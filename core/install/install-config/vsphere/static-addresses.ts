import { ipText, parseIp } from '../../../base/network/addresses.ts';
import type { KubernetesObject } from '../model/manifest-file.ts';
import type { VSphereHost } from '../model/model.ts';
import { parseNetwork } from '../model/networks.ts';

export const ADDRESS_KARGS = 'guestinfo.afterburn.initrd.network-kargs';

/**
 * Returns kernel arguments that set the addresses of a machine before Ignition runs: `ip=ADDRESS::GATEWAY:MASK:::none` for each
 * address and `nameserver=` for each server. IPv6 addresses are in brackets, with a prefix length as mask.
 */
export function networkKargs({ networkDevice }: VSphereHost): string {
  const { ipAddrs = [], gateway = '', nameservers = [] } = networkDevice ?? {};
  const router = parseIp(gateway);
  const addresses = ipAddrs.flatMap((text) => {
    const network = parseNetwork(text);
    if (!network) return [];
    const six = network.family === 6;
    const mask = six ? String(network.prefix) : netmask(network.prefix);
    // The gateway only belongs to addresses of its family.
    const via = router && router.family === network.family ? bracketed(gateway, six) : '';
    return [`ip=${bracketed(ipText(network), six)}::${via}:${mask}:::none`];
  });
  const servers = nameservers.map((server) => `nameserver=${bracketed(server, server.includes(':'))}`);
  return [...addresses, ...servers].join(' ');
}

/** Returns the claim and the address object for each address of a machine. The Machine API looks for `<machine>-claim-0-N`. */
export function addressObjects(
  machine: string,
  { networkDevice }: VSphereHost,
): { claim: KubernetesObject; address: KubernetesObject }[] {
  const apiVersion = 'ipam.cluster.x-k8s.io/v1beta1';
  const namespace = 'openshift-machine-api';
  return (networkDevice?.ipAddrs ?? []).flatMap((text, i) => {
    const network = parseNetwork(text);
    if (!network) return [];
    const name = `${machine}-claim-0-${i}`;
    const poolRef = { apiGroup: 'installer.openshift.io', kind: 'IPPool', name: `default-${i}` };
    const finalizers = ['machine.openshift.io/ip-claim-protection'];
    return [
      {
        claim: {
          ...{ apiVersion, kind: 'IPAddressClaim' },
          metadata: { name, namespace, finalizers },
          spec: { poolRef },
          status: { addressRef: { name } },
        },
        address: {
          ...{ apiVersion, kind: 'IPAddress' },
          metadata: { name, namespace },
          spec: {
            ...{ address: ipText(network), prefix: network.prefix, gateway: networkDevice?.gateway ?? '' },
            ...{ claimRef: { name }, poolRef },
          },
        },
      },
    ];
  });
}

/** Returns the mask of a prefix length: `255.255.255.0` for 24. */
function netmask(prefix: number): string {
  return [0, 8, 16, 24].map((shift) => byteOf(prefix - shift)).join('.');
}

function byteOf(bits: number): number {
  const ones = Math.min(Math.max(bits, 0), 8);
  return 256 - 2 ** (8 - ones);
}

function bracketed(address: string, six: boolean): string {
  return six && !address.startsWith('[') ? `[${address}]` : address;
}
