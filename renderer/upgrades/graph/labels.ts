import type { PictureVersion } from '../../../core/contract/topics/upgrades.ts';
import { patchOf } from '../question/upgrade-words.ts';
import { type Curve, LANE_NAME, LETTER, type Point } from './layout.ts';
import type { Area, Scaled } from './view.ts';

/** A text in the middle of its place. */
export interface Label {
  at: number;
  text: string;
  x: number;
  /** Baseline. */
  y: number;
  box: Area;
}

/** Size of a badge that opens the risks of an update, px. */
export const BADGE = { width: 78, height: 26 };
/** Size of the zoom buttons in the upper right corner, px. */
export const ZOOM_BUTTONS = { width: 108, height: 40 };
/** Lanes that are closer have no numbers. */
const NUMBERS_FROM = 30;
const DIGIT = 6.4;
/** Places of a badge on its curve, as shares of it, and next to the middle of it, px. */
const SHARES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
const NEXT_TO_CURVE = [-46, 46, -90, 90, -150, 150].flatMap((x) => [0, -20, 20].map((y) => [x, y] as const));
/** Places of a name around its dot: on which side, and the distance of the baseline, px. */
const NAME_PLACES = [
  [0, 27],
  [0, -17],
  [1, 25],
  [-1, 25],
  [1, -14],
  [-1, -14],
] as const;
/** Places of a number below and above its dot: the distance of the baseline, px. */
const NUMBER_PLACES = [20, -11];
/** Space between the middle of a dot and a name on its side, px. */
const NEXT_TO_DOT = 5;
/** Radius of a dot on the path with its line, px. */
const DOT = 10;
/** Space between a label and the middle of a line, px. */
const LINE_SPACE = 3;
/** Space between the points at which a curve is compared with labels, px. */
const POINT_SPACE = 4;

/**
 * Places the names of important versions and the numbers of others, so that they don't overlap, stay inside the diagram, and
 * aren't crossed by the curves of the path and its alternative. A name that is crossed everywhere has the place with the
 * fewest points of curves, and a number is below its dot.
 * @param names positions of versions with complete names, the most important one first
 * @param shown positions of the versions in the drawn area
 * @param curves highlighted updates
 */
export function placeLabels(
  versions: readonly PictureVersion[],
  scaled: Scaled,
  { names, shown, curves }: { names: readonly number[]; shown: readonly number[]; curves: readonly Curve[] },
): { names: Label[]; numbers: Label[] } {
  const points = curves.flatMap(pointsOf);
  const placed: Label[] = [];
  for (const at of new Set(names)) {
    const best = nameOf(versions[at]!.version, at, scaled, placed, points);
    if (best) placed.push(best);
  }
  const named = new Set(placed.map(({ at }) => at));
  const numbers: Label[] = [];
  if (scaled.gap < NUMBERS_FROM) return { names: placed, numbers };
  let end = { lane: Number.NaN, x: 0 };
  for (const at of shown) {
    if (named.has(at)) continue;
    const text = patchOf(versions[at]!.version);
    const half = (text.length * DIGIT) / 2 + 2;
    const [x, lane] = [scaled.xs[at]!, scaled.ys[at]!];
    if (end.lane === lane && x - half < end.x) continue;
    const free = NUMBER_PLACES.map((offset) => {
      const y = lane + offset;
      return { at, text, x, y, box: { x1: x - half, x2: x + half, y1: y - 10, y2: y + 3 } };
    }).filter(({ box }) => ![placed, numbers].some((each) => each.some((other) => overlap(other.box, box))));
    const number = free.find(({ box }) => crossings(box, points) === 0) ?? free[0];
    if (!number) continue;
    end = { lane, x: number.box.x2 };
    numbers.push(number);
  }
  return { names: placed, numbers };
}

