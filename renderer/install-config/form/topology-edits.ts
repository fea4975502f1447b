import {
  insertItem,
  removeValue,
  setValue,
  valueAt,
  writtenPath,
  type YamlText,
} from '../../../core/contract/documents/document.ts';
import {
  type InstallConfig,
  type Topology,
  topologyOf,
} from '../../../core/contract/documents/install-config.ts';

const VSPHERE = ['platform', 'vsphere'];

/** A change of where one machine of the control plane is. */
export interface Move {
  machine: string;
  to: string;
  /** Machine to swap places with: zones are assigned in turn, so they can't describe every placement. */
  swappedWith?: string;
  /** Failure domain of each control plane machine, in order. */
  places: string[];
}

/** Returns the moves of a control plane machine. Excludes failure domains that no list of zones can describe. */
export function movesOf(config: InstallConfig, topology: Topology, machine: string): Move[] {
  const machines = topology.machines.filter(({ role }) => role === 'control-plane');
  const at = machines.findIndex(({ name }) => name === machine);
  const places = machines.map(({ failureDomain }) => failureDomain);
  if (at < 0) return [];
  const free = staticControlPlane(config).length > at;
  const writable = (list: string[]) => free || zonesFor(list) !== undefined;
  return topology.failureDomains.flatMap(({ name: to }): Move[] => {
    if (to === '' || to === places[at]) return [];
    const moved = places.with(at, to);
    if (writable(moved)) return [{ machine, to, places: moved }];
    const other = places.indexOf(to);
    const swapped = other < 0 ? moved : moved.with(other, places[at]!);
    return other >= 0 && writable(swapped)
      ? [{ machine, to, swappedWith: machines[other]!.name, places: swapped }]
      : [];
  });
}

/** Returns the shortest list of different zones that gives each control plane machine its place, or undefined. */
export function zonesFor(places: readonly string[]): string[] | undefined {
  for (let length = 1; length <= places.length; length++) {
    const zones = places.slice(0, length);
    if (new Set(zones).size < length) return undefined;
    if (places.every((place, i) => place === zones[i % length])) return zones;
  }
  return undefined;
}

/** Writes a move: zones of the control plane, or the places of hosts with static addresses. */
export function moveMachine(doc: YamlText, config: InstallConfig, { places }: Move): YamlText {
  const hosts = staticControlPlane(config);
  if (hosts.length > 0)
    return hosts.reduce(
      (text, position, i) =>
        places[i] === undefined
          ? text
          : setValue(text, at(text, [...VSPHERE, 'hosts', position, 'failureDomain']), places[i]),
      doc,
    );
  return setValue(doc, at(doc, ['controlPlane', ...['platform', 'vsphere'], 'zones']), zonesFor(places));
}

/** Returns the positions of control plane hosts among the hosts with static addresses. */
function staticControlPlane({ platform }: InstallConfig): number[] {
  return (platform?.vsphere?.hosts ?? []).flatMap(({ role }, i) => (role === 'control-plane' ? [i] : []));
}

export interface Suggestion {
  move: Move;
  /** Server of the target vCenter. */
  vcenter: string;
  /** Whether the vCenter had only workers before. */
  becomesControlPlane: boolean;
  /** Whether no single failure loses etcd quorum after the move. */
  safe: boolean;
}

/** Returns the move after which the fewest failures lose etcd quorum, or undefined if no move helps. */
export function suggestedMove(config: InstallConfig, topology: Topology): Suggestion | undefined {
  const risks = topology.quorum.length;
  let best: { suggestion: Suggestion; left: number } | undefined;
  for (const { name } of topology.machines.filter(({ role }) => role === 'control-plane').toReversed())
    for (const move of movesOf(config, topology, name)) {
      const after = topologyOf(placed(config, move.places));
      const left = after?.quorum.length ?? risks;
      const target =
        topology.vcenters[topology.failureDomains.find((domain) => domain.name === move.to)?.vcenter ?? -1];
      if (left >= risks || !target || (best && left >= best.left)) continue;
      best = {
        left,
        suggestion: {
          move,
          vcenter: target.server,
          becomesControlPlane: !target.controlPlane,
          safe: left === 0,
        },
      };
    }
  return best?.suggestion;
}

function placed(config: InstallConfig, places: string[]): InstallConfig {
  const hosts = staticControlPlane(config);
  const after = structuredClone(config);
  if (hosts.length > 0) {
    for (const [i, position] of hosts.entries()) {
      const host = after.platform!.vsphere!.hosts![position]!;
      if (places[i] !== undefined) host.failureDomain = places[i];
    }
    return after;
  }
  const zones = zonesFor(places);
  if (!zones) return config;
  after.controlPlane ??= {};
  after.controlPlane.platform ??= {};
  after.controlPlane.platform.vsphere = { ...after.controlPlane.platform.vsphere, zones };
  return after;
}

/** Removes a vCenter with its failure domains, and their names from all zones. */
export function removeVCenter(doc: YamlText, index: number): YamlText {
  const list = at(doc, [...VSPHERE, 'vcenters']);
  const server = valueAt(doc, [...list, index, 'server']);
  const domains = valueAt(doc, at(doc, [...VSPHERE, 'failureDomains']));
  const inside = Array.isArray(domains)
    ? domains.flatMap((domain: { server?: unknown }, i) => (server && domain?.server === server ? [i] : []))
    : [];
  const without = inside.toReversed().reduce(removeFailureDomain, doc);
  return removeValue(without, [...list, index], { keepEmptyParents: true });
}

