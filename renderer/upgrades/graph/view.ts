import type { GraphLayout, Size } from './layout.ts';

/** The part of a diagram that is visible. Zoom 1 shows everything. Glyphs and texts don't grow. */
export interface View {
  zoom: number;
  /** Offset of the diagram in the box, px. */
  x: number;
  y: number;
}

export const FIT: View = { zoom: 1, x: 0, y: 0 };
/** Space between dots at the highest zoom, px. */
const SPACING_AT_MOST = 64;
/** Space between lanes at the highest zoom, px. */
const GAP_AT_MOST = 110;
/** Factor of one step with a button or a key. */
export const STEP = 1.5;

/** Returns the highest zoom. */
export function highestZoom({ spacing }: Pick<GraphLayout, 'spacing'>): number {
  return Math.max(2, SPACING_AT_MOST / spacing);
}

/** Returns the vertical zoom, which ends when the lanes are far enough apart. */
function verticalZoom({ gap }: Pick<GraphLayout, 'gap'>, zoom: number): number {
  return Math.max(1, Math.min(zoom, GAP_AT_MOST / gap));
}

/** Keeps a view inside the diagram. */
export function clamped(layout: GraphLayout, { zoom, x, y }: View): View {
  const within = Math.max(1, Math.min(highestZoom(layout), zoom));
  const [width, height] = [layout.width * within, layout.height * verticalZoom(layout, within)];
  return {
    zoom: within,
    x: Math.min(0, Math.max(layout.width - width, x)),
    y: Math.min(0, Math.max(layout.height - height, y)),
  };
}

/** Returns the view after zooming. The point of the box stays where it is. */
export function zoomedAt(
  layout: GraphLayout,
  view: View,
  factor: number,
  point: { x: number; y: number },
): View {
  const zoom = Math.max(1, Math.min(highestZoom(layout), view.zoom * factor));
  const across = zoom / view.zoom;
  const down = verticalZoom(layout, zoom) / verticalZoom(layout, view.zoom);
  return clamped(layout, {
    zoom,
    x: point.x - (point.x - view.x) * across,
    y: point.y - (point.y - view.y) * down,
  });
}

/** Returns the view that shows a version, moved as little as possible. @param at position of the version */
export function showing(layout: GraphLayout, view: View, at: number): View {
  const margin = 48;
  const x = layout.xs[at]! * view.zoom + view.x;
  const y = layout.ys[at]! * verticalZoom(layout, view.zoom) + view.y;
  const shift = (place: number, end: number) =>
    place < margin ? margin - place : place > end - margin ? end - margin - place : 0;
  return clamped(layout, {
    ...view,
    x: view.x + shift(x, layout.width),
    y: view.y + shift(y, layout.height),
  });
}

/** A rectangle of the zoomed diagram, px. */
export interface Area {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Returns the area to draw: the box and its surroundings. It changes only after every half a box of panning. */
export function drawnArea({ width, height }: Size, { zoom, x, y }: View): Area {
  if (zoom === 1) return { x1: -width, y1: -height, x2: 2 * width, y2: 2 * height };
  const [left, top] = [Math.floor(-x / (width / 2)), Math.floor(-y / (height / 2))];
  return {
    x1: (left - 1) * (width / 2),
    y1: (top - 1) * (height / 2),
    x2: (left + 4) * (width / 2),
    y2: (top + 4) * (height / 2),
  };
}

/** A layout at a zoom. */
export interface Scaled extends Omit<GraphLayout, 'lanes'> {
  lanes: readonly { minor: string; y: number; x1: number; x2: number; first: number; last: number }[];
}

export function scaled(layout: GraphLayout, zoom: number): Scaled {
  const down = verticalZoom(layout, zoom);
  const xs = layout.xs.map((x) => x * zoom);
  return {
    width: layout.width * zoom,
    height: layout.height * down,
    lanes: layout.lanes.map(({ minor, y, first, last }) => {
      return { minor, y: y * down, x1: xs[first]!, x2: xs[last]!, first, last };
    }),
    xs,
    ys: layout.ys.map((y) => y * down),
    spacing: layout.spacing * zoom,
    gap: layout.gap * down,
  };
}

/** Returns the positions of the versions in an area. */
export function versionsIn({ lanes, xs }: Scaled, { x1, x2, y1, y2 }: Area): number[] {
  const found: number[] = [];
  for (const { y, first, last } of lanes) {
    if (y < y1 || y > y2) continue;
    for (let at = first; at <= last; at++) if (xs[at]! >= x1 && xs[at]! <= x2) found.push(at);
  }
  return found;
}

/** Returns the version nearest to a point, or undefined if none is near. */
export function versionAt({ lanes, xs, gap }: Scaled, point: { x: number; y: number }): number | undefined {
  const reach = Math.min(16, gap / 2);
  const lane = lanes.find(({ y }) => Math.abs(y - point.y) <= reach);
  if (!lane) return undefined;
  let [low, high] = [lane.first, lane.last];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xs[middle]! < point.x) low = middle + 1;
    else high = middle;
  }
  const best = low > lane.first && point.x - xs[low - 1]! < Math.abs(xs[low]! - point.x) ? low - 1 : low;
  return Math.abs(xs[best]! - point.x) <= 16 ? best : undefined;
}
