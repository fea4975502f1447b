import { spawnSync } from 'node:child_process';
import { parse, stringify } from 'yaml';
import { fleet, fleetTable } from '../core/nmstate/hosts/fleet.fixture.ts';
import type { Host, Nic } from '../core/nmstate/model/host.ts';
import type { Program } from './peers.ts';

const [{ host }] = fleet(fleetTable(1)) as [ReturnType<typeof fleet>[number]];

/** A machine with answers to the questions of all presets. */
export const MACHINE: Host = {
  ...host,
  addresses: [...host.addresses, '2001:db8:1::21/64'],
  variables: {
    ...host.variables,
    gateway6: '2001:db8:1::1',
    storage_vlan: '300',
    storage_address: '198.51.100.21',
    storage_gateway: '198.51.100.1',
    management_address: '203.0.113.21',
    management_gateway: '203.0.113.1',
  },
};

/** Adds the MAC addresses of its NICs to a document, which nmstate reads from the host otherwise. */
export function withMacAddresses(text: string): string {
  return MACHINE.nics.reduce(
    (found, { name, mac }) =>
      found.replace(`- name: ${name}\n  type: ethernet\n`, `$&  mac-address: "${mac}"\n`),
    text,
  );
}

/** nmstate's verdict on a document. */
export interface Verdict {
  /** NetworkManager profiles, if nmstate knows no host. */
  profiles?: [name: string, text: string][];
  error?: string;
}

interface Input {
  desired: string;
  /** The state of the host before; without it, nmstate knows no NICs (`nmstatectl gc`). */
  current?: string;
}

/** Returns nmstate's verdict on each document. */
export function verdicts(nmstate: Program, inputs: readonly Input[]): Verdict[] {
  const { status, stdout, stderr } = spawnSync(nmstate.file, {
    input: JSON.stringify(inputs),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`${nmstate.file}: ${stderr}`);
  return JSON.parse(stdout) as Verdict[];
}

/** Returns nmstate's verdict on a document. */
export function verdict(nmstate: Program, desired: string, current?: string): Verdict {
  return verdicts(nmstate, [{ desired, current }])[0]!;
}

/** Returns the sections of a NetworkManager profile. */
export function sectionsOf(profile: string): Record<string, Record<string, string>> {
  const sections: Record<string, Record<string, string>> = {};
  let section: Record<string, string> = {};
  for (const line of profile.split('\n')) {
    const name = /^\[(.+)\]$/.exec(line)?.[1];
    if (name !== undefined) sections[name] = section = {};
    const entry = /^([^=]+)=(.*)$/.exec(line);
    if (entry) section[entry[1]!] = entry[2]!;
  }
  return sections;
}

/** Returns the addresses in the sections of a NetworkManager profile. */
export function addressesOf(profile: Record<string, Record<string, string>>): string[] {
  return [profile.ipv4, profile.ipv6].flatMap((family) =>
    Object.entries(family ?? {}).flatMap(([key, value]) => (/^address\d+$/.test(key) ? value : [])),
  );
}

interface StateInterface {
  name?: string;
  type?: string;
  state?: string;
  identifier?: string;
  [field: string]: unknown;
}

interface State {
  interfaces?: StateInterface[];
  routes?: { config?: { 'next-hop-interface'?: string }[] };
  ovn?: { 'bridge-mappings'?: { bridge?: string }[] };
}

/** Fields with the name of another interface, besides lists of ports. */
const REFERENCES = /"(?:base-iface|copy-mac-from|port1|port2|next-hop-interface)":"([^"]+)"/g;
const VF = /^sriov:([^:]+):(\d+)$/;

/**
 * Returns the current state of a host that has booted: it has each NIC that a document uses, with DHCP and a permanent MAC
 * address, and bridges that the document expects of OVN. NMState creates all other interfaces.
 * @param known the NICs, if the document may name others
 */
