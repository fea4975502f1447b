import type { ChannelEntry } from './catalog-model.ts';

/** A channel as OLM walks it. */
export interface ChannelGraph {
  /** The entry that no other one replaces or skips. */
  head: string;
  /**
   * From the head along `replaces`. The last name may not be an entry of the channel.
   */
  chain: string[];
  entries: ReadonlyMap<string, ChannelEntry>;
}

/**
 * Returns the head and the chain of a channel (catalog-filter: pkg/filter/mirror-config/v1alpha1/channel.go). `skipRange`
 * is ignored. A target of `replaces` or `skips` that isn't an entry counts as a node without edges.
 * @returns `faults`, with oc-mirror's texts, for a channel that OLM can't use
 */
export function channelGraph(list: readonly ChannelEntry[]): ChannelGraph | { faults: string[] } {
  if (list.length === 0) return { faults: ['channel has no entries'] };
  const entries = new Map<string, ChannelEntry>();
  const targets = new Set<string>();
  const faults: string[] = [];
  for (const entry of list) {
    if (entries.has(entry.name)) {
      faults.push(`duplicate channel entry "${entry.name}"`);
      continue;
    }
    entries.set(entry.name, entry);
    if (entry.replaces === entry.name) faults.push(`invalid channel entry "${entry.name}": replaces itself`);
    if (entry.skips?.includes(entry.name)) faults.push(`invalid channel entry "${entry.name}": skips itself`);
    for (const target of targetsOf(entry)) targets.add(target);
  }
  const heads = [...entries.keys()].filter((name) => !targets.has(name)).sort();
  const [head] = heads;
  if (head === undefined) faults.push('no channel heads found');
  if (heads.length > 1) faults.push(`multiple channel heads found: [${heads.join(' ')}]`);
  if (head === undefined || faults.length > 0) return { faults };
  if (hasCycle(head, entries)) return { faults: ['detected a cycle in the upgrade graph of the channel'] };
  const chain: string[] = [];
  for (let name: string | undefined = head; name !== undefined; name = entries.get(name)?.replaces)
    chain.push(name);
  return { head, chain, entries };
}

function targetsOf({ replaces, skips = [] }: ChannelEntry): Set<string> {
  return new Set(replaces === undefined ? skips : [replaces, ...skips]);
}

/** Removes nodes without incoming edges, starting at the head. The remaining nodes are in a cycle or below one. */
function hasCycle(head: string, entries: ReadonlyMap<string, ChannelEntry>): boolean {
  const incoming = new Map<string, number>();
  for (const entry of entries.values())
    for (const target of targetsOf(entry)) incoming.set(target, (incoming.get(target) ?? 0) + 1);
  const free = [head];
  for (let name = free.pop(); name !== undefined; name = free.pop()) {
    const entry = entries.get(name);
    for (const target of entry ? targetsOf(entry) : []) {
      const left = incoming.get(target)! - 1;
      incoming.set(target, left);
      if (left === 0) {
        incoming.delete(target);
        free.push(target);
      }
    }
  }
  return incoming.size > 0;
}
