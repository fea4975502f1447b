import type { HostEvent } from '../../../contract/events.ts';

type Work = Extract<HostEvent, { type: 'work' }>;

/** ms between two events of one piece of work. */
const INTERVAL = 250;

/**
 * Tells how far a long request is, at most four times a second, the first and the last time always.
 * @returns to be called as often as one likes
 */
export function workTicker(
  emit: (event: HostEvent) => void,
  work: Pick<Work, 'ticket' | 'phase' | 'detail' | 'unit'>,
): (done: number, total?: number, options?: { last?: boolean }) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (done, total, { last = false } = {}) => {
    const now = performance.now();
    if (!last && now - told < INTERVAL) return;
    told = now;
    emit({ type: 'work', ...work, done, ...(total !== undefined && { total }) });
  };
}
