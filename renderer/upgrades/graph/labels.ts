import type { PictureVersion } from '../../../core/contract/topics/upgrades.ts';
import { patchOf } from '../question/upgrade-words.ts';
import { type Curve, LANE_NAME, LETTER } from './layout.ts';
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
/** Lanes that are closer have no numbers. */
const NUMBERS_FROM = 30;
const DIGIT = 6.4;
/** Places of a badge on its curve, as shares of it, and next to the middle of it, px. */
const SHARES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
const NEXT_TO_CURVE = [-90, 90, -150, 150].flatMap((x) => [0, -20, 20].map((y) => [x, y] as const));
/** Distances of the baseline from the dot: below, above. */
const NAME_OFFSETS = [27, -17];

/**
 * Places the names of important versions and the numbers of others, so that they don't overlap and stay inside the diagram.
 * @param names positions of versions with complete names, the most important one first
 * @param shown positions of the versions in the drawn area
 */
export function placeLabels(
  versions: readonly PictureVersion[],
  scaled: Scaled,
  { names, shown }: { names: readonly number[]; shown: readonly number[] },
): { names: Label[]; numbers: Label[] } {
  const placed: Label[] = [];
  for (const at of new Set(names)) {
    const text = versions[at]!.version;
    const half = (text.length * LETTER) / 2 + 2;
    const x = Math.min(scaled.width - half - 2, Math.max(LANE_NAME + half - 8, scaled.xs[at]!));
    for (const offset of NAME_OFFSETS) {
      const y = scaled.ys[at]! + offset;
      const box = { x1: x - half, x2: x + half, y1: y - 14, y2: y + 4 };
      if (box.y1 < 0 || box.y2 > scaled.height || placed.some((each) => overlap(each.box, box))) continue;
      placed.push({ at, text, x, y, box });
      break;
    }
  }
  const named = new Set(placed.map(({ at }) => at));
  const numbers: Label[] = [];
  if (scaled.gap < NUMBERS_FROM) return { names: placed, numbers };
  let end = { y: Number.NaN, x: 0 };
  for (const at of shown) {
    if (named.has(at)) continue;
    const text = patchOf(versions[at]!.version);
    const half = (text.length * DIGIT) / 2 + 2;
    const [x, y] = [scaled.xs[at]!, scaled.ys[at]! + 20];
    const box = { x1: x - half, x2: x + half, y1: y - 10, y2: y + 3 };
    if ((end.y === y && box.x1 < end.x) || placed.some((each) => overlap(each.box, box))) continue;
    end = { y, x: box.x2 };
    numbers.push({ at, text, x, y, box });
  }
  return { names: placed, numbers };
}

/** Returns places of badges on their curves, apart from each other and from labels, inside the area. */
export function placeBadges(
  curves: readonly Curve[],
  labels: readonly Label[],
  { x1, x2, y1, y2 }: Area,
): { x: number; y: number }[] {
  const taken = labels.map(({ box }) => box);
  return curves.map((curve) => {
    const within = (x: number, y: number) => ({
      x: Math.min(x2 - BADGE.width / 2 - 2, Math.max(x1 + BADGE.width / 2 + 2, x)),
      y: Math.min(y2 - BADGE.height / 2 - 2, Math.max(y1 + BADGE.height / 2 + 2, y)),
    });
    const places = SHARES.map((share) => within(curve.at(share).x, curve.at(share).y));
    const middle = curve.at(0.5);
    for (const [x, y] of NEXT_TO_CURVE) places.push(within(middle.x + x, middle.y + y));
    const free = places.find((place) => !taken.some((box) => overlap(box, badgeBox(place))));
    const chosen = free ?? places[0]!;
    taken.push(badgeBox(chosen));
    return chosen;
  });
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
