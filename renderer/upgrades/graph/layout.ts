import type { PictureVersion } from '../../../core/contract/topics/upgrades.ts';
import { minorOf } from './model.ts';

/** The size of a box, px. */
export interface Size {
  width: number;
  height: number;
}

/** One lane for each minor version. Its versions have the positions `first` to `last`. */
export interface Lane {
  minor: string;
  y: number;
  first: number;
  last: number;
}

/** Places of versions that fit a box exactly, px. */
export interface GraphLayout extends Size {
  lanes: readonly Lane[];
  xs: readonly number[];
  ys: readonly number[];
  /** Space between dots that aren't on the path. */
  spacing: number;
  /** Space between lanes. */
  gap: number;
}

/** Space for the names of lanes on the left. */
export const LANE_NAME = 64;
const RIGHT = 32;
/** Space above the first lane for arcs and the zoom buttons, and below the last one for labels. */
const TOP = 50;
const BOTTOM = 36;
/** Width of a letter of a label, and space next to a label. */
export const LETTER = 8.4;
const LABEL_SPACE = 14;
const WIDEST_SPACING = 120;
const NARROWEST_SPACING = 4;
const WIDEST_GAP = 84;
/** Least height of a diagram. */
const LOWEST = 190;
/** On lower pages, diagrams are flatter, so that they are completely visible. */
const LOW_PAGE = 840;

/** Returns the height of a diagram with a number of lanes. @param page height of the page, px */
export function diagramHeight(lanes: number, page: number): number {
  const [highest, gap] = page < LOW_PAGE ? [310, 52] : [460, 66];
  return Math.max(LOWEST, Math.min(highest, TOP + BOTTOM + (lanes - 1) * gap));
}

export function laneCount(versions: readonly { version: string }[]): number {
  return new Set(versions.map(({ version }) => minorOf(version))).size;
}

/** Places versions so that everything is inside the box, and the labels of the path have room. */
export function layoutVersions(versions: readonly PictureVersion[], { width, height }: Size): GraphLayout {
  const lanes = lanesOf(versions);
  const gap = Math.min(WIDEST_GAP, lanes.length > 1 ? (height - TOP - BOTTOM) / (lanes.length - 1) : 0);
  // A few lanes are in the middle of the box.
  const top = TOP + Math.max(0, height - TOP - BOTTOM - gap * (lanes.length - 1)) / 2;
  const available = Math.max(1, width - LANE_NAME - RIGHT);
  const { spacing, columns } = columnsThatFit(versions, lanes, available);
  const xs: number[] = [];
  const ys: number[] = [];
  const placed = lanes.map((lane, row): Lane => {
    const y = top + row * gap;
    let edge = LANE_NAME;
    for (let at = lane.first; at <= lane.last; at++) {
      xs[at] = edge + columns[at]! / 2;
      ys[at] = y;
      edge += columns[at]!;
    }
    return { ...lane, y };
  });
  return { width, height, lanes: placed, xs, ys, spacing, gap: gap || WIDEST_GAP };
}

function lanesOf(versions: readonly PictureVersion[]): Omit<Lane, 'y'>[] {
  const lanes: Omit<Lane, 'y'>[] = [];
  for (const [at, { version }] of versions.entries()) {
    const minor = minorOf(version);
    const last = lanes.at(-1);
    if (last?.minor === minor) last.last = at;
    else lanes.push({ minor, first: at, last: at });
  }
  return lanes;
}

/** Returns the widths of columns. Versions of the path have room for their labels, unless a lane would be too wide. */
function columnsThatFit(
  versions: readonly PictureVersion[],
  lanes: readonly Omit<Lane, 'y'>[],
  available: number,
): { spacing: number; columns: number[] } {
  for (const share of [1, 0.75, 0.5, 0.3]) {
    const label = ({ version }: PictureVersion) => share * (version.length * LETTER + LABEL_SPACE);
    const spacings = lanes.map(({ first, last }) => {
      const own = versions.slice(first, last + 1);
      const dots = own.filter(({ onPath }) => !onPath).length;
      const labels = own.reduce((sum, each) => sum + (each.onPath ? label(each) : 0), 0);
      return labels > available ? 0 : dots === 0 ? WIDEST_SPACING : (available - labels) / dots;
    });
    const spacing = Math.min(WIDEST_SPACING, ...spacings);
    if (spacing < NARROWEST_SPACING) continue;
    return {
      spacing,
      columns: versions.map((each) => (each.onPath ? Math.max(spacing, label(each)) : spacing)),
    };
  }
  const most = Math.max(1, ...lanes.map(({ first, last }) => last - first + 1));
  const spacing = Math.min(WIDEST_SPACING, available / most);
  return { spacing, columns: versions.map(() => spacing) };
}

/** A curve of an update with its points. */
export interface Curve {
  d: string;
  /** @param share 0 at its start, 1 at its end */
  at(share: number): Point;
}

export interface Point {
  x: number;
  y: number;
}

/** Returns the control points of the curve between two places: one of an arc above a lane, two of an S between lanes. */
export function controlsBetween(
  from: Point,
  to: Point,
  gap: number,
): readonly [Point] | readonly [Point, Point] {
  if (from.y === to.y) {
    const lift = Math.min(0.42 * gap, 8 + Math.abs(to.x - from.x) / 9);
    return [{ x: (from.x + to.x) / 2, y: from.y - 2 * lift }];
  }
  const [dx, dy] = [0.15 * (to.x - from.x), 0.5 * (to.y - from.y)];
  return [
    { x: from.x + dx, y: from.y + dy },
    { x: to.x - dx, y: to.y - dy },
  ];
}

/** Returns the curve between two places: an arc above a lane, or an S between lanes. @param gap space between lanes */
export function curveBetween(from: Point, to: Point, gap: number): Curve {
  const n = (value: number) => Math.round(value * 10) / 10;
  const start = `M${n(from.x)} ${n(from.y)}`;
  const [a, b] = controlsBetween(from, to, gap);
  if (!b)
    return {
      d: `${start}Q${n(a.x)} ${n(a.y)} ${n(to.x)} ${n(to.y)}`,
      at: (s) => ({
        x: (1 - s) ** 2 * from.x + 2 * s * (1 - s) * a.x + s ** 2 * to.x,
        y: (1 - s) ** 2 * from.y + 2 * s * (1 - s) * a.y + s ** 2 * to.y,
      }),
    };
  const point = (s: number, key: 'x' | 'y') =>
    (1 - s) ** 3 * from[key] +
    3 * s * (1 - s) ** 2 * a[key] +
    3 * s ** 2 * (1 - s) * b[key] +
    s ** 3 * to[key];
  return {
    d: `${start}C${n(a.x)} ${n(a.y)} ${n(b.x)} ${n(b.y)} ${n(to.x)} ${n(to.y)}`,
    at: (s) => ({ x: point(s, 'x'), y: point(s, 'y') }),
  };
}