/** Returns the best place of a name, or undefined if there is no room. */
function nameOf(
  text: string,
  at: number,
  scaled: Scaled,
  placed: readonly Label[],
  points: readonly Point[],
): Label | undefined {
  const half = (text.length * LETTER) / 2 + 2;
  let best: { label: Label; crossed: number } | undefined;
  for (const [side, offset] of NAME_PLACES) {
    const wanted = scaled.xs[at]! + side * (half + NEXT_TO_DOT);
    const x = Math.min(scaled.width - half - 2, Math.max(LANE_NAME + half - 8, wanted));
    const y = scaled.ys[at]! + offset;
    const box = { x1: x - half, x2: x + half, y1: y - 14, y2: y + 4 };
    const isBehindButtons = box.x2 > scaled.width - ZOOM_BUTTONS.width && box.y1 < ZOOM_BUTTONS.height;
    if (box.y1 < 0 || box.y2 > scaled.height || isBehindButtons) continue;
    if (placed.some((each) => overlap(each.box, box))) continue;
    const crossed = crossings(box, points);
    if (!best || crossed < best.crossed) best = { label: { at, text, x, y, box }, crossed };
    if (crossed === 0) break;
  }
  return best?.label;
}

/** Returns points along a curve, close enough to find every label that the curve crosses. */
export function pointsOf(curve: Curve): Point[] {
  const [start, middle, end] = [curve.at(0), curve.at(0.5), curve.at(1)];
  const length =
    Math.hypot(middle.x - start.x, middle.y - start.y) + Math.hypot(end.x - middle.x, end.y - middle.y);
  const count = Math.ceil(length / POINT_SPACE) + 2;
  return Array.from({ length: count + 1 }, (_, step) => curve.at(step / count));
}

/** Returns how many points of curves are in the box of a label. */
export function crossings({ x1, y1, x2, y2 }: Area, points: readonly Point[]): number {
  return points.filter(
    ({ x, y }) => x > x1 - LINE_SPACE && x < x2 + LINE_SPACE && y > y1 - LINE_SPACE && y < y2 + LINE_SPACE,
  ).length;
}

/**
 * Returns places of badges on their curves, apart from each other, from labels and from the ends of curves, inside the area.
 * A badge without a free place is undefined, except those of the path.
 */
export function placeBadges(
  updates: readonly { curve: Curve; chosen: boolean }[],
  labels: readonly Label[],
  { x1, x2, y1, y2 }: Area,
): (Point | undefined)[] {
  const dots = updates.flatMap(({ curve }) => [dotBox(curve.at(0)), dotBox(curve.at(1))]);
  const taken = [...labels.map(({ box }) => box), ...dots];
  return updates.map(({ curve, chosen }) => {
    const within = (x: number, y: number) => ({
      x: Math.min(x2 - BADGE.width / 2 - 2, Math.max(x1 + BADGE.width / 2 + 2, x)),
      y: Math.min(y2 - BADGE.height / 2 - 2, Math.max(y1 + BADGE.height / 2 + 2, y)),
    });
    const places = SHARES.map((share) => within(curve.at(share).x, curve.at(share).y));
    const middle = curve.at(0.5);
    for (const [x, y] of NEXT_TO_CURVE) places.push(within(middle.x + x, middle.y + y));
    const free = places.find((place) => !taken.some((box) => overlap(box, badgeBox(place))));
    const place = free ?? (chosen ? places[0] : undefined);
    if (place) taken.push(badgeBox(place));
    return place;
  });
}

/** Returns the box of a dot on the path. */
export function dotBox({ x, y }: Point): Area {
  return { x1: x - DOT, x2: x + DOT, y1: y - DOT, y2: y + DOT };
}

export function badgeBox({ x, y }: { x: number; y: number }): Area {
  return {
    x1: x - BADGE.width / 2,
    x2: x + BADGE.width / 2,
    y1: y - BADGE.height / 2,
    y2: y + BADGE.height / 2,
  };
}

export function overlap(a: Area, b: Area): boolean {
  return a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;
}
