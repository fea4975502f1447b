import type { ContentEntry } from '../../core/contract/topics/registry/registry-content.ts';

/** An order of entries and images. */
export type ContentOrder = 'name' | 'largest' | 'newest' | 'oldest';

/** A visible row of the content. */
export interface EntryRow {
  entry: ContentEntry;
  /** Its position in the list of entries. */
  position: number;
  /** From 1. */
  level: number;
  isGroup: boolean;
  open: boolean;
  /** Absent if nothing in it can be deleted. */
  selected?: 'on' | 'some' | 'off';
}

/** The entries by parent, with the deletable parts below each. */
export interface EntryTree {
  entries: readonly ContentEntry[];
  children: ReadonlyMap<number | undefined, readonly number[]>;
  parts: readonly (readonly string[])[];
}

/** Returns the tree of a list of entries, in which parents are before their children. */
export function entryTree(entries: readonly ContentEntry[]): EntryTree {
  const children = new Map<number | undefined, number[]>();
  const parts: string[][] = entries.map(({ part }) => (part === undefined ? [] : [part]));
  for (const [position, { parent }] of entries.entries())
    children.set(parent, [...(children.get(parent) ?? []), position]);
  for (let position = entries.length - 1; position >= 0; position--) {
    const { parent } = entries[position]!;
    if (parent !== undefined) parts[parent]!.push(...parts[position]!);
  }
  return { entries, children, parts };
}

/**
 * Returns the visible rows.
 * @param options.search part of a name: opens the rows that lead to its matches. Empty: everything
 */
export function entryRows(
  tree: EntryTree,
  {
    opened,
    chosen,
    search,
    order,
  }: {
    opened: ReadonlySet<number>;
    chosen: ReadonlySet<string>;
    search: string;
    order: ContentOrder;
  },
): EntryRow[] {
  const { entries, children, parts } = tree;
  const wanted = search.trim().toLowerCase();
  const matches = (position: number) => entries[position]!.name.toLowerCase().includes(wanted);
  const leads = wanted === '' ? undefined : leadingTo(entries, matches);
  const rows: EntryRow[] = [];
  const walk = (parent: number | undefined, level: number, inside: boolean): void => {
    const siblings = (children.get(parent) ?? []).filter((at) => inside || leads?.has(at));
    for (const position of sorted(siblings, entries, order)) {
      const entry = entries[position]!;
      const isGroup = children.has(position);
      const own = inside || matches(position);
      const open = isGroup && (opened.has(position) || !own);
      rows.push({ entry, position, level, isGroup, open, selected: stateOf(parts[position]!, chosen) });
      if (open) walk(position, level + 1, own);
    }
  };
  walk(undefined, 1, wanted === '');
  return rows;
}

/** Selects or deselects all parts of an entry. A partly selected entry becomes completely selected. */
export function toggledParts(
  { parts }: EntryTree,
  chosen: ReadonlySet<string>,
  position: number,
): ReadonlySet<string> {
  const next = new Set(chosen);
  const all = stateOf(parts[position]!, chosen) === 'on';
  for (const part of parts[position]!)
    if (all) next.delete(part);
    else next.add(part);
  return next;
}

function stateOf(parts: readonly string[], chosen: ReadonlySet<string>): EntryRow['selected'] {
  if (parts.length === 0) return undefined;
  let on = 0;
  for (const part of parts) if (chosen.has(part)) on++;
  return on === 0 ? 'off' : on === parts.length ? 'on' : 'some';
}

/** Returns the matching entries, and everything above them. */
function leadingTo(entries: readonly ContentEntry[], matches: (position: number) => boolean): Set<number> {
  const found = new Set<number>();
  for (let position = entries.length - 1; position >= 0; position--) {
    if (!found.has(position) && !matches(position)) continue;
    found.add(position);
    const { parent } = entries[position]!;
    if (parent !== undefined) found.add(parent);
  }
  return found;
}

/** The given order is by kind and name. Entries without a time are last. */
function sorted(
  positions: readonly number[],
  entries: readonly ContentEntry[],
  order: ContentOrder,
): readonly number[] {
  if (order === 'name') return positions;
  const at = (position: number) => entries[position]!;
  return positions.toSorted((a, b) => {
    if (order === 'largest') return at(b).bytes - at(a).bytes;
    const [first, second] = [at(a).pushedAt, at(b).pushedAt];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return (order === 'newest' ? -1 : 1) * (first < second ? -1 : first > second ? 1 : 0);
  });
}
