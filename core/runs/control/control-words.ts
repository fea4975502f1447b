import { rateText } from '../../base/schedule/rate-text.ts';
import type { ControlRequest, RunEvent } from '../progress/events.ts';

/** A request in words: `pause`, `stop`, `adjust: rate 20MiB/s`, `run outside of its windows`. */
export function controlWords(event: ControlRequest): string {
  if (event.action === 'ignore-windows')
    return event.ignore ? 'run outside of its windows until the next one opens' : 'keep to its windows';
  if (event.action === 'windows')
    return event.windows.length > 0 ? `keep to the windows ${event.windows.join('; ')}` : 'run at any time';
  if (event.action !== 'adjust') return event.action;
  const { parallelImages, parallelLayers, rate } = event;
  const changes = [
    ...(parallelImages === undefined ? [] : [`parallel images ${parallelImages}`]),
    ...(parallelLayers === undefined ? [] : [`parallel layers ${parallelLayers}`]),
    ...(rate === undefined ? [] : [rate === null ? 'no rate limit' : `rate ${rateText(rate)}`]),
  ];
  return `adjust: ${changes.join(', ')}`;
}

/** A window that opened or closed, in words. @param clock how an instant is written */
export function windowWords(
  { state, until: instant, rate }: Extract<RunEvent, { type: 'window' }>,
  clock: (instant: string) => string = (same) => same,
): string {
  const until = instant === undefined ? undefined : clock(instant);
  const at = rate === undefined || rate === null ? '' : ` at ${rateText(rate)}`;
  if (state === 'open') return `the window is open${at}${until === undefined ? '' : ` until ${until}`}`;
  if (state === 'ignored') return `outside of its windows${until === undefined ? '' : ` until ${until}`}`;
  return `the window is closed${until === undefined ? '' : `, the next one opens at ${until}`}`;
}
