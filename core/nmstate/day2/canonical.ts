import { ipText, networkText, parseIp, parseNetwork } from '../../base/network/addresses.ts';
import type { Interface } from '../model/model.ts';
import { isOn } from '../model/model.ts';
import { asBool, asFields, asInt, asList, asText, type Fields } from '../model/values.ts';
import { bondMode } from '../rules/bond-rules.ts';

/**
 * Returns an interface in canonical form, so that two documents can be compared: aliases of fields are replaced, `state: up`
 * is explicit, a disabled IP family has no other settings, and ports and addresses are in a fixed order. An omitted family
 * is disabled, as on an interface that the document creates.
 */
export function canonicalInterface(iface: Interface): Fields {
  const fields: Record<string, unknown> = { ...iface.fields, state: iface.state };
  for (const family of ['ipv4', 'ipv6'] as const) {
    const ip = iface[family];
    if (!isOn(ip)) fields[family] = { enabled: false };
    else
      fields[family] = {
        ...(plain(ip.fields) as Fields),
        enabled: true,
        address:
          ip.addresses.length > 0
            ? ip.addresses.map(({ path }) => addressAt(ip.fields, path))
            : plain(ip.fields.address),
      };
  }
  if (iface.type === undefined) delete fields.type;
  const bond = asFields(fields['link-aggregation']);
  if (bond) fields['link-aggregation'] = canonicalBond(bond, bondMode(iface));
  const bridge = asFields(fields.bridge);
  if (bridge) fields.bridge = canonicalBridge(bridge);
  return plain(fields) as Fields;
}

function addressAt(fields: Fields, path: readonly (string | number)[]): Fields {
  const entry = asFields(asList(fields.address)[Number(path.at(-1))]) ?? {};
  const ip = parseIp(asText(entry.ip) ?? '');
  return { ...entry, ip: ip ? ipText(ip) : entry.ip };
}

function canonicalBond({ ports, ...bond }: Fields, mode: string | undefined): Fields {
  const listed = bond.port ?? ports;
  return {
    ...bond,
    mode: mode ?? bond.mode,
    port: Array.isArray(listed)
      ? [...new Set(listed.flatMap((port) => asText(port) ?? []))].sort()
      : bond.port,
  };
}

function canonicalBridge({ ports, ...bridge }: Fields): Fields {
  const options = asFields(bridge.options);
  const listed = bridge.port ?? ports;
  const mask = options?.['group-fwd-mask'];
  const stp = asBool(options?.stp);
  const { 'group-fwd-mask': _other, ...saved } = options ?? {};
  return {
    ...bridge,
    options: options
      ? {
          ...saved,
          'group-forward-mask': saved['group-forward-mask'] ?? mask,
          stp: stp === undefined ? saved.stp : { enabled: stp },
        }
      : bridge.options,
    port: Array.isArray(listed) ? [...listed].sort(byName) : bridge.port,
  };
}

function byName(a: unknown, b: unknown): number {
  const [x = '', y = ''] = [a, b].map((item) => asText(asFields(item)?.name));
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Returns a route as nmstate stores it: host bits cleared, the number of the main table, no metric if the kernel chooses it. */
export function canonicalRoute(fields: Fields): Fields {
  const { metric, 'table-id': table, destination, 'next-hop-address': hop, state: _state, ...rest } = fields;
  return {
    ...(plain(rest) as Fields),
    destination: canonicalNetwork(asText(destination)),
    'next-hop-address': hop === '' ? undefined : canonicalIp(asText(hop)),
    metric: chosen(metric),
    'table-id': asInt(table) || 254,
  };
}

/** Returns a route rule in canonical form. */
export function canonicalRule(fields: Fields): Fields {
  const { 'ip-from': from, 'ip-to': to, 'route-table': table, priority, state: _state, ...rest } = fields;
  return {
    ...(plain(rest) as Fields),
    'ip-from': from === '' ? undefined : canonicalNetwork(asText(from)),
    'ip-to': to === '' ? undefined : canonicalNetwork(asText(to)),
    priority: chosen(priority),
    'route-table': asInt(table) || 254,
  };
}

/** Returns a metric or priority; undefined if the kernel chooses it (-1). */
function chosen(value: unknown): number | undefined {
  const number = asInt(value);
  return number === -1 ? undefined : number;
}

function canonicalNetwork(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ip = parseIp(text);
  const network = ip ? { ...ip, prefix: ip.family === 4 ? 32 : 128 } : parseNetwork(text);
  return network ? networkText(network) : text;
}

function canonicalIp(text: string | undefined): string | undefined {
  const ip = text === undefined ? undefined : parseIp(text);
  return ip ? ipText(ip) : text;
}

const MAC = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i;

/** Returns scalars in one spelling: numbers and booleans instead of their text, and MAC addresses in lower case. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const fields = asFields(value);
  if (fields)
    return Object.fromEntries(
      Object.entries(fields).flatMap(([key, each]) => (each === undefined ? [] : [[key, plain(each)]])),
    );
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return value;
  if (/^(?:0|-?[1-9]\d{0,14})$/.test(value)) return Number(value);
  if (/^(?:true|yes|on)$/i.test(value)) return true;
  if (/^(?:false|no|off)$/i.test(value)) return false;
  return MAC.test(value) ? value.toLowerCase() : value;
}
