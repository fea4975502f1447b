import {
  changeHosts,
  type HostSet,
  type Layout,
  type PartName,
  partOf,
  type SetHost,
  withParts,
} from '../../core/contract/documents/nmstate.ts';

/** A cell and its new text. */
export interface CellEdit {
  host: number;
  part: PartName;
  text: string;
}

/** Returns the set with other cells. Rows below the last one are added. */
export function writeCells<S extends HostSet>(set: S, edits: readonly CellEdit[]): S {
  const byHost = new Map<number, Record<PartName, string>>();
  for (const { host, part, text } of edits) byHost.set(host, { ...byHost.get(host), [part]: text });
  const last = Math.max(-1, ...byHost.keys());
  const rows = Array.from({ length: Math.max(0, last + 1 - set.hosts.length) }, emptyHost);
  const longer = rows.length === 0 ? set : { ...set, hosts: [...set.hosts, ...rows] };
  return changeHosts(longer, (host, index) => {
    const parts = byHost.get(index);
    return parts ? withParts(host, parts) : host;
  });
}

export function emptyHost(): SetHost {
  return { name: '', role: 'worker', nics: [], addresses: [], variables: {} };
}

/** Returns the set without some hosts. */
export function removeHosts<S extends HostSet>(set: S, removed: ReadonlySet<number>): S {
  return { ...set, hosts: set.hosts.filter((_, index) => !removed.has(index)) };
}

/** Returns the layout that matches a table best, by its NICs and columns. */
export function likelyLayout(hosts: readonly SetHost[]): Layout {
  const all = (test: (host: SetHost) => boolean) => hosts.length > 0 && hosts.every(test);
  const bond = all(({ nics }) => nics.length >= 2);
  const vlan = hosts.some(({ variables }) => variables.vlan);
  const fixed = hosts.some(({ addresses }) => addresses.length > 0);
  const dual = fixed && hosts.some(({ addresses }) => addresses.some((one) => one.includes(':')));
  const four = hosts.some(({ addresses }) => addresses.some((one) => !one.includes(':')));
  const addressing = fixed ? (dual && four ? 'dual' : 'static') : 'dhcp';
  if (bond || vlan) {
    const preset = bond ? (vlan ? 'bond-vlan' : 'bond-lacp') : 'vlan';
    return { preset, answers: addressing === 'static' ? {} : { addressing } };
  }
  return { preset: dual && four ? 'dual-stack' : fixed ? 'single-static' : 'single-dhcp', answers: {} };
}

/** Returns a function that reports whether a host has a word in one of its cells. */
export function matching(
  set: HostSet,
  parts: readonly PartName[],
  query: string,
): (index: number) => boolean {
  const word = query.trim().toLowerCase();
  if (word === '') return () => true;
  return (index) => parts.some((part) => partOf(set.hosts[index]!, part).toLowerCase().includes(word));
}
