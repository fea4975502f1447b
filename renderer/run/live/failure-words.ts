import { capitalized } from '../../../core/contract/documents/words.ts';
import type { LiveRun, RunFailure } from '../../../core/contract/topics/run.ts';

const SIDES = { source: 'Source', destination: 'Destination', local: 'This host' } as const;

/** First sentence of a failure: which side, and why. */
export function failureCause({ side, message, attempts }: RunFailure): string {
  const where = side ? `${SIDES[side]}: ` : '';
  const often = attempts > 1 ? `, ${attempts} attempts` : '';
  return `${where}${message.replace(/\.$/, '')}${often}.`;
}

/** Second sentence: what retrying does, and what hangs on it. */
export function failureConsequence(failure: RunFailure, { status }: Pick<LiveRun, 'status'>): string {
  const under = status === 'running' || status === 'pausing' || status === 'stopping';
  const hangs = failure.deliverable ? notWhole(failure.deliverable) : '';
  // A wrong clock spoils everything that follows: it is set right at once, not when the run ends.
  if (failure.code === 'clock-skew') return [failure.remedy, hangs].filter(Boolean).join(' ');
  const retry = under ? 'The rest goes on; it can be retried when the run ends.' : retryWords(failure);
  return [retry, hangs].filter(Boolean).join(' ');
}

function notWhole(deliverable: string): string {
  if (deliverable === 'additional images') return 'The additional images are not whole without it.';
  return `${capitalized(deliverable)} is not whole without it.`;
}

function retryWords({ code, remedy, side }: RunFailure): string {
  switch (code) {
    case 'rate-limited':
      return 'Retry waits as long as the registry asks; fewer parallel images help.';
    case 'connection':
    case 'stalled':
    case 'server-error':
      return 'Retry goes on where it stopped.';
    case 'unauthorized':
    case 'denied':
      return `Retry works once the ${side === 'destination' ? 'destination' : 'source'} lets this account in.`;
    default:
      return remedy;
  }
}
