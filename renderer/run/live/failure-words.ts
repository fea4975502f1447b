import { ADDITIONAL_IMAGES } from '../../../core/contract/documents/reasons.ts';
import { capitalized, withoutPeriod } from '../../../core/contract/documents/words.ts';
import type { LiveRun, RunFailure } from '../../../core/contract/topics/run.ts';
import { t } from './messages.ts';

/** Returns the first sentence of a failure: the side and the cause. */
export function failureCause({ side, message, attempts }: RunFailure): string {
  const stated = withoutPeriod(message);
  const cause = attempts > 1 ? t('causeAttempts', { cause: stated, attempts }) : stated;
  switch (side) {
    case 'source':
      return t('sourceCause', { cause });
    case 'destination':
      return t('destinationCause', { cause });
    case 'local':
      return t('hostCause', { cause });
    default:
      return t('cause', { cause });
  }
}

/** Returns what a retry does, and which content is incomplete without the image. */
export function failureConsequence(failure: RunFailure, { status }: Pick<LiveRun, 'status'>): string {
  const under = status === 'running' || status === 'pausing' || status === 'stopping';
  const incomplete = failure.deliverable ? incompleteText(failure.deliverable) : '';
  // A wrong clock affects all later requests, so it must be corrected now, not when the run ends.
  if (failure.code === 'clock-skew') return [failure.remedy, incomplete].filter(Boolean).join(' ');
  const retry = retryText(failure);
  const steps = under ? [retry ? '' : failure.remedy, t('retryLaterText')] : [retry ?? failure.remedy];
  return [...steps, incomplete].filter(Boolean).join(' ');
}

function incompleteText(deliverable: string): string {
  if (deliverable === ADDITIONAL_IMAGES) return t('incompleteImagesText');
  return t('incompleteText', { content: capitalized(deliverable) });
}

/** Returns what a retry does. Undefined if somebody must fix the cause first, as the remedy describes. */
function retryText({ code, side }: RunFailure): string | undefined {
  switch (code) {
    case 'rate-limited':
      return t('retryRateText');
    case 'connection':
    case 'stalled':
    case 'server-error':
      return t('retryResumesText');
    case 'unauthorized':
      return t(side === 'destination' ? 'retryDestinationText' : 'retrySourceText');
    default:
      return undefined;
  }
}
