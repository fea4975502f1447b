import type { GraphLayout } from './layout.ts';

export const MOVES = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/** Returns the position that a key selects: along the lane, or the nearest one in the next lane. */
export function nextVersion(
  { lanes, xs }: Pick<GraphLayout, 'lanes' | 'xs'>,
  current: number,
  key: string,
): number | undefined {
  const row = lanes.findIndex(({ first, last }) => current >= first && current <= last);
  const lane = lanes[row];
  if (!lane) return undefined;
  if (key === 'ArrowLeft') return current > lane.first ? current - 1 : undefined;
  if (key === 'ArrowRight') return current < lane.last ? current + 1 : undefined;
  if (key === 'Home') return lane.first;
  if (key === 'End') return lane.last;
  const other = lanes[row + (key === 'ArrowDown' ? 1 : -1)];
  if (!other) return undefined;
  let best = other.first;
  for (let at = other.first; at <= other.last; at++)
    if (Math.abs(xs[at]! - xs[current]!) < Math.abs(xs[best]! - xs[current]!)) best = at;
  return best;
}
