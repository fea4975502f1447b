import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';

/** A stop for the keyboard in the diagram: a version, or the skip range of an entry. */
export interface RailStop {
  kind: 'version' | 'range';
  /** Name of the bundle, or of the entry with the skip range. */
  name: string;
}

export type RailNode = OperatorRail['nodes'][number];
export type RailBracket = OperatorRail['brackets'][number];

/** Returns the stop that Tab selects first: the installed version, otherwise the head. */
export function firstStop({ nodes }: OperatorRail): RailStop | undefined {
  return version(
    nodes.find(({ isInstalled }) => isInstalled) ?? nodes.find(({ isHead }) => isHead) ?? nodes[0],
  );
}

/**
 * Returns the stop that a key selects, or undefined. Up and down move within a column, right to a skipped version, left to
 * the skip range of an entry or around it. On a range, up is its entry, down the last version in it, left the next range,
 * and right returns to the channel.
 */
export function nextStop(rail: OperatorRail, stop: RailStop, key: string): RailStop | undefined {
  if (stop.kind === 'range') {
    const bracket = rail.brackets.find(({ entry }) => entry === stop.name);
    return bracket && fromRange(rail, bracket, key);
  }
  const node = rail.nodes.find(({ name }) => name === stop.name);
  if (!node) return firstStop(rail);
  if (key === 'ArrowRight') return node.column === 0 ? toSkipped(rail, node) : undefined;
  if (key === 'ArrowLeft') return node.column === 1 ? toSkipping(rail, node) : toRange(rail, node);
  const column = rail.nodes.filter((each) => each.column === node.column).toSorted((a, b) => a.row - b.row);
  const at = column.indexOf(node);
  if (key === 'ArrowUp') return version(column[at - 1]);
  if (key === 'ArrowDown') return version(column[at + 1]);
  if (key === 'Home') return version(column[0]);
  if (key === 'End') return version(column.at(-1));
  return undefined;
}

export function sameStop(a: RailStop | undefined, b: RailStop | undefined): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}

/** Returns the first version from the top that an entry skips, preferably one outside the `replaces` chain. */
function toSkipped({ nodes, lines }: OperatorRail, { name }: RailNode): RailStop | undefined {
  const skipped = lines.filter(({ kind, from }) => kind === 'skips' && from === name).map(({ to }) => to);
  return version(
    nodes
      .filter(({ name: each }) => skipped.includes(each))
      .toSorted((a, b) => b.column - a.column || a.row - b.row)[0],
  );
}

/** Returns the entry of the chain that skips a version, otherwise the nearest entry. */
function toSkipping({ nodes, lines }: OperatorRail, { name, row }: RailNode): RailStop | undefined {
  const by = lines.filter(({ kind, to }) => kind === 'skips' && to === name).map(({ from }) => from);
  const line = nodes.filter(({ column }) => column === 0);
  const near = line.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row));
  return version(near.find((each) => by.includes(each.name)) ?? near[0]);
}

/** Returns the skip range of an entry, otherwise the innermost range that includes it. */
function toRange({ brackets }: OperatorRail, { name }: RailNode): RailStop | undefined {
  const around = brackets.filter(({ takes }) => takes.includes(name)).toSorted((a, b) => a.lane - b.lane);
  return range(brackets.find(({ entry }) => entry === name) ?? around[0]);
}

function fromRange(
  { nodes, brackets }: OperatorRail,
  { entry, takes, lane, top, bottom }: RailBracket,
  key: string,
): RailStop | undefined {
  const included = nodes.filter(({ name }) => takes.includes(name)).toSorted((a, b) => a.row - b.row);
  if (key === 'ArrowUp' || key === 'ArrowRight') return { kind: 'version', name: entry };
  if (key === 'ArrowDown') return version(included.at(-1));
  if (key !== 'ArrowLeft') return undefined;
  const next = brackets.filter((each) => each.lane > lane && each.top <= bottom && each.bottom >= top);
  return range(next.toSorted((a, b) => a.lane - b.lane)[0]);
}

function version(node: RailNode | undefined): RailStop | undefined {
  return node && { kind: 'version', name: node.name };
}

function range(bracket: RailBracket | undefined): RailStop | undefined {
  return bracket && { kind: 'range', name: bracket.entry };
}
