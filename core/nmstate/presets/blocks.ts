/** Parts of network documents in block style with two spaces and lists that aren't indented. */

const OFF = ['ipv4:', '  enabled: false', 'ipv6:', '  enabled: false'];

/** Returns a scalar, quoted unless YAML reads it as the same text. MAC and IPv6 addresses are always quoted. */
export function scalar(text: string): string {
  if (/^\{\{[^{}]*\}\}$/.test(text)) return text;
  return /^[A-Za-z](?:[\w.-]|\{\{ \w+ \}\})*$/.test(text) &&
    !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text)
    ? text
    : /^\d+(?:\.\d+){3}$/.test(text) ||
        /^\d+\.\d+\.\d+\.\d+\/\d+$/.test(text) ||
        /^(?:0|[1-9]\d{0,9})$/.test(text)
      ? text
      : JSON.stringify(text);
}

/** Returns a text in quotes, for IPv6 and MAC addresses that are variables. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function item(lines: readonly string[]): string {
  return lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}\n`).join('');
}

function mtuLine(mtu: string | undefined): string[] {
  return mtu ? [`mtu: ${mtu}`] : [];
}

export interface NicOptions {
  mtu?: string | undefined;
  /** MAC address of a NIC whose name is unknown. */
  mac?: string | undefined;
  /** A comment on the name. */
  comment?: string | undefined;
  /** Lines of the `ethernet` block. */
  ethernet?: readonly string[];
  /** Replaces "no addresses". */
  ip?: readonly string[];
}

/** Returns a NIC without addresses. */
export function nic(name: string, { mtu, mac, comment, ethernet, ip }: NicOptions = {}): string {
  return item([
    `name: ${scalar(name)}${comment === undefined ? '' : ` # ${comment}`}`,
    'type: ethernet',
    'state: up',
    ...(mac === undefined ? [] : ['identifier: mac-address', `mac-address: ${quoted(mac)}`]),
    ...mtuLine(mtu),
    ...(ip ?? OFF),
    ...(ethernet ? ['ethernet:', ...ethernet.map((line) => `  ${line}`)] : []),
  ]);
}

export interface BondOptions {
  mode: string;
  ports: readonly string[];
  mtu?: string | undefined;
  /** Whether the first port is the primary one of `active-backup`; false if its name is unknown. Default: true. */
  primary?: boolean;
  /** Port whose MAC address the bond copies, undefined if that is unknown in advance. */
  copyMacFrom?: string;
}

/** Returns a bond with link monitoring and the options of its mode. */
export function bond(name: string, { mode, ports, mtu, copyMacFrom, primary = true }: BondOptions): string {
  const options =
    mode === '802.3ad'
      ? ['miimon: 100', 'lacp_rate: fast', 'xmit_hash_policy: layer3+4']
      : mode === 'active-backup'
        ? [
            'miimon: 100',
            ...(ports[0]!.startsWith('sriov:') || !primary ? [] : [`primary: ${scalar(ports[0]!)}`]),
          ]
        : ['miimon: 100'];
  return item([
    `name: ${scalar(name)}`,
    'type: bond',
    'state: up',
    ...mtuLine(mtu),
    ...(copyMacFrom === undefined ? [] : [`copy-mac-from: ${scalar(copyMacFrom)}`]),
    ...OFF,
    'link-aggregation:',
    `  mode: ${mode}`,
    '  options:',
    ...options.map((line) => `    ${line}`),
    '  port:',
    ...ports.map((port) => `  - ${scalar(port)}`),
  ]);
}

/** Returns a VLAN without addresses, or with the given lines. */
export function vlan(
  name: string,
  base: string,
  id: string,
  mtu: string | undefined,
  ip: readonly string[] = OFF,
): string {
  return item([
    `name: ${scalar(name)}`,
    'type: vlan',
    'state: up',
    ...mtuLine(mtu),
    ...ip,
    'vlan:',
    `  base-iface: ${scalar(base)}`,
    `  id: ${id}`,
  ]);
}