export function hostFor(text: string, known?: readonly Nic[]): string {
  const state = parse(text) as State | null;
  const { interfaces = [], routes, ovn } = state ?? {};
  const created = new Set(interfaces.filter(isCreated).map(({ name }) => name));
  const names = new Set([
    ...interfaces.filter((iface) => !isRenamed(iface)).flatMap(({ name }) => name ?? []),
    ...interfaces.flatMap(portsOf),
    ...[...JSON.stringify([interfaces, routes ?? null]).matchAll(REFERENCES)].map(([, name]) => name!),
  ]);
  for (const { name } of interfaces.filter(isRenamed)) names.delete(name!);
  const parents = new Set([...names].flatMap((name) => VF.exec(name)?.[1] ?? []));
  const used = known ? known.flatMap(({ name }) => name ?? []) : [...names, ...parents];
  const nics = [...new Set(used)].filter(
    (name) => !created.has(name) && !VF.test(name) && name !== 'lo' && !name.includes('{{'),
  );
  const bridges = (ovn?.['bridge-mappings'] ?? []).flatMap(({ bridge }) =>
    bridge !== undefined && !created.has(bridge) ? bridge : [],
  );
  return stringify({
    interfaces: [
      { name: 'lo', type: 'loopback', state: 'up' },
      ...nics.map((name, index) => ({
        ...nic(name, `52:54:00:00:00:${(index + 16).toString(16)}`),
        'max-mtu': known?.find((each) => each.name === name)?.maxMtu,
        ethernet: parents.has(name) ? { 'sr-iov': functions(name) } : undefined,
      })),
      ...[...parents].flatMap((name, index) =>
        functions(name).vfs.map((vf) => nic(vf['iface-name'], `52:54:00:00:0${index + 1}:0${vf.id}`)),
      ),
      // The name that the kernel gave the NIC differs from the one in the document.
      ...(known ? [] : interfaces).flatMap((iface, index) =>
        isRenamed(iface) && typeof iface['mac-address'] === 'string'
          ? nic(`ens${index}`, iface['mac-address'])
          : [],
      ),
      ...[...new Set(bridges)].map((name) => ({
        name,
        type: 'ovs-bridge',
        state: 'up',
        bridge: { port: [] },
      })),
    ],
  });
}

/** Returns the NICs of the state of a host. */
export function nicsOf(state: string): Nic[] {
  const { interfaces = [] } = parse(state) as State;
  return interfaces.flatMap(({ name, type, 'mac-address': mac }) =>
    type === 'ethernet' ? { name, mac: typeof mac === 'string' ? mac.toLowerCase() : undefined } : [],
  );
}

function nic(name: string, mac: string): object {
  return {
    ...{ name, type: 'ethernet', state: 'up', mtu: 1500, 'mac-address': mac, 'permanent-mac-address': mac },
    ipv4: { enabled: true, dhcp: true },
    ipv6: { enabled: true, dhcp: true, autoconf: true },
  };
}

/** Four virtual functions, as after the first part of a document was applied. */
function functions(parent: string): { 'total-vfs': number; vfs: { id: number; 'iface-name': string }[] } {
  const vfs = Array.from({ length: 4 }, (_, id) => ({ id, 'iface-name': `${parent.slice(0, 10)}v${id}` }));
  return { 'total-vfs': vfs.length, vfs };
}

/** Whether the name is the one of a profile, and the kernel has another. */
function isRenamed(iface: StateInterface): boolean {
  return iface.identifier === 'mac-address' && iface['profile-name'] === undefined;
}

/** Whether NMState creates the interface. A veth without a peer already exists. */
function isCreated({ type, veth }: StateInterface): boolean {
  if (type === undefined || type === 'ethernet' || type === 'unknown') return false;
  return type !== 'veth' || veth !== undefined;
}

function portsOf(iface: StateInterface): string[] {
  return ['link-aggregation', 'bridge', 'vrf', 'hsr'].flatMap((block) => listed(iface[block]));
}

function listed(block: unknown): string[] {
  if (typeof block !== 'object' || block === null) return [];
  const { port, ports } = block as { port?: unknown; ports?: unknown };
  return [port, ports].flatMap((list) =>
    Array.isArray(list)
      ? list.flatMap((each: unknown) => {
          if (typeof each === 'string') return each;
          const { name, 'link-aggregation': bond } = (each ?? {}) as Record<string, unknown>;
          return bond === undefined ? (typeof name === 'string' ? name : []) : listed(bond);
        })
      : [],
  );
}