/** Removes a failure domain, and its name from all zones. */
export function removeFailureDomain(doc: YamlText, index: number): YamlText {
  const list = at(doc, [...VSPHERE, 'failureDomains']);
  const name = valueAt(doc, [...list, index, 'name']);
  const after = removeValue(doc, [...list, index], { keepEmptyParents: true });
  return typeof name === 'string' && name !== '' ? replaceZone(after, name, undefined) : after;
}

/** Renames a failure domain, also in all zones and static hosts. */
export function renameFailureDomain(doc: YamlText, index: number, name: string): YamlText {
  const path = at(doc, [...VSPHERE, 'failureDomains', index, 'name']);
  const before = valueAt(doc, path);
  const after = setValue(doc, path, name);
  return typeof before === 'string' && before !== '' ? replaceZone(after, before, name) : after;
}

/** Renames the server of a vCenter, also in its failure domains. */
export function renameVCenter(doc: YamlText, index: number, server: string): YamlText {
  const path = at(doc, [...VSPHERE, 'vcenters', index, 'server']);
  const before = valueAt(doc, path);
  const list = at(doc, [...VSPHERE, 'failureDomains']);
  const domains = valueAt(doc, list);
  let after = setValue(doc, path, server);
  if (typeof before === 'string' && before !== '' && Array.isArray(domains))
    for (const [i, domain] of (domains as { server?: unknown }[]).entries())
      if (domain?.server === before) after = setValue(after, at(after, [...list, i, 'server']), server);
  return after;
}

/** Adds a vCenter with one failure domain, to be filled in. */
export function addVCenter(doc: YamlText): YamlText {
  const vcenters = listAt(doc, ['vcenters']);
  const domains = listAt(doc, ['failureDomains']);
  const server = `vcenter-${vcenters.length + 1}.example.com`;
  const datacenter = `dc-${vcenters.length + 1}`;
  const after = insertItem(doc, at(doc, [...VSPHERE, 'vcenters']), vcenters.length, {
    server,
    user: '',
    password: '',
    datacenters: [datacenter],
  });
  return addDomain(after, domains.length, server, datacenter);
}

/** Adds a failure domain to a vCenter, to be filled in. */
export function addFailureDomain(doc: YamlText, vcenter: number): YamlText {
  const { server, datacenters } = (listAt(doc, ['vcenters'])[vcenter] ?? {}) as {
    server?: unknown;
    datacenters?: unknown[];
  };
  const datacenter = datacenters?.[0];
  return addDomain(
    doc,
    listAt(doc, ['failureDomains']).length,
    typeof server === 'string' ? server : '',
    typeof datacenter === 'string' ? datacenter : '',
  );
}

function addDomain(doc: YamlText, count: number, server: string, datacenter: string): YamlText {
  const names = listAt(doc, ['failureDomains']).map((domain) => (domain as { name?: unknown } | null)?.name);
  let number = count + 1;
  while (names.includes(`fd-${number}`)) number++;
  return insertItem(doc, at(doc, [...VSPHERE, 'failureDomains']), count, {
    name: `fd-${number}`,
    region: `region-${number}`,
    zone: `zone-${number}`,
    server,
    topology: {
      datacenter,
      computeCluster: `/${datacenter}/host/cluster`,
      datastore: `/${datacenter}/datastore/datastore`,
      networks: ['VM Network'],
    },
  });
}

function listAt(doc: YamlText, path: string[]): unknown[] {
  const value = valueAt(doc, at(doc, [...VSPHERE, ...path]));
  return Array.isArray(value) ? value : [];
}

/** @param name undefined to remove the zone */
function replaceZone(doc: YamlText, before: string, name: string | undefined): YamlText {
  let after = doc;
  const pools = valueAt(doc, at(doc, ['compute']));
  const zoneLists = [
    ['controlPlane', 'platform', 'vsphere', 'zones'],
    ['platform', 'vsphere', 'defaultMachinePlatform', 'zones'],
    ...(Array.isArray(pools) ? pools.map((_, i) => ['compute', i, 'platform', 'vsphere', 'zones']) : []),
  ];
  for (const list of zoneLists) {
    const path = at(after, list);
    const zones = valueAt(after, path);
    const i = Array.isArray(zones) ? zones.indexOf(before) : -1;
    if (i < 0) continue;
    after = name === undefined ? removeValue(after, [...path, i]) : setValue(after, [...path, i], name);
  }
  const hosts = valueAt(after, at(after, [...VSPHERE, 'hosts']));
  if (Array.isArray(hosts))
    for (const [i, host] of (hosts as { failureDomain?: unknown }[]).entries())
      if (host?.failureDomain === before)
        after = setValue(after, at(after, [...VSPHERE, 'hosts', i, 'failureDomain']), name);
  return after;
}

function at(doc: YamlText, path: readonly (string | number)[]): (string | number)[] {
  return [...writtenPath(doc, path)];
}