/** Returns both parts of br-ex: the bridge with its uplink, and the interface with the address. */
export function brEx(
  ports: readonly string[],
  copyMacFrom: string | undefined,
  mtu: string | undefined,
  ip: readonly string[],
): string {
  return (
    item([
      'name: br-ex # the bridge',
      'type: ovs-bridge',
      'state: up',
      ...OFF,
      'bridge:',
      '  options:',
      '    mcast-snooping-enable: true',
      '  port:',
      ...ports.map((line) => `  ${line}`),
      '  - name: br-ex',
    ]) +
    item([
      'name: br-ex # its address',
      'type: ovs-interface',
      'state: up',
      ...mtuLine(mtu),
      ...(copyMacFrom === undefined ? [] : [`copy-mac-from: ${scalar(copyMacFrom)}`]),
      ...ip,
    ])
  );
}

/** Returns a bridge for other traffic: of Linux, or of Open vSwitch for networks of OVN-Kubernetes. */
export function bridge(name: string, type: 'linux-bridge' | 'ovs-bridge', port: string): string {
  return item([
    `name: ${scalar(name)}`,
    `type: ${type}`,
    'state: up',
    ...OFF,
    'bridge:',
    ...(type === 'ovs-bridge' ? ['  allow-extra-patch-ports: true'] : []),
    '  options:',
    '    stp:',
    '      enabled: false',
    '  port:',
    `  - name: ${scalar(port)}`,
  ]);
}

/** Returns a VRF with its port and table. */
export function vrf(name: string, port: string, table: string): string {
  return item([
    `name: ${scalar(name)}`,
    'type: vrf',
    'state: up',
    'vrf:',
    '  port:',
    `  - ${scalar(port)}`,
    `  route-table-id: ${table}`,
  ]);
}

/** Returns IPv4 from DHCP with a metric that gives br-ex precedence, without IPv6. */
export const DHCP: readonly string[] = [
  'ipv4:',
  '  enabled: true',
  '  dhcp: true',
  '  auto-route-metric: 48',
  'ipv6:',
  '  enabled: false',
];

/** Returns IPv6 from router advertisements and DHCPv6, without IPv4. */
export const AUTO6: readonly string[] = [
  'ipv4:',
  '  enabled: false',
  'ipv6:',
  '  enabled: true',
  '  dhcp: true',
  '  autoconf: true',
  '  auto-route-metric: 48',
  '  addr-gen-mode: eui64',
];

/** Returns a static address of a family. */
export function staticIp(family: 'ipv4' | 'ipv6', ip: string, prefix: string): string[] {
  return [
    `${family}:`,
    '  enabled: true',
    '  dhcp: false',
    ...(family === 'ipv6' ? ['  autoconf: false'] : []),
    '  address:',
    `  - ip: ${family === 'ipv6' ? quoted(ip) : scalar(ip)}`,
    `    prefix-length: ${prefix}`,
  ];
}

export const NO_IPV6: readonly string[] = ['ipv6:', '  enabled: false'];

export interface RouteText {
  destination: string;
  gateway: string;
  interface: string;
  table?: string;
}

/** Returns the routes of a document, an empty text if there are none. */
export function routes(list: readonly RouteText[]): string {
  if (list.length === 0) return '';
  const text = list.map(({ destination, gateway, interface: out, table }) => {
    const v6 = destination.includes(':');
    return item([
      `destination: ${v6 ? quoted(destination) : destination}`,
      `next-hop-address: ${v6 ? quoted(gateway) : scalar(gateway)}`,
      `next-hop-interface: ${scalar(out)}`,
      ...(table ? [`table-id: ${table}`] : []),
    ]);
  });
  return `routes:\n  config:\n${text
    .join('')
    .replaceAll(/^/gm, '  ')
    .replace(/(?<! ) +$/, '')}`;
}

/** Returns the DNS resolver, an empty text without servers. A placeholder becomes a list. */
export function dns(servers: string, search: string): string {
  if (!servers) return '';
  const list = (key: string, text: string): string => {
    const placeholder = /^\{\{\s*(\w+)\s*\}\}$/.exec(text)?.[1];
    if (placeholder) return `    ${key}: {{ ${placeholder} | list }}\n`;
    const words = text.split(/[\s,;]+/).filter(Boolean);
    return `    ${key}:\n${words.map((word) => `    - ${scalar(word)}\n`).join('')}`;
  };
  return `dns-resolver:\n  config:\n${search ? list('search', search) : ''}${list('server', servers)}`;
}
