import { present } from '../../base/objects/present.ts';
import { BR_EX } from '../br-ex/layout.ts';
import { printPath } from '../model/document.ts';
import type { NetworkState } from '../model/model.ts';
import { asFields, asList, asText } from '../model/values.ts';
import type { Difference } from './differences.ts';
import { t } from './messages.ts';
import { neutralValue } from './neutral-values.ts';

export type ChangeKind =
  | 'dns'
  | 'mtu'
  | 'vlan'
  | 'bond'
  | 'address'
  | 'route'
  | 'rule'
  | 'bridge'
  | 'localnet'
  | 'hostname'
  | 'other';

/** One change of a host, for people. */
export interface PolicyChange {
  kind: ChangeKind;
  /** What changes, for example `MTU of bond0`. */
  what: string;
  /** The present value; undefined for something new. */
  from?: string;
  /** The desired value; undefined for something that is removed. */
  to?: string;
  /** What the policy does about it, or why it can't. */
  how: string;
  /** False for a change that OVN-Kubernetes can't follow. */
  allowed: boolean;
  /** The traffic of the node stops for a moment. */
  disruptive: boolean;
  /** Path in the desired state. */
  path: string;
}

/** Returns a difference as a change for people. `reason`: why it is rejected. */
export function changeOf(difference: Difference, desired: NetworkState, reason?: string): PolicyChange {
  const { from, to, kind } = difference;
  const reported = { ...wording(difference, desired) };
  const text = (value: unknown) => (value === undefined ? undefined : show(value, difference));
  const [before, after] = [text(from), text(to)];
  return {
    kind: reported.kind,
    what: reported.what,
    from: before || undefined,
    to: after || undefined,
    how: reason ?? (kind === 'unchanged' ? t('unchangedText') : reported.how),
    allowed: reason === undefined,
    disruptive: reported.disruptive ?? false,
    path: printPath(difference.path),
  };
}

interface Wording {
  kind: ChangeKind;
  what: string;
  how: string;
  disruptive?: boolean;
}

function wording(difference: Difference, desired: NetworkState): Wording {
  const { of, field, kind, from, to } = difference;
  switch (of) {
    case 'interface':
      return interfaceWording(difference, desired);
    case 'dns':
      return {
        kind: 'dns',
        what: t(DNS_LABELS[String(field[0])]!),
        how: t('dnsText'),
      };
    case 'route': {
      const route = asFields(to ?? from);
      return {
        kind: 'route',
        what: t('routeLabel', { destination: asText(route?.destination) ?? '' }),
        how: kind === 'removed' ? t('routeRemovedText') : t('routeAddedText'),
      };
    }
    case 'rule':
      return {
        kind: 'rule',
        what: t('ruleLabel'),
        how: kind === 'removed' ? t('ruleRemovedText') : t('ruleAddedText'),
      };
    case 'mapping':
      return {
        kind: 'localnet',
        what: t('localnetLabel', { name: String(field[0]) }),
        how: kind === 'removed' ? t('localnetRemovedText') : t('localnetAddedText'),
      };
    case 'hostname':
      return { kind: 'hostname', what: t('hostnameLabel'), how: t('hostnameText') };
    default:
      return { kind: 'other', what: t('ovsLabel', { field: field.join('.') }), how: t('ovsText') };
  }
}

const DNS_LABELS: Readonly<Record<string, 'dnsServersLabel' | 'dnsSearchLabel' | 'dnsOptionsLabel'>> = {
  server: 'dnsServersLabel',
  search: 'dnsSearchLabel',
  options: 'dnsOptionsLabel',
};

const TYPES: Readonly<Record<string, string>> = {
  ethernet: 'NIC',
  vlan: 'VLAN',
  bond: 'bond',
  'linux-bridge': 'Linux bridge',
  'ovs-bridge': 'OVS bridge',
  'ovs-interface': 'OVS interface',
};

function interfaceWording(difference: Difference, desired: NetworkState): Wording {
  const { iface, field, kind, to } = difference;
  const { name } = iface!;
  if (field.length === 0) return completeInterfaceWording(difference);
  const [first] = field;
  /** How a value that is omitted is reset to its default. */
  const reset = kind === 'removed' && to === undefined ? resetWording(field, desired, name) : undefined;
  switch (first) {
    case 'type':
      return {
        kind: 'other',
        what: name,
        how: t('typeText'),
        disruptive: true,
      };
    case 'mtu':
      return mtuWording(difference);
    case 'ipv4':
    case 'ipv6':
      return addressWording(difference, reset);
    case 'link-aggregation':
      return bondWording(difference, reset);
    case 'vlan':
      return {
        kind: 'vlan',
        what: t('vlanSettingLabel', { name, setting: field.slice(1).join('.') }),
        how: t('vlanText'),
        disruptive: true,
      };
    default:
      return {
        kind: first === 'bridge' ? 'bridge' : 'other',
        what: t('settingLabel', { name, setting: field.filter((step) => step !== 'bridge').join('.') }),
        how: reset ?? t('valueText'),
      };
  }
}

