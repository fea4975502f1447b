import { present } from '../../base/objects/present.ts';
import { BR_EX } from '../br-ex/layout.ts';
import { printPath } from '../model/document.ts';
import type { NetworkState } from '../model/model.ts';
import { asFields, asList, asText } from '../model/values.ts';
import type { Difference } from './differences.ts';
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
  /** What changes, e.g. `MTU of bond0`. */
  what: string;
  /** How it is; undefined where there is nothing yet. */
  from?: string;
  /** How it becomes; undefined for what is taken away. */
  to?: string;
  /** What the policy does about it, or why it is not done. */
  how: string;
  /** False for what OVN-Kubernetes cannot follow. */
  allowed: boolean;
  /** The traffic of the node stops for a moment. */
  disruptive: boolean;
  /** Path in the wanted state. */
  path: string;
}

/** The change that a difference is. `reason`: why it is refused. */
export function changeOf(difference: Difference, wanted: NetworkState, reason?: string): PolicyChange {
  const { from, to, kind } = difference;
  const reported = { ...wording(difference, wanted) };
  const text = (value: unknown) => (value === undefined ? undefined : show(value, difference));
  const [before, after] = [text(from), text(to)];
  return {
    kind: reported.kind,
    what: reported.what,
    from: before || undefined,
    to: after || undefined,
    how: reason ?? (kind === 'kept' ? KEPT : reported.how),
    allowed: reason === undefined,
    disruptive: reported.disruptive ?? false,
    path: printPath(difference.path),
  };
}

const KEPT =
  'Left as it is: NMState keeps what a policy does not mention, and has no word for taking this back.';

interface Wording {
  kind: ChangeKind;
  what: string;
  how: string;
  disruptive?: boolean;
}

function wording(difference: Difference, wanted: NetworkState): Wording {
  const { of, field, kind, from, to } = difference;
  switch (of) {
    case 'interface':
      return interfaceWording(difference, wanted);
    case 'dns':
      return {
        kind: 'dns',
        what: { server: 'DNS servers', search: 'DNS search domains', options: 'DNS options' }[
          String(field[0])
        ]!,
        how: 'The lists of the policy replace those of the node.',
      };
    case 'route': {
      const route = asFields(to ?? from);
      return {
        kind: 'route',
        what: `route to ${asText(route?.destination)}`,
        how: kind === 'removed' ? 'The same route with `state: absent`.' : 'Added to the routes of the node.',
      };
    }
    case 'rule':
      return {
        kind: 'rule',
        what: 'routing rule',
        how: kind === 'removed' ? 'The same rule with `state: absent`.' : 'Added to the rules of the node.',
      };
    case 'mapping':
      return {
        kind: 'localnet',
        what: `network ${field[0]} of OVN`,
        how: kind === 'removed' ? 'Its mapping with `state: absent`.' : 'A mapping of OVN onto the bridge.',
      };
    case 'hostname':
      return { kind: 'hostname', what: 'name of the node', how: 'Written as its static host name.' };
    default:
      return { kind: 'other', what: `Open vSwitch ${field.join('.')}`, how: 'Written to its database.' };
  }
}

const TYPES: Readonly<Record<string, string>> = {
  ethernet: 'NIC',
  vlan: 'VLAN',
  bond: 'bond',
  'linux-bridge': 'Linux bridge',
  'ovs-bridge': 'OVS bridge',
  'ovs-interface': 'OVS interface',
};

function interfaceWording(difference: Difference, wanted: NetworkState): Wording {
  const { iface, field, kind, to } = difference;
  const { name } = iface!;
  if (field.length === 0) return completeInterfaceWording(difference);
  const [first] = field;
  /** How a value that is left out goes back to what it is without a setting. */
  const accepted = kind === 'removed' && to === undefined ? back(field, wanted, name) : undefined;
  switch (first) {
    case 'type':
      return {
        kind: 'other',
        what: `${name}`,
        how: 'Taken away and made anew as another kind of interface.',
        disruptive: true,
      };
    case 'mtu':
      return mtuWording(difference);
    case 'ipv4':
    case 'ipv6':
      return addressWording(difference, accepted);
    case 'link-aggregation':
      return bondWording(difference, accepted);
    case 'vlan':
      return {
        kind: 'vlan',
        what: `VLAN ${name}: ${field.slice(1).join('.')}`,
        how: 'The VLAN is made anew.',
        disruptive: true,
      };
    default:
      return {
        kind: first === 'bridge' ? 'bridge' : 'other',
        what: `${name}: ${field.filter((step) => step !== 'bridge').join('.')}`,
        how: accepted ?? 'Written into the interface.',
      };
  }
}

