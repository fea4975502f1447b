import type { ControlRequest } from '../progress/events.ts';
import { rateText } from '../progress/rate-text.ts';

/** A request in words: `pause`, `stop`, `adjust: rate 20MiB/s`. */
export function controlWords(event: ControlRequest): string {
  if (event.action !== 'adjust') return event.action;
  const { parallelImages, parallelLayers, rate } = event;
  const changes = [
    ...(parallelImages === undefined ? [] : [`parallel images ${parallelImages}`]),
    ...(parallelLayers === undefined ? [] : [`parallel layers ${parallelLayers}`]),
    ...(rate === undefined ? [] : [rate === null ? 'no rate limit' : `rate ${rateText(rate)}`]),
  ];
  return `adjust: ${changes.join(', ')}`;
}
