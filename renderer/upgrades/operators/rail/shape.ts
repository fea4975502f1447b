import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import type { RailBracket, RailNode } from './moves.ts';

const ROW = 30;
const LANE = 16;
const TOP = 22;
const COLUMN = 30;
const DOT = 6;
const NAMES = 470;

/** The shapes of a channel's diagram. The upgrade path is drawn last, above the rest. */
export interface RailShape {
  width: number;
  height: number;
  /** Position of the names, and the rectangle around their row, px. */
  names: { x: number; row: { x: number; width: number; above: number; height: number } };
  brackets: (RailBracket & { d: string })[];
  lines: (OperatorRail['lines'][number] & { d: string })[];
  dots: { node: RailNode; x: number; y: number; radius: number }[];
}

/** Returns the shapes of a channel: the head at the top, skip ranges on the left, skipped versions on the right. */
export function railShape(rail: OperatorRail): RailShape {
  const x = 24 + rail.lanes * LANE;
  const dots = rail.nodes.map((node) => ({
    node,
    x: x + node.column * COLUMN,
    y: TOP + node.row * ROW,
    radius: node.isHead || node.isOnPath || node.isInstalled ? 8 : DOT,
  }));
  const at = new Map(dots.map((dot) => [dot.node.name, dot]));
  const bracket = ({ top, bottom, lane }: RailBracket) => {
    const left = x - (lane + 1) * LANE;
    const [y1, y2] = [TOP + top * ROW, TOP + bottom * ROW];
    return `M${x - DOT - 2} ${y1}H${left + 4}Q${left} ${y1} ${left} ${y1 + 4}V${y2 - 4}Q${left} ${y2} ${left + 4} ${y2}H${x - DOT - 2}`;
  };
  const line = ({ kind, from, to }: OperatorRail['lines'][number]) => {
    const [a, b] = [at.get(from)!, at.get(to)!];
    if (a.x !== b.x)
      return `M${a.x} ${a.y}C${a.x} ${(a.y + b.y) / 2} ${b.x} ${(a.y + b.y) / 2} ${b.x} ${b.y}`;
    return kind === 'replaces'
      ? `M${a.x} ${a.y}V${b.y}`
      : `M${a.x} ${a.y}C${a.x + COLUMN / 2} ${a.y} ${b.x + COLUMN / 2} ${b.y} ${b.x} ${b.y}`;
  };
  return {
    width: x + COLUMN + NAMES,
    height: 2 * TOP + Math.max(0, rail.rows - 1) * ROW,
    names: { x: x + COLUMN + 16, row: { x: x + COLUMN + 8, width: NAMES - 20, above: 12, height: 24 } },
    brackets: rail.brackets.map((each) => ({ ...each, d: bracket(each) })).toSorted(pathLast),
    lines: rail.lines.map((each) => ({ ...each, d: line(each) })).toSorted(pathLast),
    dots,
  };
}

function pathLast(a: { isOnPath: boolean }, b: { isOnPath: boolean }): number {
  return Number(a.isOnPath) - Number(b.isOnPath);
}

/** Returns whether a search matches a part of the version or of the bundle name. */
export function isFound({ name, version }: Pick<RailNode, 'name' | 'version'>, search: string): boolean {
  const wanted = search.trim();
  return wanted !== '' && (name.includes(wanted) || (version?.includes(wanted) ?? false));
}
