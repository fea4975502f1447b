import { described, integer, object, secret, text } from '../../base/document/fields.ts';
import { mac } from '../schema/fields.ts';
import { t } from './messages.ts';

/** The columns of a table of hosts, by the headers that Airlock writes. Any other column is a variable for templates. */
export const HOST_COLUMNS = object(
  {
    name: described(t('nameHelp'), text),
    role: described(t('roleHelp'), text),
    nic1: described(t('nic1Help'), text),
    mac1: described(t('mac1Help'), mac),
    address: described(t('addressHelp'), text),
    prefix: described(t('prefixHelp'), text),
    prefix6: described(t('prefix6Help'), text),
    bmc: described(t('bmcHelp'), text),
    bmc_user: described(t('bmcUserHelp'), text),
    bmc_password: described(t('bmcPasswordHelp'), secret),
    boot_mac: described(t('bootMacHelp'), mac),
    preset: described(t('presetHelp'), text),
    root_device: described(t('rootDeviceHelp'), text),
    gateway: described(t('gatewayHelp'), text),
    gateway6: described(t('gateway6Help'), text),
    dns: described(t('dnsHelp'), text),
    search: described(t('searchHelp'), text),
    vlan: described(t('vlanHelp'), integer()),
    mtu: described(t('mtuHelp'), integer()),
  },
  ['name'],
);

/** The meaning of a column: a part of a host, or a variable for templates. */
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

/** Headers with a number: `NIC 2 MAC`, `mac2`, `Interface 1`. */
export const INDEXED: readonly (readonly ['nic' | 'mac', RegExp])[] = [
  [
    'mac',
    /^(?:(?:nic|if|interface|port|eth|ethernet) ?(\d{1,2})? )?mac(?: ?addr(?:ess)?)?(?:es)? ?(\d{1,2})?$/,
  ],
  ['nic', /^(?:nic|if|interface|device|port|network card) ?(?:name)? ?(\d{1,2})? ?(?:name)?$/],
];

/** Common headers for the parts of a host, after `wordsOf`. */
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

/** Variables of presets with their common headers. */
export const KNOWN: readonly (readonly [keyof typeof HOST_COLUMNS.fields, RegExp])[] = [
  ['gateway', /^(?:default )?(?:gateway|gw|router)(?: ?v?4)?$|^next hop$/],
  ['gateway6', /^(?:default )?(?:ip ?v6 )?(?:gateway|gw|router) ?v?6?$/],
  ['dns', /^dns(?: servers?)?$|^name ?servers?$|^resolvers?$/],
  ['search', /^(?:dns )?(?:search|search domains?|domain|dns domain)$/],
  ['vlan', /^vlan(?: ?(?:id|tag))?$|^vid$/],
  ['mtu', /^mtu$/],
];
