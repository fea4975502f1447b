import { ipText, networkText, parseIp, parseNetwork } from '../../base/network/addresses.ts';
import type { Interface } from '../model/model.ts';
import { isOn } from '../model/model.ts';
import { asBool, asFields, asInt, asList, asText, type Fields } from '../model/values.ts';
import { bondMode } from '../rules/bond-rules.ts';

/**
 * An interface with one spelling for each thing, so that two documents can be compared: other names of fields are replaced,
 * `state: up` is written, IP that is off says only that, ports and addresses are in a fixed order. A family that is not
 * mentioned is off, as it is on an interface that the document makes.
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
        ...(ip.addresses.length > 0 && {
          address: ip.addresses.map(({ path }) => addressAt(ip.fields, path)),
        }),
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
  return { ...entry, ...(ip && { ip: ipText(ip) }) };
}

function canonicalBond({ ports, ...bond }: Fields, mode: string | undefined): Fields {
  const listed = bond.port ?? ports;
  return {
    ...bond,
    ...(mode !== undefined && { mode }),
    ...(Array.isArray(listed) && {
      port: [...new Set(listed.flatMap((port) => asText(port) ?? []))].sort(),
    }),
  };
}

function canonicalBridge({ ports, ...bridge }: Fields): Fields {
  const options = asFields(bridge.options);
  const listed = bridge.port ?? ports;
  const mask = options?.['group-fwd-mask'];
  const stp = asBool(options?.stp);
  const { 'group-fwd-mask': _other, ...kept } = options ?? {};
  return {
    ...bridge,
    ...(options && {
      options: {
        ...kept,
        ...(mask !== undefined && { 'group-forward-mask': kept['group-forward-mask'] ?? mask }),
        ...(stp !== undefined && { stp: { enabled: stp } }),
      },
    }),
    ...(Array.isArray(listed) && { port: [...listed].sort(byName) }),
  };
}

function byName(a: unknown, b: unknown): number {
  const [x = '', y = ''] = [a, b].map((item) => asText(asFields(item)?.name));
  return x < y ? -1 : x > y ? 1 : 0;
}

/** A route as nmstate keeps it: host bits cleared, the main table by its number, no metric where the kernel chooses. */
export function canonicalRoute(fields: Fields): Fields {
  const { metric, 'table-id': table, destination, 'next-hop-address': hop, state: _state, ...rest } = fields;
  return {
    ...(plain(rest) as Fields),
    destination: canonicalNetwork(asText(destination)),
    ...(hop !== undefined && hop !== '' && { 'next-hop-address': canonicalIp(asText(hop)) }),
    ...(asInt(metric) !== undefined && asInt(metric) !== -1 && { metric: asInt(metric) }),
    'table-id': asInt(table) || 254,
  };
}

/** A route rule in the same way. */
export function canonicalRule(fields: Fields): Fields {
  const { 'ip-from': from, 'ip-to': to, 'route-table': table, priority, state: _state, ...rest } = fields;
  return {
    ...(plain(rest) as Fields),
    ...(from !== undefined && from !== '' && { 'ip-from': canonicalNetwork(asText(from)) }),
    ...(to !== undefined && to !== '' && { 'ip-to': canonicalNetwork(asText(to)) }),
    ...(asInt(priority) !== undefined && asInt(priority) !== -1 && { priority: asInt(priority) }),
    'route-table': asInt(table) || 254,
  };
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

/** Scalars by one spelling: numbers and booleans written as text are what they mean, MACs are in lower case. */
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
