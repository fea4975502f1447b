import { controlsBetween } from './layout.ts';
import type { GraphModel } from './model.ts';
import type { Area, Scaled } from './view.ts';

/** Which updates are drawn in addition to those of the path. */
export interface UpdateChoice {
  all: boolean;
  blocked: boolean;
}

/** Colors of updates by kind. */
export type UpdateColors = Record<'plain' | 'conditional' | 'blocked', string>;

/** The parts of a canvas context that drawing uses. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'setTransform'
  | 'beginPath'
  | 'moveTo'
  | 'quadraticCurveTo'
  | 'bezierCurveTo'
  | 'stroke'
  | 'getImageData'
  | 'strokeStyle'
  | 'lineWidth'
  | 'globalAlpha'
>;

/** Time that drawing uses in each frame, ms. The rest is for input and for what the person does meanwhile. */
const FRAME_BUDGET = 8;
/** Curves between two looks at the clock. */
const BATCH = 256;
const KINDS = ['plain', 'conditional', 'blocked'] as const;

/** Returns the indexes of the updates that begin or end in an area, by kind: plain, conditional, blocked. */
export function updatesIn(
  { picture: { updates }, ends }: GraphModel,
  { xs, ys }: Scaled,
  { x1, y1, x2, y2 }: Area,
  { all, blocked }: UpdateChoice,
): number[] {
  const isInside = xs.map((x, at) => x >= x1 && x <= x2 && ys[at]! >= y1 && ys[at]! <= y2);
  const found: Record<(typeof KINDS)[number], number[]> = { plain: [], conditional: [], blocked: [] };
  for (let index = 0; index < updates.length; index++) {
    const from = ends[2 * index]!;
    const to = ends[2 * index + 1]!;
    if (from < 0 || to < 0 || !(isInside[from] || isInside[to])) continue;
    const { kind, shown } = updates[index]!;
    if (!shown && (kind === 'blocked' ? blocked : all)) found[kind].push(index);
  }
  return KINDS.flatMap((kind) => found[kind]);
}

/** Returns the part of an area that a diagram covers. */
export function clippedArea(area: Area, { width, height }: Pick<Scaled, 'width' | 'height'>): Area {
  return {
    x1: Math.max(0, area.x1),
    y1: Math.max(0, area.y1),
    x2: Math.min(width, area.x2),
    y2: Math.min(height, area.y2),
  };
}

/**
 * Draws updates in batches over as many frames as it needs, so that thousands of them never delay input. The more updates,
 * the fainter they are.
 * @param onFrame called after the batches of a frame with the number of updates drawn until then
 * @returns a function that stops drawing
 */
export function drawUpdates(
  pen: Pen,
  {
    model,
    zoomed,
    indexes,
    area,
    ratio,
    colors,
  }: {
    model: GraphModel;
    zoomed: Scaled;
    indexes: readonly number[];
    area: Area;
    /** Pixels of the canvas per px of the page. */
    ratio: number;
    colors: UpdateColors;
  },
  onFrame: (drawn: number) => void,
): () => void {
  pen.setTransform(ratio, 0, 0, ratio, -area.x1 * ratio, -area.y1 * ratio);
  // One pixel of the screen: wider lines take many times longer.
  pen.lineWidth = 1 / ratio;
  pen.globalAlpha = Math.max(0.012, Math.min(0.4, 4 / Math.sqrt(indexes.length)));
  let next = 0;
  let frame = requestAnimationFrame(function draw() {
    const end = performance.now() + FRAME_BUDGET;
    do {
      next = drawBatch(pen, model, zoomed, indexes, next, colors);
      // Reading a pixel paints the batch now. Otherwise the browser would paint all batches at once, later.
      pen.getImageData(0, 0, 1, 1);
    } while (next < indexes.length && performance.now() < end);
    if (next < indexes.length) frame = requestAnimationFrame(draw);
    onFrame(next);
  });
  return () => cancelAnimationFrame(frame);
}

/** Draws the next updates of one kind, and returns the position after the last one. */
function drawBatch(
  pen: Pen,
  { picture: { updates }, ends }: GraphModel,
  { xs, ys, gap }: Scaled,
  indexes: readonly number[],
  start: number,
  colors: UpdateColors,
): number {
  if (start >= indexes.length) return start;
  const { kind } = updates[indexes[start]!]!;
  pen.strokeStyle = colors[kind];
  pen.beginPath();
  let at = start;
  for (; at < indexes.length && at < start + BATCH && updates[indexes[at]!]!.kind === kind; at++) {
    const index = indexes[at]!;
    const from = { x: xs[ends[2 * index]!]!, y: ys[ends[2 * index]!]! };
    const to = { x: xs[ends[2 * index + 1]!]!, y: ys[ends[2 * index + 1]!]! };
    const [a, b] = controlsBetween(from, to, gap);
    pen.moveTo(from.x, from.y);
    if (b) pen.bezierCurveTo(a.x, a.y, b.x, b.y, to.x, to.y);
    else pen.quadraticCurveTo(a.x, a.y, to.x, to.y);
  }
  pen.stroke();
  return at;
}
