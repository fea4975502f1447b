import { isLinkLocal, knownIp } from '../../base/network/addresses.ts';
import type { ClusterNetwork } from '../model/cluster-network.ts';
import { isMasquerade } from '../model/masquerade.ts';
import { type FamilyKey, type Interface, type IpSettings, isOn, type StaticAddress } from '../model/model.ts';
import { asInt, type Fields } from '../model/values.ts';
import { type Decide, isOneOf, listed } from './decision.ts';
import { t } from './messages.ts';

export interface AddressParts {
  /** `ipv4` and `ipv6` of br-ex. */
  families: Fields;
  /** Static addresses in CIDR form. */
  own: string[];
}

/** The addresses of one family by their origin. */
interface Sorted {
  own: StaticAddress[];
  masquerade: StaticAddress[];
  virtual: StaticAddress[];
  leased: StaticAddress[];
}

/** Returns the addresses of br-ex without those of OVN-Kubernetes, leases and virtual addresses. */
export function addressParts(
  internal: Interface,
  cluster: Partial<ClusterNetwork>,
  decide: Decide,
): AddressParts {
  const sorted = (['ipv4', 'ipv6'] as const).map((family) => {
    const ip = internal[family];
    return { family, ip, addresses: isOn(ip) ? sort(ip, cluster) : none() };
  });
  const all = (key: keyof Sorted) => sorted.flatMap(({ addresses }) => addresses[key]).map(cidr);
  const own = all('own');
  const automatic = sorted.flatMap(({ family, ip }) => (isOn(ip) && isAutomatic(ip) ? WORDS[family] : []));
  if (own.length > 0)
    decide('included', t('addressIncluded', { addresses: own.join(', ') }), t('addressIncludedReason'));
  if (automatic.length > 0) {
    decide(
      'included',
      t('automaticIncluded', { families: automatic.join(', ') }),
      t('automaticIncludedReason'),
    );
    decide('included', t('metricIncluded'), t('metricIncludedReason'));
  }
  const omit = (addresses: string[], what: 'masqueradeOmitted' | 'virtualOmitted' | 'leasesOmitted') => {
    if (addresses.length > 0)
      decide('omitted', t(what, { addresses: listed(addresses) }), t(`${what}Reason` as const));
  };
  omit(all('masquerade'), 'masqueradeOmitted');
  omit(all('virtual'), 'virtualOmitted');
  omit(all('leased'), 'leasesOmitted');
  return {
    families: Object.fromEntries(
      sorted.map(({ family, ip, addresses }) => [family, familyOf(family, ip, addresses.own)]),
    ),
    own,
  };
}

const WORDS = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;

/** Returns whether the family gets addresses from DHCP or router advertisements. */
function isAutomatic({ dhcp, autoconf }: IpSettings): boolean {
  return dhcp || autoconf === true;
}

function none(): Sorted {
  return { own: [], masquerade: [], virtual: [], leased: [] };
}

function cidr({ ip, prefixLength }: StaticAddress): string {
  return `${ip}/${prefixLength ?? ''}`;
}

/** Sorts addresses by origin. Older versions of nmstate report leases without their lifetime. */
function sort(ip: IpSettings, { masquerade, apiVips, ingressVips }: Partial<ClusterNetwork>): Sorted {
  const sorted = none();
  const known = ip.addresses.some(({ automatic }) => automatic);
  const vips = [...(apiVips ?? []), ...(ingressVips ?? [])];
  for (const address of ip.addresses) {
    const parsed = knownIp(address.ip);
    if (!parsed || isLinkLocal(parsed)) continue;
    const complete = address.prefixLength === (parsed.family === 4 ? 32 : 128);
    if (isMasquerade(parsed, masquerade)) sorted.masquerade.push(address);
    else if (isOneOf(address.ip, vips)) sorted.virtual.push(address);
    else if (address.automatic) sorted.leased.push(address);
    // Services add addresses of one host, and DHCPv6 leases have a lifetime.
    else if (complete && ip.addresses.length > 1) sorted.virtual.push(address);
    else if (isAutomatic(ip) && !known) sorted.leased.push(address);
    else sorted.own.push(address);
  }
  return sorted;
}

/** Settings that configure-ovs copies from the connection before, if they differ from the default. */
const COPIED = ['dhcp-client-id', 'dhcp-duid', 'dhcp-custom-hostname', 'auto-route-table-id'] as const;
const ON_BY_DEFAULT = ['auto-dns', 'auto-gateway', 'auto-routes', 'dhcp-send-hostname'] as const;
const METRIC = 48;

function familyOf(family: FamilyKey, ip: IpSettings | undefined, own: readonly StaticAddress[]): Fields {
  if (!isOn(ip)) return { enabled: false };
  const automatic = isAutomatic(ip);
  if (!automatic && own.length === 0 && family === 'ipv4') return { enabled: false };
  const copied = COPIED.flatMap((key) => {
    const value = ip.fields[key];
    return value === undefined || value === '' || value === 0 ? [] : [[key, value]];
  });
  const off = ON_BY_DEFAULT.filter((key) => ip.fields[key] === false).map((key) => [key, false]);
  return {
    enabled: true,
    dhcp: ip.dhcp,
    autoconf: family === 'ipv6' ? ip.autoconf === true : undefined,
    address:
      own.length > 0
        ? own.map(({ ip: text, prefixLength }) => ({ ip: text, 'prefix-length': prefixLength }))
        : undefined,
    ...Object.fromEntries(automatic ? [...copied, ...off] : []),
    'auto-route-metric': automatic ? (asInt(ip.fields['auto-route-metric']) ?? METRIC) : undefined,
    'addr-gen-mode': family === 'ipv6' ? ip.fields['addr-gen-mode'] : undefined,
  };
}
