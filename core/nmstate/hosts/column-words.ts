import { described, integer, object, secret, text } from '../../base/document/fields.ts';
import { mac } from '../schema/fields.ts';

/** The columns of a table of hosts, by the headers that Airlock writes. Any other column is a variable for templates. */
export const HOST_COLUMNS = object(
  {
    name: described('Host name, short or fully qualified.', text),
    role: described(
      'Role of the host: master, worker, arbiter or the name of a machine config pool. Default: from the host name, or worker.',
      text,
    ),
    nic1: described('Name of the first NIC. The second NIC has the column nic2, and so on.', text),
    mac1: described('MAC address of the first NIC. The second NIC has the column mac2, and so on.', mac),
    address: described(
      'IP addresses with prefix length, such as 192.0.2.21/24, separated by spaces. The word dhcp stands for no static address.',
      text,
    ),
    prefix: described('Prefix length or netmask of IPv4 addresses without one.', text),
    prefix6: described('Prefix length of IPv6 addresses without one.', text),
    bmc: described('URL or IP address of the BMC.', text),
    bmc_user: described('User name for the BMC.', text),
    bmc_password: described('Password for the BMC.', secret),
    boot_mac: described(
      'MAC address of the NIC from which the host boots. Default: the first MAC address of the host.',
      mac,
    ),
    preset: described('Network preset of the host, instead of the one on the command line.', text),
    root_device: described('Device path of the installation disk.', text),
    gateway: described('IPv4 default gateway.', text),
    gateway6: described('IPv6 default gateway.', text),
    dns: described('DNS servers, separated by commas.', text),
    search: described('DNS search domains, separated by commas.', text),
    vlan: described('VLAN ID.', integer()),
    mtu: described('MTU of the network.', integer()),
  },
  ['name'],
);

/** What a column of the table means: one of the parts of a host, or a variable for templates. */
export type ColumnKind =
  | 'name'
  | 'role'
  | 'nic'
  | 'mac'
  | 'address'
  | 'prefix'
  | 'prefix6'
  | 'bmc'
  | 'bmc-user'
  | 'bmc-password'
  | 'boot-mac'
  | 'preset'
  | 'root-device'
  | 'variable';

/** Headers that count: `NIC 2 MAC`, `mac2`, `Interface 1`. The number may stand in two places. */
export const INDEXED: readonly (readonly ['nic' | 'mac', RegExp])[] = [
  [
    'mac',
    /^(?:(?:nic|if|interface|port|eth|ethernet) ?(\d{1,2})? )?mac(?: ?addr(?:ess)?)?(?:es)? ?(\d{1,2})?$/,
  ],
  ['nic', /^(?:nic|if|interface|device|port|network card) ?(?:name)? ?(\d{1,2})? ?(?:name)?$/],
];

/** Words that people write above the parts of a host, after `wordsOf`. */
export const SYNONYMS: readonly (readonly [ColumnKind, RegExp])[] = [
  [
    'name',
    /^(?:host|host ?name|name|node|node ?name|server|server name|machine|fqdn|short ?name|rechner|servername)$/,
  ],
  ['role', /^(?:role|node role|type|node type|function|pool|machine pool|rolle)$/],
  ['boot-mac', /^(?:boot|pxe|provisioning|provision) (?:nic )?mac(?: addr(?:ess)?)?$/],
  [
    'address',
    /^(?:br ex |node |machine |host )?(?:ip|ip ?v[46]|ip ?[46]|ip addr(?:ess)?|ip ?v[46] addr(?:ess)?|addr(?:ess)?(?: ?v?[46])?|addresses|ips|cidr)$/,
  ],
  ['address', /^br ex$/],
  ['prefix', /^(?:prefix|prefix ?len(?:gth)?|net ?mask|mask|subnet mask)(?: ?v?4)?$/],
  ['prefix6', /^(?:prefix|prefix ?len(?:gth)?|ip ?v6 prefix) ?(?:v?6)?$/],
  ['bmc-user', /^(?:bmc|ilo\d?|idrac|ipmi|redfish|oob) (?:user|user ?name|login)$/],
  ['bmc-password', /^(?:bmc|ilo\d?|idrac|ipmi|redfish|oob) (?:password|passwd|pass|pw)$/],
  [
    'bmc',
    /^(?:bmc|ilo\d?|idrac|ipmi|redfish|xcc|oob|management)(?: ?(?:ip|addr(?:ess)?|ip address|url|host))?$/,
  ],
  ['preset', /^(?:preset|layout|profile|network preset)$/],
  ['root-device', /^(?:root|install|installation|boot) (?:device|disk|drive)(?: hint)?$/],
];

/** Variables that presets ask for, with the words people have for them. */
export const KNOWN: readonly (readonly [keyof typeof HOST_COLUMNS.fields, RegExp])[] = [
  ['gateway', /^(?:default )?(?:gateway|gw|router)(?: ?v?4)?$|^next hop$/],
  ['gateway6', /^(?:default )?(?:ip ?v6 )?(?:gateway|gw|router) ?v?6?$/],
  ['dns', /^dns(?: servers?)?$|^name ?servers?$|^resolvers?$/],
  ['search', /^(?:dns )?(?:search|search domains?|domain|dns domain)$/],
  ['vlan', /^vlan(?: ?(?:id|tag))?$|^vid$/],
  ['mtu', /^mtu$/],
];