function completeInterfaceWording({ iface, kind, to }: Difference): Wording {
  const { name, type } = iface!;
  const base = asFields(asFields(to)?.vlan)?.['base-iface'];
  const created = base === undefined ? t('createdText') : t('createdOnText', { base: String(base) });
  return {
    kind: type === 'vlan' || type === 'bond' ? type : type?.endsWith('bridge') ? 'bridge' : 'other',
    what: `${TYPES[type ?? ''] ?? type ?? 'interface'} ${name}`,
    how: kind === 'removed' ? t('removedText') : created,
  };
}

function mtuWording({ iface, from, to }: Difference): Wording {
  const up = Number(to ?? 1500) > Number(from ?? 1500);
  const changed = up ? t('mtuRaisedText') : t('mtuLoweredText');
  return {
    kind: 'mtu',
    what: t('mtuLabel', { name: iface!.name }),
    how: to === undefined ? t('mtuResetText') : changed,
  };
}

function addressWording({ iface, field }: Difference, reset: string | undefined): Wording {
  const { name } = iface!;
  const family = field[0] === 'ipv4' ? 'IPv4' : 'IPv6';
  if (field[1] !== 'address')
    return {
      kind: 'address',
      what: t('familySettingLabel', { family, name, setting: field.slice(1).join('.') }),
      how: reset ?? t('valueText'),
    };
  const list = name === BR_EX ? t('brExAddressesText') : t('addressesText');
  return { kind: 'address', what: t('addressesLabel', { family, name }), how: reset ?? list };
}

function bondWording({ iface, field }: Difference, reset: string | undefined): Wording {
  const [, second, third] = field;
  const disruptive = second === 'mode';
  const setting = second === 'options' ? third : second === 'port' ? 'ports' : second;
  return {
    kind: 'bond',
    what: t('settingLabel', { name: iface!.name, setting: String(setting) }),
    how: disruptive ? t('bondRecreatedText') : (reset ?? t('bondText')),
    disruptive,
  };
}

function resetWording(field: Difference['field'], desired: NetworkState, name: string): string {
  const iface = desired.interfaces.find((each) => each.name === name);
  const value = neutralValue(field, iface?.fields ?? {});
  return Array.isArray(value) || value === '' ? t('clearedText') : t('resetText', { value: String(value) });
}

/** Returns a value for people, without secrets of 802.1x and MACsec. */
function show(value: unknown, { field, of }: Difference): string {
  if (SECRET.test(field.map(String).join('.'))) return t('secretText');
  if (of === 'route' || of === 'rule') return entryText(asFields(value) ?? {});
  if (Array.isArray(value)) return value.map((item) => itemText(item)).join(', ');
  const fields = asFields(value);
  if (!fields) return String(value);
  if (field.length === 0 && of === 'interface') {
    const vlan = asFields(fields.vlan);
    if (vlan) return t('vlanValueText', { id: String(vlan.id), base: String(vlan['base-iface']) });
    const ports = asList(asFields(fields['link-aggregation'])?.port ?? asFields(fields.bridge)?.port);
    return ports.length > 0 ? ports.map(itemText).join(', ') : String(fields.state ?? 'up');
  }
  return JSON.stringify(fields, (key, each) => (SECRET.test(key) ? t('secretText') : each));
}

const SECRET = /(?:^|\.)(?:password|private-key-password|mka-cak|psk|authkey)$|password/i;

function itemText(item: unknown): string {
  const fields = asFields(item);
  return fields?.name === undefined ? (fields ? JSON.stringify(fields) : String(item)) : String(fields.name);
}

function entryText(entry: Readonly<Record<string, unknown>>): string {
  const { 'next-hop-address': hop, 'next-hop-interface': by, 'table-id': table, metric } = entry;
  if ('destination' in entry)
    return [
      hop === undefined ? '' : t('viaText', { address: String(hop) }),
      by === undefined ? '' : t('onText', { name: String(by) }),
      table === 254 ? '' : t('tableText', { table: String(table) }),
      metric === undefined ? '' : t('metricText', { metric: String(metric) }),
    ]
      .filter(Boolean)
      .join(' ');
  return Object.entries(present(entry))
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');
}