function completeInterfaceWording({ iface, kind, to }: Difference): Wording {
  const { name, type } = iface!;
  const base = asFields(asFields(to)?.vlan)?.['base-iface'];
  const made =
    base === undefined ? 'A new interface.' : `A new VLAN on ${String(base)}, which stays what it is.`;
  return {
    kind: type === 'vlan' || type === 'bond' ? type : type?.endsWith('bridge') ? 'bridge' : 'other',
    what: `${TYPES[type ?? ''] ?? type ?? 'interface'} ${name}`,
    how: kind === 'removed' ? 'The interface with `state: absent`: without it, it would stay.' : made,
  };
}

function mtuWording({ iface, from, to }: Difference): Wording {
  const up = Number(to ?? 1500) > Number(from ?? 1500);
  const changed = up
    ? 'Raised in one go with what is above: NMState begins with the outermost.'
    : 'Lowered in one go with what is above.';
  return {
    kind: 'mtu',
    what: `MTU of ${iface!.name}`,
    how: to === undefined ? 'Set back to 1500.' : changed,
  };
}

function addressWording({ iface, field }: Difference, accepted: string | undefined): Wording {
  const { name } = iface!;
  const family = field[0] === 'ipv4' ? 'IPv4' : 'IPv6';
  if (field[1] !== 'address')
    return {
      kind: 'address',
      what: `${family} of ${name}: ${field.slice(1).join('.')}`,
      how: accepted ?? 'Written into the interface.',
    };
  const list =
    name === BR_EX
      ? "The whole list, with OVN's masquerade address."
      : 'The whole list: it replaces that of the node.';
  return { kind: 'address', what: `${family} addresses of ${name}`, how: accepted ?? list };
}

function bondWording({ iface, field }: Difference, accepted: string | undefined): Wording {
  const [, second, third] = field;
  const disruptive = second === 'mode';
  const setting = second === 'options' ? third : second === 'port' ? 'ports' : second;
  return {
    kind: 'bond',
    what: `${iface!.name}: ${String(setting)}`,
    how: disruptive
      ? 'The bond is made anew: what it carries stops for a moment, and options that are not repeated are dropped.'
      : (accepted ?? 'Written with the mode and all ports of the bond.'),
    disruptive,
  };
}

function back(field: Difference['field'], wanted: NetworkState, name: string): string {
  const iface = wanted.interfaces.find((each) => each.name === name);
  const value = neutralValue(field, iface?.fields ?? {});
  const shown = Array.isArray(value) || value === '' ? 'nothing' : String(value);
  return `Set back to ${shown}: left out, it would stay as it is.`;
}

/** A value for people: secrets of 802.1x and MACsec are never shown. */
function show(value: unknown, { field, of }: Difference): string {
  if (SECRET.test(field.map(String).join('.'))) return 'a secret';
  if (of === 'route' || of === 'rule') return entryText(asFields(value) ?? {});
  if (Array.isArray(value)) return value.map((item) => itemText(item)).join(', ');
  const fields = asFields(value);
  if (!fields) return String(value);
  if (field.length === 0 && of === 'interface') {
    const vlan = asFields(fields.vlan);
    if (vlan) return `${String(vlan.id)} on ${String(vlan['base-iface'])}`;
    const ports = asList(asFields(fields['link-aggregation'])?.port ?? asFields(fields.bridge)?.port);
    return ports.length > 0 ? ports.map(itemText).join(', ') : String(fields.state ?? 'up');
  }
  return JSON.stringify(fields, (key, each) => (SECRET.test(key) ? 'a secret' : each));
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
      hop === undefined ? '' : `via ${String(hop)}`,
      by === undefined ? '' : `by ${String(by)}`,
      table === 254 ? '' : `in table ${String(table)}`,
      metric === undefined ? '' : `metric ${String(metric)}`,
    ]
      .filter(Boolean)
      .join(' ');
  return Object.entries(present(entry))
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');
}
